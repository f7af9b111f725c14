/**
 * Which settlements a request means, as SQL over the tables of settlements.state.ts. What is open is found by the small
 * index of unsettled trades while there are few, what is settled by the day of payment; monthly-sums.queries.ts bounds
 * the rest, so that no request walks the history.
 */
import type { SettlementFilter } from '@em/contract/settlements/settlements'
import { addDays } from '@em/core/values/dates'
import { adderTo, containing } from '../../../platform/database/conditions.ts'
import { brokerLike, isOfBroker } from '../../brokers/named.ts'
import { DUE, NET, OUTSTANDING, PAID, pays, SETTLES_MANUALLY } from './settlements.state.ts'

/** `due`: open and not failed, so that it is expected on a day (pending and overdue). */
export type SettlementStatus = SettlementFilter | 'due'

export interface SettlementsAsked {
  readonly status: SettlementStatus
  readonly side?: 'buy' | 'sell' | undefined
  readonly from?: string | null | undefined
  readonly to?: string | null | undefined
  /** A broker's name, or `-` for none. */
  readonly broker?: string | undefined
  /** A settlement account's id, or `-` for none. */
  readonly account?: string | undefined
  readonly portfolioId?: number | undefined
  readonly search?: string | undefined
  /** Only trades among these. */
  readonly tradeIds?: readonly number[] | undefined
}

const VERSION = 'JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version'
const OF_STATES = `FROM settlement_states s JOIN trades t ON t.id = s.trade_id ${VERSION}`
const OF_TRADES = `FROM trades t ${VERSION} LEFT JOIN settlement_states s ON s.trade_id = t.id`
/** The tables of a filter. Settled, failed and part-settled ones all have a state. */
export function fromFor(status: SettlementStatus): string {
  return status === 'settled' || status === 'failed' || status === 'part' ? OF_STATES : OF_TRADES
}

/** The net value without its sign. */
export const AMOUNT = `abs(${NET})`

/** Whether a row of a filter pays: an open one by what is outstanding, which may be a refund. */
export function paysFor(status: SettlementStatus): string {
  return pays(status === 'settled' || status === 'all' ? NET : OUTSTANDING)
}

/** The day that a filter's rows are dated, listed and limited by. */
export function dayFor(status: SettlementStatus): string {
  if (status === 'settled') return 's.paid_on'
  if (status === 'all' || status === 'assumed') return 'v.settlement_date'
  // A failed one is expected on no day; it is listed at the day it was booked for.
  return `coalesce(${DUE}, v.settlement_date)`
}

/** The amounts that a filter's sums are of: the rest of open ones, the payments of settled ones, the net value of all. */
export function amountFor(status: SettlementStatus): string {
  if (status === 'settled') return `abs(${PAID})`
  return status === 'all' ? AMOUNT : `abs(${OUTSTANDING})`
}

type Plainly = Exclude<SettlementStatus, 'pending' | 'overdue'>
type Plain = SettlementsAsked & { readonly status: Plainly }

const earlier = (some: string | null | undefined, other: string) => (some && some < other ? some : other)
const later = (some: string | null | undefined, other: string) => (some && some > other ? some : other)

/** The same filter without the words that mean days: what is pending is due from today on, what is overdue before. */
export function plainly(asked: SettlementsAsked, today: string): Plain {
  const { status, from, to } = asked
  if (status === 'pending') return { ...asked, status: 'due', from: later(from, today) }
  if (status === 'part') return { ...asked, status, from: later(from, today) }
  if (status === 'overdue') return { ...asked, status: 'due', to: earlier(to, addDays(today, -1)) }
  if (status === 'assumed') return { ...asked, status, to: earlier(to, addDays(today, -1)) }
  return { ...asked, status }
}

/** The parameters of a statement under way; `$1` is today. */
export type Values = unknown[]
export const valuesFor = (today: string): Values => [today]

/** Those that nothing happened to: of them is open what is due from today on, and more where accounts settle by hand. */
const UNTOUCHED = 's.trade_id IS NULL AND NOT t.is_settled AND NOT t.is_deleted AND v.net <> 0'
const OPEN_UNTOUCHED = `${UNTOUCHED} AND (v.settlement_date >= $1::date OR ${SETTLES_MANUALLY})`
/** Those that something happened to; a deleted trade is among them while what was paid for it is to come back. */
const TOUCHED: Readonly<Record<'open' | 'due' | 'part' | 'failed', string>> = {
  open: "s.status <> 'settled'",
  due: "s.status = 'open'",
  part: "s.status = 'open' AND s.paid <> 0",
  failed: "s.status = 'failed'",
}
const HISTORY: Readonly<Record<'settled' | 'assumed' | 'all', string>> = {
  settled: "s.status = 'settled' AND t.is_settled AND NOT t.is_deleted AND v.net <> 0",
  assumed: `${UNTOUCHED} AND v.settlement_date < $1::date AND NOT coalesce(${SETTLES_MANUALLY}, false)`,
  all: 'NOT t.is_deleted AND v.net <> 0',
}

