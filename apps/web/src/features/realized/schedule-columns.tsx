import type { ScheduleRow } from '@em/contract/books/realized-schedule'
import { formatDate } from '../../lib/dates.ts'
import { formatNumber } from '../../lib/numerals.ts'
import { SecurityLink } from '../../places/SecurityLink.tsx'
import type { Column } from '../../ui/grid/columns.ts'

const money = (
  id: string,
  header: string,
  value: (row: ScheduleRow) => number,
  more: Partial<Column<ScheduleRow>> = {},
): Column<ScheduleRow> => ({
  id,
  header,
  unit: 'LKR',
  kind: 'money',
  value,
  width: 96,
  phone: false,
  ...more,
})

const cost = (amount: number | null) => formatNumber(amount, { decimals: 2 })

/** What a row is, in words: of a cost difference the cost before and after it; where it was posted later, of which day. */
export function kindText(row: ScheduleRow): string {
  const of = row.posted_on === row.belongs_to ? '' : ` of ${formatDate(row.belongs_to)}`
  if (row.kind === 'cost') {
    return `Cost${of === '' ? '' : ` of sale${of}`} ${cost(row.costBefore)} to ${cost(row.costAfter)}`
  }
  if (row.kind === 'event') return row.title ?? 'Corporate action'
  if (row.kind === 'correction') return `${row.isDeleted ? 'Deletion' : 'Correction'} of sale${of}`
  return `Sale${of}${row.isDeleted ? ', deleted later' : ''}`
}

const common: readonly Column<ScheduleRow>[] = [
  { id: 'posted_on', header: 'Posted', kind: 'date', value: (row) => row.posted_on, width: 106, phone: true },
  {
    id: 'belongs',
    header: 'Trade Date',
    kind: 'date',
    value: (row) => row.belongs_to,
    hidden: true,
    hint: 'The day that the row belongs to; it was posted later where that day was locked',
  },
  {
    id: 'symbol',
    header: 'Symbol',
    value: (row) => row.symbol,
    cell: (row) => <SecurityLink symbol={row.symbol} />,
    width: 114,
    whole: true,
    phone: true,
  },
  { id: 'portfolio', header: 'Portfolio', value: (row) => row.portfolio, width: 130, hidden: true },
  money('proceeds', 'Proceeds', (row) => row.proceeds),
  money('fees', 'Fees', (row) => row.fees, { hint: 'Of the sale' }),
  money('cost', 'Cost', (row) => row.cost),
  money('charges', 'Buy Charges', (row) => row.buyCharges, {
    hint: 'Of the purchases, of the shares that left',
  }),
  money('gain', 'Gain', (row) => row.gain, { signed: true, phone: true, hint: 'Proceeds less cost' }),
  money('after', 'After Fees', (row) => row.afterFees, {
    signed: true,
    hint: 'Gain less fees and buy charges',
  }),
]

const financing = money('financing', 'Financing', (row) => row.financing, {
  hint: 'Cost of funds over the holding days; it is not in the ledger',
})

/** Behind the amounts, which are in sight at 1440 pixels. */
const ends: readonly Column<ScheduleRow>[] = [
  { id: 'kind', header: 'Row', value: kindText, width: 130, phone: false },
  {
    id: 'quantity',
    header: 'Shares',
    kind: 'quantity',
    value: (row) => row.quantity,
    width: 92,
    phone: false,
  },
  {
    id: 'days',
    header: 'Days',
    kind: 'number',
    decimals: 0,
    value: (row) => row.days,
    width: 72,
    phone: false,
    hint: 'Holding days, weighted by the lots',
  },
  {
    id: 'contract',
    header: 'Contract',
    value: (row) => row.contract_number,
    whole: true,
    width: 132,
    phone: false,
  },
]

const fvoci: readonly Column<ScheduleRow>[] = [
  ...common,
  money('posted', 'To Retained Earnings', (row) => row.posted, {
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
