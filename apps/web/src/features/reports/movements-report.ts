import {
  type InvestmentMovement,
  type InvestmentMovements,
  MOVEMENTS,
  type MovementSum,
} from '@em/contract/reports/investment-movements'
import type { ReportTie } from '@em/contract/reports/report-ties'
import { addedAmount, type DescribedColumn, describedTable } from '@em/paper/described'
import type { Formula, Report, ReportTable } from '@em/paper/report'
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
import { agrees, tiesTable } from './Ties.tsx'

type Cost = MovementSum['cost']
type FairValue = MovementSum['fairValue']
type Row = InvestmentMovement

const securityColumns: readonly DescribedColumn<Row>[] = [
  { id: 'company', header: 'Security', value: (row) => row.companyName },
  { id: 'symbol', header: 'Symbol', value: (row) => row.symbol },
  { id: 'q-opening', header: 'Shares, opening', kind: 'quantity', value: (row) => row.quantity.opening },
]
/** The columns of the movement of a cost, in the order in which a spreadsheet adds them up to the closing. */
export const costColumns = (costOf: (row: Row) => Cost): readonly DescribedColumn<Row>[] => {
  const column = (id: keyof Cost, header: string, formula?: DescribedColumn<Row>['formula']) =>
    addedAmount<Row>(id, header, (row) => costOf(row)[id], formula && { formula })
  return [
    ...securityColumns,
    { id: 'q-closing', header: 'Shares, closing', kind: 'quantity', value: (row) => row.quantity.closing },
    column('opening', 'Opening'),
    ...KINDS.map((kind) => column(kind, MOVEMENTS[kind])),
    { ...column('closing', 'Closing', closingFormula), sums: 'own' },
  ]
}
const closingFormula = () => (cell: (id: string) => string) =>
  `SUM(${cell('opening')}:${cell(KINDS.at(-1) ?? 'opening')})`

/** The movement of one account's cost: closing is calculated from what comes before it. */
const costTable = (
  { treatment, rows, sum }: MovementPart,
  of: 'cost' | 'capitalised',
  name: string,
): ReportTable =>
  describedTable({
    title: `${name} ${treatment}`,
    columns: costColumns((row) => row[of]),
    parts: [{ rows }],
    total: { text: 'Total', values: sum[of] },
    calculates: true,
  })

/** Several portfolios release each for itself: their sum need not be that of the whole. */
function isShare(row: Row): boolean {
  const { opening } = row.quantity
  if (opening <= 0) return false
  const released = (row.fairValue.opening * Math.min(sharesLeft(row), opening)) / opening
  return Math.abs(released + row.fairValue.release) < 0.0051
}

const part = (id: keyof FairValue, header: string, formula?: DescribedColumn<Row>['formula']) =>
  addedAmount<Row>(id, header, (row) => row.fairValue[id], formula && { formula })

/** The columns of the fair value adjustment: what is released goes with the shares that left, the change is what is left over. */
export const VALUE_COLUMNS: readonly DescribedColumn<Row>[] = [
  ...securityColumns,
  { id: 'q-left', header: 'Shares that left', kind: 'quantity', value: sharesLeft },
  part('opening', 'Opening'),
  part('release', 'Release', ({ row }) =>
    row !== undefined && row.fairValue.release !== 0 && isShare(row)
      ? (cell) =>
          `-ROUND(${cell('opening')}*MIN(${cell('q-left')},${cell('q-opening')})/${cell('q-opening')},2)`
      : undefined,
  ),
  part('change', 'Change', () => (cell) => `${cell('closing')}-${cell('opening')}-${cell('release')}`),
  part('closing', 'Closing'),
]

const valueTable = ({ treatment, rows, sum }: MovementPart): ReportTable =>
  describedTable({
    title: `Fair value adjustment ${treatment}`,
    columns: VALUE_COLUMNS,
    parts: [{ rows }],
    total: { text: 'Total', values: sum.fairValue },
    calculates: true,
  })

/** "01 Jan 2026 to 31 Mar 2026", "Until 31 Mar 2026" */
export const periodText = ({ startDate, endDate }: InvestmentMovements['period']): string =>
  startDate === null ? `Until ${formatDate(endDate)}` : `${formatDate(startDate)} to ${formatDate(endDate)}`

/** The notes on the valuations at both ends. */
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
      tiesTable({ ties: data.ties, what: 'Schedule', ledger: 'Movement of the ledger' }, readOff),
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
