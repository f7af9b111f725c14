/** The prices that count on a day, of every security that some portfolios ever held. */

import type { PriceSource } from '@em/contract/prices/trade-summary'
import { securityClassOf } from '@em/core/securities/symbol'
import { priceExceptions } from '@em/core/valuation/mark-to-market'
import { PRICE_BASES, type PriceAt, type PriceBasis, priceAt } from '@em/core/valuation/price-at'
import { formatDecimal, PRICE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { companyOn, symbolOn } from '../equities/names/name-on.ts'
import { loadCalendar } from '../holidays/holidays.queries.ts'
import { knownPrices } from '../prices/prices-at/price-at.queries.ts'

const SECURITIES = statement(
  'reports.securities',
  `SELECT e.id, ${symbolOn('e', ':date::date')} AS symbol!, ${companyOn('e', ':date::date')} AS name!, e.sector FROM equities e
    WHERE e.id IN (SELECT c.equity_id FROM chains c WHERE :portfolioIds?::bigint[] IS NULL OR c.portfolio_id = ANY (:portfolioIds))
    ORDER BY e.id`,
)
export type SecurityOf = RowOf<typeof SECURITIES>

/** The holdings of portfolios, and their prices of a day. */
export interface PricesOn {
  readonly securities: ReadonlyMap<number, SecurityOf>
  /** Null where there is none. */
  readonly priceOf: (equityId: number, basis: PriceBasis) => PriceAt | null
  /** The same for the database, one position for each security and basis. */
  readonly given: {
    readonly equityIds: number[]
    readonly bases: PriceBasis[]
    /** Null where there is none. */
    readonly prices: (string | null)[]
    /** It needs attention. */
    readonly doubtful: boolean[]
    readonly rights: boolean[]
    readonly levels: number[]
  }
}

/** The securities of some portfolios (all that one sees where null) with their prices on a day. */
export async function pricesOn(
  db: Queryable,
  portfolioIds: readonly number[] | null,
  date: string,
): Promise<PricesOn> {
  const rows = await db.query(SECURITIES, { portfolioIds, date })
  const calendar = await loadCalendar(db)
  const ids = rows.map(({ id }) => id)
  const known = await knownPrices(db, ids, { date, calendar })
  const found = new Map(
    ids.flatMap((id) =>
      PRICE_BASES.map(
        (basis) => [`${id} ${basis}`, priceAt(known.get(id) ?? null, { date, basis, calendar })] as const,
      ),
    ),
  )
  const priceOf: PricesOn['priceOf'] = (equityId, basis) => found.get(`${equityId} ${basis}`) ?? null
  const securities = rows.flatMap(({ id, symbol }) =>
    PRICE_BASES.map((basis) => ({ id, symbol, basis, price: priceOf(id, basis) })),
  )
  return {
    securities: new Map(rows.map((row) => [row.id, row])),
    priceOf,
    given: {
      equityIds: securities.map(({ id }) => id),
      bases: securities.map(({ basis }) => basis),
      prices: securities.map(({ price }) =>
        price === null ? null : formatDecimal(price.price, PRICE_SCALE),
      ),
      doubtful: securities.map(({ price, basis }) => priceExceptions(price, basis).length > 0),
      rights: securities.map(({ symbol }) => securityClassOf(symbol) === 'rights'),
      levels: securities.map(({ price }) => price?.level ?? AT_COST),
    },
  }
}

/** The level of what has no price. */
const AT_COST = 3 as const

/** A price as a report shows it; at cost (level 3) where there is none. */
export function countedPrice(price: PriceAt | null, basis: PriceBasis, isHeld: boolean) {
  return {
    price: price === null ? null : toJsonNumber(price.price, PRICE_SCALE),
    price_date: price?.date ?? null,
    price_kind: price?.kind ?? null,
    price_source: (price?.source ?? null) as PriceSource | null,
    price_age: price?.age ?? null,
    level: price?.level ?? AT_COST,
    exceptions: isHeld ? priceExceptions(price, basis) : [],
  }
}
