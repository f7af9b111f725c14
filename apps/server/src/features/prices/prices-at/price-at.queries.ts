/** The prices that are known of securities until a day. Which of them counts, core's `priceAt` says. */
import type { MarketCalendar } from '@em/core/holidays/market-calendar'
import { type KnownPrice, priceDay } from '@em/core/valuation/price-at'
import { knownRight } from '@em/core/valuation/right-price'
import { decimalOf, PRICE_SCALE } from '@em/core/values/decimal'
import { type Queryable, type RowOf, statement } from '../../../platform/database/database.ts'
import { offersOn } from './rights-offers.queries.ts'

/**
 * SQL: the newest price of a security until a day, and its first one after that (`next_date`, `next_previous_close`); no row
 * where there is none. The arguments are SQL expressions; the day is `priceDay` of the day asked for.
 */
export const knownPriceOf = (equity: string, day: string): string => `
  SELECT p.trade_date AS price_date, p.last_trade, p.close, p.source AS price_source, n.trade_date AS next_date,
         n.previous_close AS next_previous_close
    FROM (SELECT trade_date, last_trade, close, source FROM prices
           WHERE equity_id = ${equity} AND trade_date <= ${day} ORDER BY trade_date DESC LIMIT 1) p
    LEFT JOIN LATERAL (
      SELECT trade_date, previous_close FROM prices
       WHERE equity_id = ${equity} AND trade_date > p.trade_date ORDER BY trade_date LIMIT 1) n ON true`

const KNOWN = statement(
  'prices.known-at',
  `SELECT e.id AS "equityId!", k.* FROM unnest(:equityIds::bigint[]) AS e (id)
    CROSS JOIN LATERAL (${knownPriceOf('e.id', ':day::date')}) k`,
)

/** The columns of `knownPriceOf` as core takes them; null where they are. */
export function knownPriceFrom(row: {
  readonly price_date: string | null
  readonly last_trade: string | null
  readonly close: string | null
  readonly price_source: string | null
  readonly next_date: string | null
  readonly next_previous_close: string | null
}): KnownPrice | null {
  if (row.price_date === null || row.last_trade === null) return null
  return {
    date: row.price_date,
    lastTrade: decimalOf(row.last_trade, PRICE_SCALE),
    close: unitsOf(row.close),
    source: row.price_source ?? '',
    next:
      row.next_date === null
        ? null
        : { date: row.next_date, previousClose: unitsOf(row.next_previous_close) },
  }
}

const unitsOf = (text: string | null) => (text === null ? null : decimalOf(text, PRICE_SCALE))

/**
 * What is known of each security's price on a day, by the security; one without a price is left out. Rights without one of their own
 * have what is known of their share, and so have those that wait for their allotment.
 */
export async function knownPrices(
  db: Queryable,
  equityIds: readonly number[],
  { date, calendar }: { readonly date: string; readonly calendar: MarketCalendar },
): Promise<ReadonlyMap<number, KnownPrice>> {
  const day = priceDay(calendar, date)
  const [own, offers] = await Promise.all([ownPrices(db, equityIds, day), offersOn(db, equityIds, date)])
  if (offers.size === 0) return own
  const shareIds = [...new Set([...offers.values()].map(({ shareId }) => shareId))]
  const shares = await ownPrices(db, shareIds, day)
  const known = new Map(own)
  for (const [id, offer] of offers) {
    const right = knownRight(offer, date, own.get(id) ?? null, shares.get(offer.shareId) ?? null)
    if (right === null) known.delete(id)
    else known.set(id, right)
  }
  return known
}

async function ownPrices(
  db: Queryable,
  equityIds: readonly number[],
  day: string,
): Promise<ReadonlyMap<number, KnownPrice>> {
  const rows: RowOf<typeof KNOWN>[] = await db.query(KNOWN, { equityIds, day })
  return new Map(
    rows.flatMap((row) => {
      const known = knownPriceFrom(row)
      return known === null ? [] : [[row.equityId, known] as const]
    }),
  )
}
