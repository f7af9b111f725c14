/** The columns of ledger lines: of the General Ledger on the screen, on paper and as a file. */
import { ENTRY_KINDS, type LedgerEntry } from '@em/contract/ledger/ledger'
import type { NamedColumn } from './report.ts'

/** The side that a line does not have is absent, not zero. */
const side = (amount: number) => (amount === 0 ? null : amount)

/** The number of an entry names it. */
const NUMBER = { kind: 'number', decimals: 0, sheet: { width: 12, format: null } } as const

/** In the order of the file. */
export const LEDGER_COLUMNS: readonly NamedColumn<LedgerEntry>[] = [
  { id: 'date', header: 'Date', kind: 'date', value: (line) => line.date, sheet: { width: 12 } },
  { id: 'status', header: 'Status', value: (line) => line.status, sheet: { width: 10 } },
  { id: 'account', header: 'Account', value: (line) => line.account_code, sheet: { width: 12 } },
  { id: 'account-name', header: 'Account Name', value: (line) => line.account_name, sheet: { width: 30 } },
  { id: 'type', header: 'Transaction Type', value: (line) => line.transaction_type, sheet: { width: 20 } },
  { id: 'debit', header: 'Debit', unit: 'LKR', kind: 'money', value: (line) => side(line.debit) },
  { id: 'credit', header: 'Credit', unit: 'LKR', kind: 'money', value: (line) => side(line.credit) },
  { id: 'balance', header: 'Balance', unit: 'LKR', kind: 'money', value: (line) => line.balance },
  { id: 'reference', header: 'Reference', value: (line) => line.reference, sheet: { width: 26 } },
  { id: 'portfolio', header: 'Portfolio', value: (line) => line.portfolio, sheet: { width: 26 } },
  { id: 'description', header: 'Description', value: (line) => line.description, sheet: { width: 40 } },
  { id: 'symbol', header: 'Symbol', value: (line) => line.symbol, sheet: { width: 14 } },
  { id: 'entry', header: 'Entry', value: (line) => line.entry_id, ...NUMBER },
  {
    id: 'bank-account',
    header: 'Settlement Account',
    value: (line) => line.transaction_account_name,
    sheet: { width: 26 },
  },
  { id: 'bank-number', header: 'Account Number', value: (line) => line.account_number, sheet: { width: 18 } },
  { id: 'bank', header: 'Bank', value: (line) => line.bank_name, sheet: { width: 24 } },
  { id: 'method', header: 'Payment Method', value: (line) => line.payment_method, sheet: { width: 16 } },
  {
    id: 'quantity',
    header: 'Quantity',
    unit: 'shares',
    kind: 'quantity',
    value: (line) => line.quantity,
    sheet: { width: 16 },
  },
  {
    id: 'price',
    header: 'Price',
    unit: 'LKR',
    kind: 'price',
    value: (line) => line.price,
    sheet: { width: 14 },
  },
  { id: 'contract', header: 'Contract Number', value: (line) => line.contract_number, sheet: { width: 18 } },
  { id: 'broker', header: 'Broker', value: (line) => line.broker_name, sheet: { width: 24 } },
  {
    id: 'belongs-to',
    header: 'Belongs To',
    kind: 'date',
    value: (line) => line.belongs_to,
    sheet: { width: 12 },
  },
  { id: 'kind', header: 'Kind', value: (line) => ENTRY_KINDS[line.kind] ?? line.kind, sheet: { width: 16 } },
  { id: 'reversal', header: 'Reversal Of', value: (line) => line.reversal_of, ...NUMBER },
  { id: 'recorded-by', header: 'Recorded By', value: (line) => line.recorded_by, sheet: { width: 22 } },
  {
    id: 'recorded-at',
    header: 'Recorded At',
    kind: 'moment',
    value: (line) => line.recorded_at,
    sheet: { width: 20 },
  },
]
