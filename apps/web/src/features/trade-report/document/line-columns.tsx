import type { DocumentLineAnswer } from '@em/contract/books/trade-documents'
import type { LineState } from '@em/core/documents/match'
import { type Column, sumOf } from '../../../ui/grid/columns.ts'
import { Amount } from '../../../ui/Numbers.tsx'
import { Status } from '../../../ui/Status.tsx'
import { hasFeeDifference } from './document.ts'
import css from './TradeReport.module.css'

/** What the books say of a line, in a word. */
export const STATES = {
  new: { label: 'New', tone: 'warn' },
  recorded: { label: 'Recorded', tone: 'good' },
  differs: { label: 'Differs', tone: 'bad' },
  undecided: { label: 'Undecided', tone: 'warn' },
  missing: { label: 'Not in the document', tone: 'bad' },
} as const satisfies Record<LineState, { label: string; tone: 'good' | 'warn' | 'bad' | 'quiet' }>

type Line = DocumentLineAnswer

/** The six fees of a line, as the schedule counts them: without the foreign brokerage. */
const charged = (line: Line): string =>
  sumOf([line.brokerage, line.cdsFees, line.cseFees, line.clearingFees, line.secCess, line.governmentCess])

export const SIDE_COLUMN: Column<Line> = {
  id: 'buySell',
  header: 'Buy/Sell',
  value: ({ buySell }) => (buySell === 'B' ? 'Buy' : 'Sell'),
  width: 92,
}

/** The proof of the fees: charged, as the schedule says, and what is between them. */
export const FEE_COLUMNS: readonly Column<Line>[] = [
  {
    id: 'charged',
    header: 'Fees charged',
    unit: 'LKR',
    kind: 'money',
    value: charged,
    total: 'sum',
    hint: 'The six fees, without foreign brokerage',
  },
  {
    id: 'schedule',
    header: 'Schedule',
    unit: 'LKR',
    kind: 'money',
    value: (line) => line.schedule_fees,
    total: 'sum',
    hint: "What the fee tariff says; above the step-up limit, the share of the day's consolidated fees",
  },
  {
    id: 'difference',
    header: 'Difference',
    unit: 'LKR',
    kind: 'money',
    value: (line) => line.fee_difference,
    cell: (line) => (
      <span className={hasFeeDifference(line) ? css.apart : undefined}>
        <Amount value={line.fee_difference} />
      </span>
    ),
    total: 'sum',
    hint: 'Charged less schedule; rounding left out',
  },
]

export const STATE_COLUMN: Column<Line> = {
  id: 'state',
  header: 'State',
  value: (line) => wordOf(line),
  cell: (line) => <Status tone={line.repeated ? 'quiet' : STATES[line.state].tone}>{wordOf(line)}</Status>,
  width: 150,
  least: 104,
}

/**
 * A fill that is repeated, replaced or taken back, and the message that cancels one, count nothing; else what the books say of its
 * contract.
 */
const wordOf = ({ repeated, cancelled, state, event, refersTo, supersededBy }: Line): string =>
  repeated
    ? supersededBy !== ''
      ? `${cancelled ? 'Cancelled' : 'Replaced'} by ${supersededBy}`
      : event === 'cancel'
        ? `Cancels ${refersTo}`
        : cancelled
          ? 'Cancelled'
          : 'Repeated'
    : cancelled
      ? `Cancelled, ${STATES[state].label.toLowerCase()}`
      : STATES[state].label
