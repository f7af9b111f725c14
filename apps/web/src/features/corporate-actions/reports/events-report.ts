import type { EventLine } from '@em/contract/books/event-reports'
import { type Report, type RowLevel, reportTable } from '@em/paper/report'
import { sumOf } from '../../../ui/grid/columns.ts'
import { type EventFilters, factsOfFilters, stateOf } from './event-lines.ts'

const FIGURES = ['gross', 'tax', 'expected', 'booked', 'difference', 'received', 'assumed', 'open'] as const
type Figure = (typeof FIGURES)[number]
const HEADERS: Readonly<Record<Figure, string>> = {
  gross: 'Gross',
  tax: 'Tax',
  expected: 'Expected',
  booked: 'Booked',
  difference: 'Difference',
  received: 'Received',
  assumed: 'Assumed',
  open: 'Open',
}

interface Line extends Partial<EventLine> {
  readonly level: RowLevel
  readonly text: string
  readonly word?: string
  readonly sums?: Readonly<Record<Figure, string>>
}

/** Events with what was expected of them, booked and received, and the sums of all. */
export function eventsReport(
  rows: readonly EventLine[],
  filters: EventFilters,
  { asOf, by }: { asOf: string; by: string },
): Report {
  const sums = Object.fromEntries(
    FIGURES.map((name) => [name, sumOf(rows.map((row) => row[name]))]),
  ) as Record<Figure, string>
  const lines = rows.map((row): Line => ({ ...row, level: 'row', text: row.title, word: stateOf(row).word }))
  return {
    title: 'Events: Expected, Booked, Received',
    subtitle: [`As at ${asOf}`],
    fileName: `Events ${asOf}`,
    by,
    facts: [{ label: 'Currency', value: 'LKR' }, ...factsOfFilters(filters)],
    tables: [
      reportTable<Line>({
        columns: [
          { header: 'Event', value: (line) => line.text },
          { header: 'Portfolio', value: (line) => line.portfolioName },
          { header: 'XD', kind: 'date', value: (line) => line.ex_date },
          { header: 'Payment', kind: 'date', value: (line) => line.payment_date },
          { header: 'Shares entitled', kind: 'quantity', value: (line) => line.shares_held },
          { header: 'New shares', kind: 'quantity', value: (line) => line.entitled_shares || null },
          ...FIGURES.map((name) => ({
            header: HEADERS[name],
            kind: 'money' as const,
            value: (line: Line) => line.sums?.[name] ?? line[name],
          })),
          { header: 'State', value: (line) => line.word },
        ],
        rows: lines.length === 0 ? [] : [...lines, { level: 'total', text: 'Total', sums }],
        level: (line) => line.level,
        empty: 'There are no events.',
      }),
    ],
    notes: [
      'Expected: by the entitlement in force. Booked: what the ledger has claimed, whether it came in or not. Received: confirmed payments.',
      'Difference: booked less expected, from XD on.',
    ],
    orientation: 'landscape',
  }
}
