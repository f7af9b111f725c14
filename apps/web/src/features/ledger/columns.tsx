import type { LedgerEntry } from '@em/contract/books/ledger'
import { Balance } from '../../ui/Balance.tsx'
import type { Column } from '../../ui/grid/columns.ts'
import { Status } from '../../ui/Status.tsx'

/** What it means that a line is pending: it is part of this list, of its sums and running balances, and of nothing else yet. */
export const PENDING = 'Pending: dated after today, counted here but not yet in trial balance and statements'

/** The side that a line does not have is absent, not zero. */
const side = (amount: number) => (amount === 0 ? null : amount)

/** What a phone shows until the user says otherwise. */
const PHONE = new Set(['date', 'account', 'amount'])

/** The columns of screen and copy; the file's are the server's. A page is a cut of the server's order, so none can be sorted here. */
export const ledgerColumns: readonly Column<LedgerEntry>[] = (
  [
    { id: 'date', header: 'Date', kind: 'date', value: (row) => row.date, width: 114 },
    {
      id: 'status',
      header: 'Status',
      value: (row) => row.status,
      cell: (row) => (row.status === 'Pending' ? <Status tone="warn">Pending</Status> : row.status),
      width: 88,
      hint: PENDING,
    },
    { id: 'account', header: 'Account', value: (row) => row.account_code, width: 86 },
    { id: 'account-name', header: 'Account Name', value: (row) => row.account_name, width: 146 },
    { id: 'type', header: 'Transaction Type', value: (row) => row.transaction_type, width: 142 },
    {
      id: 'amount',
      header: 'Debit / Credit',
      unit: 'LKR',
      kind: 'money',
      value: (row) => row.debit - row.credit,
      cell: (row) => <Balance value={row.debit - row.credit} />,
      width: 172,
      hidden: true,
    },
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
      hint: 'Of the account after this line, within the portfolio chosen: debits less credits',
    },
    { id: 'reference', header: 'Reference', value: (row) => row.reference, width: 166 },
    { id: 'portfolio', header: 'Portfolio', value: (row) => row.portfolio, width: 150 },
    { id: 'description', header: 'Description', value: (row) => row.description, width: 240 },
    { id: 'symbol', header: 'Symbol', value: (row) => row.symbol, width: 120, hidden: true },
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
  ] satisfies Column<LedgerEntry>[]
).map((column) => ({ ...column, sortable: false, phone: PHONE.has(column.id) }))
