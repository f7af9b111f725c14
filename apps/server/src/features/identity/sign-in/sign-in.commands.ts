/** Sign-up and sign-in. Each leaves an audit row; none holds a password. */
import type { credentials, signup, User } from '@em/contract/identity/identity'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type Database, type Queryable, type Transaction } from '../../../platform/database/database.ts'
import type { Server } from '../../../platform/http/serve.ts'
import { Refusal, refuseField } from '../../../platform/refusal.ts'
import {
  BEFORE_SIGN_UP,
  END_WAITING,
  HOLD_FOR_SIGN_IN,
  NEW_USER,
  ONE_SIGN_UP,
  REPEATED_SIGN_UP,
  USER_BY_EMAIL,
  USER_BY_ID,
} from '../accounts/identity.queries.ts'
import { checkNewPassword } from '../accounts/new-password.ts'
import { orNoAddress } from '../accounts/no-address.ts'
import { note } from '../accounts/notes.ts'
import { type Asker, hashPassword, verifyPassword } from '../accounts/password.ts'
import { userOf } from '../accounts/person.ts'
import { openSession } from '../accounts/sessions.ts'
import { countSignIn, countSignUp, forgetOldAttempts } from './attempts.ts'
import { findSignInOrigin, networkOf } from './sign-in-origin.ts'

interface Entered {
  readonly token: string
  readonly user: User
}
interface Waiting {
  readonly waiting: true
  readonly message: string
}
interface Call<Body extends z.ZodType> {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly body: z.output<Body>
}

/** Sign-ups that wait at a time; the list must stay one that a person can go through. */
const WAITING_MOST = 1_000
/** Of them from one network, so that one stranger cannot take all slots. */
const WAITING_OF_NETWORK = 50
/** A sign-up that was not approved for so long gives its slot to others. */
const WAITING_DAYS = 30
const FULL_SECONDS = 3_600

const WAIT: Waiting = {
  waiting: true,
  message: "Thank you. Your account needs the administrator's approval before you can sign in.",
}

/**
 * Opens an account and signs in. The first account is the administrator and signs in whatever SIGNUP says; with
 * FIRST_RUN_CODE=1 it needs the first-run code (`auth.first-run-code`). Where
 * accounts need approval the answer is 202 without a token, and the same, after the same work, for an e-mail that
 * has an account already. Refuses with `auth.signup-closed`, `auth.email-taken`, `auth.signups-full`, what
 * `checkNewPassword` refuses or, after too many from one address, `auth.too-many`.
 */
export async function signUp(
  server: Server,
  { request, reply, body }: Call<typeof signup>,
): Promise<Entered | Waiting> {
  const mode = server.settings.signup
  const network = networkOf(request.ip)
  const beforeSignUp = (on: Queryable) =>
    on.query(BEFORE_SIGN_UP, { waitingMost: WAITING_MOST, network, waitingOfNetwork: WAITING_OF_NETWORK })
  const [before] = await beforeSignUp(server.database)
  if (mode === 'closed' && before?.any_user) throw new Refusal('auth.signup-closed')
  await countSignUp(server.database, request.ip)
  if (before?.any_user === false && server.firstRunCode?.(body.first_run_code ?? '') === false) {
    throw refuseField('auth.first-run-code', 'first_run_code')
  }
  if (mode === 'approval' && before?.full) throw new Refusal('auth.signups-full', { seconds: FULL_SECONDS })
  await checkNewPassword(body.password, body, server.settings.passwordMin, 'password')
  const hash = await hashPassword(body.password, 'stranger')
  const origin = await findSignInOrigin(server.database, request, body.email)
  const enter = () =>
    server.database.transaction(async (tx) => {
      // One after the other, also those who may be the first: then the next one finds an account.
      if (mode === 'approval' || before?.any_user === false) await tx.query(ONE_SIGN_UP)
      if (mode === 'approval') {
        const [now] = await beforeSignUp(tx)
        if (now?.full) throw new Refusal('auth.signups-full', { seconds: FULL_SECONDS })
      }
      const [made] = await tx.query(NEW_USER, {
        firstName: body.first_name,
        lastName: body.last_name,
        email: body.email,
        hash,
        mode,
        network,
      })
      if (!made) return repeated(tx, server, request, { email: body.email, hash, network })
      const user = await userIn(tx, made.id)
      const after = { email: user.email, is_admin: user.is_admin }
      await note(tx, request, { action: 'identity.signup', userId: user.id, entityId: user.id, after })
      if (made.waiting) return WAIT
      await origin.keep(tx, user.id, reply)
      const token = await openSession(tx, server.settings.session, request, { id: user.id, keep: false })
      return { token, user }
    })
  const answer = await orNoAddress(enter)
  if ('waiting' in answer) void reply.code(202)
  return answer
}

/** The e-mail has an account, or sign-up is closed. */
async function repeated(
  tx: Transaction,
  server: Server,
  request: FastifyRequest,
  { email, hash, network }: { readonly email: string; readonly hash: string; readonly network: string },
): Promise<Waiting> {
  if (server.settings.signup === 'closed') throw new Refusal('auth.signup-closed')
  if (server.settings.signup === 'open') throw refuseField('auth.email-taken', 'email')
  const [account] = await tx.query(REPEATED_SIGN_UP, { email, hash, network })
  const entityId = account?.id ?? 'unknown'
  await note(tx, request, { action: 'identity.signup-repeated', userId: null, entityId, after: { email } })
  return WAIT
}

