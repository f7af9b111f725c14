import {
  type InvestmentMovement,
  type InvestmentMovements,
  MOVEMENTS,
  type MovementSum,
} from '@em/contract/books/investment-movements'
import type { ReportTie } from '@em/contract/books/report-ties'
import {
  type Formula,
  type Report,
  type ReportColumn,
  type ReportTable,
  type RowLevel,
  reportTable,
  sumFormula,
} from '@em/paper/report'
import { formatDate } from '../../lib/dates.ts'
import { fileNameOf, type RealizedFilters } from '../realized/filters.ts'
import { TREATMENT_TITLES } from '../realized/schedule.ts'
import { scopeText } from '../trial-balance/report.ts'
import {
  COST_CLOSING,
  COST_OPENING,
  FV,
  KINDS,
  type MadeTable,
  type MovementPart,
  partsOf,
  sharesLeft,
} from './movements.ts'
import { summaryTable } from './movements-summary.ts'
import { agrees, tieTable } from './Ties.tsx'

interface Line {
  readonly level: RowLevel
  readonly text: string
  readonly symbol?: string
  readonly row?: InvestmentMovement
  readonly sum: Pick<MovementSum, 'cost' | 'capitalised' | 'fairValue'>
}
const linesOf = ({ rows, sum }: MovementPart): Line[] => [
  ...rows.map((row): Line => ({ level: 'row', text: row.companyName, symbol: row.symbol, row, sum: row })),
  { level: 'total', text: 'Total', sum },
]

/** The movement of one account's cost: closing is calculated from what comes before it. */
function costTable(part: MovementPart, of: 'cost' | 'capitalised', name: string): ReportTable {
  const money = (header: string, key: keyof MovementSum['cost']): ReportColumn<Line> => ({
    header,
    unit: 'LKR',
    kind: 'money',
    value: (line) => line.sum[of][key],
  })
  const columns: ReportColumn<Line>[] = [
    { header: 'Security', value: (line) => line.text },
    { header: 'Symbol', value: (line) => line.symbol },
    { header: 'Shares, opening', kind: 'quantity', value: (line) => line.row?.quantity.opening },
    { header: 'Shares, closing', kind: 'quantity', value: (line) => line.row?.quantity.closing },
    money('Opening', 'opening'),
    ...KINDS.map((kind) => money(MOVEMENTS[kind], kind)),
    money('Closing', 'closing'),
  ]
  const closing = COST_CLOSING
  return reportTable({
    title: `${name} ${part.treatment}`,
    columns,
    rows: linesOf(part),
    level: ({ level }) => level,
    formulas: ({ level }, place) => ({
      ...(level === 'total' &&
        Object.fromEntries(
          Array.from({ length: closing - COST_OPENING }, (_, at) => COST_OPENING + at).map((column) => [
            column,
            sumFormula(column, 0, place - 1),
          ]),
        )),
      [closing]: (at) => `SUM(${at.cell(place, COST_OPENING)}:${at.cell(place, closing - 1)})`,
    }),
  })
}
/** Several portfolios release each for itself: their sum need not be that of the whole. */
function isShare(row: InvestmentMovement): boolean {
  const { opening } = row.quantity
  if (opening <= 0) return false
  const released = (row.fairValue.opening * Math.min(sharesLeft(row), opening)) / opening
  return Math.abs(released + row.fairValue.release) < 0.0051
}

