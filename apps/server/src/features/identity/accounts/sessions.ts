/** Sessions: opaque random tokens of which only the SHA-256 is stored. */
import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import type { SignedIn, TokenReader } from '../../../platform/http/token.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { SessionLimits } from '../../../platform/settings.ts'
import { USER_AGENT_MOST } from './browser-words.ts'
import { OPEN_SESSION, READ_SESSION, USE_SESSION } from './identity.queries.ts'

const TOKEN_BYTES = 32
const BEARER = /^Bearer ([A-Za-z0-9_-]{43})$/i

/** How long a read may be answered from memory: another server's sign-out is noticed after this at the latest. */
const REMEMBERED_MS = 1_000
const REMEMBERED_MAX = 10_000

/** Seconds between two writes of a session's last use. */
const USE_EVERY = 60
/** After a use could not be saved, none is tried for so long: a database that takes no writes must not slow reads. */
const PAUSE_MS = 60_000
/** With a short idle end more often, so that a session in use does not reach it. */
const writeEvery = ({ idleMinutes }: SessionLimits) => Math.min(USE_EVERY, (idleMinutes * 60) / 4)

/** A random token for a session or a link; only its `hashOf` is stored. */
export const newToken = () => randomBytes(TOKEN_BYTES).toString('base64url')
export const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Opens a session and answers its token, which is shown this once. `keep`: "Keep me signed in". */
export async function openSession(
  tx: Transaction,
  limits: SessionLimits,
  request: FastifyRequest,
  user: { readonly id: number; readonly keep: boolean },
): Promise<string> {
  const token = newToken()
  const seconds = user.keep ? limits.keepDays * 86_400 : limits.hours * 3_600
  const agent = request.headers['user-agent']?.slice(0, USER_AGENT_MOST) ?? null
  await tx.query(OPEN_SESSION, {
    userId: user.id,
    tokenHash: hashOf(token),
    seconds,
    keep: user.keep,
    ip: request.ip,
    agent,
  })
  return token
}

export interface Sessions extends TokenReader {
  /** To be called after a sign-out, a password change or a change of rights has been committed. */
  forget(userId: number): void
}

interface Remembered {
  readonly who: SignedIn
  readonly until: number
  /** Seconds since the use that was written down. */
  readonly unused: number
}

/**
 * Reads tokens through a memory of one second, so that a screen's dozen calls ask the database once. A use that cannot
 * be saved refuses nothing: `onUnsaved` is told, at most once a minute.
 */
export function sessionsOf(
  database: Database,
  limits: SessionLimits,
  onUnsaved: (error: unknown) => void,
): Sessions {
  const remembered = new Map<string, Remembered>()
  const every = writeEvery(limits)
  // A read that began before a sign-out must not be remembered after it.
  let changes = 0
  let pausedUntil = 0
  const saveUse = async (sessionId: number): Promise<boolean> => {
    if (performance.now() < pausedUntil) return false
    try {
      await database.query(USE_SESSION, { sessionId, seconds: every })
      return true
    } catch (error) {
      // Of several that failed together the first one reports.
      if (performance.now() >= pausedUntil) onUnsaved(error)
      pausedUntil = performance.now() + PAUSE_MS
      return false
    }
  }
  const find = async (hash: Buffer): Promise<Remembered> => {
    const key = hash.toString('base64')
    const known = remembered.get(key)
    if (known && known.until > performance.now()) return known
    const before = changes
    const [found] = await database.query(READ_SESSION, { hash, idleMinutes: limits.idleMinutes })
    remembered.delete(key)
    if (!found) throw new Refusal('auth.required')
    const who: SignedIn = { id: found.user_id, sessionId: found.id, isAdmin: found.is_admin }
    const read = { who, until: performance.now() + REMEMBERED_MS, unused: found.unused }
    if (before === changes) {
      if (remembered.size >= REMEMBERED_MAX) remembered.clear()
      remembered.set(key, read)
    }
    return read
  }
  return {
    read: async (authorization, use) => {
      const token = BEARER.exec(authorization ?? '')?.[1]
      if (token === undefined) throw new Refusal('auth.required')
      const hash = hashOf(token)
      const { who, until, unused } = await find(hash)
      if (use && unused >= every && (await saveUse(who.sessionId))) {
        const key = hash.toString('base64')
        if (remembered.has(key)) remembered.set(key, { who, until, unused: 0 })
      }
      return who
    },
    forget: (userId) => {
      changes += 1
      for (const [key, { who }] of remembered) if (who.id === userId) remembered.delete(key)
    },
  }
}
