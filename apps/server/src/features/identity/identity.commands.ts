/** Acts of a signed-in user on his own sessions and password. Each leaves an audit row; none holds a password. */
import { type passwordByLink, type passwordChange, users } from '@em/contract/identity/identity'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { authorize, type SignedIn } from '../../platform/authorize.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { type Outcome, throughTheDoor } from '../../platform/door.ts'
import { type Server, wantsDryRun } from '../../platform/http/serve.ts'
import { untilForgotten } from '../../platform/http/token.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { actorOf } from './accounts/actor.queries.ts'
import {
  END_OTHER_SESSIONS,
  END_SESSION,
  LINK_OWNER,
  LOCK_USER,
  OWN_PASSWORD,
  SET_PASSWORD,
  TAKE_UP,
  USE_LINK,
} from './accounts/identity.queries.ts'
import { checkNewPassword } from './accounts/new-password.ts'
import { note } from './accounts/notes.ts'
import { hashPassword, verifyPassword } from './accounts/password.ts'
import { requireOwn } from './accounts/person.ts'
import { hashOf } from './accounts/sessions.ts'
import { countPasswordTry } from './sign-in/attempts.ts'
import { findSignInOrigin } from './sign-in/sign-in-origin.ts'

interface Done {
  readonly success: true
}
const DONE: Done = { success: true }

/** The user who ends a session of his own, and where the request came from. */
interface Own {
  readonly user: SignedIn
  readonly address: string | null
}

const outcome = <Answer>(action: string, { user, address }: Own, answer: Answer): Outcome<Answer> => ({
  answer,
  audit: { action, entity: 'user', entityId: user.id, after: { ip: address } },
})

/** Revokes the session that the request came with. */
export async function signOut(tx: Transaction, own: Own): Promise<Outcome<Done>> {
  await tx.query(END_SESSION, { sessionId: own.user.sessionId, userId: own.user.id })
  return outcome('identity.logout', own, DONE)
}

/** Ends one session of the user's own. @throws Refusal 404 for any other. */
export async function endSession(tx: Transaction, own: Own, id: number): Promise<Outcome<Done>> {
  const ended = await tx.query(END_SESSION, { sessionId: id, userId: own.user.id })
  if (ended.length === 0) throw new Refusal('record.missing', { what: 'The session' })
  return outcome('identity.end-session', own, DONE)
}

/** Ends every session of the user's own but this one. */
export async function endOtherSessions(
  tx: Transaction,
  own: Own,
): Promise<Outcome<Done & { ended: number }>> {
  const ended = await tx.query(END_OTHER_SESSIONS, { userId: own.user.id, sessionId: own.user.sessionId })
  const answer = { ...DONE, ended: ended.filter(({ open }) => open).length }
  return outcome('identity.end-other-sessions', own, answer)
}

/**
 * Changes the password and ends every other session. Refuses with `auth.password-wrong`, `auth.too-many` or what
 * `checkNewPassword` refuses.
 */
export async function changePassword(
  server: Server,
  { request, user }: { readonly request: FastifyRequest; readonly user: SignedIn },
  body: z.output<typeof passwordChange>,
): Promise<Done> {
  // A stolen token must not allow guessing the password here, so wrong tries are counted.
  const attempt = await countPasswordTry(server.database, user.id, request.ip)
  const action = 'identity.change-password'
  const change = async () => {
    const [found] = await server.database.query(OWN_PASSWORD, { userId: user.id })
    if (!(await verifyPassword(body.current_password, found?.password_hash, 'member')) || !found) {
      throw refuseField('auth.password-wrong', 'current_password')
    }
    await checkNewPassword(body.new_password, found, server.settings.passwordMin, 'new_password')
    const hash = await hashPassword(body.new_password, 'member')
    // Without a key: a body with passwords is not kept, not even hashed.
    const done = await throughTheDoor(
      server.database,
      { route: action, actor: user, dryRun: wantsDryRun(request), requestId: request.id, status: 200 },
      async (tx) => {
        const answer = await replace(tx, found.password_hash, hash)
        return outcome(action, { user, address: request.ip }, answer)
      },
    )
    return done.answer
  }
  const replace = async (tx: Transaction, verified: string, hash: string) => {
    const [now] = await tx.query(LOCK_USER, { userId: user.id })
    if (now?.password_hash !== verified) throw refuseField('auth.password-wrong', 'current_password')
    await tx.query(SET_PASSWORD, { userId: user.id, hash })
    await tx.query(END_OTHER_SESSIONS, { userId: user.id, sessionId: user.sessionId })
    await attempt.clear(tx)
    return DONE
  }
  try {
    const answer = await change()
    await untilForgotten()
    return answer
  } catch (error) {
    if (error instanceof Refusal && error.code === 'auth.password-wrong') {
      const refused = 'identity.change-password-refused'
      await note(server.database, request, { action: refused, userId: user.id, entityId: user.id })
    }
    throw error
  }
}

/**
 * Sets a password with the token of a one-time link and ends every session of the account. The browser counts as
 * known from then on, so that the owner gets in while strangers guess. Refuses with `auth.link-invalid` or what
 * `checkNewPassword` refuses; then the link stays.
 */
export async function setPasswordByLink(
  server: Server,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  body: z.output<typeof passwordByLink>,
): Promise<Done> {
  const tokenHash = hashOf(body.token)
  const [owner] = await server.database.query(LINK_OWNER, { tokenHash })
  if (!owner) throw new Refusal('auth.link-invalid')
  await checkNewPassword(body.new_password, owner, server.settings.passwordMin, 'new_password')
  const hash = await hashPassword(body.new_password, 'member')
  const origin = await findSignInOrigin(server.database, request, owner.email)
  await server.database.transaction(async (tx) => {
    const [used] = await tx.query(USE_LINK, { tokenHash })
    if (!used || !(await mayStillLink(tx, used))) throw new Refusal('auth.link-invalid')
    await tx.query(SET_PASSWORD, { userId: used.user_id, hash })
    tx.send(TAKE_UP, {
      userId: used.user_id,
      firstName: body.first_name ?? null,
      lastName: body.last_name ?? null,
    })
    await tx.query(END_OTHER_SESSIONS, { userId: used.user_id, sessionId: 0 })
    await origin.keep(tx, used.user_id, reply)
    await note(tx, request, { action: 'identity.set-password', userId: used.user_id, entityId: used.user_id })
  })
  await untilForgotten()
  return DONE
}

interface Link {
  readonly user_id: number
  /** Null for the command on the server. */
  readonly created_by: number | null
}

/**
 * Whether who made a link could make it now: he has seen it, and the account may have been given rights since that he does not
 * have, or he may have been disabled.
 */
async function mayStillLink(tx: Transaction, { user_id, created_by }: Link): Promise<boolean> {
  if (created_by === null) return true
  try {
    const [maker, owner] = await Promise.all([actorOf(tx, created_by), actorOf(tx, user_id)])
    authorize(users.passwordLink, maker)
    requireOwn(maker, owner.rights)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
