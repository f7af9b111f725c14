import { GAINS_TAX } from '@em/contract/periods/periods'
import type { TaxRow, TaxSchedule, TaxYear } from '@em/contract/realized/realized-tax'
import { addedAmount, type DescribedColumn, describedTable, ofRow } from '@em/paper/described'
import { type NamedColumn, type Report, type ReportTable, reportTable } from '@em/paper/report'
import { formatDate } from '../../lib/dates.ts'
import { fileNameOf, type RealizedFilters } from './filters.ts'
import { scheduleTie, scopeLines } from './schedule-report.ts'
import { termText } from './tax-term.ts'

/** The columns of disposals, of the screen and of the report. */
export const TAX_COLUMNS: readonly DescribedColumn<TaxRow>[] = [
  { id: 'disposed', header: 'Disposed', value: (row) => formatDate(row.disposed_on) },
  { id: 'acquired', header: 'Acquired', kind: 'date', value: (row) => row.acquired_from },
  { id: 'acquired-to', header: 'Acquired to', kind: 'date', value: (row) => row.acquired_to },
  { id: 'symbol', header: 'Symbol', value: (row) => row.symbol },
  { id: 'contract', header: 'Contract', value: (row) => row.contract_number },
  { id: 'portfolio', header: 'Portfolio', value: (row) => row.portfolio },
  { id: 'quantity', header: 'Shares', kind: 'quantity', value: (row) => row.quantity },
  { id: 'days', header: 'Days', kind: 'number', decimals: 0, value: (row) => row.days },
  { id: 'term', header: 'Term', value: termText },
  addedAmount('proceeds', 'Proceeds', (row) => row.proceeds),
  addedAmount('cost', 'Cost', (row) => row.cost),
  addedAmount('gain', 'Gain', (row) => row.gain, {
    formula: ofRow((cell) => `${cell('proceeds')}-${cell('cost')}`),
  }),
  addedAmount('charges', 'Buy Charges', (row) => row.buyCharges),
  addedAmount('fees', 'Fees', (row) => row.sellFees),
  addedAmount('after', 'After Fees', (row) => row.afterFees, {
    formula: ofRow((cell) => `${cell('gain')}-${cell('charges')}-${cell('fees')}`),
  }),
]

/** The disposals of each year and entity under its heading, with their sums. */
const rowsTable = ({ rows, years }: TaxSchedule): ReportTable =>
  describedTable({
    title: 'Disposals',
    columns: TAX_COLUMNS,
    parts: years.map((year) => ({
      heading: `${year.entity}, year ending ${formatDate(year.yearEnd)}`,
      rows: rows.filter((row) => row.entity === year.entity && row.yearEnd === year.yearEnd),
      sum: {
        text: `Total ${formatDate(year.yearEnd)}`,
        values: { ...year, charges: year.buyCharges, fees: year.sellFees, after: year.afterFees },
      },
    })),
    flat: true,
    calculates: true,
  })

/** The columns of financial years, of the screen and of the report. */
export const YEAR_COLUMNS: readonly NamedColumn<TaxYear>[] = [
  { id: 'entity', header: 'Entity', value: (year) => year.entity },
  { id: 'said', header: 'Gains on Shares', value: () => null },
  { id: 'year', header: 'Year Ending', kind: 'date', value: (year) => year.yearEnd },
  { id: 'disposals', header: 'Disposals', kind: 'number', decimals: 0, value: (year) => year.disposals },
  addedAmount('proceeds', 'Proceeds', (year) => year.proceeds),
  addedAmount('cost', 'Cost', (year) => year.cost),
  addedAmount('gain', 'Gain', (year) => year.gain),
  addedAmount('fractions', 'Cash for Fractions', (year) => year.fractions),
  addedAmount('short-gains', 'Short-term Gains', (year) => year.shortTermGains),
  addedAmount('short-losses', 'Short-term Losses', (year) => year.shortTermLosses),
  addedAmount('long-gains', 'Long-term Gains', (year) => year.longTermGains),
  addedAmount('long-losses', 'Long-term Losses', (year) => year.longTermLosses),
  addedAmount('after', 'After Fees', (year) => year.afterFees),
]

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
        columns: YEAR_COLUMNS.map((column) =>
          column.id === 'said'
            ? { ...column, value: ({ entityId }: TaxYear) => said.get(entityId) ?? 'Not set' }
            : column,
        ),
        rows: data.years,
      }),
      rowsTable(data),
      ...data.tieOuts.map((tied) => scheduleTie(tied, { calculates: false })),
    ],
    notes: [
      'By trade date. Long term is more than 365 days, weighted by the lots. Gains are before fees and cost of funds where nothing else is said.',
      'Whether gains are exempt or business income is a setting of the entity; this schedule does not decide it.',
    ],
    signatures: ['Prepared by', 'Reviewed by'],
    orientation: 'landscape',
  }
}
