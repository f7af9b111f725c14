/** Whether the holdings in the books of a day are valued: asked by reports with balances of that day. */
import { type Queryable, type RowOf, statement } from '../../../platform/database/database.ts'

// The balances kept by the write: months before, and the days of the month.
const DAY = statement(
  'valuations.day',
  `SELECT p.id, p.portfolio_id AS "portfolioId", p.portfolio_name AS "portfolioName", h.carrying AS carrying!, f.run_id AS run,
          CASE WHEN f.run_id IS NULL THEN 'not-valued'
               WHEN EXISTS (SELECT FROM valuation_marks k WHERE k.valuation_id = f.valuation_id) THEN 'stale' ELSE 'valued' END AS state!,
          coalesce(y.locked_through >= :date::date, false) AS locked!
     FROM (SELECT k.portfolio_id, sum(k.debit - k.credit) AS carrying
             FROM (SELECT DISTINCT account_id FROM gl_mappings WHERE role IN ('investment', 'transaction-costs') AND account_id IS NOT NULL) a
             JOIN (SELECT account_id, portfolio_id, debit, credit FROM ledger_months WHERE month < date_trunc('month', :date::timestamp)::date
                   UNION ALL
                   SELECT account_id, portfolio_id, debit, credit FROM ledger_days
                    WHERE day >= date_trunc('month', :date::timestamp)::date AND day <= :date::timestamp::date) k USING (account_id)
            WHERE k.portfolio_id <> 0 AND (:portfolioIds?::bigint[] IS NULL OR k.portfolio_id = ANY (:portfolioIds))
            GROUP BY k.portfolio_id) h
     JOIN portfolios p ON p.id = h.portfolio_id JOIN entities y ON y.id = p.entity_id
     LEFT JOIN valuations_in_force f ON f.portfolio_id = p.id AND f.valuation_date = :date::date
    WHERE h.carrying <> 0 OR f.run_id IS NOT NULL
    ORDER BY lower(p.portfolio_name), p.id`,
)

/** The state of a portfolio on a day; `carrying` is the balance of 1100 and 1105, exact text. */
export type PortfolioDay = RowOf<typeof DAY>

/** The portfolios (all that one sees where null) that have investments in their books on a day, or a run of it in force, by name. */
export function portfoliosOnDay(
  db: Queryable,
  portfolioIds: readonly number[] | null,
  date: string,
): Promise<PortfolioDay[]> {
  return db.query(DAY, { portfolioIds, date })
}
