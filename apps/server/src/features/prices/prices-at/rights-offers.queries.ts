/** The issues of rights that securities serve: what their rights are worth without a price of their own follows from the share's. */
import { offerOn, type RightsOffer } from '@em/core/valuation/right-price'
import { decimalOf, PRICE_SCALE } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../../platform/database/database.ts'

// Events of all portfolios: a security is worth the same for every user.
const OFFERS = statement(
  'prices.rights-offers',
  `SELECT a.rights_equity_id AS "rightsId!", a.equity_id AS "shareId!", a.ex_date AS from!, greatest(a.last_date, a.renunciation_date) AS until,
          a.subscription_price AS price!
     FROM em.corporate_actions a
    WHERE a.rights_equity_id = ANY (:equityIds::bigint[]) AND a.state IN ('announced', 'entitled', 'processed')
      AND num_nulls(a.equity_id, a.ex_date, a.subscription_price) = 0 ORDER BY a.id`,
)

/** An issue with the share that it is of. */
export interface OfferOfShare extends RightsOffer {
  readonly shareId: number
}

/** By security; those that are no rights of an issue are left out. */
export async function rightsOffers(
  db: Queryable,
  equityIds: readonly number[],
): Promise<ReadonlyMap<number, readonly OfferOfShare[]>> {
  const rows = await db.query(OFFERS, { equityIds })
  const offers = rows.map(({ rightsId, shareId, from, until, price }) => ({
    rightsId,
    offer: { shareId, from, until, price: decimalOf(price, PRICE_SCALE) },
  }))
  return new Map(
    [...Map.groupBy(offers, ({ rightsId }) => rightsId)].map(([id, of]) => [
      id,
      of.map(({ offer }) => offer),
    ]),
  )
}

/** The issue that a day belongs to, by security. */
export async function offersOn(
  db: Queryable,
  equityIds: readonly number[],
  date: string,
): Promise<ReadonlyMap<number, OfferOfShare>> {
  const offers = await rightsOffers(db, equityIds)
  return new Map(
    [...offers].flatMap(([id, some]) => {
      const offer = offerOn(some, date)
      return offer === null ? [] : [[id, offer] as const]
    }),
  )
}
