/**
 * The settled and the expected part of a trade, its due date, and the effect of each act on them. A trade is
 * booked to settle whole on its settlement date; a confirmation says what really happened. The ledger follows
 * by legs: each leg is one settlement entry of a date and an amount. A payment that was confirmed is a fact:
 * a later correction or deletion of the trade leaves it, and what is outstanding is the net value in force
 * less what was paid.
 *
 * Amounts of settlements have the sign of the trade's side: above zero a buy pays and a sale receives; below zero it is
 * the other way round (a refund, or a sale whose fees exceed its gross value).
 */
import { addMarketDays, type MarketCalendar } from '../holidays/market-calendar.ts'
import { type Rejection, reject } from '../rejections.ts'
import type { PlainDate } from '../values/dates.ts'
import { type Cents, formatDecimal, MONEY_SCALE } from '../values/decimal.ts'

export const SETTLEMENT_KINDS = ['settled', 'part', 'failed', 'rescheduled', 'reopened'] as const
export type SettlementKind = (typeof SETTLEMENT_KINDS)[number]

/** The settlement terms of the trade, in the version in force. */
export interface SettlementTerms {
  readonly dealNumber: string
  readonly tradeDate: PlainDate
  readonly settlementDate: PlainDate
  /** In cents; a sale whose fees exceed its gross value has one below zero, a deleted trade has 0. */
  readonly net: Cents
}

/** A kept confirmation. */
export interface SettlementRecord {
  readonly kind: SettlementKind
  /** The day it happened: of the payment, or of the failure. Null for rescheduled and reopened. */
  readonly date: PlainDate | null
  /** The amount paid, in cents with its sign; 0 where nothing was paid. */
  readonly amount: Cents
  /** When the rest is expected now; null where there is none, or it is unknown (failed). */
  readonly dueDate: PlainDate | null
}

/** Money on a day: paid, or expected. */
export interface Leg {
  readonly date: PlainDate
  /** In cents with its sign, not zero. */
  readonly amount: Cents
}

export interface Standing {
  /** The payments, in the order of recording. */
  readonly paid: readonly Leg[]
  /** The amount not paid yet, in cents with its sign. */
  readonly outstanding: Cents
  /** When that is expected; null where nothing is outstanding, or it failed. */
  readonly due: PlainDate | null
}

/** How a settlement account settles: automatically after the due date, or only when a user confirms. */
export const SETTLES = ['automatic', 'by hand'] as const
export type Settles = (typeof SETTLES)[number]

export const SETTLEMENT_STATES = ['pending', 'overdue', 'part', 'settled', 'failed', 'assumed'] as const
export type SettlementStatus = (typeof SETTLEMENT_STATES)[number]

/** As the trade was booked: all of it on the settlement date. */
export function bookedStanding({ net, settlementDate }: SettlementTerms): Standing {
  return { paid: [], outstanding: net, due: net === 0n ? null : settlementDate }
}

/**
 * The state that the records, oldest first, lead to; a reopening leads back to how it was booked. What a
 * correction left open of a trade that was settled is due on its settlement date.
 */
export function standingOf(terms: SettlementTerms, records: readonly SettlementRecord[]): Standing {
  const since = records.slice(records.findLastIndex((record) => record.kind === 'reopened') + 1)
  const last = since.at(-1)
  if (last === undefined) return bookedStanding(terms)
  const paid = since.flatMap(({ date, amount }) => (amount === 0n || date === null ? [] : [{ date, amount }]))
  const outstanding = terms.net - sumOf(paid)
  return {
    paid,
    outstanding,
    due: outstanding === 0n ? null : last.kind === 'settled' ? terms.settlementDate : last.dueDate,
  }
}

const sumOf = (legs: readonly Leg[]): Cents => legs.reduce((sum, leg) => sum + leg.amount, 0n)
/** The amount paid, in cents with its sign. */
export const paidOf = ({ paid }: Pick<Standing, 'paid'>): Cents => sumOf(paid)
const sizeOf = (amount: Cents): Cents => (amount < 0n ? -amount : amount)

/**
 * The state in one word. Pending: expected today or later; part: so is the rest of what was paid in part. Overdue:
 * expected before today. Assumed: that, on an automatic account, while nothing happened to it (`isActedUpon`).
 */
