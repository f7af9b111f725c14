import type { ActionReceivable } from '@em/contract/books/action-reports'
import { type Report, type RowLevel, reportTable } from '@em/paper/report'
import { sumOf } from '../../../ui/grid/columns.ts'
import { accountOf, BAND_WORDS, BANDS, factsOfFilters, type ReceivableFilters } from './receivables.ts'

interface Line extends Partial<ActionReceivable> {
  readonly level: RowLevel
  readonly text: string
  readonly sums?: Readonly<Record<Figure, string>>
}

const FIGURES = ['expected', 'received', 'written_off', 'outstanding'] as const
type Figure = (typeof FIGURES)[number]
const HEADERS: Readonly<Record<Figure, string>> = {
  expected: 'Expected',
  received: 'Received',
  written_off: 'Written off',
  outstanding: 'Outstanding',
}
const sumsOf = (rows: readonly ActionReceivable[]) =>
  Object.fromEntries(FIGURES.map((name) => [name, sumOf(rows.map((row) => row[name]))])) as Record<
    Figure,
    string
  >

/** Receivables of events by age, with the sum of each age and of all. */
export function receivablesReport(
  rows: readonly ActionReceivable[],
  filters: ReceivableFilters,
  { asOf, by }: { asOf: string; by: string },
): Report {
  const lines = BANDS.flatMap((band): Line[] => {
    const of = rows.filter((row) => row.band === band)
    if (of.length === 0) return []
    const name = BAND_WORDS[band]
    return [
      { level: 'heading', text: name },
      ...of.map((row): Line => ({ ...row, level: 'row', text: row.title })),
      { level: 'subtotal', text: `Total ${name.toLowerCase()}`, sums: sumsOf(of) },
    ]
  })
  return {
    title: 'Receivables of Corporate Actions',
    subtitle: [`As at ${asOf}`],
    fileName: `Receivables ${asOf}`,
    by,
    facts: [{ label: 'Currency', value: 'LKR' }, ...factsOfFilters(filters)],
    tables: [
      reportTable<Line>({
        columns: [
          { header: 'Event', value: (line) => line.text },
          { header: 'Symbol', value: (line) => line.securityCode },
          { header: 'Portfolio', value: (line) => line.portfolioName },
          {
            header: 'Account',
            value: (line) => (line.role === undefined ? null : accountOf({ role: line.role })),
          },
          { header: 'Due', kind: 'date', value: (line) => line.due },
          {
            header: 'Days',
            kind: 'quantity',
            value: (line) => (line.due == null && (line.days ?? 0) <= 0 ? null : line.days),
          },
          ...FIGURES.map((name) => ({
            header: HEADERS[name],
            kind: 'money' as const,
            value: (line: Line) => line.sums?.[name] ?? line[name],
          })),
        ],
        rows: lines.length === 0 ? [] : [...lines, { level: 'total', text: 'Total', sums: sumsOf(rows) }],
        level: (line) => line.level,
        indent: (line) => (line.level === 'row' ? 1 : 0),
        empty: 'Nothing is outstanding.',
      }),
    ],
    notes: [
      'Days are calendar days since the day on which the money was to come, of refunds since the allotment.',
    ],
    orientation: 'landscape',
  }
}
