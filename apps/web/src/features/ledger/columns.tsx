import { ENTRY_KINDS, type LedgerEntry, type LedgerSort } from '@em/contract/books/ledger'
import { SecurityLink } from '../../places/SecurityLink.tsx'
import { Balance } from '../../ui/Balance.tsx'
import { amountColumn } from '../../ui/grid/amount-column.tsx'
import type { Column } from '../../ui/grid/columns.ts'
import { Status } from '../../ui/Status.tsx'

/** What it means that a line is pending: it is part of this list, of its sums and running balances, and of nothing else yet. */
export const PENDING = 'Pending: dated after today, counted here but not yet in trial balance and statements'

/** The side that a line does not have is absent, not zero. */
const side = (amount: number) => (amount === 0 ? null : amount)

/** What a phone shows until the user says otherwise. */
const PHONE = new Set(['date', 'account', 'amount'])

/** Column id to the field that the server sorts by. */
const SORTS: Readonly<Record<string, LedgerSort>> = {
  date: 'date',
  account: 'account_code',
  type: 'transaction_type',
  debit: 'debit',
  credit: 'credit',
  reference: 'reference',
  portfolio: 'portfolio',
  symbol: 'symbol',
  quantity: 'quantity',
  price: 'price',
  contract: 'contract_number',
  broker: 'broker_name',
  'recorded-at': 'recorded_at',
}
export const sortOfColumn = (column: string): LedgerSort | undefined => SORTS[column]
export const columnOfSort = (sort: LedgerSort): string =>
  Object.keys(SORTS).find((id) => SORTS[id] === sort) ?? 'date'

const OF_TRADE = 'From the trade behind the line, as it was when the line was posted'

/** The columns of screen and copy; the file's are the server's. */
const COLUMNS: readonly Column<LedgerEntry>[] = (
  [
    { id: 'date', header: 'Date', kind: 'date', value: (row) => row.date, width: 114 },
    {
      id: 'status',
      header: 'Status',
      value: (row) => row.status,
      cell: (row) =>
        row.status === 'Posted' ? (
          row.status
        ) : (
          <Status tone={row.status === 'Pending' ? 'warn' : 'quiet'}>{row.status}</Status>
        ),
      width: 88,
      hint: PENDING,
    },
    { id: 'account', header: 'Account', value: (row) => row.account_code, width: 86 },
    { id: 'account-name', header: 'Account Name', value: (row) => row.account_name, width: 146 },
    { id: 'type', header: 'Transaction Type', value: (row) => row.transaction_type, width: 142 },
    amountColumn(),
    { id: 'debit', header: 'Debit', unit: 'LKR', kind: 'money', value: (row) => side(row.debit), width: 118 },
    {
      id: 'credit',
      header: 'Credit',
      unit: 'LKR',
      kind: 'money',
      value: (row) => side(row.credit),
      width: 118,
    },
    {
      id: 'balance',
      header: 'Balance',
      unit: 'LKR',
      kind: 'money',
      value: (row) => row.balance,
      cell: (row) => <Balance value={row.balance} />,
      width: 172,
      hint: 'Balance of the account after this line, within the chosen portfolio: debits less credits',
    },
    { id: 'reference', header: 'Reference', value: (row) => row.reference, whole: true, width: 166 },
    { id: 'portfolio', header: 'Portfolio', value: (row) => row.portfolio, width: 150 },
    { id: 'description', header: 'Description', value: (row) => row.description, width: 240 },
    {
      id: 'symbol',
      header: 'Symbol',
      value: (row) => row.symbol,
      cell: (row) => <SecurityLink symbol={row.symbol ?? ''} />,
      width: 120,
      hidden: true,
    },
    {
      id: 'quantity',
      header: 'Quantity',
      unit: 'shares',
      kind: 'quantity',
      value: (row) => row.quantity,
      width: 128,
      hidden: true,
      hint: OF_TRADE,
    },
    {
      id: 'price',
      header: 'Price',
      unit: 'LKR',
      kind: 'price',
      value: (row) => row.price,
      width: 118,
      hidden: true,
      hint: OF_TRADE,
    },
    {
      id: 'contract',
      header: 'Contract Number',
      value: (row) => row.contract_number,
      width: 150,
      hidden: true,
      hint: OF_TRADE,
    },
    { id: 'broker', header: 'Broker', value: (row) => row.broker_name, hidden: true, hint: OF_TRADE },
    { id: 'entry', header: 'Entry', value: (row) => String(row.entry_id), width: 90, hidden: true },
    {
      id: 'bank-account',
      header: 'Settlement Account',
      value: (row) => row.transaction_account_name,
      hidden: true,
    },
    { id: 'bank-number', header: 'Account Number', value: (row) => row.account_number, hidden: true },
    { id: 'bank', header: 'Bank', value: (row) => row.bank_name, hidden: true },
    { id: 'method', header: 'Payment Method', value: (row) => row.payment_method, hidden: true },
    {
      id: 'belongs-to',
      header: 'Belongs To',
      kind: 'date',
      value: (row) => row.belongs_to,
      hidden: true,
      hint: 'The day the entry belongs to. It was posted later if that day was locked.',
    },
    {
      id: 'kind',
      header: 'Kind',
      value: (row) => ENTRY_KINDS[row.kind] ?? row.kind,
      width: 160,
      hidden: true,
    },
    {
      id: 'reversal',
      header: 'Reversal Of',
      value: (row) => (row.reversal_of === null ? null : String(row.reversal_of)),
      width: 110,
      hidden: true,
      hint: 'The entry that this one reverses',
    },
    { id: 'recorded-by', header: 'Recorded By', value: (row) => row.recorded_by, hidden: true },
    {
      id: 'recorded-at',
      header: 'Recorded At',
      kind: 'moment',
      value: (row) => row.recorded_at,
      hidden: true,
    },
  ] satisfies Column<LedgerEntry>[]
).map((column) => ({ ...column, phone: PHONE.has(column.id) }))

/** While a filter leaves more lines than are sorted, a page is a cut of the order of dates: only that can be turned round. */
export const columnsByDate: readonly Column<LedgerEntry>[] = COLUMNS.map((column) => ({
  ...column,
  sortable: column.id === 'date',
}))
export const sortableColumns: readonly Column<LedgerEntry>[] = COLUMNS.map((column) => ({
  ...column,
  sortable: column.id in SORTS,
}))
