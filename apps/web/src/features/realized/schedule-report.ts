import type { RealizedSchedule, ScheduleRow } from '@em/contract/books/realized-schedule'
import {
  type Formula,
  type Report,
  type ReportColumn,
  type ReportTable,
  reportTable,
  sumFormula,
} from '@em/paper/report'
import { formatDate } from '../../lib/dates.ts'
import { allPortfolios } from '../../lib/portfolio-words.ts'
import { fileNameOf, type RealizedFilters } from './filters.ts'
import { accountsText, movementText, partsOf, type SchedulePart, scheduleText } from './schedule.ts'
import { kindText } from './schedule-columns.tsx'

/** A row of the schedule, or its total. */
type Line = Partial<ScheduleRow> & { readonly level: 'row' | 'total'; readonly text: string }

/** Places of the columns that formulas name. */
const AT = {
  proceeds: 7,
  fees: 8,
  cost: 9,
  charges: 10,
  gain: 11,
  after: 12,
  financing: 13,
  posted: 15,
} as const

const columns: readonly ReportColumn<Line>[] = [
  { header: 'Posted', kind: 'date', value: (line) => line.posted_on },
  { header: 'Trade Date', kind: 'date', value: (line) => line.belongs_to },
  { header: 'Row', value: (line) => line.text },
  { header: 'Symbol', value: (line) => line.symbol },
  { header: 'Contract', value: (line) => line.contract_number },
  { header: 'Portfolio', value: (line) => line.portfolio },
  { header: 'Shares', kind: 'quantity', value: (line) => line.quantity },
  { header: 'Proceeds', unit: 'LKR', kind: 'money', value: (line) => line.proceeds },
  { header: 'Fees', unit: 'LKR', kind: 'money', value: (line) => line.fees },
  { header: 'Cost', unit: 'LKR', kind: 'money', value: (line) => line.cost },
  { header: 'Buy Charges', unit: 'LKR', kind: 'money', value: (line) => line.buyCharges },
  { header: 'Gain', unit: 'LKR', kind: 'money', value: (line) => line.gain },
  { header: 'After Fees', unit: 'LKR', kind: 'money', value: (line) => line.afterFees },
  { header: 'Financing', unit: 'LKR', kind: 'money', value: (line) => line.financing },
  { header: 'Days', kind: 'number', decimals: 0, value: (line) => line.days },
]
const fvociColumns: readonly ReportColumn<Line>[] = [
  ...columns,
  { header: 'To Retained Earnings', unit: 'LKR', kind: 'money', value: (line) => line.posted },
]
const SUMMED = [AT.proceeds, AT.fees, AT.cost, AT.charges, AT.gain, AT.after, AT.financing]

/** What a spreadsheet calculates of a row: its gain, what is left after fees, and what went to retained earnings. */
function rowFormulas(place: number, fvoci: boolean): Record<number, Formula> {
  return {
    [AT.gain]: (at) => `${at.cell(place, AT.proceeds)}-${at.cell(place, AT.cost)}`,
    [AT.after]: (at) => `${at.cell(place, AT.gain)}-${at.cell(place, AT.fees)}-${at.cell(place, AT.charges)}`,
    ...(fvoci && { [AT.posted]: (at) => `${at.cell(place, AT.gain)}-${at.cell(place, AT.charges)}` }),
  }
}

function totalFormulas(rows: number, fvoci: boolean): Record<number, Formula> | undefined {
  if (rows === 0) return undefined
  const summed = fvoci ? [...SUMMED, AT.posted] : SUMMED
  return Object.fromEntries(summed.map((column) => [column, sumFormula(column, 0, rows - 1)]))
}

