import type { ScheduleRow } from '@em/contract/realized/realized-schedule'
import { addedAmount, type DescribedColumn, ofRow } from '@em/paper/described'
import { columnsFrom } from '@em/paper/report'
import { formatDate } from '../../lib/dates.ts'
import { formatNumber } from '../../lib/numerals.ts'
import { symbolColumn } from '../../links/symbol-column.tsx'
import type { Column } from '../../ui/grid/columns.ts'

const cost = (amount: number | null) => formatNumber(amount, { decimals: 2 })

/** The kind of a row, in words: of a cost difference the cost before and after it; where it was posted later, of which day. */
export function kindText(row: ScheduleRow): string {
  const of = row.posted_on === row.belongs_to ? '' : ` of ${formatDate(row.belongs_to)}`
  if (row.kind === 'cost') {
    return `Cost${of === '' ? '' : ` of sale${of}`} ${cost(row.costBefore)} to ${cost(row.costAfter)}`
  }
  if (row.kind === 'event') return row.title ?? 'Corporate action'
  if (row.kind === 'correction') return `${row.isDeleted ? 'Deletion' : 'Correction'} of sale${of}`
  return `Sale${of}${row.isDeleted ? ', deleted later' : ''}`
}

/** The columns of the schedule, of the screen and of the report, in the order of the report. */
export const SCHEDULE_COLUMNS: readonly DescribedColumn<ScheduleRow>[] = [
  { id: 'posted_on', header: 'Posted', kind: 'date', value: (row) => row.posted_on },
  { id: 'belongs', header: 'Trade Date', kind: 'date', value: (row) => row.belongs_to },
  { id: 'kind', header: 'Row', value: kindText },
  { id: 'symbol', header: 'Symbol', value: (row) => row.symbol },
  { id: 'contract', header: 'Contract', value: (row) => row.contract_number },
  { id: 'portfolio', header: 'Portfolio', value: (row) => row.portfolio },
  { id: 'quantity', header: 'Shares', kind: 'quantity', value: (row) => row.quantity },
  addedAmount('proceeds', 'Proceeds', (row) => row.proceeds),
  addedAmount('fees', 'Fees', (row) => row.fees),
  addedAmount('cost', 'Cost', (row) => row.cost),
  addedAmount('charges', 'Buy Charges', (row) => row.buyCharges),
  addedAmount('gain', 'Gain', (row) => row.gain, {
    formula: ofRow((cell) => `${cell('proceeds')}-${cell('cost')}`),
  }),
  addedAmount('after', 'After Fees', (row) => row.afterFees, {
    formula: ofRow((cell) => `${cell('gain')}-${cell('fees')}-${cell('charges')}`),
  }),
  addedAmount('financing', 'Financing', (row) => row.financing),
  { id: 'days', header: 'Days', kind: 'number', decimals: 0, value: (row) => row.days },
  addedAmount('posted', 'To Retained Earnings', (row) => row.posted, {
    formula: ofRow((cell) => `${cell('gain')}-${cell('charges')}`),
  }),
]

const of = columnsFrom(SCHEDULE_COLUMNS)
const amount = { width: 96, phone: false }

const common: readonly Column<ScheduleRow>[] = [
  of('posted_on', { width: 106, phone: true }),
  of('belongs', {
    hidden: true,
    hint: 'The day that the row belongs to; it was posted later where that day was locked',
  }),
  symbolColumn({ width: 114, whole: true, phone: true }),
  of('portfolio', { width: 130, hidden: true }),
  of('proceeds', amount),
  of('fees', { ...amount, hint: 'Of the sale' }),
  of('cost', amount),
  of('charges', { ...amount, hint: 'Of the purchases, of the shares that left' }),
  of('gain', { ...amount, signed: true, phone: true, hint: 'Proceeds less cost' }),
  of('after', { ...amount, signed: true, hint: 'Gain less fees and buy charges' }),
]

const financing = of('financing', {
  ...amount,
  hint: 'Cost of funds over the holding days; it is not in the ledger',
})

/** Behind the amounts, which are in sight at 1440 pixels. */
const ends: readonly Column<ScheduleRow>[] = [
  of('kind', { width: 130, phone: false }),
  of('quantity', { width: 92, phone: false }),
  of('days', { width: 72, phone: false, hint: 'Holding days, weighted by the lots' }),
  of('contract', { whole: true, width: 132, phone: false }),
]

const fvoci: readonly Column<ScheduleRow>[] = [
  ...common,
  of('posted', {
    ...amount,
    signed: true,
    hint: 'Gain less buy charges: what went through the reserve to 3100',
  }),
  financing,
  ...ends,
]
const fvtpl = [...common, financing, ...ends]

/** The columns of a part; FVOCI has what went to retained earnings. */
export const scheduleColumns = (treatment: ScheduleRow['treatment']): readonly Column<ScheduleRow>[] =>
  treatment === 'FVOCI' ? fvoci : fvtpl
