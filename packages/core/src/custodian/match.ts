/**
 * Which trade a custodian's confirmation is of, and what it proposes: the confirmation of that trade's settlement, whole or in part.
 * Our reference decides, also that no trade is meant; without one it is by security, side, quantity, amount (within a cent) and day
 * (within three), and only where exactly one trade fits.
 *
 *   bought 1,000 for 20,224.00, due 7 Jan: a confirmation of 1,000 and 20,224.00 on 7 Jan proposes all of it; one of 600 and 12,134.40
 *   with 400 remaining proposes 12,134.40, and 8,089.60 stay outstanding.
 */
import { daysBetween, type PlainDate } from '../values/dates.ts'
import type { Cents, Shares } from '../values/decimal.ts'
import type { ConfirmationLine } from './message.ts'
import { readCustodianReference } from './reference.ts'

export const CONFIRMATION_CAUSES = [
  'faulty',
  'unknown-security',
  'cancelled',
  'duplicate',
  'taken-back',
  'no-trade',
  'several-trades',
  'other-terms',
  'free-of-payment',
  'settled-already',
  'amount-differs',
  'part',
] as const
export type ConfirmationCause = (typeof CONFIRMATION_CAUSES)[number]

/** A trade that a confirmation may be of. */
export interface CandidateTrade {
  readonly id: number
  readonly version: number
  readonly equityId: number
  readonly side: 'buy' | 'sell'
  readonly quantity: Shares
  /** With the sign of the side, as settlements have them. */
  readonly net: Cents
  readonly outstanding: Cents
  /** Null where it failed. */
  readonly due: PlainDate | null
  readonly booked: PlainDate
  readonly isDeleted: boolean
}

export interface StatedSettlement
  extends Pick<
    ConfirmationLine,
    'side' | 'isFree' | 'ours' | 'settled' | 'before' | 'remaining' | 'amount' | 'date' | 'isCancelled'
  > {
  readonly isFaulty: boolean
  /** Another line has the same reference of the custodian. */
  readonly isDuplicate: boolean
  /** A cancellation names it. */
  readonly isTakenBack: boolean
  readonly equityId: number | null
}

export interface Proposal {
  readonly tradeId: number
  readonly date: PlainDate
  readonly amount: Cents
  readonly outstanding: Cents
  readonly isPart: boolean
  readonly by: 'reference' | 'terms'
}
export interface MatchedConfirmation {
  readonly trade: CandidateTrade | null
  readonly cause: ConfirmationCause | null
  readonly proposal: Proposal | null
}

const DAYS = 3
const CENT = 1n
const size = (cents: Cents) => (cents < 0n ? -cents : cents)
const none = (cause: ConfirmationCause, trade: CandidateTrade | null = null): MatchedConfirmation => ({
  trade,
  cause,
  proposal: null,
})

/** @param known the trades that may be meant: those of its account's portfolios. */
export function matchConfirmation(
  line: StatedSettlement,
  known: readonly CandidateTrade[],
): MatchedConfirmation {
  if (line.isFaulty || line.side === null || line.settled === null || line.date === null)
    return none('faulty')
  if (line.isCancelled) return none('cancelled')
  if (line.isDuplicate) return none('duplicate')
  if (line.isTakenBack) return none('taken-back')
  const named = line.ours === null ? null : readCustodianReference(line.ours)
  const ofReference =
    named === null ? undefined : known.find(({ id, isDeleted }) => id === named.id && !isDeleted)
  if (ofReference !== undefined) {
    const isOther = line.equityId !== ofReference.equityId || line.side !== ofReference.side
    return isOther || line.settled > ofReference.quantity
      ? none('other-terms', ofReference)
      : proposed(line, ofReference, 'reference')
  }
  // It names a trade of ours that was deleted, or is of another account: no other trade is meant.
  if (named !== null) return none('no-trade')
  if (line.equityId === null) return none('unknown-security')
  const fitting = known.filter((trade) => fits(line, trade))
  const [only, ...more] = fitting
  if (only === undefined) return none('no-trade')
  return more.length > 0 ? none('several-trades') : proposed(line, only, 'terms')
}

function fits(line: StatedSettlement, trade: CandidateTrade): boolean {
  if (trade.isDeleted || trade.equityId !== line.equityId || trade.side !== line.side) return false
  const whole = (line.before ?? 0n) + (line.settled ?? 0n) + (line.remaining ?? 0n)
  if (trade.quantity !== whole) return false
  const isPart = line.settled !== trade.quantity
  if (line.amount !== null) {
    const over = line.amount - size(trade.net)
    if (over > CENT || (!isPart && -over > CENT)) return false
  }
  const { date } = line
  // Accepting a first part late moves the day on which the rest is due; the booked day stays.
  return date !== null && [trade.booked, trade.due ?? trade.booked].some((day) => isNear(day, date))
}

const isNear = (day: PlainDate, date: PlainDate) => Math.abs(daysBetween(day, date)) <= DAYS

function proposed(line: StatedSettlement, trade: CandidateTrade, by: Proposal['by']): MatchedConfirmation {
  if (line.isFree || line.amount === null) return none('free-of-payment', trade)
  if (trade.outstanding === 0n) return none('settled-already', trade)
  // A refund goes the other way than the trade: no confirmation of shares is of it.
  const outstanding = trade.outstanding
  if (outstanding < 0n !== trade.net < 0n) return none('other-terms', trade)
  const most = size(outstanding)
  const isLast = line.settled === trade.quantity || (line.remaining === 0n && (line.before ?? 0n) > 0n)
  const over = line.amount - most
  // A cent of rounding does not stay open.
  const isAll = isLast ? size(over) <= CENT : over === 0n
  const amount = isAll ? most : line.amount
  if (amount > most) return none('amount-differs', trade)
  const cause = isAll ? null : line.settled === trade.quantity ? 'amount-differs' : 'part'
  const isPart = amount < most
  return {
    trade,
    cause,
    proposal: { tradeId: trade.id, date: line.date ?? '', amount, outstanding: most, isPart, by },
  }
}
