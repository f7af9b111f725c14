import type { SessionRecord } from '@em/contract/identity/identity'
import type { Queryable } from '../../../platform/database/database.ts'
import { browserName } from './browser-name.ts'
import { OWN_SESSIONS } from './identity.queries.ts'

interface Asked {
  readonly userId: number
  readonly idleMinutes: number
  /** The session of the request. */
  readonly current: number
}

/** Where a person is signed in, the last used first. */
export async function sessionsOfPerson(
  on: Queryable,
  { userId, idleMinutes, current }: Asked,
): Promise<SessionRecord[]> {
  const rows = await on.query(OWN_SESSIONS, { userId, idleMinutes })
  return rows.map((row) => ({
    id: row.id,
    created_at: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    address: row.address,
    browser: browserName(row.user_agent),
    current: row.id === current,
    kept: row.kept,
  }))
}
