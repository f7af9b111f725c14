/**
 * What has been settled of a trade, what is still expected and when, and what each act makes of it. A trade is booked
 * to settle whole on its settlement date; a confirmation says what really happened. The ledger follows by legs: each
 * leg is one settlement entry of a date and an amount, and all legs together never come to more than the net value.
 */
import { addMarketDays, type MarketCalendar } from '../calendar/market-calendar.ts'
import { type Rejection, reject } from '../rejections.ts'
import type { PlainDate } from '../values/dates.ts'
import { type Cents, formatDecimal, MONEY_SCALE } from '../values/decimal.ts'

export const SETTLEMENT_KINDS = ['settled', 'part', 'failed', 'rescheduled', 'reopened'] as const
export type SettlementKind = (typeof SETTLEMENT_KINDS)[number]

/** What the trade says of its settlement, in the version in force. */
export interface SettlementTerms {
  readonly dealNumber: string
  readonly tradeDate: PlainDate
  readonly settlementDate: PlainDate
  /** In cents; a sale whose fees exceed its gross value has one below zero, and is paid. */
  readonly net: Cents
}

/** A kept confirmation. */
export interface SettlementRecord {
  readonly kind: SettlementKind
  /** The day it happened: of the payment, or of the failure. Null for rescheduled and reopened. */
  readonly date: PlainDate | null
  /** What was paid, in cents; 0 where nothing was. */
  readonly amount: Cents
  /** When the rest is expected now; null where there is none, or nobody knows (failed). */
  readonly dueDate: PlainDate | null
}

/** Money on a day: paid, or expected. */
export interface Leg {
  readonly date: PlainDate
  /** In cents, above zero. */
  readonly amount: Cents
}

export interface Standing {
  /** What was paid, in the order of recording. */
  readonly paid: readonly Leg[]
  /** What is not paid yet, in cents. */
  readonly outstanding: Cents
  /** When that is expected; null where nothing is outstanding, or it failed. */
  readonly due: PlainDate | null
}

export type SettlementStatus = 'pending' | 'overdue' | 'settled' | 'failed'

/** The net value without its sign. */
export function amountToSettle({ net }: Pick<SettlementTerms, 'net'>): Cents {
  return net < 0n ? -net : net
}

/** As the trade was booked: all of it on the settlement date. */
export function bookedStanding(terms: SettlementTerms): Standing {
  const outstanding = amountToSettle(terms)
  return { paid: [], outstanding, due: outstanding === 0n ? null : terms.settlementDate }
}

/** Where the records, oldest first, have brought it; a reopening leads back to how it was booked. */
export function standingOf(terms: SettlementTerms, records: readonly SettlementRecord[]): Standing {
  let standing = bookedStanding(terms)
  for (const record of records) {
    standing = record.kind === 'reopened' ? bookedStanding(terms) : after(standing, record)
  }
  return standing
}

function after(standing: Standing, { date, amount, dueDate }: SettlementRecord): Standing {
  if (amount === 0n || date === null) return { ...standing, due: dueDate }
  return {
    paid: [...standing.paid, { date, amount }],
    outstanding: standing.outstanding - amount,
    due: dueDate,
  }
}

/** Pending: expected today or later. Overdue: expected before today and not confirmed. */
export function settlementStatus(standing: Standing, today: PlainDate): SettlementStatus {
  if (standing.outstanding === 0n) return 'settled'
  if (standing.due === null) return 'failed'
  return standing.due < today ? 'overdue' : 'pending'
}

/** The settlement entries that the ledger must hold: what was paid, and what is expected. */
export function legsOf({ paid, outstanding, due }: Standing): readonly Leg[] {
  return due === null || outstanding === 0n ? paid : [...paid, { date: due, amount: outstanding }]
}

export type SettlementAct =
  | {
      readonly kind: 'confirm'
      /** The day of the payment; the due date, at most today, where left out. */
      readonly date?: PlainDate | null
      /** In cents; all that is outstanding where left out. */
      readonly amount?: Cents | null
      /** When the rest is expected; the due date if it is still to come, else the next market day. */
      readonly nextDate?: PlainDate | null
    }
  | { readonly kind: 'fail'; readonly date?: PlainDate | null }
  | { readonly kind: 'reschedule'; readonly date: PlainDate }
  | { readonly kind: 'reopen' }