/** The fair value adjustment: what is released goes with the shares that left, the change is what is left over. */
function valueTable(part: MovementPart): ReportTable {
  const money = (header: string, value: (of: MovementSum['fairValue']) => number): ReportColumn<Line> => ({
    header,
    unit: 'LKR',
    kind: 'money',
    value: (line) => value(line.sum.fairValue),
  })
  return reportTable<Line>({
    title: `Fair value adjustment ${part.treatment}`,
    columns: [
      { header: 'Security', value: (line) => line.text },
      { header: 'Symbol', value: (line) => line.symbol },
      { header: 'Shares, opening', kind: 'quantity', value: (line) => line.row?.quantity.opening },
      { header: 'Shares that left', kind: 'quantity', value: (line) => line.row && sharesLeft(line.row) },
      money('Opening', (of) => of.opening),
      money('Release', (of) => of.release),
      money('Change', (of) => of.change),
      money('Closing', (of) => of.closing),
    ],
    rows: linesOf(part),
    level: ({ level }) => level,
    formulas: ({ level, row }, place): Record<number, Formula> =>
      level === 'total'
        ? Object.fromEntries(
            [FV.opening, FV.release, FV.change, FV.closing].map((column) => [
              column,
              sumFormula(column, 0, place - 1),
            ]),
          )
        : {
            [FV.change]: (at) =>
              `${at.cell(place, FV.closing)}-${at.cell(place, FV.opening)}-${at.cell(place, FV.release)}`,
            ...(row !== undefined &&
              row.fairValue.release !== 0 &&
              isShare(row) && {
                [FV.release]: (at) =>
                  `-ROUND(${at.cell(place, FV.opening)}*MIN(${at.cell(place, FV.left)},${at.cell(place, FV.shares)})/${at.cell(place, FV.shares)},2)`,
              }),
          },
  })
}

/** "01 Jan 2026 to 31 Mar 2026", "Until 31 Mar 2026" */
export const periodText = ({ startDate, endDate }: InvestmentMovements['period']): string =>
  startDate === null ? `Until ${formatDate(endDate)}` : `${formatDate(startDate)} to ${formatDate(endDate)}`

/** What must be known of the valuations at both ends. */
export const valuationWords = ({
  valuation,
  openingValuation,
}: Pick<InvestmentMovements, 'valuation' | 'openingValuation'>): string[] =>
  [openingValuation, valuation].flatMap((note) =>
    note?.message == null ? [] : [`${formatDate(note.date)}: ${note.message}.`],
  )

/** The schedule for paper and as a workbook that calculates. */
export function movementsReport(data: InvestmentMovements, filters: RealizedFilters, by: string): Report {
  const parts = partsOf(data)
  const made = parts.flatMap((part): MadeTable[] => [
    { of: 'cost', part, table: costTable(part, 'cost', 'Cost') },
    ...(part.treatment === 'FVOCI'
      ? [{ of: 'capitalised' as const, part, table: costTable(part, 'capitalised', 'Capitalised fees') }]
      : []),
    { of: 'adjustment', part, table: valueTable(part) },
  ])
  const hasRights = data.ties.some(({ of }) => of.includes('rights'))
  /** Closing less opening of the totals of the tables that a tie is of. */
  const readOff = ({ of: [key, ...more] }: ReportTie): Formula | undefined => {
    if (more.length > 0 || key === undefined || key === 'rights' || (key === 'adjustment' && hasRights))
      return undefined
    const of = made.flatMap((one, table) =>
      one.of === key ? [{ table: table + 1, total: one.part.rows.length }] : [],
    )
    if (of.length === 0) return undefined
    const [opening, closing] = key === 'adjustment' ? [FV.opening, FV.closing] : [COST_OPENING, COST_CLOSING]
    return (at) =>
      of
        .map(({ table, total }) => `${at.cell(total, closing, table)}-${at.cell(total, opening, table)}`)
        .join('+')
  }
  return {
    title: 'Movement Schedule of Investments',
    subtitle: [scopeText(data.period), periodText(data.period)],
    fileName: fileNameOf(filters, 'investment-movements'),
    by,
    facts: [
      { label: 'Currency', value: 'LKR' },
      { label: 'Basis', value: 'By posting date' },
      {
        label: 'Ledger',
        value: agrees(data.ties) ? 'Agrees with the ledger' : 'Does not agree with the ledger',
      },
    ],
    tables: [
      summaryTable(data, made),
      ...made.map(({ table }) => table),
      tieTable({ ties: data.ties, what: 'Schedule', ledger: 'Movement of the ledger' }, readOff),
    ],
    notes: [
      ...valuationWords(data),
      'Release: the part of the opening adjustment that belongs to shares that left; shares held at the start leave first. Change: the rest.',
      ...parts.map(({ treatment }) => `${treatment}: ${TREATMENT_TITLES[treatment]}.`),
    ],
    signatures: ['Prepared by', 'Reviewed by'],
    orientation: 'landscape',
  }
}