/** The rows of a part with their total, every figure that follows from others calculated. */
function rowsTable({ treatment, title, rows, totals }: SchedulePart): ReportTable {
  const fvoci = treatment === 'FVOCI'
  const lines: Line[] = [
    ...rows.map((row): Line => ({ ...row, level: 'row', text: kindText(row) })),
    {
      level: 'total',
      text: 'Total',
      proceeds: totals.proceeds,
      fees: totals.fees,
      cost: totals.cost,
      buyCharges: totals.buyCharges,
      gain: totals.gain,
      afterFees: totals.afterFees,
      financing: totals.financing,
      posted: totals.posted,
    },
  ]
  return reportTable({
    title,
    columns: fvoci ? fvociColumns : columns,
    rows: lines,
    level: ({ level }) => level,
    formulas: ({ level }, place) =>
      level === 'row' ? rowFormulas(place, fvoci) : totalFormulas(rows.length, fvoci),
  })
}

interface TieLine {
  readonly label: string
  readonly amount: number
  readonly level: 'row' | 'subtotal' | 'total'
  readonly formula?: Formula
}

/** The tie-out of a part, whose first line is the total of its table, the report's table at `table`. */
function tieTable({ treatment, rows, tied }: SchedulePart, table: number): ReportTable {
  const column = treatment === 'FVOCI' ? AT.posted : AT.gain
  const others = tied.others.map(({ label, amount }): TieLine => ({ label, amount, level: 'row' }))
  const sum = 1 + others.length
  const lines: TieLine[] = [
    {
      label: scheduleText(tied),
      amount: tied.schedule,
      level: 'row',
      ...(rows.length > 0 && { formula: (at) => at.cell(rows.length, column, table) }),
    },
    ...others,
    {
      label: 'Schedule and others',
      amount: Math.round((tied.movement - tied.difference) * 100) / 100,
      level: 'subtotal',
      formula: sumFormula(1, 0, sum - 1),
    },
    { label: movementText(tied), amount: tied.movement, level: 'row' },
    {
      label: 'Difference',
      amount: tied.difference,
      level: 'total',
      // Cents that a spreadsheet adds up in binary leave a trace of no meaning.
      formula: (at) => `ROUND(${at.cell(sum + 1, 1)}-${at.cell(sum, 1)},2)`,
    },
  ]
  return reportTable<TieLine>({
    title: `Tie-out ${treatment}`,
    columns: [
      { header: 'Line', value: (line) => line.label },
      { header: 'Amount', unit: 'LKR', kind: 'money', value: (line) => line.amount },
    ],
    rows: lines,
    level: (line) => line.level,
    formulas: ({ formula }) => (formula === undefined ? undefined : { 1: formula }),
  })
}

/** The books and days of a schedule, in words. */
export function scopeLines({ period }: Pick<RealizedSchedule, 'period'>): string[] {
  const books =
    period.portfolio ?? (period.entity === null ? allPortfolios() : `All portfolios of ${period.entity}`)
  const { startDate, endDate } = period
  return [
    period.symbol === null ? books : `${books}, ${period.symbol}`,
    startDate === null
      ? `Until ${formatDate(endDate)}`
      : `${formatDate(startDate)} to ${formatDate(endDate)}`,
  ]
}

/** The schedule with its tie-outs, for paper and as a workbook that calculates. */
export function scheduleReport(data: RealizedSchedule, filters: RealizedFilters, by: string): Report {
  const parts = partsOf(data)
  return {
    title: 'Schedule of Realized Gains',
    subtitle: scopeLines(data),
    fileName: fileNameOf(filters, 'realized-schedule'),
    by,
    facts: [
      { label: 'Currency', value: 'LKR' },
      { label: 'Order', value: 'By posting date; year-end closings left out' },
      ...parts.map(({ tied }) => ({
        label: `Account ${accountsText(tied)}`,
        value: tied.difference === 0 ? 'Agrees with the ledger' : 'Does not agree with the ledger',
      })),
    ],
    tables: [...parts.map(rowsTable), ...parts.map((part, place) => tieTable(part, place))],
    notes: [
      'Charges on purchases, financing and days stand once, with the sale, as they are now. Financing is not in the ledger.',
      'An entry of a locked day is posted on the first open day.',
    ],
    signatures: ['Prepared by', 'Reviewed by'],
    orientation: 'landscape',
  }
}
