import { z } from 'zod'
import { date, decimal, optional, recordId, text } from '../kit/fields.ts'

/** The elections of portfolios in a corporate action, as sent, and their removal. */

/** Elections that are sent at once, at most. */
export const ELECTIONS_MAX = 5_000

/** A portfolio by its code, name or id. */
export const portfolioOf = z.union([text(200, 'Portfolio'), z.number().int().positive().transform(String)])
/** A number of shares. */
export const quantity = (what: string) => decimal({ scale: 0, min: 0n, max: 1_000_000_000_000n, what })

/** Shares of lots, each by the buy that it came with. */
export const lots = z
  .array(
    z.object({
      buyTransactionId: recordId('Must be the id of a lot.'),
      allocatedQuantity: quantity('Allocated quantity'),
    }),
  )
  .max(1000, 'At most 1,000 lots.')
/** Where lots are to be named and none are: the oldest leave, as in books from before they were asked for; left out: that is refused. */
export const unnamedLots = optional(z.literal('oldest', { error: 'Must be oldest.' }))

const election = z.object({
  portfolioId: portfolioOf,
  subscribe: optional(quantity('Subscribe')),
  sell: optional(quantity('Sell')),
  lapse: optional(quantity('Lapse')),
  additional: optional(quantity('Additional')),
  /** The day of the choice, and of its payment; left out: today. After the last day it is needed. */
  date: optional(date),
  settlementAccount: optional(recordId('Must be the id of a settlement account.')),
  /**
   * Of a buy-back or tender in a portfolio by cherry picking: the lots that the shares come from, which come to Sell. Needed unless all
   * that is held is given.
   */
  allocations: optional(lots),
  unnamedLots,
})
export type ElectionInput = z.output<typeof election>
export type ElectionSent = z.input<typeof election>
/** The elections of portfolios, in one request. */
export const elections = z
  .array(election)
  .max(ELECTIONS_MAX, `At most ${ELECTIONS_MAX.toLocaleString('en')} elections at once.`)

/** The elections, allotments and payments to remove. */
export const takenOut = z.object({
  /** All of them is a word, so that a list left out takes out nothing. */
  portfolios: z.union([
    z.literal('all'),
    z.array(portfolioOf).min(1, 'Please choose a portfolio.').max(ELECTIONS_MAX),
  ]),
  reason: text(500, 'Reason'),
})
