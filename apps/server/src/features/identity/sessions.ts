/** Sessions: opaque random tokens of which only the SHA-256 is stored. */
import { createHash, randomBytes } from 'node:crypto'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { SignedIn, TokenReader } from '../../platform/http/token.ts'
import { Refusal } from '../../platform/refusal.ts'
import { OPEN_SESSION, READ_SESSION } from './identity.queries.ts'

const TOKEN_BYTES = 32
const BEARER = /^Bearer ([A-Za-z0-9_-]{43})$/i
/** A session ends this long after the sign-in, whatever happens in between. */
export const SESSION_DAYS = 30

/** How long a read may be answered from memory: another server's sign-out is noticed after this at the latest. */
const REMEMBERED_MS = 1_000
const REMEMBERED_MAX = 10_000

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Opens a session and answers its token, which is shown this once. */
export async function openSession(tx: Transaction, userId: number): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await tx.query(OPEN_SESSION, [userId, hashOf(token), SESSION_DAYS])
  return token
}

export interface Sessions extends TokenReader {
  /** To be called after a sign-out, a password change or a change of rights has been committed. */
  forget(userId: number): void
}

/** Reads tokens through a memory of one second, so that a screen's dozen calls ask the database once. */
export function sessionsOf(database: Database): Sessions {
  const remembered = new Map<string, { readonly who: SignedIn; readonly until: number }>()
  // A read that began before a sign-out must not be remembered after it.
  let changes = 0
  return {
    read: async (authorization) => {
      const token = BEARER.exec(authorization ?? '')?.[1]
      if (token === undefined) throw new Refusal('auth.required')
      const hash = hashOf(token)
      const key = hash.toString('base64')
      const known = remembered.get(key)
      if (known && known.until > performance.now()) return known.who
      const before = changes
      const [found] = await database.query<{ id: number; user_id: number }>(READ_SESSION, [hash])
      remembered.delete(key)
      if (!found) throw new Refusal('auth.required')
      const who: SignedIn = { id: found.user_id, sessionId: found.id }
      if (before === changes) {
        if (remembered.size >= REMEMBERED_MAX) remembered.clear()
        remembered.set(key, { who, until: performance.now() + REMEMBERED_MS })
      }
      return who
    },
    forget: (userId) => {
      changes += 1
      for (const [key, { who }] of remembered) if (who.id === userId) remembered.delete(key)
    },
  }
}
