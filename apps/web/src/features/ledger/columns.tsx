import type { LedgerEntry, LedgerSort } from '@em/contract/ledger/ledger'
import { LEDGER_COLUMNS } from '@em/paper/general-ledger'
import { columnsFrom } from '@em/paper/report'
import { SecurityLink } from '../../links/SecurityLink.tsx'
import { Balance } from '../../ui/Balance.tsx'
import { amountColumn } from '../../ui/grid/amount-column.tsx'
import type { Column } from '../../ui/grid/columns.ts'
import { Status } from '../../ui/Status.tsx'

/** The meaning of a pending line: it is part of this list, of its sums and running balances, and of nothing else yet. */
export const PENDING = 'Pending: dated after today, counted here but not yet in trial balance and statements'

/** The columns of a phone until the user changes them. */
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

const of = columnsFrom(LEDGER_COLUMNS)
const HIDDEN = { hidden: true }
/** On the screen the number of an entry is read, not added up. */
const NUMBER = { kind: 'text', hidden: true } as const

const COLUMNS: readonly Column<LedgerEntry>[] = [
  of('date', { width: 114 }),
  of('status', {
    cell: ({ status }: LedgerEntry) =>
      status === 'Posted' ? status : <Status tone={status === 'Pending' ? 'warn' : 'quiet'}>{status}</Status>,
    width: 88,
    hint: PENDING,
  }),
  of('account', { width: 86 }),
  of('account-name', { width: 146 }),
  of('type', { width: 142 }),
  amountColumn<LedgerEntry>(),
  of('debit', { width: 118 }),
  of('credit', { width: 118 }),
  of('balance', {
    cell: ({ balance }: LedgerEntry) => <Balance value={balance} />,
    width: 172,
    hint: 'Balance of the account after this line, within the chosen portfolio: debits less credits',
  }),
  of('reference', { whole: true, width: 166 }),
  of('portfolio', { width: 150 }),
  of('description', { width: 240 }),
  of('symbol', {
    cell: ({ symbol }: LedgerEntry) => <SecurityLink symbol={symbol ?? ''} />,
    width: 120,
    hidden: true,
  }),
  of('quantity', { width: 128, hidden: true, hint: OF_TRADE }),
  of('price', { width: 118, hidden: true, hint: OF_TRADE }),
  of('contract', { width: 150, hidden: true, hint: OF_TRADE }),
  of('broker', { hidden: true, hint: OF_TRADE }),
  of('entry', { ...NUMBER, width: 90 }),
  of('bank-account', HIDDEN),
  of('bank-number', HIDDEN),
  of('bank', HIDDEN),
  of('method', HIDDEN),
  of('belongs-to', {
    hidden: true,
    hint: 'The day the entry belongs to. It was posted later if that day was locked.',
  }),
  of('kind', { width: 160, hidden: true }),
  of('reversal', { ...NUMBER, width: 110, hint: 'The entry that this one reverses' }),
  of('recorded-by', HIDDEN),
  of('recorded-at', HIDDEN),
].map((column) => ({ ...column, phone: PHONE.has(column.id) }))

/** While a filter leaves more lines than are sorted, a page is a cut of the order of dates: only that can be turned round. */
export const columnsByDate: readonly Column<LedgerEntry>[] = COLUMNS.map((column) => ({
  ...column,
  sortable: column.id === 'date',
}))
export const sortableColumns: readonly Column<LedgerEntry>[] = COLUMNS.map((column) => ({
  ...column,
  sortable: column.id in SORTS,
}))
