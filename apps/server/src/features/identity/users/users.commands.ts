/** What the administrator does with accounts: let in, disable, enable, hand out a one-time link. */
import { passwordLinkPath, type UserRecord, type users } from '@em/contract/identity'
import type { Reply } from '@em/contract/kit/route'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import type { Outcome } from '../../../platform/door.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { DROP_LINK, END_OTHER_SESSIONS, NEW_LINK } from '../accounts/identity.queries.ts'
import { standingOf } from '../accounts/person.ts'
import { hashOf, newToken } from '../accounts/sessions.ts'
import {
  CHANGE_USER,
  LIST_USERS,
  LOCK_ADMINISTRATORS,
  LOCK_ONE,
  ONE_USER,
  type RecordRow,
} from './users.queries.ts'

/** A one-time link is valid this long. */
export const LINK_HOURS = 24

function recordOf(row: RecordRow): UserRecord {
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    ...standingOf(row),
    isActive: row.is_active,
    state: row.state as UserRecord['state'],
    version: row.version,
    created_at: row.created_at,
    lastSeenAt: row.last_seen_at,
  }
}

/** Accounts, the newest first, of one state or all, with how many there are. */
export async function listUsers(
  on: Queryable,
  state: UserRecord['state'] | undefined,
): Promise<{ rows: UserRecord[]; total: number }> {
  const rows = await on.query(LIST_USERS, { state: state ?? null })
  return { rows: rows.map(recordOf), total: rows[0]?.total ?? 0 }
}

/** @throws Refusal 404 for an account that is not there. */
async function lockUser(tx: Transaction, id: number): Promise<UserRecord> {
  await tx.query(LOCK_ONE, { id })
  const [row] = await tx.query(ONE_USER, { id })
  if (!row) throw new Refusal('record.missing', { what: 'The account' })
  return recordOf(row)
}

const nameOf = ({ first_name, last_name }: UserRecord) => `${first_name} ${last_name}`

/**
 * Lets an account in (also one that was disabled) or disables it, which ends its sessions and voids its link.
 * @throws Refusal 404, `record.stale`, `users.last-administrator`.
 */
export async function changeUser(
  tx: Transaction,
  id: number,
  wanted: { readonly isActive: boolean; readonly version: number | null },
): Promise<Outcome<UserRecord>> {
  const administrators = await tx.query(LOCK_ADMINISTRATORS)
  const before = await lockUser(tx, id)
  if (wanted.version !== null && wanted.version !== before.version) {
    throw new Refusal('record.stale', { what: `The account of ${nameOf(before)}` })
  }
  if (!wanted.isActive && before.isActive && administrators.every((one) => one.id === id)) {
    throw new Refusal('users.last-administrator', { name: nameOf(before) })
  }
  await tx.query(CHANGE_USER, { id, isActive: wanted.isActive })
  if (!wanted.isActive) {
    await tx.query(END_OTHER_SESSIONS, { userId: id, sessionId: 0 })
    await tx.query(DROP_LINK, { userId: id })
  }
  const [row] = await tx.query(ONE_USER, { id })
  if (!row) throw new Refusal('record.missing', { what: 'The account' })
  const after = recordOf(row)
  const action = wanted.isActive
    ? before.state === 'waiting'
      ? 'users.let-in'
      : 'users.enable'
    : 'users.disable'
  return { answer: after, audit: { action, entity: 'user', entityId: id, before, after } }
}

/**
 * Makes a one-time link for an active account. Only the hash of its token is stored, so it is shown this once.
 * `by` is the administrator's id, null for the command on the server itself.
 * @throws Refusal 404, `users.not-active`.
 */
export async function makePasswordLink(
  tx: Transaction,
  id: number,
  by: number | null,
): Promise<Outcome<Reply<typeof users.passwordLink>>> {
  const user = await lockUser(tx, id)
  if (!user.isActive) throw new Refusal('users.not-active', { name: nameOf(user) })
  const token = newToken()
  const [link] = await tx.query(NEW_LINK, { userId: id, tokenHash: hashOf(token), by, linkHours: LINK_HOURS })
  const expiresAt = link?.expires_at ?? ''
  return {
    answer: { path: passwordLinkPath(token), expiresAt },
    audit: { action: 'users.password-link', entity: 'user', entityId: id, after: { expiresAt } },
  }
}
