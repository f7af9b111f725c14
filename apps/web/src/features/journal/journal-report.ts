import type { JournalRow } from '@em/contract/journal/journal'
import { describedTable, paperColumns } from '@em/paper/described'
import type { Report } from '@em/paper/report'
import { sumOf } from '../../ui/grid/columns.ts'
import { journalColumns } from './columns.tsx'
import { filterFacts, type JournalFilters } from './filters.ts'

interface Found {
  readonly rows: readonly JournalRow[]
  readonly total: number
  readonly filters: JournalFilters
}
const count = (value: number) => value.toLocaleString('en-LK')

/** The journal as a report: filters, entries, and the sums of those shown that are in the ledger. */
export function journalReport({ rows, total, filters }: Found, by: string): Report {
  const sum = (side: 'debit' | 'credit') =>
    sumOf(rows.map((row) => (row.one_line ? row.debit + row.credit : row[side])))
  return {
    title: 'Journal Entries',
    by,
    facts: [
      ...filterFacts(filters),
      {
        label: 'Entries',
        value: rows.length >= total ? count(total) : `the newest ${count(rows.length)} of ${count(total)}`,
      },
      { label: 'Amounts', value: 'LKR' },
    ],
    notes: [
      'A one-line entry shows one line; its other side is on Suspense and is included in the totals.',
      ...(rows.some(({ status }) => status === 'Draft')
        ? ['Drafts are not in the ledger but are included in these totals.']
        : []),
    ],
    tables: [
      describedTable({
        columns: paperColumns(journalColumns, {
          date: 'Date',
          number: 'Number',
          account: 'Account',
          description: 'Description',
          reference: 'Reference',
          debit: 'Debit',
          credit: 'Credit',
          type: 'Type',
          status: 'Status',
          links: 'Remark',
          portfolios: 'Portfolio',
          by: 'Recorded by',
        }),
        parts: [{ rows }],
        ...(rows.length > 0 && {
          total: {
            text: `Amounts of ${count(rows.length)} ${rows.length === 1 ? 'entry' : 'entries'}`,
            values: { debit: sum('debit'), credit: sum('credit') },
          },
        }),
        words: 'account',
        empty: 'No journal entries found',
      }),
    ],
  }
}
