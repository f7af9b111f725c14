import type { TrialBalance } from '@em/contract/trial-balance/trial-balance'
import { sumOf } from '../../ui/grid/columns.ts'

export type Account = TrialBalance['accountsByType'][string][number]
export type BankBalance = Account['bank_accounts'][number]

/** Sums over accounts, exact text in rupees; debits less credits where a balance. */
export interface Sums {
  readonly opening: string
  readonly debit: string
  readonly credit: string
  readonly closing: string
  /** Of the second date; meaningful only where one was asked for. */
  readonly before: string
  readonly change: string
}
export interface AccountGroup extends Sums {
  readonly type: string
  readonly accounts: readonly Account[]
  /** In percent of the balance at the second date; null where there is none. */
  readonly changePercent: number | null
}

const TYPES: Readonly<Record<string, string>> = {
  Asset: 'Assets',
  Liability: 'Liabilities',
  Expense: 'Expenses',
}

/** The heading over the accounts of a type: "Assets". */
export const typeHeading = (type: string) => TYPES[type] ?? type

/** The label of their sums, as in the statements: "Total assets". */
export const typeTotal = (type: string) => `Total ${typeHeading(type).toLowerCase()}`

/** The accounts by type in the order of the summary, each type with its sums. */
export function groupsOf(data: TrialBalance): AccountGroup[] {
  return data.summary.map(({ account_type: type, change_percent: changePercent }) => {
    const accounts = data.accountsByType[type] ?? []
    return { type, accounts, changePercent, ...sumsOf(accounts) }
  })
}

/** Sums over accounts; of all of them opening and closing are zero when the books balance. */
export function sumsOf(accounts: readonly Account[]): Sums {
  return {
    opening: sumOf(accounts.map((one) => one.opening_balance)),
    debit: sumOf(accounts.map((one) => one.period_debit)),
    credit: sumOf(accounts.map((one) => one.period_credit)),
    closing: sumOf(accounts.map((one) => one.net_balance)),
    before: sumOf(accounts.map((one) => one.compare_balance ?? 0)),
    change: sumOf(accounts.map((one) => one.change ?? 0)),
  }
}

/** Debits less credits of the closing balances: what is missing where the books do not balance. */
export function differenceOf(data: TrialBalance): string {
  return sumOf([data.totals.total_debits, -data.totals.total_credits])
}

/** "Commercial Bank 1000 4471 2208, Trading account" */
export function bankText(bank: Omit<BankBalance, keyof ReturnType<typeof sumsOf>>): string {
  if (bank.settlement_account_id === null) return 'No bank account named'
  return `${bank.bank_name ?? ''} ${bank.account_number ?? ''}, ${bank.transaction_account_name ?? ''} (${bank.payment_method ?? ''})`
}
