import { z } from 'zod'
import { date, optional } from '../kit/fields.ts'
import { listQuery } from '../kit/register.ts'
import { route } from '../kit/route.ts'
import { ACTION_STATES } from './corporate-actions.ts'
import { ACTION_KINDS } from './kinds.ts'

/**
 * What events were expected to pay or deliver, what is booked of it and what came; and claims of trades that
 * settled late. Amounts in rupees.
 */

/** The state of an event's money in one portfolio. */
export const MONEY_STATES = ['none', 'expected', 'assumed', 'part', 'settled'] as const

/** An event in one portfolio. Money that it owes, of a purchase in a transfer for instance, is below zero. */
export const eventLine = z.object({
  action: z.number(),
  kind: z.enum(ACTION_KINDS),
  state: z.enum(ACTION_STATES),
  title: z.string(),
  securityCode: z.string().nullable(),
  securityName: z.string(),
  portfolioId: z.string(),
  portfolioName: z.string(),
  ex_date: z.string().nullable(),
  payment_date: z.string().nullable(),
  /**
   * Shares held at the close before XD, and the shares that they are entitled to: 0 where an event gives only
   * money.
   */
  shares_held: z.number(),
  entitled_shares: z.number(),
  /** By the plan: the entitlement in force. */
  gross: z.number(),
  tax: z.number(),
  net: z.number(),
  /** The money that is expected. */
  expected: z.number(),
  /** What the ledger has claimed, whether it came in or not. */
  booked: z.number(),
  /** Booked less expected, from XD on; 0 before it. */
  difference: z.number(),
  /** Confirmed payments. */
  received: z.number(),
  /** Taken as received on its day, without a confirmation. */
  assumed: z.number(),
  written_off: z.number(),
  open: z.number(),
  money: z.enum(MONEY_STATES),
})
export type EventLine = z.output<typeof eventLine>

const amounts = { gross: true, tax: true, net: true, expected: true, booked: true, difference: true } as const
/** Sums of all lines that the filters leave. */
export const eventSums = eventLine
  .pick({ ...amounts, received: true, assumed: true, written_off: true, open: true })
  .extend({
    lines: z.number(),
    /** Lines whose booked money differs from the expected. */
    differing: z.number(),
  })
export type EventSums = z.output<typeof eventSums>

/** A trade before XD that was not settled at the record date. */
export const marketClaim = z.object({
  action: z.number(),
  kind: z.enum(ACTION_KINDS),
  title: z.string(),
  securityCode: z.string(),
  portfolioId: z.string(),
  portfolioName: z.string(),
  ex_date: z.string(),
  record_date: z.string(),
  trade: z.number(),
  deal_number: z.string(),
  side: z.enum(['buy', 'sell']),
  trade_date: z.string(),
  /** As agreed, or as it was rescheduled; null where it failed. */
  settlement_date: z.string().nullable(),
  /** The day of its last payment; null while it is not settled. */
  settled_on: z.string().nullable(),
  broker: z.string().nullable(),
  quantity: z.number(),
  /** What its shares are entitled to. A purchase is a claim of ours; a sale is one against us, below zero. */
  shares: z.number(),
  gross: z.number(),
  tax: z.number(),
  net: z.number(),
  /**
   * `settled` once the event's payment is confirmed in full; where it gives only shares, once the trade is
   * settled.
   */
  state: z.enum(['open', 'settled']),
})
export type MarketClaim = z.output<typeof marketClaim>

const base = { tag: 'Corporate actions', needs: 'actions.read', method: 'GET' } as const
const filter = {
  portfolio: z.string().max(200).optional(),
  portfolioId: z.string().max(200).optional(),
  securityCode: z.string().max(20).optional(),
  /** Several, with commas between. */
  kind: z.string().max(300).optional(),
  /** XD in these days. */
  from: optional(date).optional(),
  to: optional(date).optional(),
}
const eventFilter = {
  ...filter,
  state: z.string().max(100).optional(),
  /** `open`: what is still to come; `differing`: what is booked otherwise than expected. */
  only: z.enum(['open', 'differing']).optional(),
}

export const eventReports = {
  events: route({
    ...base,
    name: 'event-reports.events',
    load: 'list',
    path: '/corporate-action-reports/events',
    summary: 'What each event is expected to bring each portfolio, what is booked of it and what came in',
    query: listQuery.pick({ limit: true, cursor: true }).extend(eventFilter),
    reply: z.array(eventLine),
  }),
  sums: route({
    ...base,
    name: 'event-reports.sums',
    load: 'report',
    path: '/corporate-action-reports/event-sums',
    summary: 'Expected, booked and received of all events that the filters leave',
    query: z.object(eventFilter),
    reply: eventSums,
  }),
  claims: route({
    ...base,
    name: 'event-reports.claims',
    load: 'report',
    path: '/corporate-action-reports/claims',
    summary:
      'Claims for trades before XD that were not settled at the record date: against the broker for purchases, against us for sales',
    query: z.object({ ...filter, state: z.enum(['open', 'settled']).optional() }),
    reply: z.array(marketClaim),
  }),
}
