/** Who a job belongs to, read anew when it starts: he may have been disabled, or have other rights, since he sent it. */
import type { SignedIn } from '../../../platform/authorize.ts'
import { type Queryable, statement } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { ENTITLED, rightsOf, standingOf } from './person.ts'

const ACTOR = statement(
  'identity.actor',
  `SELECT u.id, u.is_active, ${ENTITLED} FROM users u WHERE u.id = :userId`,
)

/** @throws Refusal `account.disabled`. */
export async function actorOf(db: Queryable, userId: number): Promise<SignedIn> {
  const [row] = await db.query(ACTOR, { userId })
  if (!row?.is_active) throw new Refusal('account.disabled')
  const { roles, portfolios } = standingOf(row)
  return { id: row.id, sessionId: 0, rights: rightsOf(row), roles, portfolios }
}
