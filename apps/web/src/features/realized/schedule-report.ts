import type { RealizedSchedule, TieOut } from '@em/contract/realized/realized-schedule'
import { tieTable } from '@em/paper/amounts'
import { describedTable } from '@em/paper/described'
import type { Report, ReportTable } from '@em/paper/report'
import { formatDate } from '../../lib/dates.ts'
import { allPortfolios } from '../../lib/portfolio-texts.ts'
import { fileNameOf, type RealizedFilters } from './filters.ts'
import { accountsText, movementText, partsOf, type SchedulePart, scheduleText } from './schedule.ts'
import { SCHEDULE_COLUMNS } from './schedule-columns.tsx'

const FVOCI_ALONE = ['posted']
const columnsOf = (treatment: SchedulePart['treatment']) =>
  SCHEDULE_COLUMNS.filter(({ id }) => treatment === 'FVOCI' || !FVOCI_ALONE.includes(id))

/** The rows of a part with their total, every figure that follows from others calculated. */
const rowsTable = ({ treatment, title, rows, sums }: SchedulePart): ReportTable =>
  describedTable({
    title,
    columns: columnsOf(treatment),
    parts: [{ rows }],
    total: { text: 'Total', values: Object.fromEntries(sums) },
    words: 'kind',
    calculates: true,
  })

interface ScheduleTie {
  /** Where the first line can be read off: the last row of a table of the report. */
  readonly total?: { readonly row: number; readonly table: number }
  readonly calculates?: boolean
}

/** The tie-out of a treatment. */
export function scheduleTie(tied: TieOut, { total, calculates = true }: ScheduleTie = {}): ReportTable {
  const id = tied.treatment === 'FVOCI' ? 'posted' : 'gain'
  const column = columnsOf(tied.treatment).findIndex((one) => one.id === id)
  return tieTable({
    title: `Tie-out ${tied.treatment}`,
    ties: [{ ...tied, report: tied.schedule, ledger: tied.movement }],
    words: { report: scheduleText(tied), ledger: movementText(tied), what: 'Schedule' },
    readOff: () => (total === undefined ? undefined : (at) => at.cell(total.row, column, total.table)),
    calculates,
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
    tables: [
      ...parts.map(rowsTable),
      ...parts.map(({ tied, rows }, table) =>
        rows.length === 0 ? scheduleTie(tied) : scheduleTie(tied, { total: { row: rows.length, table } }),
      ),
    ],
    notes: [
      'Charges on purchases, financing and days stand once, with the sale, as they are now. Financing is not in the ledger.',
      'An entry of a locked day is posted on the first open day.',
    ],
    signatures: ['Prepared by', 'Reviewed by'],
    orientation: 'landscape',
  }
}
