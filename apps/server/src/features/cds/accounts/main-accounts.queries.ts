/** The main CDS account of a portfolio: its holdings are there unless a trade was placed in another one. */
import { type Queryable, statement } from '../../../platform/database/database.ts'

/** Of a portfolio without an account from an earlier day, the first one counts from the beginning. */
const MAIN = statement(
  'cds.main-accounts',
  `SELECT DISTINCT ON (m.portfolio_id) m.portfolio_id, m.account_id, a.account
     FROM cds_main_accounts m JOIN cds_accounts a ON a.id = m.account_id
    WHERE m.portfolio_id = ANY (:portfolioIds::bigint[])
    ORDER BY m.portfolio_id, m.from_date > coalesce(:date?::date, 'infinity'::date),
             CASE WHEN m.from_date <= coalesce(:date::date, 'infinity'::date) THEN m.from_date END DESC, m.from_date`,
)

export interface CdsAccount {
  readonly id: number
  /** As it is printed: ABC-12345-LI/00. */
  readonly number: string
}

/**
 * The main CDS account of each portfolio on a day, by the portfolio's id; portfolios without one are left out.
 * @param date left out: the newest.
 */
export async function cdsAccountOf(
  db: Queryable,
  portfolioIds: readonly number[],
  date: string | null = null,
): Promise<ReadonlyMap<number, CdsAccount>> {
  const rows = await db.query(MAIN, { portfolioIds, date })
  return new Map(rows.map((row) => [row.portfolio_id, { id: row.account_id, number: row.account }]))
}
