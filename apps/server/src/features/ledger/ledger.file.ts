/** The columns of ledger lines in a file. */
import { ENTRY_KINDS, type LedgerEntry } from '@em/contract/books/ledger'
import { momentInColombo } from '../../platform/clock.ts'
import { DAY, type FileColumn, MONEY, PRICE, SHARES } from '../exports/table-file.ts'

const side = (amount: number) => (amount === 0 ? null : amount)
const COLUMNS: readonly FileColumn<LedgerEntry>[] = [
  { header: 'Date', width: 12, style: DAY, value: (line) => line.date },
  { header: 'Status', width: 10, value: (line) => line.status },
  { header: 'Account', width: 12, value: (line) => line.account_code },
  { header: 'Account Name', width: 30, value: (line) => line.account_name },
  { header: 'Transaction Type', width: 20, value: (line) => line.transaction_type },
  { header: 'Debit (LKR)', width: 18, style: MONEY, value: (line) => side(line.debit) },
  { header: 'Credit (LKR)', width: 18, style: MONEY, value: (line) => side(line.credit) },
  { header: 'Balance (LKR)', width: 18, style: MONEY, value: (line) => line.balance },
  { header: 'Reference', width: 26, value: (line) => line.reference },
  { header: 'Portfolio', width: 26, value: (line) => line.portfolio },
  { header: 'Description', width: 40, value: (line) => line.description },
  { header: 'Symbol', width: 14, value: (line) => line.symbol },
  { header: 'Entry', width: 12, value: (line) => line.entry_id },
  { header: 'Settlement Account', width: 26, value: (line) => line.transaction_account_name },
  { header: 'Account Number', width: 18, value: (line) => line.account_number },
  { header: 'Bank', width: 24, value: (line) => line.bank_name },
  { header: 'Payment Method', width: 16, value: (line) => line.payment_method },
  { header: 'Quantity (shares)', width: 16, style: SHARES, value: (line) => line.quantity },
  { header: 'Price (LKR)', width: 14, style: PRICE, value: (line) => line.price },
  { header: 'Contract Number', width: 18, value: (line) => line.contract_number },
  { header: 'Broker', width: 24, value: (line) => line.broker_name },
  { header: 'Belongs To', width: 12, style: DAY, value: (line) => line.belongs_to },
  { header: 'Kind', width: 16, value: (line) => ENTRY_KINDS[line.kind] ?? line.kind },
  { header: 'Reversal Of', width: 12, value: (line) => line.reversal_of },
  { header: 'Recorded By', width: 22, value: (line) => line.recorded_by },
  { header: 'Recorded At', width: 20, value: (line) => momentInColombo(new Date(line.recorded_at)) },
]

export const LEDGER_FILE = { name: 'General Ledger', columns: COLUMNS }