export function settlementStatus(
  standing: Standing,
  today: PlainDate,
  { settles, isActedUpon }: { readonly settles: Settles; readonly isActedUpon: boolean },
): SettlementStatus {
  if (standing.outstanding === 0n) return 'settled'
  if (standing.due === null) return 'failed'
  if (standing.due < today) return settles === 'automatic' && !isActedUpon ? 'assumed' : 'overdue'
  return paidOf(standing) === 0n ? 'pending' : 'part'
}

/** The settlement entries that the ledger must hold: what was paid, and what is expected where that is booked. */
export function legsOf({ paid, outstanding, due }: Standing, isBooked = true): readonly Leg[] {
  return !isBooked || due === null || outstanding === 0n
    ? paid
    : [...paid, { date: due, amount: outstanding }]
}

export type SettlementAct =
  | {
      readonly kind: 'confirm'
      /** The day of the payment; the due date, at most today, where left out. */
      readonly date?: PlainDate | null
      /** In cents without a sign; all that is outstanding where left out. */
      readonly amount?: Cents | null
      /** When the rest is expected; the due date if it is still to come, else the next market day. */
      readonly nextDate?: PlainDate | null
    }
  | { readonly kind: 'fail'; readonly date?: PlainDate | null }
  | { readonly kind: 'reschedule'; readonly date: PlainDate }
  | { readonly kind: 'reopen' }

/** The state of a settlement and the day of the action. */
export interface SettlementState {
  readonly terms: SettlementTerms
  readonly records: readonly SettlementRecord[]
  /** Whether the ledger holds an entry of what is expected: not where it failed, nor where a correction left it open. */
  readonly isBooked: boolean
  readonly today: PlainDate
  readonly calendar: MarketCalendar
}

export interface SettlementDecision {
  readonly record: SettlementRecord
  readonly before: Standing
  readonly after: Standing
  readonly movement: Movement
}

/** The changes of the ledger: entries to reverse, and legs to post. */
export interface Movement {
  /** `expected`: the entry of what was expected; `all`: every current settlement entry. */
  readonly takeBack: 'nothing' | 'expected' | 'all'
  readonly paid: Leg | null
  readonly expected: Leg | null
}

const NO_MOVEMENT: Movement = Object.freeze({ takeBack: 'nothing', paid: null, expected: null })

/** The result of an act, or why it is refused. */
export function decideSettlement(act: SettlementAct, state: SettlementState): SettlementDecision | Rejection {
  const before = standingOf(state.terms, state.records)
  const facts = { deal: state.terms.dealNumber }
  if (act.kind === 'reopen') return reopened(state, before)
  if (before.outstanding === 0n) {
    return reject(before.paid.length === 0 ? 'settlement.nothing' : 'settlement.settled', facts)
  }
  const record =
    act.kind === 'confirm'
      ? confirmed(act, before, state)
      : act.kind === 'fail'
        ? failed(act, before, state)
        : rescheduled(act, before, state)
  if ('code' in record) return record
  const then = standingOf(state.terms, [...state.records, record])
  return { record, before, after: then, movement: movementOf(before, then, record, state.isBooked) }
}

function confirmed(
  act: Extract<SettlementAct, { kind: 'confirm' }>,
  { outstanding, due }: Standing,
  { terms, today, calendar, isBooked }: SettlementState,
): SettlementRecord | Rejection {
  const deal = terms.dealNumber
  const date = act.date ?? (isBooked && due !== null && due < today ? due : today)
  const most = sizeOf(outstanding)
  const paid = act.amount ?? most
  if (date > today) return reject('settlement.date-in-future', { date }, 'date')
  if (date < terms.tradeDate)
    return reject('settlement.before-trade', { date, tradeDate: terms.tradeDate }, 'date')
  if (paid <= 0n) return reject('settlement.amount-zero', {}, 'amount')
  if (paid > most) {
    const left = formatDecimal(most, MONEY_SCALE, { grouping: true })
    return reject('settlement.too-much', { deal, outstanding: left }, 'amount')
  }
  const amount = outstanding < 0n ? -paid : paid
  if (amount === outstanding) return { kind: 'settled', date, amount, dueDate: null }
  const dueDate = act.nextDate ?? (due !== null && due > today ? due : addMarketDays(calendar, today, 1))
  if (dueDate < today) return reject('settlement.next-date', { date: dueDate }, 'nextDate')
  return { kind: 'part', date, amount, dueDate }
}

