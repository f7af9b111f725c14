/**
 * The browsers and networks that a person signed in from. Tries from there do not count with those of strangers, so
 * that guessing an account does not lock its owner out. A browser is known by a random token in a cookie that scripts
 * cannot read; it opens nothing on its own.
 */
import { createHash, randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Queryable, statement } from '../../../platform/database/database.ts'

const COOKIE = 'em.browser'
const TOKEN = /^[A-Za-z0-9_-]{43}$/
/** An origin that was not used for this long is forgotten, as are all but the newest of a person. */
const REMEMBERED_DAYS = 180
const REMEMBERED_MOST = 40

const FIND = statement(
  'sign-in-origins.find',
  `SELECT p.key, u.email = :email AS own FROM known_places p JOIN users u ON u.id = p.user_id WHERE p.key = ANY (:keys::bytea[])`,
)
const KEEP = statement(
  'sign-in-origins.keep',
  `INSERT INTO known_places AS p (user_id, key) SELECT :userId, key FROM unnest(:key::bytea[]) AS key ORDER BY key
   ON CONFLICT (user_id, key) DO UPDATE SET last_used_at = now() WHERE p.last_used_at < now() - interval '1 hour'`,
)
const FORGET = statement(
  'sign-in-origins.forget',
  `DELETE FROM known_places WHERE user_id = :userId AND (last_used_at < now() - make_interval(days => :keptDays) OR key IN (
     SELECT key FROM known_places WHERE user_id = :userId ORDER BY last_used_at DESC, key OFFSET :keptMost))`,
)

/** Where a sign-in comes from, seen from the account it is for. */
export interface SignInOrigin {
  /** The network: an IPv4 address, or an IPv6 /64. */
  readonly network: string
  /** SHA-256 of this browser's token where the account's owner signed in with it before. */
  readonly browser: Buffer | undefined
  /** Whether the owner signed in with this browser or from this network before. */
  readonly known: boolean
  /** Remembers the origin for the owner and gives the browser its cookie; in the transaction of the sign-in. */
  keep(tx: Queryable, userId: number, reply: FastifyReply): Promise<void>
}

/** Looks up the origin of a request. The same work is done for an e-mail without an account. */
export async function findSignInOrigin(
  on: Queryable,
  request: FastifyRequest,
  email: string,
): Promise<SignInOrigin> {
  const network = networkOf(request.ip)
  const token = tokenOf(request.headers.cookie)
  const browserKey = keyOf('browser', token ?? '')
  const networkKey = keyOf('network', network)
  const found = await on.query(FIND, { email, keys: [browserKey, networkKey] })
  const isKnown = (key: Buffer) => found.some((row) => row.own && row.key.equals(key))
  // A token that we gave to this browser for another user serves here, too; one that we never gave does not.
  const given = token !== undefined && found.some(({ key }) => key.equals(browserKey)) ? token : undefined
  return {
    network,
    browser: token !== undefined && isKnown(browserKey) ? browserKey : undefined,
    known: isKnown(networkKey) || (token !== undefined && isKnown(browserKey)),
    keep: async (tx, userId, reply) => {
      const cookieToken = given ?? randomBytes(32).toString('base64url')
      await tx.query(KEEP, { userId, key: [keyOf('browser', cookieToken), networkKey] })
      await tx.query(FORGET, { userId, keptDays: REMEMBERED_DAYS, keptMost: REMEMBERED_MOST })
      const secure = request.protocol === 'https' ? '; Secure' : ''
      const age = REMEMBERED_DAYS * 86_400
      void reply.header(
        'Set-Cookie',
        `${COOKIE}=${cookieToken}; Path=/api/auth; Max-Age=${age}; HttpOnly; SameSite=Strict${secure}`,
      )
    },
  }
}

function tokenOf(cookie: string | undefined): string | undefined {
  const pairs = (cookie ?? '').slice(0, 8_192).split(';')
  const value = pairs.map((pair) => pair.trim()).find((pair) => pair.startsWith(`${COOKIE}=`))
  const token = value?.slice(COOKIE.length + 1) ?? ''
  return TOKEN.test(token) ? token : undefined
}

const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest()

/** An IPv6 user has a whole /64 to choose addresses from: it counts as one. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip) || ip.includes('.')) return ip
  const [head = '', tail = ''] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = ip.includes('::') ? Array<string>(8 - left.length - right.length).fill('0') : []
  return [...left, ...zeros, ...right].slice(0, 4).join(':')
}
