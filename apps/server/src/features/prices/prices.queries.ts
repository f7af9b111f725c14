/** Reads recorded prices: lists of days and securities, sums of what a filter leaves, symbols that no security has. */
import type { SummaryDay, TradeSummary } from '@em/contract/prices/trade-summary'
import { SUMMARY_PAGE } from '@em/contract/prices/trade-summary'
import { exceptionsOf } from '@em/core/prices/exceptions'
import { decimalOf, PRICE_SCALE, RATE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { type ToleranceOf, tolerancesOf } from './prices-at/tolerances.queries.ts'

export interface SummaryFilter {
  readonly tradeDate?: string | null | undefined
  readonly search?: string | undefined
}

/**
 * SQL: the newest price of a security before a day, its close where it has one; of the symbol alone where `equity` is null. The
 * arguments are SQL expressions.
 */
export const priceBefore = (
  equity: string,
  symbol: string,
  day: string,
): string => `CASE WHEN ${equity} IS NULL
    THEN (SELECT coalesce(q.close, q.last_trade) FROM prices q WHERE q.symbol = ${symbol} AND q.trade_date < ${day} ORDER BY q.trade_date DESC LIMIT 1)
    ELSE (SELECT coalesce(q.close, q.last_trade) FROM prices q WHERE q.equity_id = ${equity} AND q.trade_date < ${day} ORDER BY q.trade_date DESC LIMIT 1)
    END`

// `compared_with` is looked up where the row has no previous close of its own.
const COLUMNS = `p.symbol, p.trade_date, p.company_name, p.share_volume::float8, p.trade_volume::float8, p.previous_close, p.open, p.high, p.low,
  p.last_trade, p.close, p.change_rs, p.change_percent, p.version, p.equity_id, p.equity_id IS NOT NULL AS known, p.source,
  coalesce(p.previous_close, ${priceBefore('p.equity_id', 'p.symbol', 'p.trade_date')}) AS compared_with`
const FILTERED = `(:tradeDate?::date IS NULL OR p.trade_date = :tradeDate?::date)
  AND (:search?::text IS NULL OR p.symbol ILIKE :search? OR p.company_name ILIKE :search? OR p.equity_id IN (SELECT securities_like(:search?)))`

const LIST = statement(
  'prices.list',
  `SELECT ${COLUMNS} FROM prices p WHERE ${FILTERED}
    ORDER BY p.trade_date DESC, p.symbol LIMIT :limit::int OFFSET :skip::int`,
)
const TOTALS = statement(
  'prices.totals',
  `SELECT count(*)::int AS records, min(p.trade_date) AS first, max(p.trade_date) AS last,
          count(DISTINCT p.company_name)::int AS companies
     FROM prices p WHERE ${FILTERED}`,
)
const OF_COMPANY = statement(
  'prices.of-company',
  `SELECT ${COLUMNS} FROM prices p
    WHERE p.symbol = ANY (:symbols::text[]) AND (:from?::date IS NULL OR p.trade_date >= :from?::date)
      AND (:to?::date IS NULL OR p.trade_date <= :to?::date)
    ORDER BY p.trade_date DESC, p.symbol LIMIT :limit::int`,
)
const SYMBOLS_NAMED = statement(
  'prices.symbols-named',
  `SELECT m.symbol, m.symbol = upper(:word) OR lower(e.symbol) = lower(:word) OR e.id IN (SELECT securities_of_symbol(:word)) AS "bySymbol"
     FROM market_symbols m LEFT JOIN equities e ON e.id = m.equity_id
    WHERE m.symbol = upper(:word) OR lower(e.symbol) = lower(:word) OR lower(m.company_name) = lower(:word) OR lower(e.name) = lower(:word)
       OR e.id IN (SELECT s.equity_id FROM securities_meant(:word, NULL) s WHERE s.place = 1)
    ORDER BY 2 DESC, 1 LIMIT 20`,
)
const COMPANIES = statement(
  'prices.companies',
  'SELECT symbol, company_name FROM market_symbols ORDER BY company_name NULLS LAST, symbol LIMIT 10000',
)
const UNKNOWN = statement(
  'prices.unknown',
  `SELECT m.symbol, m.company_name, count(*)::int AS days, min(p.trade_date) AS first, max(p.trade_date) AS last,
          (array_agg(p.last_trade ORDER BY p.trade_date DESC))[1] AS last_trade
     FROM market_symbols m JOIN prices p ON p.symbol = m.symbol WHERE m.equity_id IS NULL
    GROUP BY m.symbol ORDER BY m.symbol LIMIT 10000`,
)
const DAYS = statement(
  'prices.days',
  `WITH RECURSIVE days AS (
     (SELECT max(trade_date) AS day, 1 AS place FROM prices WHERE :before?::date IS NULL OR trade_date < :before?::date)
     UNION ALL
     SELECT (SELECT max(p.trade_date) FROM prices p WHERE p.trade_date < d.day), d.place + 1
       FROM days d WHERE d.day IS NOT NULL AND d.place < :limit::int)
   SELECT d.day, c.rows, c.unknown, c.sources, s.recorded_at, s.file_name, trim(u.first_name || ' ' || u.last_name) AS recorded_by
     FROM days d,
          LATERAL (SELECT count(*)::int AS rows, count(*) FILTER (WHERE p.equity_id IS NULL)::int AS unknown, max(p.set_id) AS newest,
                          array_agg(DISTINCT p.source ORDER BY p.source) AS sources
                     FROM prices p WHERE p.trade_date = d.day) c
          JOIN price_sets s ON s.id = c.newest LEFT JOIN users u ON u.id = s.recorded_by
    WHERE d.day IS NOT NULL ORDER BY d.day DESC`,
)

const like = (search: string | undefined) =>
  search === undefined || search === '' ? null : `%${search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
const valuesOf = ({ tradeDate, search }: SummaryFilter) => ({
  tradeDate: tradeDate ?? null,
  search: like(search),
})

/** One page of prices, newest day first, and how many there are. */
export async function listPrices(
  db: Queryable,
  filter: SummaryFilter,
  { limit, page = 1 }: { readonly limit?: number | undefined; readonly page?: number | undefined },
): Promise<{ rows: TradeSummary[]; total: number }> {
  const size = limit ?? (page > 1 ? SUMMARY_PAGE : 10_000)
  const values = valuesOf(filter)
  const [rows, [totals]] = await Promise.all([
    db.query(LIST, { ...values, limit: size, skip: (page - 1) * size }),
    db.query(TOTALS, values),
  ])
  return { rows: await summariesOf(db, rows), total: totals?.records ?? 0 }
}

/** Counts and days of what a filter leaves. */
export async function sumPrices(db: Queryable, filter: SummaryFilter) {
  const [totals] = await db.query(TOTALS, valuesOf(filter))
  return totals ?? { records: 0, first: null, last: null, companies: 0 }
}

/** The symbols that a text means: the symbol itself, else every security with this company name. */
export async function symbolsNamed(db: Queryable, text: string): Promise<string[]> {
  const found = await db.query(SYMBOLS_NAMED, { word: text.trim() })
  const bySymbol = found.filter((row) => row.bySymbol === true)
  return (bySymbol.length > 0 ? bySymbol : found).map(({ symbol }) => symbol)
}

/** Prices of some symbols, newest first; both ends of the range count. */
export async function pricesOfCompany(
  db: Queryable,
  symbols: readonly string[],
  range: { readonly from: string | null; readonly to: string | null; readonly limit: number },
): Promise<TradeSummary[]> {
  return summariesOf(db, await db.query(OF_COMPANY, { symbols, ...range }))
}

export const companiesWithPrices = (db: Queryable) => db.query(COMPANIES)

export async function unknownSymbols(db: Queryable) {
  const rows = await db.query(UNKNOWN)
  return rows.map((row) => ({
    symbol: row.symbol,
    company_name: row.company_name,
    days: row.days ?? 0,
    first: row.first ?? '',
    last: row.last ?? '',
    last_trade: Number(row.last_trade),
  }))
}

/** The days that have prices, newest first. */
export async function daysWithPrices(
  db: Queryable,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<SummaryDay[]> {
  const rows = await db.query(DAYS, { before, limit })
  return rows.map((row) => ({
    trade_date: row.day ?? '',
    rows: row.rows ?? 0,
    unknown: row.unknown ?? 0,
    sources: (row.sources ?? []) as SummaryDay['sources'],
    recorded_at: row.recorded_at,
    recorded_by: row.recorded_by ?? '',
    file_name: row.file_name,
  }))
}

const numberOf = (value: string | null) => (value === null ? null : Number(value))
const unitsOf = (value: string | null) => (value === null ? null : decimalOf(value, PRICE_SCALE))

async function summariesOf(db: Queryable, rows: readonly RowOf<typeof LIST>[]): Promise<TradeSummary[]> {
  const toleranceOf = await tolerancesOf(
    db,
    rows.map(({ equity_id, trade_date }) => ({ equityId: equity_id, day: trade_date })),
  )
  return rows.map((row) => toSummary(row, toleranceOf))
}

function toSummary(row: RowOf<typeof LIST>, toleranceOf: ToleranceOf): TradeSummary {
  const tolerance = toleranceOf(row.equity_id, row.trade_date)
  return {
    trade_date: row.trade_date,
    company_name: row.company_name,
    symbol: row.symbol,
    share_volume: row.share_volume,
    trade_volume: row.trade_volume,
    previous_close: numberOf(row.previous_close),
    open: numberOf(row.open),
    high: numberOf(row.high),
    low: numberOf(row.low),
    last_trade: Number(row.last_trade),
    close: numberOf(row.close),
    change_rs: numberOf(row.change_rs),
    change_percent: numberOf(row.change_percent),
    source: row.source as TradeSummary['source'],
    version: row.version,
    known: row.known ?? false,
    compared_with: numberOf(row.compared_with),
    asked_from: toJsonNumber(tolerance.askedFrom, RATE_SCALE),
    exceptions: exceptionsOf(
      {
        high: unitsOf(row.high),
        low: unitsOf(row.low),
        lastTrade: decimalOf(row.last_trade, PRICE_SCALE),
        previousClose: unitsOf(row.compared_with),
      },
      tolerance,
    ),
  }
}