/** Everything of the filter but its state and days, as conditions. */
function conditionsOf(asked: Plain, values: Values): string[] {
  const where = ['$1::date IS NOT NULL', "t.side <> 'opening'"]
  const add = adderTo(where, values)
  if (asked.side) add((value) => `t.side = ${value}`, asked.side)
  if (asked.tradeIds !== undefined) add((value) => `t.id = ANY (${value}::bigint[])`, asked.tradeIds)
  if (asked.portfolioId !== undefined) add((value) => `t.portfolio_id = ${value}`, asked.portfolioId)
  if (asked.broker === '-') where.push('v.broker_name IS NULL')
  else if (asked.broker) add((value) => isOfBroker('v.broker_name', value), asked.broker)
  if (asked.account === '-') where.push('v.settlement_account_id IS NULL')
  else if (asked.account) add((value) => `v.settlement_account_id = ${value}::bigint`, asked.account)
  const search = asked.search?.trim()
  if (search) {
    add(
      (
        value,
      ) => `(t.deal_number ILIKE ${value} OR v.contract_number ILIKE ${value} OR ${brokerLike('v.broker_name', value)}
        OR t.equity_id IN (SELECT securities_like(${value}))
        OR t.portfolio_id IN (SELECT id FROM portfolios WHERE portfolio_name ILIKE ${value})
        OR EXISTS (SELECT FROM settlement_confirmations f WHERE f.trade_id = t.id AND f.reference ILIKE ${value}))`,
      containing(search),
    )
  }
  return where
}

export interface Rows {
  readonly asked: SettlementsAsked
  readonly today: string
  readonly values: Values
  /** The columns selected of each; the day is an expression. */
  readonly columns: (day: string) => string
  /** Begins after this position of a list, a day and a trade. */
  readonly after?: readonly [string, string] | undefined
  /** So many from the beginning of the list; all where left out. */
  readonly limit?: number | undefined
  /**
   * Open ones by their days: those that nothing happened to by the index of settlement dates, the others by their
   * states. The days of the former, where they are known to lie in a stretch. Null: there are none, nor any of the
   * settled, nor of all.
   */
  readonly byDays?: { readonly from?: string | null; readonly to?: string | null } | null
}

/** The settlements that a filter leaves, as a statement: the earliest first, of settled ones and of all the latest. */
export function rowsOf({ asked, today, values, columns, after, limit, byDays }: Rows): string {
  const plain = plainly(asked, today)
  const { status } = plain
  const conditions = conditionsOf(plain, values)
  const [direction, beyond] = isLatestFirst(status) ? ['DESC', '<'] : ['ASC', '>']
  const span = (day: string, from: string | null | undefined, to: string | null | undefined) => [
    ...(from ? [`${day} >= $${values.push(from)}::date`] : []),
    ...(to ? [`${day} <= $${values.push(to)}::date`] : []),
  ]
  const cursor = after && `($${values.push(after[0])}::date, $${values.push(after[1])}::bigint)`
  const select = (tables: string, day: string, id: string, more: readonly string[]) => {
    const where = [...conditions, ...span(day, plain.from, plain.to), ...more]
    if (cursor) where.push(`(${day}, ${id}) ${beyond} ${cursor}`)
    const page = limit === undefined ? '' : `ORDER BY ${day} ${direction}, ${id} ${direction} LIMIT ${limit}`
    return `(SELECT ${columns(day)} ${tables} WHERE ${where.join(' AND ')} ${page})`
  }
  if (status === 'settled' || status === 'assumed' || status === 'all') {
    // The columns of an index, where there is one, so that a page is read off its end.
    const id = status === 'settled' ? 's.trade_id' : 'v.trade_id'
    return select(fromFor(status), dayFor(status), id, [
      HISTORY[status],
      ...(byDays === null ? ['false'] : []),
    ])
  }
  const touched = select(OF_STATES, 'coalesce(s.due_date, v.settlement_date)', 's.trade_id', [
    TOUCHED[status],
  ])
  if (status === 'part' || status === 'failed') return touched
  const within = byDays === null ? ['false'] : span('v.settlement_date', byDays?.from, byDays?.to)
  return `${select(OF_TRADES, 'v.settlement_date', 'v.trade_id', [OPEN_UNTOUCHED, ...within])}
    UNION ALL ${touched}`
}

export const isLatestFirst = (status: SettlementStatus) =>
  status === 'settled' || status === 'assumed' || status === 'all'
