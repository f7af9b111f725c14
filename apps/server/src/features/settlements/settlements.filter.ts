/**
 * Which settlements a request means, as SQL over trades `t`, their versions in force `v` and the states `s` of those
 * that were acted upon. What is open is found by the small index of unsettled trades, what is settled by the day of
 * payment, so that neither walks the history.
 */
import type { SettlementFilter } from '@em/contract/books/settlements'

export interface SettlementsAsked {
  readonly status: SettlementFilter
  readonly side?: 'buy' | 'sell' | undefined
  readonly from?: string | null
  readonly to?: string | null
  /** A broker's name, or `-` for none. */
  readonly broker?: string | undefined
  /** A settlement account's id, or `-` for none. */
  readonly account?: string | undefined
  readonly portfolioId?: number | undefined
  readonly search?: string | undefined
}

const VERSION = 'JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version'
/** The tables of a filter. Settled ones all have a state. */
export function fromFor(status: SettlementFilter): string {
  return status === 'settled'
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
export function dayFor(status: SettlementFilter): string {
  if (status === 'settled') return 's.paid_on'
  if (status === 'all') return 'v.settlement_date'
  // What failed is expected on no day; it stands at the one it was booked for.
  return `coalesce(${DUE}, v.settlement_date)`
}

/** What a filter's sums are of: the rest of open ones, the payments of settled ones, the net value of all. */
export function amountFor(status: SettlementFilter): string {
  if (status === 'settled') return PAID
  return status === 'all' ? AMOUNT : `(${AMOUNT} - ${PAID})`
}

const OPEN = 'NOT t.is_settled'
const STATUS: Readonly<Record<SettlementFilter, string>> = {
  open: OPEN,
  pending: `${OPEN} AND ${DUE} >= $1::date`,
  overdue: `${OPEN} AND ${DUE} < $1::date`,
  part: `${OPEN} AND s.paid > 0 AND s.status = 'open'`,
  failed: `${OPEN} AND s.status = 'failed'`,
  settled: "s.status = 'settled' AND t.is_settled",
  all: 'true',
}

export interface Conditions {
  /** The parameters; `$1` is today. */
  readonly values: unknown[]
  readonly where: string[]
}

/** The filter as conditions. */
export function conditionsOf(asked: SettlementsAsked, today: string): Conditions {
  const { status } = asked
  const values: unknown[] = [today]
  const where = [
    '$1::date IS NOT NULL',
    'NOT t.is_deleted',
    "t.side <> 'opening'",
    'v.net <> 0',
    STATUS[status],
  ]
  const add = (condition: string, value: unknown) => {
    where.push(condition.replaceAll('?', `$${values.push(value)}`))
  }
  const day = dayFor(status)
  if (asked.from) add(`${day} >= ?::date`, asked.from)
  if (asked.to) add(`${day} <= ?::date`, asked.to)
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
  return { values, where }
}
