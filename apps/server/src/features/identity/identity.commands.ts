/** Sign-up, sign-in, sign-out and the change of a password. Each leaves an audit row; none holds a password. */
import type { credentials, passwordChange, signup, User } from '@em/contract/identity'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { constraintOf, type Queryable, sqlState, type Transaction } from '../../platform/database/database.ts'
import { throughTheDoor } from '../../platform/door.ts'
import { type Server, wantsDryRun } from '../../platform/http/serve.ts'
import type { SignedIn } from '../../platform/http/token.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { countAttempt, countSignUp, forgetOldAttempts } from './attempts.ts'
import {
  ANY_USER,
  AUDIT,
  END_OTHER_SESSIONS,
  END_SESSION,
  LOCK_USER,
  NEW_USER,
  SET_PASSWORD,
  USER_BY_EMAIL,
  type UserRow,
} from './identity.queries.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { openSession, type Sessions } from './sessions.ts'

interface Entered {
  readonly token: string
  readonly user: User
}

interface Event {
  readonly action: string
  readonly userId: number | null
  readonly entityId: string | number
  readonly after?: object
}

async function note(on: Queryable, request: FastifyRequest, event: Event): Promise<void> {
  const after = JSON.stringify({ ...event.after, ip: request.ip })
  await on.query(AUDIT, [event.userId, event.action, String(event.entityId), after, request.id])
}

/** A session that would not be kept cannot be shown: these two have no preview. */
function refusePreview(request: FastifyRequest): void {
  if (!wantsDryRun(request)) return
  throw new Refusal('request.invalid', {}, [
    { field: 'dryRun', message: 'Sign-up and sign-in cannot be previewed.' },
  ])
}

/**
 * Opens an account and signs in. The first account is the administrator, also where sign-up is closed.
 * Refuses with `auth.signup-closed`, `auth.email-taken` or, after too many from one address, `auth.too-many`.
 */
export async function signUp(
  server: Server,
  request: FastifyRequest,
  body: z.output<typeof signup>,
): Promise<Entered> {
  refusePreview(request)
  const open = server.settings.signup === 'open'
  const [any] = await server.database.query<{ found: boolean }>(ANY_USER)
  if (!open && any?.found) throw new Refusal('auth.signup-closed')
  await countSignUp(server.database, request.ip)
  const hash = await hashPassword(body.password, 'stranger')
  const enter = () =>
    server.database.transaction(async (tx) => {
      const [user] = await tx.query<UserRow>(NEW_USER, [
        body.first_name,
        body.last_name,
        body.email,
        hash,
        open,
      ])
      if (!user) throw new Refusal('auth.signup-closed')
      const token = await openSession(tx, user.id)
      const after = { email: user.email, is_admin: user.is_admin }
      await note(tx, request, { action: 'identity.signup', userId: user.id, entityId: user.id, after })
      return { token, user }
    })
  try {
    return await enter().catch((error: unknown) => {
      // Somebody else became the first account in the meantime: this one is an ordinary one.
      if (constraintOf(error) === 'users_one_admin') return enter()
      throw error
    })
  } catch (error) {
    if (constraintOf(error) === 'users_email') throw refuseField('auth.email-taken', 'email')
    // The database lower-cases by its own tables; what it will not take as lower case is not an address.
    if (sqlState(error) === '23514') {
      throw new Refusal('request.invalid', {}, [{ field: 'email', message: 'Email is invalid' }])
    }
    throw error
  }
}

/**
 * Signs in. A wrong password, an unknown e-mail and a closed account answer alike, after the same work:
 * `auth.wrong`; after too many of them `auth.too-many`.
 */
export async function signIn(
  server: Server,
  request: FastifyRequest,
  body: z.output<typeof credentials>,
): Promise<Entered> {
  refusePreview(request)
  const attempt = await countAttempt(server.database, body.email, request.ip)
  const [found] = await server.database.query<UserRow & { is_active: boolean; password_hash: string }>(
    USER_BY_EMAIL,
    [body.email],
  )
  const right = await verifyPassword(body.password, found?.password_hash)
  if (!found?.is_active || !right) {
    const entityId = found?.id ?? 'unknown'
    const after = { email: body.email }
    await note(server.database, request, { action: 'identity.login-refused', userId: null, entityId, after })
    await forgetOldAttempts(server.database)
    throw new Refusal('auth.wrong')
  }
  const { is_active: _, password_hash: __, ...user } = found
  return server.database.transaction(async (tx) => {
    const token = await openSession(tx, user.id)
    await attempt.clear(tx)
    await note(tx, request, { action: 'identity.login', userId: user.id, entityId: user.id })
    return { token, user }
  })
}

/** Runs a command of a signed-in user through the door. Without a key: a body with passwords is not kept, not even hashed. */
async function asUser(
  server: Server,
  request: FastifyRequest,
  user: SignedIn,
  action: string,
  command: (tx: Transaction) => Promise<void>,
): Promise<{ success: true }> {
  const done = await throughTheDoor(
    server.database,
    { route: action, actor: user, dryRun: wantsDryRun(request), requestId: request.id, status: 200 },
    async (tx) => {
      await command(tx)
      return {
        answer: { success: true } as const,
        audit: { action, entity: 'user', entityId: user.id, after: { ip: request.ip } },
      }
    },
  )
  return done.answer
}

/** Revokes the session that the request came with. */
export async function signOut(
  server: Server,
  sessions: Sessions,
  request: FastifyRequest,
  user: SignedIn,
): Promise<{ success: true }> {
  const answer = await asUser(server, request, user, 'identity.logout', async (tx) => {
    await tx.query(END_SESSION, [user.sessionId])
  })
  sessions.forget(user.id)
  return answer
}

/** Changes the password and ends every other session. Refuses with `auth.password-wrong` or `auth.too-many`. */
export async function changePassword(
  server: Server,
  sessions: Sessions,
  request: FastifyRequest,
  user: SignedIn,
  body: z.output<typeof passwordChange>,
): Promise<{ success: true }> {
  // Whoever holds a token only must not be able to guess the password through this door.
  const attempt = await countAttempt(server.database, `password of ${user.id}`, request.ip)
  const hash = await hashPassword(body.new_password, 'member')
  const change = async (tx: Transaction) => {
    const [found] = await tx.query<{ password_hash: string }>(LOCK_USER, [user.id])
    if (!(await verifyPassword(body.current_password, found?.password_hash))) {
      throw refuseField('auth.password-wrong', 'current_password')
    }
    await tx.query(SET_PASSWORD, [user.id, hash])
    await tx.query(END_OTHER_SESSIONS, [user.id, user.sessionId])
    await attempt.clear(tx)
  }
  try {
    const answer = await asUser(server, request, user, 'identity.change-password', change)
    sessions.forget(user.id)
    return answer
  } catch (error) {
    if (error instanceof Refusal && error.code === 'auth.password-wrong') {
      const action = 'identity.change-password-refused'
      await note(server.database, request, { action, userId: user.id, entityId: user.id })
    }
    throw error
  }
}
