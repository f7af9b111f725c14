import type { CostingAssignment } from '@em/contract/costing-methods/costing-methods'
import type { PageQuery } from '@em/contract/kit/register'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { pageByKey } from '../../registers/list.ts'

const COLUMNS = `p.portfolio_id AS "portfolioId", p.portfolio_name AS "portfolioName", m.costing_method, m.assigned_at,
          EXISTS (SELECT FROM trades t WHERE t.portfolio_id = m.portfolio_id AND NOT t.is_deleted) AS "hasTrades"`
const FROM = 'FROM costing_methods m JOIN portfolios p ON p.id = m.portfolio_id'
// The time as whole microseconds: a cursor gives it back exactly.
const ASSIGNED = '(extract(epoch FROM m.assigned_at) * 1000000)::bigint'
const PAGE = statement(
  'costing-methods.page',
  `SELECT ${COLUMNS}, ${ASSIGNED}::text AS key, m.portfolio_id AS id ${FROM}
    WHERE :key?::bigint IS NULL OR (${ASSIGNED}, m.portfolio_id) < (:key::bigint, :id?::bigint)
    ORDER BY m.assigned_at DESC, m.portfolio_id DESC LIMIT :limit`,
)
const COUNT = statement('costing-methods.count', 'SELECT count(*) AS total FROM costing_methods')
const OF_PORTFOLIO = statement(
  'costing-methods.of-portfolio',
  `SELECT ${COLUMNS} ${FROM} WHERE m.portfolio_id = :portfolioId`,
)

function toAssignment(row: CostingAssignment): CostingAssignment {
  const { portfolioId, portfolioName, costing_method, assigned_at, hasTrades } = row
  return { portfolioId, portfolioName, costing_method, assigned_at, hasTrades }
}

/** One page of the assigned methods, newest first. */
export async function listAssignments(db: Queryable, query: PageQuery) {
  const named = { name: 'costing-methods', page: PAGE, count: COUNT }
  const page = await pageByKey(db, query, named)
  return { ...page, records: page.records.map(toAssignment) }
}

/** The method of one portfolio (by id), undefined while none is assigned. */
export async function assignmentOf(
  db: Queryable,
  portfolioId: number,
): Promise<CostingAssignment | undefined> {
  const [found] = await db.query(OF_PORTFOLIO, { portfolioId })
  return found
}
