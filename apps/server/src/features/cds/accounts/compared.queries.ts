/** How far the accounts at the depository are compared with their statements. */
import { type Queryable, type RowOf, statement } from '../../../platform/database/database.ts'

// Of each account the newest statement by that day, in its newest comparison; a break with a note is explained.
const COMPARED = statement(
  'cds.compared-accounts',
  `SELECT c.account, k.statement_date, coalesce(b.breaks, 0) AS breaks!
     FROM cds_accounts c
     LEFT JOIN LATERAL (
       SELECT s.id, s.statement_date FROM cds_statements s
        WHERE s.statement_date <= :through::date AND EXISTS (SELECT FROM cds_statement_lines l WHERE l.statement_id = s.id AND l.account_id = c.id)
        ORDER BY s.statement_date DESC, s.id DESC LIMIT 1) k ON true
     LEFT JOIN LATERAL (
       SELECT count(*) AS breaks FROM cds_comparison_lines l
        WHERE l.comparison_id = (SELECT o.id FROM cds_comparisons o WHERE o.statement_id = k.id ORDER BY o.version DESC LIMIT 1)
          AND l.account_id = c.id AND l.cause IS NOT NULL
          AND NOT EXISTS (SELECT FROM cds_break_notes n WHERE n.statement_id = k.id AND n.account_id = l.account_id AND n.symbol = l.symbol)) b ON true
    WHERE c.is_active AND EXISTS (SELECT FROM cds_account_portfolios p WHERE p.account_id = c.id
       AND (:portfolioIds?::bigint[] IS NULL OR p.portfolio_id = ANY (:portfolioIds)))
    ORDER BY c.account`,
)

/** Account, date of the newest statement (null: none), and its breaks without an explanation. */
export type ComparedAccount = RowOf<typeof COMPARED>

/**
 * The active accounts of portfolios, by name, each as its newest statement of a day or before says.
 * @param asked `portfolioIds` null: of all portfolios that the person sees.
 */
export function comparedAccounts(
  db: Queryable,
  asked: { readonly portfolioIds: readonly number[] | null; readonly through: string },
): Promise<ComparedAccount[]> {
  return db.query(COMPARED, asked)
}
