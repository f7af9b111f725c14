/** The prices of many securities by market day, each column read in one row. */
import { type MarketCalendar, nextMarketDay } from '@em/core/holidays/market-calendar'
import { closesOf, dayIndexOf, type PriceColumn, priceColumn } from '@em/core/performance/daily-values'
import { type DatedPrices, rightsPriceColumn } from '@em/core/performance/rights-price-column'
import { dateOfDayNumber, dayNumber } from '@em/core/values/dates'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { regularPauses } from '../../platform/pauses.ts'
import { rightsOffers } from '../prices/prices-at/rights-offers.queries.ts'
import type { MarketDays } from './market-days.ts'

const UNITS = (column: string) => `(${column} * 10000)::bigint::text`
const LISTED = (column: string) => `string_agg(${column}, ',' ORDER BY trade_date)`

// Closes and previous closes are read where a portfolio values by close.
const COLUMNS = statement(
  'values.price-columns',
  `SELECT e.id, b.trade_date - date '1970-01-01' AS "beforeDay", ${UNITS('b.last_trade')} AS before, ${UNITS('b.close')} AS "beforeClose",
          p.days, p.prices, p.closes, p."previousCloses"
     FROM unnest(:equityIds::bigint[]) AS e (id)
     LEFT JOIN LATERAL (
       SELECT trade_date, last_trade, close FROM prices WHERE equity_id = e.id AND trade_date < :from::date
        ORDER BY trade_date DESC LIMIT 1) b ON true
     LEFT JOIN (
       SELECT equity_id, ${LISTED("(trade_date - date '1970-01-01')::text")} AS days, ${LISTED(UNITS('last_trade'))} AS prices,
              CASE WHEN :withClose THEN ${LISTED(`coalesce(${UNITS('close')}, '0')`)} END AS closes,
              CASE WHEN :withClose THEN ${LISTED(`coalesce(${UNITS('previous_close')}, '0')`)} END AS "previousCloses"
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
  `SELECT c.equity_id AS id, bool_or(p.price_basis = 'Close') AS "byClose!"
     FROM chains c JOIN portfolios p ON p.id = c.portfolio_id WHERE c.portfolio_id = ANY (:portfolioIds::bigint[]) GROUP BY c.equity_id`,
)

/** The prices of some days. */
export interface Market {
  readonly days: MarketDays
  /** The prices of a security, by close for a portfolio that values by it; none of one that was not asked for. */
  columnOf(equityId: number, byClose: boolean): PriceColumn
  /** Day numbers on which any security has a price. */
  readonly withPrices: ReadonlySet<number>
}

const numbers = (text: string | null) => (text === null ? [] : text.split(',').map(Number))

type Found = RowOf<typeof COLUMNS>
const NO_PRICES: DatedPrices = Object.freeze({ dates: [], prices: [] })
const pricesOf = (row: Found | undefined, read: (row: Found) => DatedPrices) =>
  row === undefined ? NO_PRICES : read(row)

/** The newest figure before the days looked at, where there is a price before them. */
const earlier = ({ beforeDay }: Found, figure: string | null) =>
  beforeDay === null ? [] : [Number(figure ?? 0)]
const datesOf = ({ beforeDay, days }: Found) => [...(beforeDay === null ? [] : [beforeDay]), ...numbers(days)]
const lastTradesOf = (row: Found): DatedPrices => ({
  dates: datesOf(row),
  prices: [...earlier(row, row.before), ...numbers(row.prices)],
})

function datedCloses(row: Found, after: (day: number) => number): DatedPrices {
  const { dates, prices } = lastTradesOf(row)
  const figures = {
    dates,
    lastTrades: prices,
    closes: [...earlier(row, row.beforeClose), ...numbers(row.closes)],
    previousCloses: [...earlier(row, null), ...numbers(row.previousCloses)],
  }
  return { dates, prices: closesOf(figures, after) }
}

/** The prices of everything that some portfolios ever held, on market days. */
export async function loadMarket(
  db: Queryable,
  portfolioIds: readonly number[],
  { days, calendar }: { readonly days: MarketDays; readonly calendar: MarketCalendar },
): Promise<Market> {
  const [from, to] = [days.dates[0] ?? '', days.dates.at(-1) ?? '']
  const held = await db.query(EQUITIES, { portfolioIds })
  const withClose = held.some(({ byClose }) => byClose)
  const heldIds = held.map(({ id }) => id)
  const offers = await rightsOffers(db, heldIds)
  const shareIds = [...offers.values()].flatMap((some) => some.map(({ shareId }) => shareId))
  const equityIds = [...new Set([...heldIds, ...shareIds])]
  const [found, withPrices] = await Promise.all([
    db.query(COLUMNS, { equityIds, from, to, withClose }),
    db.query(DAYS_WITH_PRICES, { from, to }),
  ])
  const after = (day: number) =>
    days.days[dayIndexOf(days.days, day + 1)] ?? dayNumber(nextMarketDay(calendar, dateOfDayNumber(day + 1)))
  const mayPause = regularPauses()
  const lastTrades = new Map<number, PriceColumn>()
  const closes = new Map<number, PriceColumn>()
  const byBasis = [
    { columns: lastTrades, read: lastTradesOf },
    ...(withClose ? [{ columns: closes, read: (row: Found) => datedCloses(row, after) }] : []),
  ]
  const rows = new Map(found.flatMap((row) => (row.id === null ? [] : [[row.id, row] as const])))
  for (const [id, row] of rows) {
    const of = offers.get(id) ?? []
    for (const { columns, read } of byBasis) {
      const own = read(row)
      const column =
        of.length === 0
          ? priceColumn(days.days, own.dates, own.prices)
          : rightsPriceColumn(
              days.days,
              own,
              of.map((offer) => ({ ...offer, share: pricesOf(rows.get(offer.shareId), read) })),
            )
      columns.set(id, column)
    }
    const pause = mayPause()
    if (pause !== undefined) await pause
  }
  const none = priceColumn(days.days, [], [])
  return {
    days,
    columnOf: (equityId, byClose) => (byClose ? closes : lastTrades).get(equityId) ?? none,
    withPrices: new Set(withPrices.flatMap(({ day }) => day ?? [])),
  }
}
