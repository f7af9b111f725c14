/** Sessions: opaque random tokens of which only the SHA-256 is stored. */
import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { SignedIn } from '../../../platform/authorize.ts'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import { REMEMBERED_MS, type TokenReader } from '../../../platform/http/token.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { SessionLimits } from '../../../platform/settings.ts'
import { USER_AGENT_MOST } from './browser-name.ts'
import { OPEN_SESSION, READ_SESSION, USE_SESSION } from './identity.queries.ts'
import { rightsOf, standingOf } from './person.ts'

const TOKEN_BYTES = 32
const BEARER = /^Bearer ([A-Za-z0-9_-]{43})$/i

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

interface Remembered {
  readonly read: Promise<{ readonly who: SignedIn; readonly unused: number }>
  readonly until: number
  /** The use of the session is recorded, or a request is about to record it. */
  isSaved: boolean
}
const REMEMBERED_MAX = 10_000

/**
 * Reads tokens through a memory of `REMEMBERED_MS`, so that a screen's dozen calls ask the database once. A use that cannot be saved refuses nothing: `onUnsaved` is called, at most once a minute.
 */
export function sessionsOf(
  database: Database,
  limits: SessionLimits,
  onUnsaved: (error: unknown) => void,
): TokenReader {
  const every = writeEvery(limits)
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
  // Without a scope of portfolios: the user is not known yet.
  const light = database.reading('light')
  const remembered = new Map<string, Remembered>()
  const ask = async (hash: Buffer) => {
    const [found] = await light.query(READ_SESSION, { hash, idleMinutes: limits.idleMinutes })
    if (found === undefined) throw new Refusal('auth.required')
    const { roles, portfolios } = standingOf(found)
    const who = { id: found.user_id, sessionId: found.id, rights: rightsOf(found), roles, portfolios }
    return { who, unused: found.unused ?? 0 }
  }
  const find = (hash: Buffer): Remembered => {
    const key = hash.toString('base64')
    const now = performance.now()
    const known = remembered.get(key)
    if (known !== undefined && known.until > now) return known
    // The time counts from before the question, whose answer may be as old as that.
    const asked: Remembered = { read: ask(hash), until: now + REMEMBERED_MS, isSaved: false }
    if (remembered.size >= REMEMBERED_MAX) remembered.clear()
    remembered.set(key, asked)
    asked.read.catch(() => {
      if (remembered.get(key) === asked) remembered.delete(key)
    })
    return asked
  }
  return {
    read: async (authorization, use) => {
      const token = BEARER.exec(authorization ?? '')?.[1]
      if (token === undefined) throw new Refusal('auth.required')
      const found = find(hashOf(token))
      const { who, unused } = await found.read
      if (use && unused >= every && !found.isSaved) {
        found.isSaved = true
        found.isSaved = await saveUse(who.sessionId)
      }
      return who
    },
  }
}
