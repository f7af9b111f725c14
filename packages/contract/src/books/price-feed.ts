import { z } from 'zod'
import { route } from '../kit/route.ts'
import { priceEffect } from './price-effect.ts'

/**
 * The prices of a day read from the exchange's public calls: when somebody asks for them, or by the clock of every market day once that
 * is turned on.
 */

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
  /** What follows from it; left out where no run and no locked period is concerned. */
  effect: priceEffect.optional(),
})
export type FeedReply = z.output<typeof feedReply>

export const priceFeed = z.object({
  /** Whether it is read by the clock, and who turned that on or off; null while nobody has. */
  byClock: z.boolean(),
  turned: z.object({ by: z.string(), at: z.string() }).nullable(),
  /** The server that it is read from. */
  host: z.string(),
  last: feedRead.extend({ at: z.string(), by: z.string(), byClock: z.boolean() }).nullable(),
  /** The newest failure since then. */
  failed: z.object({ at: z.string(), message: z.string() }).nullable(),
})
export type PriceFeed = z.output<typeof priceFeed>

const yes = z.enum(['0', '1', 'true', 'false']).optional()
const query = z.object({ dryRun: yes })

const base = { tag: 'Prices', path: '/price-feed' } as const
export const feed = {
  status: route({
    ...base,
    name: 'price-feed.status',
    needs: 'prices.read',
    method: 'GET',
    summary: "The feed of the exchange's prices: whether it is read by the clock, and when it last worked",
    reply: priceFeed,
  }),
  read: route({
    ...base,
    name: 'price-feed.read',
    needs: 'prices.record',
    scope: 'all',
    runs: 'job',
    method: 'POST',
    status: 201,
    summary:
      "Read the prices of the last market day from the exchange; an uploaded summary's stay as they are; in a locked period with `openPeriod=1` alone",
    query: query.extend({ openPeriod: yes }),
    reply: feedReply,
  }),
  turn: route({
    ...base,
    name: 'price-feed.turn',
    needs: 'prices.record',
    scope: 'all',
    method: 'PUT',
    summary: 'Read the prices by the clock after each market day, in the name of who turns it on; or no more',
    query,
    body: z.object({ byClock: z.boolean() }),
    reply: z.object({ byClock: z.boolean() }),
  }),
}
