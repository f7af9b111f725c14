import {
  type InvestmentMovements,
  MOVEMENTS,
  type MovementSum,
} from '@em/contract/reports/investment-movements'
import type { Treatment } from '@em/contract/reports/report-ties'
import { type Formula, type ReportTable, reportTable, type SheetAddresses } from '@em/paper/report'
import { COST_CLOSING, COST_OPENING, carried, cents, FV, KINDS, type MadeTable } from './movements.ts'

/** A line of the summary: what it shows of a treatment. */
export interface SummaryLine {
  readonly label: string
  readonly level: 'row' | 'subtotal' | 'total'
  readonly of: (sum: MovementSum) => number
  /** The position of its figures in the tables of the workbook. */
  readonly at: { readonly of: 'cost' | 'value' | 'carrying'; readonly column: number }
}

/** The schedule in one column for each treatment, as the notes to the accounts have it. */
export function summaryOf(treatments: readonly MovementSum[]): SummaryLine[] {
  const cost = (label: string, key: keyof MovementSum['cost'], column: number): SummaryLine => ({
    label,
    level: key === 'closing' ? 'subtotal' : 'row',
    of: (sum) => carried(sum)[key],
    at: { of: 'cost', column },
  })
  const value = (label: string, key: keyof MovementSum['fairValue']): SummaryLine => ({
    label,
    level: key === 'closing' ? 'subtotal' : 'row',
    of: (sum) => sum.fairValue[key],
    at: { of: 'value', column: FV[key] },
  })
  // Opening positions come once in the life of a portfolio.
  const kinds = KINDS.filter(
    (kind) => kind !== 'openings' || treatments.some((sum) => carried(sum).openings !== 0),
  )
  return [
    cost('Cost at the start, with capitalised fees', 'opening', COST_OPENING),
    ...kinds.map((kind) => cost(MOVEMENTS[kind], kind, COST_OPENING + 1 + KINDS.indexOf(kind))),
    cost('Cost at the end', 'closing', COST_CLOSING),
    value('Fair value adjustment at the start', 'opening'),
    value('Release', 'release'),
    value('Change', 'change'),
    value('Fair value adjustment at the end', 'closing'),
    {
      label: 'Carrying amount at the end',
      level: 'total',
      of: (sum) => cents(carried(sum).closing + sum.fairValue.closing),
      at: { of: 'carrying', column: 0 },
    },
  ]
}

/** The sum of a line over all treatments. */
export const allOf = (line: SummaryLine, treatments: readonly MovementSum[]): number =>
  cents(treatments.reduce((sum, one) => sum + line.of(one), 0))

/** The summary as the first table of the workbook: its figures are read off the tables after it. */
export function summaryTable(
  { treatments }: Pick<InvestmentMovements, 'treatments'>,
  made: readonly MadeTable[],
): ReportTable {
  const lines = summaryOf(treatments)
  const columnOf = (label: 'cost' | 'value') =>
    lines.findLastIndex(({ at, level }) => at.of === label && level === 'subtotal')
  const readOff = (treatment: Treatment, { at: { of, column } }: SummaryLine, own: number): Formula =>
    of === 'carrying'
      ? (at) => `${at.cell(columnOf('cost'), own)}+${at.cell(columnOf('value'), own)}`
      : (at) =>
          made
            .flatMap(({ of: what, part }, table) =>
              part.treatment === treatment && (what === 'adjustment') === (of === 'value')
                ? [at.cell(part.rows.length, column, table + 1)]
                : [],
            )
            .join('+')
  const all = treatments.length + 1
  return reportTable<SummaryLine>({
    title: 'Summary',
    columns: [
      { header: 'Line', value: ({ label }) => label },
      ...treatments.map((sum) => ({
        header: sum.treatment,
        unit: 'LKR',
        kind: 'money' as const,
        value: (line: SummaryLine) => line.of(sum),
      })),
      { header: 'Total', unit: 'LKR', kind: 'money', value: (line) => allOf(line, treatments) },
    ],
    rows: lines,
    level: ({ level }) => level,
    formulas: (line, row) => ({
      ...Object.fromEntries(treatments.map((sum, at) => [at + 1, readOff(sum.treatment, line, at + 1)])),
      ...(treatments.length > 0 && {
        [all]: (at: SheetAddresses) => `SUM(${at.cell(row, 1)}:${at.cell(row, all - 1)})`,
      }),
    }),
  })
}
