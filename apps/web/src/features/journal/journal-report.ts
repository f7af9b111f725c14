import type { JournalRow } from '@em/contract/books/journal'
import { type Report, type RowLevel, reportTable } from '@em/paper/report'
import { sumOf } from '../../ui/grid/columns.ts'
import { accountText, linkText } from './columns.tsx'
import { filterFacts, type JournalFilters } from './filters.ts'

interface Found {
  readonly rows: readonly JournalRow[]
  readonly total: number
  readonly filters: JournalFilters
}
interface Line extends Partial<JournalRow> {
  readonly level: RowLevel
  readonly account: string
  readonly remark: string
  readonly left: number | string | null
  readonly right: number | string | null
}

const count = (value: number) => value.toLocaleString('en-LK')

/** The journal as a report: filters, entries, and the sums of those shown that stand in the ledger. */
export function journalReport({ rows, total, filters }: Found, by: string): Report {
  const both = (row: JournalRow) => row.debit + row.credit
  const last: Line = {
    level: 'total',
    account: `Amounts of ${count(rows.length)} ${rows.length === 1 ? 'entry' : 'entries'}`,
    remark: '',
    left: sumOf(rows.map((row) => (row.one_line ? both(row) : row.debit))),
    right: sumOf(rows.map((row) => (row.one_line ? both(row) : row.credit))),
  }
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
      reportTable<Line>({
        columns: [
          { header: 'Date', kind: 'date', value: (line) => line.date },
          { header: 'Number', value: (line) => (line.id === undefined ? null : String(line.id)) },
          { header: 'Account', value: (line) => line.account },
          { header: 'Description', value: (line) => line.description },
          { header: 'Reference', value: (line) => line.reference },
          { header: 'Debit', kind: 'money', value: (line) => line.left },
          { header: 'Credit', kind: 'money', value: (line) => line.right },
          { header: 'Type', value: (line) => line.transaction_type },
          { header: 'Status', value: (line) => line.status },
          { header: 'Remark', value: (line) => line.remark },
          { header: 'Portfolio', value: (line) => line.portfolios?.join(', ') },
          { header: 'Recorded by', value: (line) => line.recorded_by },
        ],
        rows: [
          ...rows.map(
            (row): Line => ({
              ...row,
              level: 'row',
              account: accountText(row),
              remark: linkText(row),
              left: row.debit === 0 ? null : row.debit,
              right: row.credit === 0 ? null : row.credit,
            }),
          ),
          ...(rows.length === 0 ? [] : [last]),
        ],
        level: (line) => line.level,
        empty: 'No journal entries found',
      }),
    ],
  }
}
