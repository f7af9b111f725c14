/** Requests for approval that wait, for the checklist of a lock. */
import { requestNumber } from '@em/contract/approvals/approvals'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { readForTheBooks } from '../../platform/database/scope.ts'

const DATED = statement(
  'approvals.dated',
  `SELECT r.id FROM approval_requests r
    WHERE r.ended_at IS NULL AND r.expires_on >= :today::date AND r.dated <= :through::date
      AND (r.portfolios IS NULL OR r.portfolios && :portfolioIds::bigint[]) ORDER BY r.dated, r.id LIMIT 1000`,
)

interface Asked {
  readonly portfolioIds: readonly number[]
  readonly through: string
  readonly today: string
}

/** The numbers of requests that wait and whose entries are dated by a day, of these portfolios. */
export const requestsDated = (db: Queryable, asked: Asked): Promise<string[]> =>
  readForTheBooks(db, async () => (await db.query(DATED, asked)).map(({ id }) => requestNumber(id)))