/** Ends the waiting of sign-ups that were not approved in 30 days; each account leaves an audit row. Called now and then. */
export async function endOldWaiting(database: Database): Promise<void> {
  await database.query(END_WAITING, { waitingDays: WAITING_DAYS })
}

/** The person as the answer shows him. */
async function userIn(tx: Transaction, userId: number): Promise<User> {
  const [found] = await tx.query(USER_BY_ID, { userId })
  if (found === undefined) throw new Refusal('auth.required')
  return userOf(found)
}

interface Found {
  id: number
  is_active: boolean
  waiting: boolean
  signed_in_before: boolean
  password_hash: string
  repeated_signup_hash: string | null
}

/**
 * Signs in. A wrong password and an unknown e-mail answer alike, after the same work: `auth.wrong`; after too many of
 * them `auth.too-many`. The right password of a waiting account: `account.waiting`, of a disabled one: `account.disabled`.
 */
export async function signIn(
  server: Server,
  { request, reply, body }: Call<typeof credentials>,
): Promise<Entered> {
  const { database, settings } = server
  const origin = await findSignInOrigin(database, request, body.email)
  const attempt = await countSignIn(database, body.email, origin)
  const [found] = await database.query(USER_BY_EMAIL, { email: body.email })
  // Of an e-mail without an account no origin is known, so that it waits where another one's would.
  const of = origin.known ? 'member' : 'stranger'
  const right = await verifyPassword(body.password, found?.password_hash, of)
  if (!found?.is_active || !right) {
    const waits = await isWaiting(server, found, { password: body.password, right, of })
    // A declined sign-up gets the same answer: another one would reveal which e-mails had no account before.
    const disabled = right && found?.is_active === false && found.signed_in_before
    const why = disabled ? 'account.disabled' : waits ? 'account.waiting' : 'auth.wrong'
    return refuse(database, request, { found, email: body.email, why })
  }
  const entered = await database.transaction(async (tx) => {
    const [now] = await tx.query(HOLD_FOR_SIGN_IN, { userId: found.id })
    // The password was changed or the account disabled while the password was verified.
    if (!now?.is_active || now.password_hash !== found.password_hash) return undefined
    const user = await userIn(tx, found.id)
    const token = await openSession(tx, settings.session, request, { id: user.id, keep: body.keep ?? false })
    await attempt.clear(tx)
    await origin.keep(tx, user.id, reply)
    await note(tx, request, { action: 'identity.login', userId: user.id, entityId: user.id })
    return { token, user }
  })
  return entered ?? refuse(database, request, { found, email: body.email, why: 'auth.wrong' })
}

/**
 * Signs a visitor of a demo server in as its user. Called by the route that only a demo server has.
 * @throws Refusal `account.disabled` where the account was disabled, `auth.required` where there is none.
 */
export async function visitDemo(
  server: Server,
  { request, email }: { readonly request: FastifyRequest; readonly email: string },
): Promise<Entered> {
  const { database, settings } = server
  const [found] = await database.query(USER_BY_EMAIL, { email })
  if (found === undefined) throw new Refusal('auth.required')
  return database.transaction(async (tx) => {
    const [now] = await tx.query(HOLD_FOR_SIGN_IN, { userId: found.id })
    if (!now?.is_active) throw new Refusal('account.disabled')
    const user = await userIn(tx, found.id)
    const token = await openSession(tx, settings.session, request, { id: user.id, keep: false })
    await note(tx, request, { action: 'identity.login', userId: user.id, entityId: user.id })
    return { token, user }
  })
}

interface Tried {
  readonly password: string
  /** Whether it is the account's own. */
  readonly right: boolean
  readonly of: Asker
}

/**
 * Whether to say that the account waits: to a person who knows the password of the last sign-up with this e-mail, whether
 * it had an account before or not. Where sign-up is not open each refused sign-in costs this second reading, so that its
 * time reveals nothing.
 */
async function isWaiting(
  server: Server,
  found: Found | undefined,
  { password, right, of }: Tried,
): Promise<boolean> {
  const own = right && found?.waiting === true
  // An open sign-up names the e-mails that have an account.
  if (server.settings.signup === 'open') return own
  const last = found?.repeated_signup_hash ?? undefined
  const repeats = await verifyPassword(password, last, of)
  return last === undefined ? own : repeats
}

interface Refused {
  readonly found: Found | undefined
  readonly email: string
  readonly why: 'auth.wrong' | 'account.waiting' | 'account.disabled'
}

async function refuse(
  database: Database,
  request: FastifyRequest,
  { found, email, why }: Refused,
): Promise<never> {
  // A waiting account counts as a wrong try, too: otherwise a sign-up with another person's e-mail would allow more guesses.
  const action = why === 'account.waiting' ? 'identity.login-waiting' : 'identity.login-refused'
  await note(database, request, { action, userId: null, entityId: found?.id ?? 'unknown', after: { email } })
  await forgetOldAttempts(database)
  throw new Refusal(why)
}
