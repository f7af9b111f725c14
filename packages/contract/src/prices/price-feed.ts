import { z } from 'zod'
import { feedRoutes, READ_AT, yes } from '../kit/feed.ts'
import { priceEffect } from './price-effect.ts'

/** The prices of a day, read from the exchange when a person asks for them or by the clock of every market day. */

const feedRead = z.object({
  /** The day whose prices were read. */
  tradeDate: z.string(),
  rows: z.number(),
  added: z.number(),
  changed: z.number(),
  /** The exchange said that the day was over. */
  closed: z.boolean(),
})
export type FeedRead = z.output<typeof feedRead>

const feedReply = feedRead.extend({
  /** Its consequences; left out where no run and no locked period is concerned. */
  effect: priceEffect.optional(),
})
export type FeedReply = z.output<typeof feedReply>

export const feed = feedRoutes({
  name: 'price-feed',
  tag: 'Prices',
  last: feedRead.extend(READ_AT),
  query: z.object({ dryRun: yes, openPeriod: yes }),
  reply: feedReply,
  summaries: {
    status: "The feed of the exchange's prices: whether it is read by the clock, and when it last worked",
    read: "Read the prices of the last market day from the exchange; an uploaded summary's stay as they are; in a locked period with `openPeriod=1` alone",
    turn: 'Read the prices by the clock after each market day, in the name of who turns it on; or no more',
  },
})
