import { GAINS_TAX } from '@em/contract/books/periods'
import type { TieOut } from '@em/contract/books/realized-schedule'
import type { TaxRow, TaxSchedule, TaxYear } from '@em/contract/books/realized-tax'
import {
  type Formula,
  type Report,
  type ReportColumn,
  type ReportTable,
  reportTable,
  sumFormula,
} from '@em/paper/report'
import { formatDate } from '../../lib/dates.ts'
import { fileNameOf, type RealizedFilters } from './filters.ts'
import { movementText, scheduleText } from './schedule.ts'
import { scopeLines } from './schedule-report.ts'
import { termText } from './tax-term.ts'

type RowLine = Partial<TaxRow> & { readonly level: 'row' | 'subtotal' | 'heading'; readonly text?: string }

const AT = { proceeds: 9, cost: 10, gain: 11, charges: 12, fees: 13, after: 14 } as const
const columns: readonly ReportColumn<RowLine>[] = [
  {
    header: 'Disposed',
    value: (line) => (line.level === 'row' ? formatDate(line.disposed_on ?? '') : (line.text ?? '')),
  },
  { header: 'Acquired', kind: 'date', value: (line) => line.acquired_from },
  { header: 'Acquired to', kind: 'date', value: (line) => line.acquired_to },
  { header: 'Symbol', value: (line) => line.symbol },
  { header: 'Contract', value: (line) => line.contract_number },
  { header: 'Portfolio', value: (line) => line.portfolio },
  { header: 'Shares', kind: 'quantity', value: (line) => line.quantity },
  { header: 'Days', kind: 'number', decimals: 0, value: (line) => line.days },
  { header: 'Term', value: (line) => (line.kind === undefined ? null : termText(line)) },
  { header: 'Proceeds', unit: 'LKR', kind: 'money', value: (line) => line.proceeds },
  { header: 'Cost', unit: 'LKR', kind: 'money', value: (line) => line.cost },
  { header: 'Gain', unit: 'LKR', kind: 'money', value: (line) => line.gain },
  { header: 'Buy Charges', unit: 'LKR', kind: 'money', value: (line) => line.buyCharges },
  { header: 'Fees', unit: 'LKR', kind: 'money', value: (line) => line.sellFees },
  { header: 'After Fees', unit: 'LKR', kind: 'money', value: (line) => line.afterFees },
]

/** The disposals of each year and entity under its heading, with their sums. */
function rowsTable({ rows, years }: TaxSchedule): ReportTable {
  const lines: RowLine[] = []
  const formulas = new Map<number, Record<number, Formula>>()
  for (const year of years) {
    const of = rows.filter((row) => row.entity === year.entity && row.yearEnd === year.yearEnd)
    const name = `${year.entity}, year ending ${formatDate(year.yearEnd)}`
    lines.push({ level: 'heading', text: name })
    const first = lines.length
    for (const row of of) {
      const place = lines.length
      formulas.set(place, {
        [AT.gain]: (at) => `${at.cell(place, AT.proceeds)}-${at.cell(place, AT.cost)}`,
        [AT.after]: (at) =>
          `${at.cell(place, AT.gain)}-${at.cell(place, AT.charges)}-${at.cell(place, AT.fees)}`,
      })
      lines.push({ ...row, level: 'row' })
    }
    if (of.length > 0) {
      formulas.set(
        lines.length,
        Object.fromEntries(
          Object.values(AT).map((column) => [column, sumFormula(column, first, lines.length - 1)]),
        ),
      )
    }
    const { proceeds, cost, gain, buyCharges, sellFees, afterFees } = year
    lines.push({
      level: 'subtotal',
      text: `Total ${formatDate(year.yearEnd)}`,
      proceeds,
      cost,
      gain,
      buyCharges,
      sellFees,
      afterFees,
    })
  }
  return reportTable({
    title: 'Disposals',
    columns,
    rows: lines,
    level: ({ level }) => level,
    formulas: (_, place) => formulas.get(place),
  })
}

const yearColumns: readonly ReportColumn<TaxYear & { readonly said: string }>[] = [
  { header: 'Entity', value: (year) => year.entity },
  { header: 'Gains on Shares', value: (year) => year.said },
  { header: 'Year Ending', kind: 'date', value: (year) => year.yearEnd },
  { header: 'Disposals', kind: 'number', decimals: 0, value: (year) => year.disposals },
  { header: 'Proceeds', unit: 'LKR', kind: 'money', value: (year) => year.proceeds },
  { header: 'Cost', unit: 'LKR', kind: 'money', value: (year) => year.cost },
  { header: 'Gain', unit: 'LKR', kind: 'money', value: (year) => year.gain },
  { header: 'Cash for Fractions', unit: 'LKR', kind: 'money', value: (year) => year.fractions },
  { header: 'Short-term Gains', unit: 'LKR', kind: 'money', value: (year) => year.shortTermGains },
  { header: 'Short-term Losses', unit: 'LKR', kind: 'money', value: (year) => year.shortTermLosses },
  { header: 'Long-term Gains', unit: 'LKR', kind: 'money', value: (year) => year.longTermGains },
  { header: 'Long-term Losses', unit: 'LKR', kind: 'money', value: (year) => year.longTermLosses },
  { header: 'After Fees', unit: 'LKR', kind: 'money', value: (year) => year.afterFees },
]

/** How the gains of the schedule come to what the accounts moved. */
function tieTable(tied: TieOut): ReportTable {
  const sum = Math.round((tied.movement - tied.difference) * 100) / 100
  return reportTable<{
    readonly label: string
    readonly amount: number
    readonly level: 'row' | 'subtotal' | 'total'
  }>({
    title: `Tie-out ${tied.treatment}`,
    columns: [
      { header: 'Line', value: (line) => line.label },
      { header: 'Amount', unit: 'LKR', kind: 'money', value: (line) => line.amount },
    ],
    rows: [
      { label: scheduleText(tied), amount: tied.schedule, level: 'row' },
      ...tied.others.map((other) => ({ ...other, level: 'row' as const })),
      { label: 'Schedule and others', amount: sum, level: 'subtotal' },
      { label: movementText(tied), amount: tied.movement, level: 'row' },
      { label: 'Difference', amount: tied.difference, level: 'total' },
    ],
    level: (line) => line.level,
  })
}

/** The tax schedule for paper and as a workbook that calculates. */
export function taxReport(data: TaxSchedule, filters: RealizedFilters, by: string): Report {
  const said = new Map(
    data.entities.map(({ id, share_gains_tax: tax }) => [id, tax === null ? 'Not set' : GAINS_TAX[tax]]),
  )
  return {
    title: 'Tax Schedule of Disposals',
    subtitle: scopeLines(data),
    fileName: fileNameOf(filters, 'realized-tax'),
    by,
    facts: [
      { label: 'Currency', value: 'LKR' },
      ...data.entities.map(({ id, name }) => ({
        label: name,
        value: `Gains on shares: ${(said.get(id) ?? 'Not set').toLowerCase()}`,
      })),
    ],
    tables: [
      reportTable({
        title: 'By financial year',
        columns: yearColumns,
        rows: data.years.map((year) => ({ ...year, said: said.get(year.entityId) ?? 'Not set' })),
      }),
      rowsTable(data),
      ...data.tieOuts.map(tieTable),
    ],
    notes: [
      'By trade date. Long term is more than 365 days, weighted by the lots. Gains are before fees and cost of funds where nothing else is said.',
      'Whether gains are exempt or business income is a setting of the entity; this schedule does not decide it.',
    ],
    signatures: ['Prepared by', 'Reviewed by'],
    orientation: 'landscape',
  }
}
