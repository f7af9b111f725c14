/**
 * The limits on wrong sign-ins and on sign-ups. A try is counted before the password is looked at, so that guesses
 * sent at once are limited too; a right password clears the count. A sign-up counts whether it succeeds or not.
 */
import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { type Database, type Queryable, statement } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'

/** Wrong tries in one window: for one e-mail from one address, and for an address whatever the e-mail. */
export const TRIES_PER_EMAIL = 10
export const TRIES_PER_ADDRESS = 100
/** Sign-ups in one window from one address: an office behind one address gets all its people in. */
export const SIGN_UPS_PER_ADDRESS = 100
export const WINDOW_SECONDS = 15 * 60

/** Counts one more and answers how many there were in this window, and the seconds it still lasts. */
const TAKE = statement(
  'attempts.take',
  `INSERT INTO sign_in_attempts AS a (key, tries)
   SELECT key, 1 FROM unnest($1::bytea[]) AS key ORDER BY key
   ON CONFLICT (key) DO UPDATE SET
     tries = CASE WHEN a.started_at <= clock_timestamp() - make_interval(secs => $2) THEN 1
                  ELSE least(a.tries + 1, 1000000) END,
     started_at = CASE WHEN a.started_at <= clock_timestamp() - make_interval(secs => $2) THEN clock_timestamp()
                       ELSE a.started_at END
   RETURNING key, tries, ceil(extract(epoch FROM started_at - clock_timestamp()) + $2)::integer AS seconds`,
)
/** The right password: this e-mail here starts anew, and the address gets its try back. */
const CLEAR = statement(
  'attempts.clear',
  `WITH back AS (UPDATE sign_in_attempts SET tries = greatest(tries - 1, 0) WHERE key = $2)
   DELETE FROM sign_in_attempts WHERE key = $1`,
)
const FORGET_OLD = statement(
  'attempts.forget-old',
  `DELETE FROM sign_in_attempts WHERE key IN (
     SELECT key FROM sign_in_attempts WHERE started_at <= clock_timestamp() - make_interval(secs => $1)
     LIMIT 50 FOR UPDATE SKIP LOCKED)`,
)

export interface Attempt {
  /** To be called in the transaction that opens the session. */
  clear(tx: Queryable): Promise<void>
}

/** Counts a try. @throws Refusal `auth.too-many` with the seconds to wait. */
export async function countAttempt(database: Database, email: string, ip: string): Promise<Attempt> {
  const address = networkOf(ip)
  const byEmail = keyOf('email', email, address)
  const byAddress = keyOf('address', address)
  await take(database, [
    { key: byEmail, most: TRIES_PER_EMAIL },
    { key: byAddress, most: TRIES_PER_ADDRESS },
  ])
  return {
    clear: async (tx) => {
      await tx.query(CLEAR, [byEmail, byAddress])
    },
  }
}

/** Counts a sign-up, apart from the sign-ins of its address. @throws Refusal `auth.too-many`, as above. */
export async function countSignUp(database: Database, ip: string): Promise<void> {
  await take(database, [{ key: keyOf('sign-up', networkOf(ip)), most: SIGN_UPS_PER_ADDRESS }])
}

async function take(
  database: Database,
  limits: readonly { readonly key: Buffer; readonly most: number }[],
): Promise<void> {
  const counted = await database.query<{ key: Buffer; tries: number; seconds: number }>(TAKE, [
    limits.map(({ key }) => key),
    WINDOW_SECONDS,
  ])
  const over = counted.filter(({ key, tries }) =>
    limits.some((limit) => limit.key.equals(key) && tries > limit.most),
  )
  if (over.length === 0) return
  throw new Refusal('auth.too-many', { seconds: Math.max(1, ...over.map(({ seconds }) => seconds)) })
}

/** Removes some counts whose window is over; called now and then so that the table stays small. */
export async function forgetOldAttempts(database: Database): Promise<void> {
  await database.query(FORGET_OLD, [WINDOW_SECONDS])
}

const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest()

/** An IPv6 user has a whole /64 to choose addresses from: it counts as one. */
function networkOf(ip: string): string {
  if (!isIPv6(ip) || ip.includes('.')) return ip
  const [head = '', tail = ''] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = ip.includes('::') ? Array<string>(8 - left.length - right.length).fill('0') : []
  return [...left, ...zeros, ...right].slice(0, 4).join(':')
}
