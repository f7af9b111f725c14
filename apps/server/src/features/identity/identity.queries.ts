/** The statements of sign-up, sign-in and sessions. Times are the database's own, one clock for all servers. */
import { statement } from '../../platform/database/database.ts'

export interface UserRow {
  id: number
  first_name: string
  last_name: string
  email: string
  is_admin: boolean
  created_at: string
}
const USER = 'id, first_name, last_name, email, is_admin, created_at'

export const ANY_USER = statement('identity.any-user', 'SELECT EXISTS (SELECT FROM users) AS found')

/** $5: whether sign-up is open; where it is closed only the very first account is made. */
export const NEW_USER = statement(
  'identity.new-user',
  `INSERT INTO users (first_name, last_name, email, password_hash, is_admin)
   SELECT $1::text, $2::text, $3::text, $4::text, NOT EXISTS (SELECT FROM users)
    WHERE $5::boolean OR NOT EXISTS (SELECT FROM users)
   RETURNING ${USER}`,
)
export const USER_BY_EMAIL = statement(
  'identity.user-by-email',
  `SELECT ${USER}, is_active, password_hash FROM users WHERE email = $1`,
)
export const USER_BY_ID = statement('identity.user-by-id', `SELECT ${USER} FROM users WHERE id = $1`)
export const LOCK_USER = statement(
  'identity.lock-user',
  'SELECT email, password_hash FROM users WHERE id = $1 FOR UPDATE',
)
export const SET_PASSWORD = statement(
  'identity.set-password',
  'UPDATE users SET password_hash = $2 WHERE id = $1',
)

/** Leaves behind no more than the user's sessions that may still be used or were lately. */
export const OPEN_SESSION = statement(
  'identity.open-session',
  `WITH old AS (DELETE FROM sessions WHERE user_id = $1 AND expires_at < now() - interval '30 days')
   INSERT INTO sessions (user_id, token_hash, expires_at) VALUES ($1, $2, now() + make_interval(days => $3))`,
)
export const READ_SESSION = statement(
  'identity.read-session',
  `SELECT s.id, s.user_id FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.token_hash = $1 AND s.revoked_at IS NULL AND s.expires_at > now() AND u.is_active`,
)
export const END_SESSION = statement(
  'identity.end-session',
  'UPDATE sessions SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL',
)
export const END_OTHER_SESSIONS = statement(
  'identity.end-other-sessions',
  'UPDATE sessions SET revoked_at = now() WHERE user_id = $1 AND id <> $2 AND revoked_at IS NULL',
)

export const AUDIT = statement(
  'identity.audit',
  `INSERT INTO audit (user_id, action, entity, entity_id, after, request_id) VALUES ($1, $2, 'user', $3, $4, $5)`,
)
