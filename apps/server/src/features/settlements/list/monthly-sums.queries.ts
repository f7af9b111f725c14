/**
 * The sums that are kept per month (`settlement_months`, added up by triggers), and the months to read by them: so
 * that a filter over years is a sum of months and the days at its edges, and a page reads the months that it lies in.
 */
import { addDays, addMonths, monthEnd, monthStart } from '@em/core/values/dates'
import { adderTo } from '../../../platform/database/conditions.ts'
import { type Queryable, statement } from '../../../platform/database/database.ts'
import { isOfBroker } from '../../brokers/named.ts'
import {
  isLatestFirst,
  plainly,
  type SettlementsAsked,
  type Values,
  valuesFor,
} from './settlements.filter.ts'

/** How many trades a request reads. */
export const READ = {
  /** Open ones, one by one; where there are more, months are. */
  open: 20_000,
  /** For a page of netted ones, about. */
  netted: 50_000,
}
const OPEN_AT_MOST = statement(
  'settlements.open-at-most',
  `SELECT count(*) AS count FROM (
     SELECT FROM trades WHERE NOT is_settled AND NOT is_deleted AND side <> 'opening' LIMIT :limit) open`,
)

/** Whether the stored sums are to be asked. They do not serve a search, nor what was settled in part or failed. */
export async function isByMonths(db: Queryable, { status, search }: SettlementsAsked): Promise<boolean> {
  if (search?.trim() || status === 'part' || status === 'failed') return false
  if (status === 'settled' || status === 'all') return true
  if (status === 'assumed') return true
  const [open] = await db.query(OPEN_AT_MOST, { limit: READ.open + 1 })
  return open !== undefined && open.count > READ.open
}

const SETTLES_MANUALLY =
  "settlement_account_id = ANY (ARRAY(SELECT id FROM settlement_accounts WHERE settles = 'by hand'))"
/** Of what nothing happened to: before today's month only what settles by hand is open. */
const OPEN = `(standing = 'due' OR (standing IN ('booked', 'moved')
  AND (month >= date_trunc('month', $1::date) OR ${SETTLES_MANUALLY})))`
const STORED: Readonly<Record<'open' | 'due' | 'settled' | 'assumed' | 'all', string>> = {
  // Without the failed ones, which are expected in no month.
  open: OPEN,
  due: OPEN,
  settled: "standing = 'settled'",
  assumed: `standing IN ('booked', 'moved') AND NOT ${SETTLES_MANUALLY}`,
  all: "standing = 'booked'",
}

/** The months from one to another, both first days, as a FROM clause; null: all before, all after. */
export function monthsOf(
  asked: SettlementsAsked,
  today: string,
  values: Values,
  from: string | null,
  to: string | null,
): string {
  const { status, side, portfolioId, broker, account } = plainly(asked, today)
  const where = ['$1::date IS NOT NULL', STORED[status as keyof typeof STORED]]
  const add = adderTo(where, values)
  if (from !== null) add((value) => `month >= ${value}::date`, from)
  if (to !== null) add((value) => `month <= ${value}::date`, to)
  if (side) add((value) => `side = ${value}`, side)
  if (portfolioId !== undefined) add((value) => `portfolio_id = ${value}`, portfolioId)
  if (broker === '-') where.push("broker_name = ''")
  else if (broker) add((value) => `broker_name <> '' AND ${isOfBroker('broker_name', value)}`, broker)
  if (account === '-') where.push('settlement_account_id = 0')
  else if (account) add((value) => `settlement_account_id = ${value}::bigint`, account)
  return `FROM settlement_months WHERE ${where.join(' AND ')}`
}

export interface Stretch {
  /** Null: open at this end. */
  readonly from: string | null
  readonly to: string | null
}

/** The months that a filter takes whole (null: none), and what it takes of the months that it cuts. */
export function wholeMonths(
  asked: SettlementsAsked,
  today: string,
): { readonly whole: Stretch | null; readonly edges: readonly Stretch[] } {
  const { from: begin, to: end } = plainly(asked, today)
  const [from, to] = [begin || null, end || null]
  const first = from && (from === monthStart(from) ? from : addMonths(monthStart(from), 1))
  const last = to && (to === monthEnd(to) ? monthStart(to) : addMonths(monthStart(to), -1))
  if (first !== null && last !== null && first > last) return { whole: null, edges: [{ from, to }] }
  return {
    whole: { from: first, to: last },
    edges: [
      ...(from !== null && first !== null && from < first ? [{ from, to: addDays(first, -1) }] : []),
      ...(to !== null && last !== null && to > monthEnd(last) ? [{ from: addMonths(last, 1), to }] : []),
    ],
  }
}

/**
 * The days that the first `trades` trades of a filter lie in, or of what follows a day of its list; null where nothing
 * follows. An end is open where the list ends there. Whole months: of the first, which may be cut, all the same.
 */
export async function stretchOf(
  db: Queryable,
  asked: SettlementsAsked,
  today: string,
  after: string | undefined,
  trades: number,
): Promise<Stretch | null> {
  const values = valuesFor(today)
  const { from, to, status } = plainly(asked, today)
  const latestFirst = isLatestFirst(status)
  const begin = [from, latestFirst ? null : after].map((day) => (day ? monthStart(day) : null))
  const end = [to, latestFirst ? after : null].map((day) => (day ? monthStart(day) : null))
  const months = monthsOf(asked, today, values, latest(begin), earliest(end))
  // Of today's month the sums do not show what is assumed: it counts for nothing, so that the stretch is never too short.
  const counted = `CASE WHEN month = date_trunc('month', $1::date) THEN 0 ELSE trades END`
  const order = `ORDER BY month ${latestFirst ? 'DESC' : 'ASC'} ROWS UNBOUNDED PRECEDING`
  const [found] = await db.query<{ first: string | null; last: string | null; all: boolean }>(
    `SELECT min(month) FILTER (WHERE read) AS first, max(month) FILTER (WHERE read) AS last, coalesce(bool_and(read), true) AS all
       FROM (SELECT month, sum(trades) OVER (${order}) - trades - first_value(trades) OVER (${order}) < ${trades} AS read
               FROM (SELECT month, sum(${counted}) AS trades ${months}
                      GROUP BY month HAVING sum(trades) > 0) m) n`,
    values,
  )
  if (found === undefined || found.first === null || found.last === null) return null
  const [first, last] = [found.first, monthEnd(found.last)]
  return latestFirst
    ? { from: found.all ? null : first, to: last }
    : { from: first, to: found.all ? null : last }
}
const latest = (days: readonly (string | null)[]) =>
  days.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null)
const earliest = (days: readonly (string | null)[]) =>
  days.reduce((a, b) => (a === null || (b !== null && b < a) ? b : a), null)
