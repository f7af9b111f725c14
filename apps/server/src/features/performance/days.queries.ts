/** The daily values that performance is computed from, with the index. */
import type { PerformanceBasis } from '@em/contract/performance/performance'
import type { IndexDay, PortfolioDay } from '@em/core/performance/summary'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'

const COLUMNS = `day, shares_value, stale_value, paid_in, taken_out, cash, receivable, dividends, applications, payable, fund_in, fund_out, has_prices`
// From the last day until the start on: its value is what the range begins with.
const OF_ONE = statement(
  'performance.days',
  `SELECT ${COLUMNS} FROM daily_values
    WHERE portfolio_id = :portfolioId::bigint AND day <= :to::date
      AND day >= coalesce((SELECT max(day) FROM daily_values WHERE portfolio_id = :portfolioId::bigint AND day <= :from::date), '-infinity')
    ORDER BY day`,
)
const OF_LISTED = statement(
  'performance.days-of-listed',
  `SELECT day, sum(shares_value) AS shares_value, sum(stale_value) AS stale_value, sum(paid_in) AS paid_in, sum(taken_out) AS taken_out,
          sum(cash) AS cash, sum(receivable) AS receivable, sum(dividends) AS dividends, sum(applications) AS applications,
          sum(payable) AS payable, sum(fund_in) AS fund_in, sum(fund_out) AS fund_out, bool_or(has_prices) AS has_prices
     FROM daily_values
    WHERE portfolio_id > 0 AND day <= :to::date
      AND day >= coalesce((SELECT max(day) FROM daily_values WHERE portfolio_id > 0 AND day <= :from::date), '-infinity')
    GROUP BY day ORDER BY day`,
)
const FIRST = statement(
  'performance.first-day',
  `SELECT min(day) AS day FROM daily_values
    WHERE CASE WHEN :portfolioId?::bigint IS NULL THEN portfolio_id > 0 ELSE portfolio_id = :portfolioId? END`,
)
const OVERDRAWN = statement(
  'performance.overdrawn',
  `SELECT min(day) FILTER (WHERE lowest_cash < 0) AS day, count(*) > 0 AS known! FROM daily_values
    WHERE portfolio_id = :portfolioId AND day <= :to::date`,
)
const OVERDRAWN_LISTED = statement(
  'performance.overdrawn-listed',
  'SELECT min(day) AS day FROM daily_values WHERE portfolio_id > 0 AND day <= :to::date AND lowest_cash < 0',
)
const INDEX = statement(
  'performance.index-days',
  `SELECT day AS date, value, total_return FROM index_values
    WHERE index_id = :indexId AND day BETWEEN :from::date - 10 AND :to::date ORDER BY day`,
)
const BENCHMARKS = statement(
  'performance.benchmark',
  `SELECT i.id, i.code, i.name
     FROM market_indices i LEFT JOIN portfolios p ON p.id = :portfolioId?
    WHERE CASE WHEN :code?::text IS NULL THEN i.is_active ELSE lower(i.code) = lower(:code?) END
    ORDER BY lower(p.benchmark) IN (lower(i.code), lower(i.name)) DESC NULLS LAST, i.place NULLS LAST, i.id LIMIT 1`,
)

type DayRow = RowOf<typeof OF_ONE>

const TOGETHER = 0

/** Market days in order with their values and flows on a basis; before the first the day that the range begins with, where there is one. */
export async function daysOf(
  db: Queryable,
  portfolioId: number | null,
  { from, to, basis }: { readonly from: string; readonly to: string; readonly basis: PerformanceBasis },
): Promise<{ base: PortfolioDay | null; days: PortfolioDay[]; sharesValue: number }> {
  const stored = await db.query(OF_ONE, { portfolioId: portfolioId ?? TOGETHER, from, to })
  const rows: readonly DayRow[] =
    portfolioId === null && stored.length === 0
      ? ((await db.query(OF_LISTED, { from, to })) as readonly DayRow[])
      : stored
  const days = rows.map(basis === 'fund' ? onFund : onSecurities)
  const base = days[0] !== undefined && days[0].date <= from ? days[0] : null
  return {
    base,
    days: base === null ? days : days.slice(1),
    sharesValue: Number(rows.at(-1)?.shares_value ?? 0),
  }
}

/** The first day that the portfolio, or any that one sees, has a value of; null where there is none. */
export async function firstDayOf(db: Queryable, portfolioId: number | null): Promise<string | null> {
  const [row] = await db.query(FIRST, { portfolioId })
  return row?.day ?? null
}

/** Prices are old where they are older than five market days; more than half of such a value is none of the day. */
const isValued = ({ shares_value, stale_value, has_prices }: DayRow) =>
  has_prices && Number(stale_value) * 2 <= Number(shares_value)

const onSecurities = (row: DayRow): PortfolioDay => ({
  date: row.day,
  value: Number(row.shares_value) + Number(row.applications),
  paidIn: Number(row.paid_in),
  takenOut: Number(row.taken_out),
  isValued: isValued(row),
})
const onFund = (row: DayRow): PortfolioDay => ({
  date: row.day,
  value:
    Number(row.shares_value) +
    Number(row.cash) +
    Number(row.receivable) +
    Number(row.dividends) +
    Number(row.applications) +
    Number(row.payable),
  paidIn: Number(row.fund_in),
  takenOut: Number(row.fund_out),
  isValued: isValued(row),
})

/**
 * The first day on which the bank accounts of the portfolio were overdrawn. Where none is named those of each count that one sees: of all
 * together the lowest of any is kept.
 */
export async function overdrawnOn(
  db: Queryable,
  portfolioId: number | null,
  to: string,
): Promise<string | null> {
  const [row] = await db.query(OVERDRAWN, { portfolioId: portfolioId ?? TOGETHER, to })
  if (row?.known === true || portfolioId !== null) return row?.day ?? null
  const [listed] = await db.query(OVERDRAWN_LISTED, { to })
  return listed?.day ?? null
}

export type Benchmark = RowOf<typeof BENCHMARKS>

/** The index that is asked for; else the one that the portfolio names, else the first of the index master. */
export async function benchmarkOf(
  db: Queryable,
  portfolioId: number | null,
  code: string | undefined,
): Promise<Benchmark | null> {
  const [found] = await db.query(BENCHMARKS, { portfolioId, code: code ?? null })
  return found ?? null
}

export interface IndexDays {
  readonly days: readonly IndexDay[]
  readonly usesTotalReturn: boolean
}

/** The values of an index around a range: with dividends reinvested where all of them have that, else as a price index. */
export async function indexDays(
  db: Queryable,
  indexId: number,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<IndexDays> {
  const rows = await db.query(INDEX, { indexId, from, to })
  const usesTotalReturn = rows.length > 0 && rows.every(({ total_return }) => total_return !== null)
  return {
    usesTotalReturn,
    days: rows.map(({ date, value, total_return }) => ({
      date,
      value: Number(usesTotalReturn ? total_return : value),
    })),
  }
}
