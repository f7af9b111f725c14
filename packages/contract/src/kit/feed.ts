import { z } from 'zod'
import { route } from './route.ts'

/**
 * A feed of the exchange: something is read from its public calls when a person asks for it, or by the clock once that is turned on.
 * Its routes are its state, a reading, and the turning on and off of the clock.
 */

export const yes = z.enum(['0', '1', 'true', 'false']).optional()

/** When a reading was, and whose. */
export const READ_AT = { at: z.string(), by: z.string(), byClock: z.boolean() } as const

interface FeedOf<Last extends z.ZodType, Query extends z.ZodType, Reply extends z.ZodType> {
  /** Its path, and what its routes are named by. */
  readonly name: string
  readonly tag: string
  /** The last reading, with `READ_AT`. */
  readonly last: Last
  readonly query: Query
  readonly reply: Reply
  readonly summaries: Readonly<Record<'status' | 'read' | 'turn', string>>
}

export function feedRoutes<Last extends z.ZodType, Query extends z.ZodType, Reply extends z.ZodType>({
  name,
  tag,
  last,
  query,
  reply,
  summaries,
}: FeedOf<Last, Query, Reply>) {
  const base = { tag, path: `/${name}` } as const
  const recorded = { ...base, needs: 'prices.record', scope: 'all' } as const
  return {
    status: route({
      ...base,
      name: `${name}.status`,
      needs: 'prices.read',
      method: 'GET',
      summary: summaries.status,
      reply: z.object({
        /** Whether it is read by the clock, and who turned that on or off; null if never changed. */
        byClock: z.boolean(),
        turned: z.object({ by: z.string(), at: z.string() }).nullable(),
        /** The server that it is read from. */
        host: z.string(),
        last: last.nullable(),
        /** The newest failure since then. */
        failed: z.object({ at: z.string(), message: z.string() }).nullable(),
      }),
    }),
    read: route({
      ...recorded,
      name: `${name}.read`,
      runs: 'job',
      method: 'POST',
      status: 201,
      summary: summaries.read,
      query,
      reply,
    }),
    turn: route({
      ...recorded,
      name: `${name}.turn`,
      method: 'PUT',
      summary: summaries.turn,
      query: z.object({ dryRun: yes }),
      body: z.object({ byClock: z.boolean() }),
      reply: z.object({ byClock: z.boolean() }),
    }),
  }
}
