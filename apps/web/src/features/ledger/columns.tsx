import type { LedgerEntry } from '@em/contract/books/ledger'
import { Balance } from '../../ui/Balance.tsx'
import type { Column } from '../../ui/grid/columns.ts'
import css from './Ledger.module.css'

/** The side that a line does not have is absent, not zero. */
const side = (amount: number) => (amount === 0 ? null : amount)

/** The columns of screen, export and copy. A page is a cut of the server's order, so none can be sorted here. */
export const ledgerColumns: readonly Column<LedgerEntry>[] = (
  [
    { id: 'date', header: 'Date', kind: 'date', value: (row) => row.date, width: 104 },
    { id: 'account', header: 'Account', value: (row) => row.account_code, width: 80 },
    { id: 'account-name', header: 'Account Name', value: (row) => row.account_name, width: 166 },
    { id: 'description', header: 'Description', value: (row) => row.description, width: 180 },
    { id: 'reference', header: 'Reference', value: (row) => row.reference, width: 166 },
    { id: 'debit', header: 'Debit', unit: 'LKR', kind: 'money', value: (row) => side(row.debit), width: 126 },
    {
      id: 'credit',
      header: 'Credit',
      unit: 'LKR',
      kind: 'money',
      value: (row) => side(row.credit),
      width: 126,
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
    { id: 'portfolio', header: 'Portfolio', value: (row) => row.portfolio, width: 180 },
    { id: 'type', header: 'Transaction Type', value: (row) => row.transaction_type, width: 160 },
    {
      id: 'status',
      header: 'Status',
      value: (row) => row.status,
      cell: (row) => <span className={row.status === 'Pending' ? css.pending : undefined}>{row.status}</span>,
      width: 96,
    },
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
).map((column) => ({ ...column, sortable: false }))