/** Where a settlement stands and on what day it is acted upon. */
export interface SettlementState {
  readonly terms: SettlementTerms
  readonly records: readonly SettlementRecord[]
  readonly today: PlainDate
  readonly calendar: MarketCalendar
}

export interface SettlementDecision {
  readonly record: SettlementRecord
  readonly before: Standing
  readonly after: Standing
  readonly movement: Movement
}

/** What the ledger does for it: entries that are reversed, and legs that are posted. */
export interface Movement {
  /** `expected`: the entry of what was expected; `all`: every settlement entry that stands. */
  readonly takeBack: 'nothing' | 'expected' | 'all'
  readonly paid: Leg | null
  readonly expected: Leg | null
}

const NO_MOVEMENT: Movement = Object.freeze({ takeBack: 'nothing', paid: null, expected: null })

/** What the act comes to, or why it cannot be. */
export function decideSettlement(act: SettlementAct, state: SettlementState): SettlementDecision | Rejection {
  const before = standingOf(state.terms, state.records)
  const facts = { deal: state.terms.dealNumber }
  if (amountToSettle(state.terms) === 0n) return reject('settlement.nothing', facts)
  if (act.kind === 'reopen') return reopened(state, before)
  if (before.outstanding === 0n) return reject('settlement.settled', facts)
  const record =
    act.kind === 'confirm'
      ? confirmed(act, before, state)
      : act.kind === 'fail'
        ? failed(act, before, state)
        : rescheduled(act, before, state)
  if ('code' in record) return record
  const then = after(before, record)
  return { record, before, after: then, movement: movementOf(before, then, record) }
}

function confirmed(
  act: Extract<SettlementAct, { kind: 'confirm' }>,
  { outstanding, due }: Standing,
  { terms, today, calendar }: SettlementState,
): SettlementRecord | Rejection {
  const deal = terms.dealNumber
  const date = act.date ?? (due !== null && due < today ? due : today)
  const amount = act.amount ?? outstanding
  if (date > today) return reject('settlement.date-in-future', { date }, 'date')
  if (date < terms.tradeDate)
    return reject('settlement.before-trade', { date, tradeDate: terms.tradeDate }, 'date')
  if (amount <= 0n) return reject('settlement.amount-zero', {}, 'amount')
  if (amount > outstanding) {
    const left = formatDecimal(outstanding, MONEY_SCALE, { grouping: true })
    return reject('settlement.too-much', { deal, outstanding: left }, 'amount')
  }
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
  { terms, today }: SettlementState,
): SettlementRecord | Rejection {
  if (date < today) return reject('settlement.next-date', { date }, 'date')
  if (date === due) return reject('settlement.same-date', { deal: terms.dealNumber, date }, 'date')
  return { kind: 'rescheduled', date: null, amount: 0n, dueDate: date }
}

function reopened({ terms, records }: SettlementState, before: Standing): SettlementDecision | Rejection {
  const last = records.at(-1)
  if (last === undefined || last.kind === 'reopened') {
    return reject('settlement.not-confirmed', { deal: terms.dealNumber })
  }
  const then = bookedStanding(terms)
  const record: SettlementRecord = { kind: 'reopened', date: null, amount: 0n, dueDate: then.due }
  const same = sameLegs(legsOf(before), legsOf(then))
  const movement: Movement = same
    ? NO_MOVEMENT
    : { takeBack: 'all', paid: null, expected: { date: terms.settlementDate, amount: then.outstanding } }
  return { record, before, after: then, movement }
}

function sameLegs(some: readonly Leg[], others: readonly Leg[]): boolean {
  return (
    some.length === others.length &&
    some.every((leg, at) => leg.date === others[at]?.date && leg.amount === others[at]?.amount)
  )
}

/** Paid as expected: nothing moves. Else what was expected is taken back, and what happened and the rest are posted. */
function movementOf(before: Standing, then: Standing, record: SettlementRecord): Movement {
  const paid =
    record.date !== null && record.amount > 0n ? { date: record.date, amount: record.amount } : null
  const expected = then.due === null ? null : { date: then.due, amount: then.outstanding }
  if (paid?.date === before.due && paid?.amount === before.outstanding) return NO_MOVEMENT
  return { takeBack: before.due === null ? 'nothing' : 'expected', paid, expected }
}
