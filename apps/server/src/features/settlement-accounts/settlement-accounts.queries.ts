import { type Queryable, statement } from '../../platform/database/database.ts'

export interface Bank {
  readonly id: number
  readonly account_name: string
  readonly account_number: string
  readonly bank_name: string
  readonly payment_method: string
}
const BANKS = statement(
  'settlement-accounts.by-bank',
  'SELECT id, account_name, account_number, bank_name, payment_method FROM settlement_accounts ORDER BY lower(bank_name), account_number',
)
/** The settlement accounts, by bank. */
export function settlementAccounts(db: Queryable): Promise<Bank[]> {
  return db.query(BANKS)
}
