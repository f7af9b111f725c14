import type { CostingAssignment } from '@em/contract/registers/costing-methods'
import { type Queryable, statement } from '../../platform/database/database.ts'

const ASSIGNMENT = `SELECT p.portfolio_id AS "portfolioId", p.portfolio_name AS "portfolioName", m.costing_method, m.assigned_at
  FROM costing_methods m JOIN portfolios p ON p.id = m.portfolio_id`
const ALL = statement(
  'costing-methods.all',
  `${ASSIGNMENT} ORDER BY m.assigned_at DESC, m.portfolio_id DESC LIMIT 10000`,
)
const OF_PORTFOLIO = statement('costing-methods.of-portfolio', `${ASSIGNMENT} WHERE m.portfolio_id = $1`)

/** The assigned methods, newest first. */
export function listAssignments(db: Queryable): Promise<CostingAssignment[]> {
  return db.query<CostingAssignment>(ALL)
}

/** The method of one portfolio (by id), undefined while none is assigned. */
export async function assignmentOf(
  db: Queryable,
  portfolioId: number,
): Promise<CostingAssignment | undefined> {
  const [found] = await db.query<CostingAssignment>(OF_PORTFOLIO, [portfolioId])
  return found
}