function failed(
  act: Extract<SettlementAct, { kind: 'fail' }>,
  { due }: Standing,
  { terms, today }: SettlementState,
): SettlementRecord | Rejection {
  if (due === null) return reject('settlement.failed-already', { deal: terms.dealNumber })
  const date = act.date ?? (due < today ? due : today)
  if (date > today) return reject('settlement.date-in-future', { date }, 'date')
  if (date < terms.tradeDate)
    return reject('settlement.before-trade', { date, tradeDate: terms.tradeDate }, 'date')
  return { kind: 'failed', date, amount: 0n, dueDate: null }
}

function rescheduled(
  { date }: Extract<SettlementAct, { kind: 'reschedule' }>,
  { due }: Standing,
  { terms, today, isBooked }: SettlementState,
): SettlementRecord | Rejection {
  if (date < today) return reject('settlement.next-date', { date }, 'date')
  if (isBooked && date === due)
    return reject('settlement.same-date', { deal: terms.dealNumber, date }, 'date')
  return { kind: 'rescheduled', date: null, amount: 0n, dueDate: date }
}

function reopened(
  { terms, records, isBooked }: SettlementState,
  before: Standing,
): SettlementDecision | Rejection {
  const last = records.at(-1)
  if (last === undefined || last.kind === 'reopened') {
    return reject('settlement.not-confirmed', { deal: terms.dealNumber })
  }
  const then = bookedStanding(terms)
  const record: SettlementRecord = { kind: 'reopened', date: null, amount: 0n, dueDate: terms.settlementDate }
  if (sameLegs(legsOf(before, isBooked), legsOf(then))) {
    return { record, before, after: then, movement: NO_MOVEMENT }
  }
  return {
    record,
    before,
    after: then,
    movement: { takeBack: 'all', paid: null, expected: expectedOf(then) },
  }
}

function sameLegs(some: readonly Leg[], others: readonly Leg[]): boolean {
  return (
    some.length === others.length &&
    some.every((leg, at) => leg.date === others[at]?.date && leg.amount === others[at]?.amount)
  )
}

const expectedOf = ({ due, outstanding }: Standing): Leg | null =>
  due === null || outstanding === 0n ? null : { date: due, amount: outstanding }

/** Paid as expected: nothing moves. Else what was expected is taken back, and what happened and the rest are posted. */
function movementOf(before: Standing, then: Standing, record: SettlementRecord, isBooked: boolean): Movement {
  const paid =
    record.date !== null && record.amount !== 0n ? { date: record.date, amount: record.amount } : null
  if (isBooked && paid?.date === before.due && paid?.amount === before.outstanding) return NO_MOVEMENT
  return { takeBack: isBooked ? 'expected' : 'nothing', paid, expected: expectedOf(then) }
}

/** A trade that something happened to says something else from now on, or is deleted. */
export interface CorrectedSettlement {
  readonly before: SettlementTerms
  readonly after: SettlementTerms
  readonly records: readonly SettlementRecord[]
  readonly isBooked: boolean
  /** Whether broker and settlement account are the same. */
  readonly isSamePlace: boolean
}

/**
 * The changes of the ledger for the settlement of a corrected trade. What was paid stays. What is expected
 * follows the correction while nothing was paid; once something was, the difference is open and nothing is
 * expected of it until a user confirms it or sets a date.
 */
export function settleCorrection(corrected: CorrectedSettlement): {
  readonly standing: Standing
  readonly movement: Movement
} {
  const { before, after, records, isBooked, isSamePlace } = corrected
  const [was, standing] = [standingOf(before, records), standingOf(after, records)]
  const isSame = was.outstanding === standing.outstanding && was.due === standing.due
  if (!isBooked || (isSame && isSamePlace)) return { standing, movement: NO_MOVEMENT }
  const isFollowing = standing.paid.length === 0 || was.outstanding === standing.outstanding
  const expected = isFollowing ? expectedOf(standing) : null
  return { standing, movement: { takeBack: 'expected', paid: null, expected } }
}
