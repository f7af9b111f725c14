/** Sessions: opaque random tokens of which only the SHA-256 is stored. */
import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import type { TokenReader } from '../../../platform/http/token.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { inRounds } from '../../../platform/rounds.ts'
import type { SessionLimits } from '../../../platform/settings.ts'
import { USER_AGENT_MOST } from './browser-words.ts'
import { OPEN_SESSION, READ_SESSIONS, USE_SESSION } from './identity.queries.ts'
import { rightsOf, standingOf } from './person.ts'

const TOKEN_BYTES = 32
const BEARER = /^Bearer ([A-Za-z0-9_-]{43})$/i

/**
 * Every request asks the database who sends it: a sign-out, and a change of roles, rights or portfolios, holds from the next
 * request on whatever server process it reaches. Nothing is remembered, since no message from another process is sure to
 * come before the next request does. What makes it cheap: requests that come together share one look-up by the key of an
 * index.
 */
const ROUNDS = { atOnce: 2, most: 200 }

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

/**
 * Reads tokens. A use that cannot be saved refuses nothing: `onUnsaved` is told, at most once a minute.
 */
export function sessionsOf(
  database: Database,
  limits: SessionLimits,
  onUnsaved: (error: unknown) => void,
): TokenReader {
  const every = writeEvery(limits)
  let pausedUntil = 0
  const saveUse = async (sessionId: number): Promise<void> => {
    if (performance.now() < pausedUntil) return
    try {
      await database.query(USE_SESSION, { sessionId, seconds: every })
    } catch (error) {
      // Of several that failed together the first one reports.
      if (performance.now() >= pausedUntil) onUnsaved(error)
      pausedUntil = performance.now() + PAUSE_MS
    }
  }
  const light = database.reading('light')
  const find = inRounds(async (hashes: readonly Buffer[]) => {
    const rows = await light.query(READ_SESSIONS, { hashes, idleMinutes: limits.idleMinutes })
    const found = new Map(rows.map((row) => [row.token_hash.toString('base64'), row]))
    return hashes.map((hash) => found.get(hash.toString('base64')))
  }, ROUNDS)
  return {
    read: async (authorization, use) => {
      const token = BEARER.exec(authorization ?? '')?.[1]
      if (token === undefined) throw new Refusal('auth.required')
      const found = await find(hashOf(token))
      if (found === undefined) throw new Refusal('auth.required')
      if (use && (found.unused ?? 0) >= every) await saveUse(found.id)
      const { roles, portfolios } = standingOf(found)
      return { id: found.user_id, sessionId: found.id, rights: rightsOf(found), roles, portfolios }
    },
  }
}
