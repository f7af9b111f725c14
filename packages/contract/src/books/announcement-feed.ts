import { z } from 'zod'
import { route } from '../kit/route.ts'

/**
 * Announcements read from the exchange's public calls: when somebody asks for them, or by the clock of every working day once
 * that is turned on.
 */

const read = z.object({
  rows: z.number(),
  added: z.number(),
  changed: z.number(),
  /** What could not be read, in a sentence; the rest was kept. Null where everything was. */
  missed: z.string().nullable(),
})
export type AnnouncementsRead = z.output<typeof read>

const status = z.object({
  /** Whether they are read by the clock, and who turned that on or off; null while nobody has. */
  byClock: z.boolean(),
  turned: z.object({ by: z.string(), at: z.string() }).nullable(),
  /** The server that they are read from. */
  host: z.string(),
  last: read.extend({ at: z.string(), by: z.string(), byClock: z.boolean() }).nullable(),
  /** The newest failure since then. */
  failed: z.object({ at: z.string(), message: z.string() }).nullable(),
})
export type AnnouncementFeed = z.output<typeof status>

const query = z.object({ dryRun: z.enum(['0', '1', 'true', 'false']).optional() })
const base = { tag: 'Announcements', path: '/announcement-feed' } as const
export const announcementFeed = {
  status: route({
    ...base,
    name: 'announcement-feed.status',
    needs: 'prices.read',
    method: 'GET',
    summary:
      "The feed of the exchange's announcements: whether it is read by the clock, and when it last worked",
    reply: status,
  }),
  read: route({
    ...base,
    name: 'announcement-feed.read',
    needs: 'prices.record',
    scope: 'all',
    runs: 'job',
    method: 'POST',
    status: 201,
    summary:
      'Read the newest announcements from the exchange; one that is known gets its next version where the exchange changed it',
    query,
    reply: read,
  }),
  turn: route({
    ...base,
    name: 'announcement-feed.turn',
    needs: 'prices.record',
    scope: 'all',
    method: 'PUT',
    summary:
      'Read the announcements by the clock on working days, in the name of who turns it on; or no more',
    query,
    body: z.object({ byClock: z.boolean() }),
    reply: z.object({ byClock: z.boolean() }),
  }),
}
