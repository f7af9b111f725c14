/** The user who acts, read anew: he may have been disabled, or have other rights, since he sent what is carried out now. */
import type { Route } from '@em/contract/kit/route'
import { authorize, type SignedIn } from '../../../platform/authorize.ts'
import { type Queryable, statement } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { ENTITLED, rightsOf, standingOf } from './person.ts'

const ACTOR = statement(
  'identity.actor',
  `SELECT u.id, u.is_active, ${ENTITLED} FROM users u WHERE u.id = :userId`,
)
const ENDED = statement(
  'identity.session-ended',
  'SELECT FROM sessions WHERE id = :sessionId AND revoked_at IS NOT NULL',
)

/** The owner of a job that starts. @throws Refusal `account.disabled`. */
export async function actorOf(db: Queryable, userId: number): Promise<SignedIn> {
  const [row] = await db.query(ACTOR, { userId })
  if (!row?.is_active) throw new Refusal('account.disabled')
  const { roles, portfolios } = standingOf(row)
  return { id: row.id, sessionId: 0, rights: rightsOf(row), roles, portfolios }
}

/**
 * The user who changes what others may do, as he is in the transaction that changes it: his request may have waited in the queue
 * while the right to it was taken from him.
 * @throws Refusal `account.disabled`, `auth.required` where his session has ended, `rights.missing`, `rights.scope`.
 */
export async function actorNow(tx: Queryable, route: Route, actor: SignedIn): Promise<SignedIn> {
  const [now, ended] = await Promise.all([
    actorOf(tx, actor.id),
    tx.query(ENDED, { sessionId: actor.sessionId }),
  ])
  if (ended.length > 0) throw new Refusal('auth.required')
  authorize(route, now)
  return now
}
