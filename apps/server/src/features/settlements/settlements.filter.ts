/**
 * Which settlements a request means, as SQL over trades `t`, their versions in force `v` and the states `s` of those
 * that were acted upon. What is open is found by the small index of unsettled trades while there are few, what is
 * settled by the day of payment; settlements.sums.ts bounds the rest, so that no request walks the history.
 */
import type { SettlementFilter } from '@em/contract/books/settlements'
import { addDays } from '@em/core/values/dates'

/** `due`: open and not failed, so that it is expected on a day. */
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
}

const VERSION = 'JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version'
/** The tables of a filter. Settled, failed and part-settled ones all have a state. */
export function fromFor(status: SettlementStatus): string {
  return status === 'settled' || status === 'failed' || status === 'part'
    ? `FROM settlement_states s JOIN trades t ON t.id = s.trade_id ${VERSION}`
    : `FROM trades t ${VERSION} LEFT JOIN settlement_states s ON s.trade_id = t.id`
}

/** When what is outstanding is expected; null where it failed or nothing is outstanding. */
export const DUE = 'CASE WHEN s.trade_id IS NULL THEN v.settlement_date ELSE s.due_date END'
export const PAID = 'coalesce(s.paid, 0)'
/** The net value without its sign. */
export const AMOUNT = 'abs(v.net)'
/** A buy pays; so does a sale whose fees exceed its gross value. */
export const PAYS = `((t.side = 'buy') = (v.net >= 0))`

/** The day that a filter's rows are dated, listed and limited by. */
export function dayFor(status: SettlementStatus): string {
  if (status === 'settled') return 's.paid_on'
  if (status === 'all') return 'v.settlement_date'
  // What failed is expected on no day; it stands at the one it was booked for.
  return `coalesce(${DUE}, v.settlement_date)`
}

/** What a filter's sums are of: the rest of open ones, the payments of settled ones, the net value of all. */
export function amountFor(status: SettlementStatus): string {
  if (status === 'settled') return PAID
  return status === 'all' ? AMOUNT : `(${AMOUNT} - ${PAID})`
}

const OPEN = 'NOT t.is_settled'
const STATUS: Readonly<Record<Exclude<SettlementStatus, 'pending' | 'overdue'>, string>> = {
  open: OPEN,
  due: `${OPEN} AND s.status IS DISTINCT FROM 'failed'`,
  part: `${OPEN} AND s.paid > 0 AND s.status = 'open'`,
  failed: `${OPEN} AND s.status = 'failed'`,
  settled: "s.status = 'settled' AND t.is_settled",
  all: 'true',
}

type Plain = SettlementsAsked & { readonly status: keyof typeof STATUS }

/** The same filter without the words that stand for days: what is pending is due from today on, what is overdue before. */
export function plainly(asked: SettlementsAsked, today: string): Plain {
  const { status, from, to } = asked
  if (status === 'pending') return { ...asked, status: 'due', from: from && from > today ? from : today }
  if (status !== 'overdue') return { ...asked, status }
  const yesterday = addDays(today, -1)
  return { ...asked, status: 'due', to: to && to < yesterday ? to : yesterday }
}

/** The parameters of a statement under way; `$1` is today. */
export type Values = unknown[]
export const valuesFor = (today: string): Values => [today]

/** Everything of the filter but its days, as conditions. */
function conditionsOf(asked: Plain, values: Values): string[] {
  const where = [
    '$1::date IS NOT NULL',
    'NOT t.is_deleted',
    "t.side <> 'opening'",
    'v.net <> 0',
    STATUS[asked.status],
  ]
  const add = (condition: string, value: unknown) => {
    where.push(condition.replaceAll('?', `$${values.push(value)}`))
  }
  if (asked.side) add('t.side = ?', asked.side)
  if (asked.portfolioId !== undefined) add('t.portfolio_id = ?', asked.portfolioId)
  if (asked.broker === '-') where.push('v.broker_name IS NULL')
  else if (asked.broker) add('lower(v.broker_name) = lower(?)', asked.broker)
  if (asked.account === '-') where.push('v.settlement_account_id IS NULL')
  else if (asked.account) add('v.settlement_account_id = ?::bigint', asked.account)
  const search = asked.search?.trim()
  if (search) {
    add(
      `(t.deal_number ILIKE ? OR v.contract_number ILIKE ? OR v.broker_name ILIKE ?
        OR t.equity_id IN (SELECT id FROM equities WHERE name ILIKE ? OR symbol ILIKE ?)
        OR t.portfolio_id IN (SELECT id FROM portfolios WHERE portfolio_name ILIKE ?)
        OR EXISTS (SELECT FROM settlement_confirmations f WHERE f.trade_id = t.id AND f.reference ILIKE ?))`,
      `%${search.replace(/[\\%_]/g, '\\$&')}%`,
    )
  }
  return where
}

export interface Rows {
  readonly asked: SettlementsAsked
  readonly today: string
  readonly values: Values
  /** What is selected of each; the day is an expression. */
  readonly columns: (day: string) => string
  /** Begins after this place of a list, a day and a trade. */
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

/** What a filter leaves, as a statement: the earliest first, of settled ones and of all the latest. */
export function rowsOf({ asked, today, values, columns, after, limit, byDays }: Rows): string {
  const plain = plainly(asked, today)
  const { status } = plain
  const conditions = conditionsOf(plain, values)
  const [direction, beyond] = isLatestFirst(status) ? ['DESC', '<'] : ['ASC', '>']
  const span = (day: string, from: string | null | undefined, to: string | null | undefined) => [
    ...(from ? [`${day} >= $${values.push(from)}::date`] : []),
    ...(to ? [`${day} <= $${values.push(to)}::date`] : []),
  ]
  const place = after && `($${values.push(after[0])}::date, $${values.push(after[1])}::bigint)`
  const select = (tables: string, day: string, id: string, more: readonly string[]) => {
    const where = [...conditions, ...span(day, plain.from, plain.to), ...more]
    if (place) where.push(`(${day}, ${id}) ${beyond} ${place}`)
    const page = limit === undefined ? '' : `ORDER BY ${day} ${direction}, ${id} ${direction} LIMIT ${limit}`
    return `(SELECT ${columns(day)} ${tables} WHERE ${where.join(' AND ')} ${page})`
  }
  if (byDays === undefined || isLatestFirst(status)) {
    // The columns of an index, where there is one, so that a page is read off its end.
    const id = status === 'settled' ? 's.trade_id' : 'v.trade_id'
    return select(fromFor(status), dayFor(status), id, byDays === null ? ['false'] : [])
  }
  const untouched = byDays === null ? ['false'] : span('v.settlement_date', byDays.from, byDays.to)
  const touched = "s.status <> 'settled'"
  return `${select(fromFor('open'), 'v.settlement_date', 'v.trade_id', ['s.trade_id IS NULL', ...untouched])}
    UNION ALL ${select(fromFor('failed'), 'coalesce(s.due_date, v.settlement_date)', 's.trade_id', [touched])}`
}

export const isLatestFirst = (status: SettlementStatus) => status === 'settled' || status === 'all'
