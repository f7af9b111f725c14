import type { FastifyRequest } from 'fastify'
import type { Queryable } from '../../../platform/database/database.ts'
import { AUDIT } from './identity.queries.ts'

export interface Event {
  readonly action: string
  readonly userId: number | null
  readonly entityId: string | number
  readonly after?: object
}

/** Writes the audit row of something that does not go through the door. Never give it a password or a token. */
export async function note(on: Queryable, request: FastifyRequest, event: Event): Promise<void> {
  const after = JSON.stringify({ ...event.after, ip: request.ip })
  await on.query(AUDIT, {
    userId: event.userId,
    action: event.action,
    entityId: String(event.entityId),
    after,
    requestId: request.id,
  })
}
