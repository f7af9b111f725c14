/** The statements of sign-up, sign-in, sessions and passwords. Times are the database's own, one clock for all servers. */
import { ADMINISTRATOR, MEMBER } from '@em/contract/identity/roles'
import { statement } from '../../../platform/database/database.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { ENTITLED, PERSON } from './person.ts'

const USER = `u.id, u.first_name, u.last_name, u.email, ${PERSON}, u.created_at`

/**
 * What the sign-up asks before it does any work. `full`: `waitingMost` sign-ups wait, or `waitingOfNetwork` from the
 * network. Those with the
 * e-mail of an account count, too, so that the answer does not reveal which e-mails have one.
 */
export const BEFORE_SIGN_UP = statement(
  'identity.before-sign-up',
  `SELECT EXISTS (SELECT FROM users) AS any_user,
          (SELECT count(*) FROM (SELECT FROM users WHERE last_signup_at IS NOT NULL LIMIT :waitingMost) AS found) >= :waitingMost::integer
          OR (SELECT count(*) FROM (SELECT FROM users WHERE last_signup_at IS NOT NULL AND last_signup_network = :network
                                     LIMIT :waitingOfNetwork) AS here) >= :waitingOfNetwork::integer AS full`,
)
/** One sign-up after the other, so that those at once do not exceed the number that may wait. */
export const ONE_SIGN_UP = statement('identity.one-sign-up', `SELECT ${takeLock('sign-up')}`)

/**
 * `mode`: open, approval or closed. The very first account is the administrator and active whatever it says; then open
 * makes an active account, approval a waiting one, closed none. An e-mail that has an account makes none, either. Who may
 * be the first holds the lock of ONE_SIGN_UP, so that of two at once the second sees the other's account.
 */
export const NEW_USER = statement(
  'identity.new-user',
  `WITH here AS (SELECT NOT EXISTS (SELECT FROM users) AS first),
        made AS (
          INSERT INTO users (first_name, last_name, email, password_hash, is_active, waiting, last_signup_at, last_signup_network)
          SELECT :firstName::text, :lastName::text, :email::text, :hash::text, first OR :mode = 'open', waits, CASE WHEN waits THEN now() END,
                 CASE WHEN waits THEN :network::text END
            FROM here, LATERAL (SELECT NOT first AND :mode = 'approval' AS waits) AS so
           WHERE first OR :mode <> 'closed'
          ON CONFLICT (email) DO NOTHING
          RETURNING id, waiting),
        given AS (
          INSERT INTO user_roles (user_id, role)
          SELECT id, CASE WHEN first THEN '${ADMINISTRATOR}' ELSE '${MEMBER}' END FROM made, here)
   SELECT id, waiting FROM made`,
)
/** The e-mail has an account: the password of the last sign-up is kept in addition to the account's own. */
export const REPEATED_SIGN_UP = statement(
  'identity.repeated-sign-up',
  `UPDATE users SET repeated_signup_hash = :hash, last_signup_at = now(), last_signup_network = :network
    WHERE email = :email RETURNING id`,
)
/**
 * Ends the waiting of sign-ups older than `waitingDays`: the account is disabled then, as if it had been declined; of an
 * account that only was signed up with again nothing changes for its owner.
 */
export const END_WAITING = statement(
  'identity.end-waiting',
  `WITH old AS (SELECT id, waiting FROM users WHERE last_signup_at < now() - make_interval(days => :waitingDays)
                 LIMIT 1000 FOR UPDATE SKIP LOCKED),
        ended AS (UPDATE users u SET waiting = false, repeated_signup_hash = NULL, last_signup_at = NULL,
                         last_signup_network = NULL, version = u.version + old.waiting::integer
                    FROM old WHERE u.id = old.id RETURNING u.id, old.waiting)
   SELECT record_acts(begin_acts(ARRAY[NULL::bigint]), array_agg('users.waited-too-long'::text), array_agg('user'::text), array_agg(id::text),
                      NULL, NULL, NULL)
     FROM ended WHERE waiting HAVING count(*) > 0`,
)
/** `signed_in_before`: a declined sign-up has no session, a person who was disabled has had one. */
export const USER_BY_EMAIL = statement(
  'identity.user-by-email',
  `SELECT id, is_active, waiting, (passwords_of(id)).password_hash AS password_hash!, (passwords_of(id)).repeated_signup_hash,
          EXISTS (SELECT FROM sessions s WHERE s.user_id = users.id) AS signed_in_before
     FROM users WHERE email = :email`,
)
export const USER_BY_ID = statement('identity.user-by-id', `SELECT ${USER} FROM users u WHERE u.id = :userId`)
export const OWN_PASSWORD = statement(
  'identity.own-password',
  'SELECT first_name, last_name, email, (passwords_of(id)).password_hash AS password_hash! FROM users WHERE id = :userId',
)
export const LOCK_USER = statement(
  'identity.lock-user',
  'SELECT (passwords_of(id)).password_hash AS password_hash! FROM users WHERE id = :userId FOR UPDATE',
)
/** The account as it is now; it cannot change until the session is there, and sign-ins do not wait for each other. */
export const HOLD_FOR_SIGN_IN = statement(
  'identity.hold-for-sign-in',
  'SELECT is_active, (passwords_of(id)).password_hash AS password_hash! FROM users WHERE id = :userId FOR SHARE',
)
export const SET_PASSWORD = statement('identity.set-password', 'SELECT set_password(:userId, :hash)')

