/** Reads a day of the market from the prices recorded of it: sums by sector and of all, movers, and the days before it. */
import {
  MOVERS_MOST,
  type Mover,
  type SectorOfDay,
  TOP_STOCKS,
  type TopStock,
  TREND_DAYS,
  type TrendDay,
} from '@em/contract/market-summary/market-summary'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'

const CHANGE = 'coalesce(p.change_rs, p.last_trade - p.previous_close)'
const CHANGE_PERCENT = `coalesce(p.change_percent, round((p.last_trade - p.previous_close) * 100 / nullif(p.previous_close, 0), 4))`
// The trade summary has shares and trades, not their value: the last trade is used as the price of all.
const TURNOVER = 'round(p.share_volume * p.last_trade, 2)'
const PRICED = `SELECT p.trade_date, p.equity_id, ${CHANGE_PERCENT} AS percent, coalesce(${CHANGE}, p.change_percent) AS direction,
    p.share_volume, p.trade_volume, ${TURNOVER} AS turnover FROM prices p`
const SUMS = `count(*)::int AS securities,
  count(*) FILTER (WHERE d.direction > 0)::int AS advanced, count(*) FILTER (WHERE d.direction < 0)::int AS declined,
  count(*) FILTER (WHERE d.direction = 0)::int AS unchanged, count(*) FILTER (WHERE d.direction IS NULL)::int AS "notCompared",
  coalesce(sum(d.share_volume), 0)::float8 AS "shareVolume", coalesce(sum(d.trade_volume), 0)::float8 AS trades,
  coalesce(sum(d.turnover), 0)::numeric(30, 2) AS turnover, avg(d.percent)::numeric(18, 4) AS "equalChange",
  (sum(d.percent * d.turnover) / nullif(sum(d.turnover) FILTER (WHERE d.percent IS NOT NULL), 0))::numeric(18, 4) AS "weightedChange"`

const DAYS = statement(
  'market-summary.days',
  `WITH chosen AS (SELECT coalesce(:day?::date, (SELECT max(trade_date) FROM prices)) AS day)
   SELECT c.day, (SELECT max(trade_date) FROM prices) AS newest,
          (SELECT max(trade_date) FROM prices WHERE trade_date < c.day) AS previous,
          (SELECT min(trade_date) FROM prices WHERE trade_date > c.day) AS next
     FROM chosen c`,
)
const SECTORS = statement(
  'market-summary.sectors',
  `WITH day AS (SELECT d.*, e.sector FROM (${PRICED} WHERE p.trade_date = :day::date) d LEFT JOIN equities e ON e.id = d.equity_id)
   SELECT grouping(d.equity_id IS NOT NULL) = 1 AS whole, d.equity_id IS NOT NULL AS known, d.sector, ${SUMS},
          count(*) FILTER (WHERE d.equity_id IS NULL)::int AS unknown
     FROM day d GROUP BY GROUPING SETS (((d.equity_id IS NOT NULL), d.sector), ())
    ORDER BY 1 DESC, sum(d.turnover) DESC NULLS LAST, d.sector`,
)
const MOVERS = statement(
  'market-summary.movers',
  `WITH day AS MATERIALIZED (
     SELECT p.symbol, coalesce(e.name, p.company_name) AS company_name, p.equity_id IS NOT NULL AS known, e.sector, p.last_trade,
            ${CHANGE} AS change_rs, ${CHANGE_PERCENT} AS change_percent, p.share_volume::float8 AS share_volume,
            p.trade_volume::float8 AS trade_volume, ${TURNOVER} AS turnover
       FROM prices p LEFT JOIN equities e ON e.id = p.equity_id WHERE p.trade_date = :day::date)
   (SELECT 'gainers' AS list, * FROM day WHERE change_percent > 0 ORDER BY change_percent DESC, turnover DESC NULLS LAST, symbol LIMIT :most::int)
   UNION ALL
   (SELECT 'losers', * FROM day WHERE change_percent < 0 ORDER BY change_percent, turnover DESC NULLS LAST, symbol LIMIT :most::int)
   UNION ALL
   (SELECT 'volume', * FROM day WHERE share_volume > 0 ORDER BY share_volume DESC, symbol LIMIT :most::int)
   UNION ALL
   (SELECT 'turnover', * FROM day WHERE turnover > 0 ORDER BY turnover DESC, symbol LIMIT :most::int)`,
)
const TOP = statement(
  'market-summary.top-stocks',
  `SELECT known, sector, symbol, company_name, change_percent, turnover
     FROM (SELECT p.equity_id IS NOT NULL AS known, e.sector, p.symbol, coalesce(e.name, p.company_name) AS company_name,
                  ${CHANGE_PERCENT} AS change_percent, ${TURNOVER} AS turnover,
                  row_number() OVER (PARTITION BY p.equity_id IS NOT NULL, e.sector ORDER BY ${TURNOVER} DESC, p.symbol) AS place
             FROM prices p LEFT JOIN equities e ON e.id = p.equity_id
            WHERE p.trade_date = :day::date AND ${TURNOVER} > 0) s
    WHERE place <= :most::int ORDER BY place`,
)
const TREND = statement(
  'market-summary.trend',
  `WITH RECURSIVE days AS (
     (SELECT max(trade_date) AS day, 1 AS place FROM prices WHERE trade_date <= :day::date)
     UNION ALL
     SELECT (SELECT max(p.trade_date) FROM prices p WHERE p.trade_date < n.day), n.place + 1
       FROM days n WHERE n.day IS NOT NULL AND n.place < :days::int)
   SELECT n.day AS date, s.* FROM days n, LATERAL (SELECT ${SUMS} FROM (${PRICED} WHERE p.trade_date = n.day) d) s
    WHERE n.day IS NOT NULL ORDER BY n.day`,
)

