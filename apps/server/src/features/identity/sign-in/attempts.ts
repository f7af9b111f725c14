/**
 * The limits on wrong sign-ins and on sign-ups. A try is counted before the password is looked at, so that guesses
 * sent at once are limited too; a right password gives its try back. A sign-up counts whether it succeeds or not.
 *
 * A wrong try counts for the e-mail at this network, for the network whatever the e-mail, and, where the account's
 * owner never signed in from here, for the account from everywhere. A browser that the owner used before has a count
 * of its own instead: strangers cannot use up its tries, not even behind the same address.
 */
import { createHash } from 'node:crypto'
import { type Database, type Queryable, statement } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { networkOf, type SignInOrigin } from './sign-in-origin.ts'

interface Limit {
  readonly most: number
  /** The window begins with its first try; nothing lengthens it. */
  readonly seconds: number
}
const QUARTER = 15 * 60
const HOUR = 60 * 60
export const LIMITS = {
  /** One e-mail at one network, or at one browser that its owner used before. */
  email: { most: 10, seconds: QUARTER },
  network: { most: 100, seconds: QUARTER },
  /** One account from all origins that its owner never signed in from. */
  account: { most: 30, seconds: HOUR },
  /** Sign-ups from one network: an office behind one address gets all its people in. */
  signUp: { most: 100, seconds: QUARTER },
} as const satisfies Record<string, Limit>
const LONGEST = HOUR

interface Count {
  readonly key: Buffer
  readonly limit: Limit
}

/** Counts one more each and answers how many there were in the window, and the seconds it still lasts. */
const TAKE = statement(
  'attempts.take',
  `INSERT INTO sign_in_attempts AS a (key, tries)
   SELECT key, 1 FROM unnest(:tries::bytea[]) AS key ORDER BY key
   ON CONFLICT (key) DO UPDATE SET
     tries = CASE WHEN a.started_at <= clock_timestamp() - make_interval(secs => :seconds) THEN 1
                  ELSE least(a.tries + 1, 1000000) END,
     started_at = CASE WHEN a.started_at <= clock_timestamp() - make_interval(secs => :seconds) THEN clock_timestamp()
                       ELSE a.started_at END
   RETURNING key, tries, ceil(extract(epoch FROM started_at - clock_timestamp()) + :seconds)::integer AS seconds`,
)
/** The right password: the e-mail starts anew here, and the other counts get their try back. */
const CLEAR = statement(
  'attempts.clear',
  `WITH back AS (UPDATE sign_in_attempts SET tries = greatest(tries - 1, 0) WHERE key = ANY (:keys::bytea[]))
   DELETE FROM sign_in_attempts WHERE key = :first`,
)
const FORGET_OLD = statement(
  'attempts.forget-old',
  `DELETE FROM sign_in_attempts WHERE key IN (
     SELECT key FROM sign_in_attempts WHERE started_at <= clock_timestamp() - make_interval(secs => :longest)
     LIMIT 50 FOR UPDATE SKIP LOCKED)`,
)

export interface Attempt {
  /** To be called in the transaction that opens the session. */
  clear(tx: Queryable): Promise<void>
}

/** Counts a sign-in. @throws Refusal `auth.too-many` with the seconds to wait. */
export async function countSignIn(database: Database, email: string, origin: SignInOrigin): Promise<Attempt> {
  if (origin.browser) {
    const own = keyOf('browser', email, origin.browser.toString('hex'))
    return count(database, own, LIMITS.email, [])
  }
  const here = keyOf('email', email, origin.network)
  const network = { key: keyOf('address', origin.network), limit: LIMITS.network }
  const account = { key: keyOf('account', email), limit: LIMITS.account }
  return count(database, here, LIMITS.email, origin.known ? [network] : [network, account])
}

/** Counts a try at the password of a user who is signed in already. @throws Refusal `auth.too-many`. */
export async function countPasswordTry(database: Database, userId: number, ip: string): Promise<Attempt> {
  const network = networkOf(ip)
  const here = keyOf('password', String(userId), network)
  return count(database, here, LIMITS.email, [{ key: keyOf('address', network), limit: LIMITS.network }])
}

/** Counts a sign-up, apart from the sign-ins of its address. @throws Refusal `auth.too-many`, as above. */
export async function countSignUp(database: Database, ip: string): Promise<void> {
  await take(database, { key: keyOf('sign-up', networkOf(ip)), limit: LIMITS.signUp })
}

/** Counts are taken in order. If one refuses, the later ones do not count this try. */
async function count(
  database: Database,
  first: Buffer,
  limit: Limit,
  others: readonly Count[],
): Promise<Attempt> {
  for (const one of [{ key: first, limit }, ...others]) await take(database, one)
  const keys = others.map(({ key }) => key)
  return {
    clear: async (tx) => {
      await tx.query(CLEAR, { first, keys })
    },
  }
}

async function take(database: Database, { key, limit }: Count): Promise<void> {
  const [counted] = await database.query(TAKE, { tries: [key], seconds: limit.seconds })
  if (counted === undefined || counted.tries <= limit.most) return
  throw new Refusal('auth.too-many', { seconds: Math.max(1, counted.seconds) })
}

/** Removes some counts whose window is over; called now and then so that the table stays small. */
export async function forgetOldAttempts(database: Database): Promise<void> {
  await database.query(FORGET_OLD, { longest: LONGEST })
}

const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest()
