/** Stale valuations in force. */
import { type Queryable, type RowOf, statement } from '../../../platform/database/database.ts'

const STALE = statement(
  'valuations.stale-days',
  `SELECT f.valuation_date AS date, count(*)::int AS portfolios!, coalesce(y.locked_through >= f.valuation_date, false) AS locked!
     FROM valuations_in_force f JOIN portfolios p ON p.id = f.portfolio_id JOIN entities y ON y.id = p.entity_id
    WHERE EXISTS (SELECT FROM valuation_marks k WHERE k.valuation_id = f.valuation_id)
      AND (:portfolioIds?::bigint[] IS NULL OR f.portfolio_id = ANY (:portfolioIds))
    GROUP BY 1, 3 ORDER BY 1 DESC, 3`,
)

/** A day with stale valuations: of so many portfolios, in open or in locked books. */
export type StaleDay = RowOf<typeof STALE>

/** The days with stale valuations of some portfolios (all that one sees where null), newest first. */
export function staleDays(db: Queryable, portfolioIds: readonly number[] | null): Promise<StaleDay[]> {
  return db.query(STALE, { portfolioIds })
}