/** A session that may be used: $n minutes without use end it unless it is kept. */
const alive = (idle: string) =>
  `s.revoked_at IS NULL AND s.expires_at > now() AND (s.kept OR s.last_used_at > now() - make_interval(mins => ${idle}))`

/** Leaves behind no more than the user's sessions that may still be used or were lately. $3: its seconds. */
export const OPEN_SESSION = statement(
  'identity.open-session',
  `WITH old AS (DELETE FROM sessions WHERE user_id = :userId AND expires_at < now() - interval '30 days')
   INSERT INTO sessions (user_id, token_hash, expires_at, kept, address, user_agent)
   VALUES (:userId, :tokenHash, now() + make_interval(secs => :seconds), :keep, :ip, :agent?)`,
)
/** A session that may be used, with who it is of and what he may do. `unused`: seconds since the last use that was written down. */
export const READ_SESSION = statement(
  'identity.read-session',
  `SELECT s.id, s.user_id, extract(epoch FROM now() - s.last_used_at)::integer AS unused, ${ENTITLED}
     FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.token_hash = :hash AND ${alive(':idleMinutes')} AND u.is_active`,
)
/** Records a use unless another request just did. $2: seconds between two writes. */
export const USE_SESSION = statement(
  'identity.use-session',
  'UPDATE sessions SET last_used_at = now() WHERE id = :sessionId AND last_used_at < now() - make_interval(secs => :seconds)',
)
export const OWN_SESSIONS = statement(
  'identity.own-sessions',
  `SELECT s.id, s.created_at, s.last_used_at, s.expires_at, s.kept, s.address, s.user_agent
     FROM sessions s WHERE s.user_id = :userId AND ${alive(':idleMinutes')} ORDER BY s.last_used_at DESC, s.id DESC LIMIT 1000`,
)
export const END_SESSION = statement(
  'identity.end-session',
  'UPDATE sessions SET revoked_at = now() WHERE id = :sessionId AND user_id = :userId AND revoked_at IS NULL RETURNING id',
)
/** Ends all sessions of $1 but $2 (0: all), and answers those that were still open. */
export const END_OTHER_SESSIONS = statement(
  'identity.end-other-sessions',
  `UPDATE sessions SET revoked_at = now() WHERE user_id = :userId AND id <> :sessionId AND revoked_at IS NULL
   RETURNING expires_at > now() AS open`,
)

/** One link per person: a new one replaces the one before. */
export const NEW_LINK = statement(
  'identity.new-link',
  `INSERT INTO password_links (user_id, token_hash, created_by, expires_at)
   VALUES (:userId, :tokenHash, :by?, now() + make_interval(hours => :linkHours))
   ON CONFLICT (user_id) DO UPDATE SET token_hash = EXCLUDED.token_hash, created_by = EXCLUDED.created_by,
     created_at = now(), expires_at = EXCLUDED.expires_at
   RETURNING expires_at`,
)
export const LINK_OWNER = statement(
  'identity.link-owner',
  `SELECT u.id, u.first_name, u.last_name, u.email FROM password_links l JOIN users u ON u.id = l.user_id
    WHERE l.token_hash = :tokenHash AND l.expires_at > now() AND u.is_active`,
)
/** Takes the link away: of two who use it at once one finds nothing. */
export const USE_LINK = statement(
  'identity.use-link',
  'DELETE FROM password_links WHERE token_hash = :tokenHash AND expires_at > now() RETURNING user_id, created_by',
)
/** The invited person accepts, with the names that he gives; of any other account nothing changes. */
export const TAKE_UP = statement(
  'identity.take-up',
  `UPDATE users SET invited = false, first_name = coalesce(:firstName?, first_name), last_name = coalesce(:lastName?, last_name),
          version = version + 1 WHERE id = :userId AND invited`,
)
export const DROP_LINK = statement('identity.drop-link', 'DELETE FROM password_links WHERE user_id = :userId')
