import type { FastifyRequest } from 'fastify'
import { recordAlone } from '../../../platform/acts.ts'
import type { Queryable } from '../../../platform/database/database.ts'

export interface Event {
  readonly action: string
  readonly userId: number | null
  readonly entityId: string | number
  readonly after?: object
}

/** Records an act of something that does not go through the door. Never give it a password or a token. */
export async function note(on: Queryable, request: FastifyRequest, event: Event): Promise<void> {
  const { action, userId: by, entityId } = event
  const after = { ...event.after, ip: request.ip }
  await recordAlone(on, { by, action, entity: 'user', entityId, after, requestId: request.id })
}
