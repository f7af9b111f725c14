import type { JournalRow } from '@em/contract/journal/journal'
import { date, money } from '../../ui/grid/amount-column.tsx'
import type { Column } from '../../ui/grid/DataGrid.tsx'
import { EntryStatusBadge } from './entry/EntryStatusBadge.tsx'

/** "1010 Cash at Bank and 2 more": the first account, and how many further lines there are. */
export function accountText({ account_code, account_name, line_count, one_line }: JournalRow): string {
  const first = `${account_code} ${account_name}`
  const more = one_line ? 0 : line_count - 1
  return more > 0 ? `${first} and ${more} more` : first
}

/** The state of an entry that needs attention, and the entries that reverse or replace it. */
export function linkText(row: JournalRow): string {
  const parts: string[] = []
  if (row.status === 'Draft' && row.due_on !== null) parts.push('Due')
  if (row.difference !== 0) parts.push('Out of balance')
  if (row.replaced_by !== null) parts.push(`Replaced by ${row.replaced_by}`)
  else if (row.reversed_by !== null) parts.push(`Reversed by ${row.reversed_by}`)
  if (row.replaces !== null) parts.push(`Replaces ${row.replaces}`)
  if (row.reversal_of !== null) parts.push(`Reverses ${row.reversal_of}`)
  return parts.join(', ')
}

/** An amount that is not there stays empty. */
const side = (amount: number) => (amount === 0 ? null : amount)

export const journalColumns: Column<JournalRow>[] = [
  date('date', 'Date', (row) => row.date),
  { id: 'number', header: 'Number', width: 80, value: (row) => String(row.id), phone: false },
  {
    id: 'status',
    header: 'Status',
    width: 100,
    value: (row) => row.status,
    cell: (row) => <EntryStatusBadge status={row.status} />,
  },
  { id: 'account', header: 'Account', width: 170, value: accountText, phone: false },
  // A phone shows one amount for both sides, which are equal, or of which one is absent.
  money('amount', 'Amount', (row) => Math.max(row.debit, row.credit), {
    width: 136,
    hidden: true,
    phone: true,
  }),
  { id: 'description', header: 'Description', width: 172, value: (row) => row.description },
  money('debit', 'Debit', (row) => side(row.debit), { width: 118, phone: false }),
  money('credit', 'Credit', (row) => side(row.credit), { width: 118, phone: false }),
  { id: 'reference', header: 'Reference', width: 146, value: (row) => row.reference, phone: false },
  {
    id: 'portfolios',
    header: 'Portfolio',
    width: 88,
    value: (row) => row.portfolios.join(', '),
    phone: false,
  },
  { id: 'links', header: 'Remark', width: 144, value: linkText, phone: false },
  { id: 'type', header: 'Type', width: 110, value: (row) => row.transaction_type, hidden: true },
  {
    id: 'files',
    header: 'Files',
    kind: 'number',
    decimals: 0,
    width: 70,
    value: (row) => row.attachments || null,
    hidden: true,
  },
  {
    id: 'deal',
    header: 'Deal number',
    whole: true,
    width: 190,
    value: (row) => row.deal_number,
    hidden: true,
  },
  { id: 'by', header: 'Recorded by', width: 150, value: (row) => row.recorded_by, hidden: true },
  { id: 'at', header: 'Recorded at', kind: 'moment', value: (row) => row.recorded_at, hidden: true },
]
