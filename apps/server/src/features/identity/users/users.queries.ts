/** The statements of the accounts as the administrator sees them. */
import { ADMINISTRATOR } from '@em/contract/identity/roles'
import { type RowOf, statement } from '../../../platform/database/database.ts'
import { PERSON } from '../accounts/person.ts'

/** Rows that a list answers at most. */
export const LIST_MOST = 10_000

const STATE = `CASE WHEN u.is_active AND u.invited THEN 'invited' WHEN u.is_active THEN 'active' WHEN u.waiting THEN 'waiting' ELSE 'disabled' END`
const RECORD = `u.id, u.first_name, u.last_name, u.email, ${PERSON}, u.is_active, ${STATE} AS state!, u.version, u.created_at,
  (SELECT max(s.last_used_at) FROM sessions s WHERE s.user_id = u.id) AS last_seen_at`

/** $1: a state, or null for all. */
export const LIST_USERS = statement(
  'users.list',
  `SELECT ${RECORD}, count(*) OVER () AS total! FROM users u WHERE :state?::text IS NULL OR ${STATE} = :state
    ORDER BY u.id DESC LIMIT ${LIST_MOST}`,
)
export const ONE_USER = statement('users.one', `SELECT ${RECORD} FROM users u WHERE u.id = :id`)
export type RecordRow = RowOf<typeof ONE_USER>
/**
 * Administrators who can sign in and manage people. In the order of their ids, so that two who disable each other wait instead of blocking each other.
 */
export const LOCK_ADMINISTRATORS = statement(
  'users.lock-administrators',
  `SELECT u.id FROM users u WHERE u.is_active AND NOT u.invited
      AND u.sees_all AND u.changes_all
      AND EXISTS (SELECT FROM user_roles r WHERE r.user_id = u.id AND r.role = '${ADMINISTRATOR}') ORDER BY u.id FOR UPDATE`,
)
export const LOCK_ONE = statement('users.lock-one', 'SELECT id FROM users WHERE id = :id FOR UPDATE')
/** A person who is let in starts anew: the trace of a second sign-up with the e-mail is removed. */
export const ENABLE_USER = statement(
  'users.enable',
  `UPDATE users SET is_active = :isActive, waiting = false, repeated_signup_hash = NULL, last_signup_at = NULL,
          last_signup_network = NULL WHERE id = :id`,
)
export const NEXT_VERSION = statement(
  'users.next-version',
  'UPDATE users SET version = version + 1 WHERE id = :id',
)

/** No one knows the password until the link is used. */
export const INVITE_USER = statement(
  'users.invite',
  `INSERT INTO users (first_name, last_name, email, password_hash, invited)
   VALUES (:firstName, :lastName, :email, :hash, true) ON CONFLICT (email) DO NOTHING RETURNING id`,
)
