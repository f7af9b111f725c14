import { z } from 'zod'
import { feedRoutes, READ_AT, yes } from '../kit/feed.ts'

/** Announcements, read from the exchange when a person asks for them or by the clock of every working day. */

const read = z.object({
  rows: z.number(),
  added: z.number(),
  changed: z.number(),
  /** What could not be read, in a sentence; the rest was kept. Null where everything was. */
  missed: z.string().nullable(),
})
export type AnnouncementsRead = z.output<typeof read>

export const announcementFeed = feedRoutes({
  name: 'announcement-feed',
  tag: 'Announcements',
  last: read.extend(READ_AT),
  query: z.object({ dryRun: yes }),
  reply: read,
  summaries: {
    status:
      "The feed of the exchange's announcements: whether it is read by the clock, and when it last worked",
    read: 'Read the newest announcements from the exchange; one that is known gets its next version where the exchange changed it',
    turn: 'Read the announcements by the clock on working days, in the name of who turns it on; or no more',
  },
})