/** The day itself (the newest with prices where none is named), and those with prices around it. */
export async function marketDays(db: Queryable, day: string | null) {
  const [days] = await db.query(DAYS, { day })
  return {
    date: days?.day ?? null,
    newest: days?.newest ?? null,
    previous: days?.previous ?? null,
    next: days?.next ?? null,
  }
}

/** The sums of the day (null without prices) and of each sector with its most traded stocks, the one with the largest turnover first. */
export async function marketOfDay(db: Queryable, day: string) {
  const [rows, top] = await Promise.all([
    db.query(SECTORS, { day }),
    db.query(TOP, { day, most: TOP_STOCKS }),
  ])
  const stocks = Map.groupBy(top, sectorKey)
  const whole = rows.find((row) => row.whole === true && (row.securities ?? 0) > 0)
  if (whole === undefined) return { market: null, sectors: [] }
  const turnover = jsonNumber(whole.turnover ?? '0')
  const sectors = rows
    .filter((row) => row.whole !== true)
    .map((row): SectorOfDay => {
      const sums = sumsOf(row)
      const share = turnover === 0 ? null : (sums.turnover * 100) / turnover
      return {
        sector: row.sector,
        known: row.known === true,
        ...sums,
        share,
        topStocks: (stocks.get(sectorKey(row)) ?? []).map(topStockOf),
      }
    })
  return { market: { ...sumsOf(whole), unknown: whole.unknown ?? 0 }, sectors }
}

/** Keeps a sector apart from the securities without one, and from the symbols that the Equity Master does not have. */
const sectorKey = ({ known, sector }: { readonly known: boolean | null; readonly sector: string | null }) =>
  `${known === true} ${sector ?? ''}`

const topStockOf = ({ symbol, company_name, change_percent, turnover }: RowOf<typeof TOP>): TopStock => ({
  symbol: symbol ?? '',
  company_name,
  change_percent: jsonNumber(change_percent),
  turnover: jsonNumber(turnover),
})

/** The lists of movers of a day. */
export async function moversOfDay(db: Queryable, day: string) {
  const rows = await db.query(MOVERS, { day, most: MOVERS_MOST })
  const listOf = (name: string) => rows.filter(({ list }) => list === name).map(moverOf)
  return {
    gainers: listOf('gainers'),
    losers: listOf('losers'),
    mostActive: { byVolume: listOf('volume'), byTurnover: listOf('turnover') },
  }
}

/** The market days that end with a day, oldest first. */
export async function trendUntil(db: Queryable, day: string): Promise<TrendDay[]> {
  const rows = await db.query(TREND, { day, days: TREND_DAYS })
  return rows.map((row) => ({ date: row.date ?? '', ...sumsOf(row) }))
}

type Sums = Pick<
  RowOf<typeof TREND>,
  | 'securities'
  | 'advanced'
  | 'declined'
  | 'unchanged'
  | 'notCompared'
  | 'shareVolume'
  | 'trades'
  | 'turnover'
  | 'equalChange'
  | 'weightedChange'
>

const sumsOf = (row: Sums) => ({
  securities: row.securities ?? 0,
  advanced: row.advanced ?? 0,
  declined: row.declined ?? 0,
  unchanged: row.unchanged ?? 0,
  notCompared: row.notCompared ?? 0,
  shareVolume: row.shareVolume ?? 0,
  trades: row.trades ?? 0,
  turnover: jsonNumber(row.turnover ?? '0'),
  equalChange: jsonNumber(row.equalChange),
  weightedChange: jsonNumber(row.weightedChange),
})

const moverOf = ({ list: _list, ...row }: RowOf<typeof MOVERS>): Mover => ({
  ...row,
  symbol: row.symbol ?? '',
  known: row.known === true,
  last_trade: jsonNumber(row.last_trade ?? '0'),
  change_rs: jsonNumber(row.change_rs),
  change_percent: jsonNumber(row.change_percent),
  turnover: jsonNumber(row.turnover),
})
