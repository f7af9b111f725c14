import { describedTable, paperColumns } from '@em/paper/described'
import type { Report } from '@em/paper/report'
import { moneyColumns, shareColumns } from '../../../ui/grid/amount-column.tsx'
import type { Column } from '../../../ui/grid/columns.ts'
import { Status } from '../../../ui/Status.tsx'
import { APPLICATION_STATES, type Application } from './applications.ts'

const shares = shareColumns({ total: 'sum', width: 96, phone: false })
const money = moneyColumns({ total: 'sum', width: 124, phone: false })

/** The columns of applications, of the screen and of the report. */
export const applicationColumns: readonly Column<Application>[] = [
  { id: 'company', header: 'Company', value: (row) => row.company, width: 190, phone: true, wrap: true },
  { id: 'portfolio', header: 'Portfolio', value: (row) => row.portfolio, width: 150, phone: false },
  {
    id: 'state',
    header: 'State',
    value: (row) => APPLICATION_STATES[row.state].word,
    cell: (row) => (
      <Status tone={APPLICATION_STATES[row.state].tone}>{APPLICATION_STATES[row.state].word}</Status>
    ),
    width: 150,
    least: 150,
    phone: true,
  },
  shares('applied', 'Applied', (row) => row.applied),
  shares('allotted', 'Allotted', (row) => row.allotted),
  money('money', 'Application Money', (row) => row.money),
  money('refund', 'Refund', (row) => row.refund),
  money('refunded', 'Refund Received', (row) => (row.refund === null ? null : row.refunded), {
    hidden: true,
  }),
  money('outstanding', 'Outstanding', (row) => (row.refund === null ? null : row.outstanding), {
    phone: true,
    hint: 'What of the refund has not come back yet',
  }),
  {
    id: 'applied_on',
    header: 'Applied On',
    kind: 'date',
    value: (row) => row.appliedOn,
    width: 112,
    hidden: true,
  },
  { id: 'symbol', header: 'Symbol', value: (row) => row.symbol, width: 118, whole: true, hidden: true },
]

/** Applications by issue, with the sum of each issue and of all. */
export function summaryReport(
  rows: readonly Application[],
  of: { search: string; portfolio: string; by: string; isWhole: boolean },
): Report {
  const issues = [...Map.groupBy(rows, ({ company }) => company)].sort(([a], [b]) => a.localeCompare(b))
  return {
    title: 'IPO Allocation Summary',
    fileName: 'IPO allocation summary',
    by: of.by,
    facts: [
      { label: 'Amounts', value: 'LKR; quantities in shares' },
      ...(of.portfolio === '' ? [] : [{ label: 'Portfolio', value: of.portfolio }]),
      ...(of.search === '' ? [] : [{ label: 'Search', value: of.search }]),
      ...(of.isWhole ? [] : [{ label: 'Applications', value: `the latest ${rows.length} that were loaded` }]),
    ],
    tables: [
      describedTable<Application>({
        columns: paperColumns(applicationColumns, {
          company: 'Company',
          portfolio: 'Portfolio',
          applied_on: 'Applied on',
          state: 'State',
          applied: 'Applied',
          allotted: 'Allotted',
          money: 'Application money',
          refund: 'Refund',
          refunded: { header: 'Refund received', value: (row) => row.refunded },
          outstanding: { header: 'Refund outstanding', value: (row) => row.outstanding },
        }),
        parts: issues.map(([company, own]) => ({ rows: own, sum: { text: `Total ${company}` } })),
        total: { text: 'Total' },
        empty: 'No applications.',
      }),
    ],
    orientation: 'landscape',
  }
}
