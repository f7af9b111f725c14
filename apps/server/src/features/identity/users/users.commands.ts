/** Acts on accounts: invite, let in, disable, give roles and portfolios, make a one-time link. */
import { type accountStates, passwordLinkPath, type UserRecord, users } from '@em/contract/identity/identity'
import type { Right } from '@em/contract/identity/rights'
import { ADMINISTRATOR, MEMBER } from '@em/contract/identity/roles'
import type { Reply } from '@em/contract/kit/route'
import type { SignedIn } from '../../../platform/authorize.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import type { Outcome } from '../../../platform/door.ts'
import { Refusal, refuseField } from '../../../platform/refusal.ts'
import { holdRules, requireDecidable } from '../../approvals/rules.commands.ts'
import { actorNow } from '../accounts/actor.queries.ts'
import { DROP_LINK, END_OTHER_SESSIONS, END_SESSION, NEW_LINK } from '../accounts/identity.queries.ts'
import { orNoAddress } from '../accounts/no-address.ts'
import { NOBODYS } from '../accounts/password.ts'
import { requireOwn, rightsOf, standingOf } from '../accounts/person.ts'
import { hashOf, newToken } from '../accounts/sessions.ts'
import {
  findRoles,
  findScope,
  keepRoles,
  keepScope,
  type NamedScope,
  scopeOf,
  WHOLE,
} from './standing.queries.ts'
import {
  ENABLE_USER,
  INVITE_USER,
  LIST_USERS,
  LOCK_ADMINISTRATORS,
  LOCK_ONE,
  NEXT_VERSION,
  ONE_USER,
  type RecordRow,
} from './users.queries.ts'

/** A one-time link is valid this long; that of an invitation for a week. */
export const LINK_HOURS = 24
const INVITATION_HOURS = 7 * 24

type State = (typeof accountStates)[number]
type Row = Omit<RecordRow, 'state'> & { readonly state: string }

const recordOf = (row: Row): UserRecord => ({
  id: row.id,
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  ...standingOf(row),
  isActive: row.is_active,
  state: row.state as State,
  version: row.version,
  created_at: row.created_at,
  lastSeenAt: row.last_seen_at,
})

/** As its audit row keeps it. */
export const auditedUser = ({ portfolios, ...record }: UserRecord) => ({
  ...record,
  sees: portfolios.see,
  changes: portfolios.change,
})

/** Accounts, the newest first, of one state or all, with how many there are. */
export async function listUsers(
  on: Queryable,
  state: State | undefined,
): Promise<{ rows: UserRecord[]; total: number }> {
  const rows = await on.query(LIST_USERS, { state: state ?? null })
  return { rows: rows.map(recordOf), total: rows[0]?.total ?? 0 }
}

interface Account {
  readonly record: UserRecord
  readonly rights: ReadonlySet<Right>
}

/** @throws Refusal 404 for an account that is not there. */
export async function accountOf(on: Queryable, id: number): Promise<Account> {
  const [row] = await on.query(ONE_USER, { id })
  if (!row) throw new Refusal('record.missing', { what: 'The account' })
  return { record: recordOf(row), rights: rightsOf(row) }
}

async function lockUser(tx: Transaction, id: number): Promise<Account> {
  await tx.query(LOCK_ONE, { id })
  return accountOf(tx, id)
}

const nameOf = ({ first_name, last_name }: UserRecord) => `${first_name} ${last_name}`.trim()

interface Wanted {
  readonly roles?: readonly string[] | undefined
  readonly portfolios?: NamedScope | undefined
  readonly isActive?: boolean | undefined
  readonly version: number | null
}

/**
 * Gives roles and portfolios, lets an account in (also one that was disabled) or disables it, which ends its sessions and
 * voids its link. A user who is no administrator gives and takes only what he has himself.
 * @throws Refusal 404, `record.stale`, `users.last-administrator`, `rights.beyond-own`, what `findRoles` and `findScope` refuse.
 */
export async function changeUser(
  tx: Transaction,
  sender: SignedIn,
  id: number,
  wanted: Wanted,
  today: string,
): Promise<Outcome<UserRecord>> {
  await holdRules(tx)
  const administrators = await tx.query(LOCK_ADMINISTRATORS)
  const { record: before, rights } = await lockUser(tx, id)
  const actor = await actorNow(tx, users.change, sender)
  if (wanted.version !== null && wanted.version !== before.version) {
    throw new Refusal('record.stale', { what: `The account of ${nameOf(before)}` })
  }
  requireOwn(actor, rights)
  if (wanted.roles !== undefined) {
    const roles = await findRoles(tx, wanted.roles)
    requireOwn(actor, roles.rights)
    keepRoles(tx, id, roles.names)
  }
  if (wanted.portfolios !== undefined) {
    keepScope(tx, id, await findScope(tx, wanted.portfolios, await scopeOf(tx, id)))
  }
  const { isActive } = wanted
  if (isActive !== undefined) tx.send(ENABLE_USER, { id, isActive })
  if (isActive === false) {
    await tx.query(END_OTHER_SESSIONS, { userId: id, sessionId: 0 })
    await tx.query(DROP_LINK, { userId: id })
  }
  tx.send(NEXT_VERSION, { id })
  const left = await tx.query(LOCK_ADMINISTRATORS)
  if (left.length === 0 && administrators.length > 0) {
    throw refuseField('users.last-administrator', fieldOf(wanted), { name: nameOf(before) })
  }
  await requireDecidable(tx, today)
  const { record: after } = await accountOf(tx, id)
  const action = actionOf(before, isActive)
  return {
    answer: after,
    audit: { action, entity: 'user', entityId: id, before: auditedUser(before), after: auditedUser(after) },
  }
}

