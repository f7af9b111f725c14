/**
 * Where a page that lies deep begins: the stored balances say how many lines each month and each day has, so that what is
 * skipped is counted and not walked.
 */
import type { Queryable } from '../../platform/database/database.ts'
import { isSearched, SEARCHED_MAX, shared } from './ledger.filter.ts'
import type { LedgerFilter } from './ledger.filter-fields.ts'
import { spanOf, within } from './ledger.span.ts'

/** So few lines are walked faster than looked up. */
const NEAR = 400

export interface PageStart {
  /** The newest day that the page can lie on. */
  readonly day: string
  /** Lines of that day, and of earlier ones, that come before the page. */
  readonly skip: number
}

interface Count {
  readonly period: string
  readonly lines: number
}

/**
 * The start of a page: the day of the line number `skip` (counted from 0, newest first) among those that a filter without a search text or a broker
 * leaves; null where it is near enough to be walked to, or there is no such line.
 */
export async function pageStartOf(
  db: Queryable,
  filter: LedgerFilter,
  today: string,
  skip: number,
): Promise<PageStart | null> {
  if (skip <= NEAR || isSearched(filter)) return null
  const span = spanOf(filter, today)
  const [months, edges] = await Promise.all([
    counts(db, 'month', span.whole, today),
    Promise.all(span.edges.map((edge) => counts(db, 'day', within(filter, edge), today))),
  ])
  const hit = walk([...months, ...edges.flat()], skip)
  if (hit === null) return null
  if (edges.flat().some((count) => count.period === hit.period)) return { day: hit.period, skip: hit.skip }
  const days = await counts(db, 'day', within(filter, hit.period), today)
  const inMonth = walk(days, hit.skip)
  return inMonth && { day: inMonth.period, skip: inMonth.skip }
}

/**
 * The oldest day to which lines are walked for a search that stopped, newest first from the day `from` on: what it looks for
 * may be years back, and no more than SEARCHED_MAX lines and those of that last day are walked. Null where there are
 * fewer.
 */
export async function walkedTo(
  db: Queryable,
  filter: LedgerFilter,
  today: string,
  from: string | undefined,
): Promise<string | null> {
  const to = from === undefined || (filter.to && filter.to < from) ? filter.to : from
  const all = { ...filter, to, search: undefined, broker: undefined, equityIds: undefined }
  return (await pageStartOf(db, all, today, SEARCHED_MAX))?.day ?? null
}

/** Lines per month or day, newest first. */
async function counts(
  db: Queryable,
  period: 'month' | 'day',
  filter: LedgerFilter,
  today: string,
): Promise<Count[]> {
  const { values, where } = shared(filter, `l.${period}`, today)
  return db.query<Count>(
    `SELECT l.${period} AS period, sum(l.lines)::bigint AS lines FROM ledger_${period}s l
      WHERE $1::date IS NOT NULL AND ${where.join(' AND ')} GROUP BY l.${period} ORDER BY l.${period} DESC`,
    values,
  )
}

/** The period of the line, and what is still to be skipped there. */
function walk(all: readonly Count[], skip: number): { period: string; skip: number } | null {
  let left = skip
  for (const { period, lines } of all.toSorted((a, b) => (a.period < b.period ? 1 : -1))) {
    if (left < lines) return { period, skip: left }
    left -= lines
  }
  return null
}
