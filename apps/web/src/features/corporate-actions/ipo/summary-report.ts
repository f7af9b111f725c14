import { type Report, type RowLevel, reportTable } from '@em/paper/report'
import { sumOf } from '../../../ui/grid/columns.ts'
import { APPLICATION_STATES, type Application } from './applications.ts'

interface Line {
  readonly level: RowLevel
  readonly text: string
  readonly row?: Application
  readonly sums?: Readonly<Record<Figure, string>>
}

const FIGURES = ['applied', 'allotted', 'money', 'refund', 'refunded', 'outstanding'] as const
type Figure = (typeof FIGURES)[number]
const HEADERS: Readonly<Record<Figure, string>> = {
  applied: 'Applied',
  allotted: 'Allotted',
  money: 'Application money',
  refund: 'Refund',
  refunded: 'Refund received',
  outstanding: 'Refund outstanding',
}
const sumsOf = (rows: readonly Application[]) =>
  Object.fromEntries(FIGURES.map((name) => [name, sumOf(rows.map((row) => row[name]))])) as Record<
    Figure,
    string
  >

/** Applications by issue, with the sum of each issue and of all. */
export function summaryReport(
  rows: readonly Application[],
  of: { search: string; portfolio: string; by: string; isWhole: boolean },
): Report {
  const issues = [...Map.groupBy(rows, ({ company }) => company)].sort(([a], [b]) => a.localeCompare(b))
  const lines = issues.flatMap(([company, own]): Line[] => [
    ...own.map((row): Line => ({ level: 'row', text: company, row })),
    { level: 'subtotal', text: `Total ${company}`, sums: sumsOf(own) },
  ])
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
      reportTable<Line>({
        columns: [
          { header: 'Company', value: (line) => line.text },
          { header: 'Portfolio', value: (line) => line.row?.portfolio },
          { header: 'Applied on', kind: 'date', value: (line) => line.row?.appliedOn },
          {
            header: 'State',
            value: (line) => (line.row === undefined ? null : APPLICATION_STATES[line.row.state].word),
          },
          ...FIGURES.map((name) => ({
            header: HEADERS[name],
            kind: name === 'applied' || name === 'allotted' ? ('quantity' as const) : ('money' as const),
            value: (line: Line) => line.sums?.[name] ?? line.row?.[name],
          })),
        ],
        rows: lines.length === 0 ? [] : [...lines, { level: 'total', text: 'Total', sums: sumsOf(rows) }],
        level: (line) => line.level,
        empty: 'No applications.',
      }),
    ],
    orientation: 'landscape',
  }
}