/** The field of a change that takes the last administrator away. */
function fieldOf({ isActive, roles }: Wanted): string {
  if (isActive === false) return 'isActive'
  const staysOne = roles === undefined || roles.some((role) => role.toLowerCase() === LAST)
  return staysOne ? 'portfolios' : 'roles'
}
const LAST = ADMINISTRATOR.toLowerCase()

function actionOf({ state }: UserRecord, isActive: boolean | undefined): string {
  if (isActive === undefined) return 'users.change'
  if (!isActive) return 'users.disable'
  return state === 'waiting' ? 'users.let-in' : state === 'disabled' ? 'users.enable' : 'users.change'
}

interface Invited {
  readonly email: string
  readonly first_name?: string | null | undefined
  readonly last_name?: string | null | undefined
  readonly roles?: readonly string[] | undefined
  readonly portfolios?: NamedScope | undefined
}

/**
 * Makes an account without sign-in until its link was used. Without roles it is a member's.
 * @throws Refusal `auth.email-taken`, `rights.beyond-own`, what `findRoles` and `findScope` refuse.
 */
export async function inviteUser(
  tx: Transaction,
  sender: SignedIn,
  { email, first_name, last_name, roles: asked = [MEMBER], portfolios = {} }: Invited,
): Promise<Outcome<Reply<typeof users.invite>>> {
  const actor = await actorNow(tx, users.invite, sender)
  const roles = await findRoles(tx, asked)
  requireOwn(actor, roles.rights)
  const scope = await findScope(tx, portfolios, WHOLE)
  const local = email.slice(0, email.indexOf('@')).slice(0, 100)
  const named = {
    firstName: first_name ?? local,
    lastName: last_name ?? '',
    email,
    hash: NOBODYS,
  }
  const [made] = await orNoAddress(() => tx.query(INVITE_USER, named))
  if (made === undefined) throw refuseField('auth.email-taken', 'email')
  keepRoles(tx, made.id, roles.names)
  keepScope(tx, made.id, scope)
  const { record } = await accountOf(tx, made.id)
  const link = await linkFor(tx, record, actor.id)
  return {
    answer: { user: record, ...link },
    audit: { action: 'users.invite', entity: 'user', entityId: made.id, after: auditedUser(record) },
  }
}

/** Only the hash of its token is stored, so it is shown this once. */
async function linkFor(tx: Transaction, { id, state, last_name }: UserRecord, by: number | null) {
  const token = newToken()
  const invited = state === 'invited'
  const linkHours = invited ? INVITATION_HOURS : LINK_HOURS
  const [link] = await tx.query(NEW_LINK, { userId: id, tokenHash: hashOf(token), by, linkHours })
  return {
    path: passwordLinkPath(token, invited && last_name === ''),
    expiresAt: link?.expires_at ?? '',
  }
}

/**
 * Makes a one-time link for an active account, or a new one for an invited one. `by` is undefined for the command on the
 * server itself.
 * @throws Refusal 404, `users.not-active`, `rights.beyond-own`: the holder of the link can sign in as the person.
 */
export async function makePasswordLink(
  tx: Transaction,
  id: number,
  by: SignedIn | undefined,
): Promise<Outcome<Reply<typeof users.passwordLink>>> {
  const { record, rights } = await lockUser(tx, id)
  if (by !== undefined) requireOwn(await actorNow(tx, users.passwordLink, by), rights)
  if (!record.isActive) throw new Refusal('users.not-active', { name: nameOf(record) })
  const answer = await linkFor(tx, record, by?.id ?? null)
  return {
    answer,
    audit: {
      action: 'users.password-link',
      entity: 'user',
      entityId: id,
      after: { expiresAt: answer.expiresAt },
    },
  }
}

/** Ends every session of a person. @throws Refusal 404, `rights.beyond-own`. */
export async function endSessionsOf(
  tx: Transaction,
  actor: SignedIn,
  id: number,
): Promise<Outcome<Reply<typeof users.endSessions>>> {
  const { rights } = await lockUser(tx, id)
  requireOwn(await actorNow(tx, users.endSessions, actor), rights)
  const open = await tx.query(END_OTHER_SESSIONS, { userId: id, sessionId: 0 })
  const ended = open.filter((one) => one.open).length
  return {
    answer: { success: true, ended },
    audit: { action: 'users.end-sessions', entity: 'user', entityId: id, after: { ended } },
  }
}

/** Ends one session of a person. @throws Refusal 404, `rights.beyond-own`. */
export async function endSessionOf(
  tx: Transaction,
  actor: SignedIn,
  { id, sessionId }: { readonly id: number; readonly sessionId: number },
): Promise<Outcome<Reply<typeof users.endSession>>> {
  const { rights } = await lockUser(tx, id)
  requireOwn(await actorNow(tx, users.endSession, actor), rights)
  const [ended] = await tx.query(END_SESSION, { sessionId, userId: id })
  if (ended === undefined) throw new Refusal('record.missing', { what: 'The session' })
  return {
    answer: { success: true },
    audit: { action: 'users.end-sessions', entity: 'user', entityId: id, after: { ended: 1 } },
  }
}
