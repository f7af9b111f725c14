/** The prices of many securities by market day, each column read in one row. */
import { type PriceColumn, priceColumn } from '@em/core/performance/daily-values'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { regularPauses } from '../../platform/pauses.ts'
import type { MarketDays } from './market-days.ts'

const COLUMNS = statement(
  'values.price-columns',
  `SELECT e.id, b.trade_date - date '1970-01-01' AS "beforeDay", (b.last_trade * 10000)::bigint::text AS before, p.days, p.prices
     FROM unnest(:equityIds::bigint[]) AS e (id)
     LEFT JOIN LATERAL (
       SELECT trade_date, last_trade FROM prices WHERE equity_id = e.id AND trade_date < :from::date
        ORDER BY trade_date DESC LIMIT 1) b ON true
     LEFT JOIN (
       SELECT equity_id, string_agg((trade_date - date '1970-01-01')::text, ',' ORDER BY trade_date) AS days,
              string_agg((last_trade * 10000)::bigint::text, ',' ORDER BY trade_date) AS prices
         FROM prices WHERE equity_id = ANY (:equityIds::bigint[]) AND trade_date BETWEEN :from::date AND :to::date
        GROUP BY equity_id) p ON p.equity_id = e.id`,
)
const DAYS_WITH_PRICES = statement(
  'values.days-with-prices',
  `SELECT DISTINCT trade_date - date '1970-01-01' AS day FROM prices
    WHERE equity_id IS NOT NULL AND trade_date BETWEEN :from::date AND :to::date`,
)
const EQUITIES = statement(
  'values.equities',
  'SELECT DISTINCT equity_id AS id FROM chains WHERE portfolio_id = ANY (:portfolioIds::bigint[])',
)

/** What the market did on some days. */
export interface Market {
  readonly days: MarketDays
  /** By the security's id. */
  readonly columns: ReadonlyMap<number, PriceColumn>
  /** Day numbers on which any security has a price. */
  readonly withPrices: ReadonlySet<number>
}

const numbers = (text: string | null) => (text === null ? [] : text.split(',').map(Number))

/** The prices of everything that some portfolios ever held, on market days. */
export async function loadMarket(
  db: Queryable,
  portfolioIds: readonly number[],
  days: MarketDays,
): Promise<Market> {
  const [from, to] = [days.dates[0] ?? '', days.dates.at(-1) ?? '']
  const held = await db.query(EQUITIES, { portfolioIds })
  const [found, withPrices] = await Promise.all([
    db.query(COLUMNS, { equityIds: held.map(({ id }) => id), from, to }),
    db.query(DAYS_WITH_PRICES, { from, to }),
  ])
  const columns = new Map<number, PriceColumn>()
  const mayPause = regularPauses()
  for (const { id, beforeDay, before, days: dates, prices } of found) {
    if (id === null) continue
    const [dated, priced] = [numbers(dates), numbers(prices)]
    if (beforeDay !== null && before !== null) {
      dated.unshift(beforeDay)
      priced.unshift(Number(before))
    }
    columns.set(id, priceColumn(days.days, dated, priced))
    const pause = mayPause()
    if (pause !== undefined) await pause
  }
  return { days, columns, withPrices: new Set(withPrices.flatMap(({ day }) => day ?? [])) }
}
