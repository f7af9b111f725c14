/** How far statements of account of brokers are compared with the ledger. */
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'

// Of each broker, in each portfolio and in all together, the last comparison by that day. A broker of whom none was ever kept is not asked for.
const COMPARED = statement(
  'broker-reports.compared-brokers',
  `SELECT b.name, max(k.end_date) AS compared_to, coalesce(sum(k.differing), 0)::bigint AS differing!
     FROM brokers b
     LEFT JOIN (SELECT DISTINCT ON (c.broker_id, c.portfolio_id) c.broker_id, c.end_date, c.differing FROM broker_comparisons c
                 WHERE c.end_date <= :through::date AND (:portfolioIds?::bigint[] IS NULL OR c.portfolio_id IS NULL OR c.portfolio_id = ANY (:portfolioIds))
                 ORDER BY c.broker_id, c.portfolio_id, c.end_date DESC, c.id DESC) k ON k.broker_id = b.id
    WHERE b.is_active AND EXISTS (SELECT FROM broker_comparisons c WHERE c.broker_id = b.id
       AND (:portfolioIds?::bigint[] IS NULL OR c.portfolio_id IS NULL OR c.portfolio_id = ANY (:portfolioIds)))
    GROUP BY b.id, b.name ORDER BY lower(b.name)`,
)

/** A broker, the last day of his newest statement (null: none by that day), and what differed in it. */
export type ComparedBroker = RowOf<typeof COMPARED>

/**
 * The active brokers of whom a statement was ever compared, by name.
 * @param asked `portfolioIds` null: of all portfolios that the person sees.
 */
export function comparedBrokers(
  db: Queryable,
  asked: { readonly portfolioIds: readonly number[] | null; readonly through: string },
): Promise<ComparedBroker[]> {
  return db.query(COMPARED, asked)
}
