import { z } from 'zod'
import { date, decimal, optional } from '../kit/fields.ts'
import { route } from '../kit/route.ts'
import { scopeNamed } from '../trial-balance/trial-balance.ts'
import { treatment } from './report-ties.ts'
import { countedPrice } from './statement-of-investments.ts'

/**
 * Holdings that a user should check before a date is closed: those that cost more than they are worth, those
 * that are worth far more than they cost, and those whose price is old, typed or missing. By posting date;
 * amounts in rupees.
 */

/** Holdings that are listed; the counts are of all of them. */
export const EXCEPTIONS_MAX = 10_000
/** Percent of the cost, where none is asked for. */
export const USUAL_THRESHOLD = 20

/** Why a holding is listed; one that is of several is listed under the first. */
export const EXCEPTION_KINDS = {
  below: 'Cost above market',
  above: 'Market above cost',
  price: 'Price to look at',
} as const
export type ExceptionKind = keyof typeof EXCEPTION_KINDS
const kind = z.enum(Object.keys(EXCEPTION_KINDS) as [ExceptionKind, ...ExceptionKind[]])

export const exceptionRow = z.object({
  /** Portfolio and security. */
  id: z.string(),
  kind,
  portfolioId: z.string(),
  portfolioName: z.string(),
  treatment,
  symbol: z.string(),
  companyName: z.string(),
  quantity: z.number(),
  /** With capitalised fees: what it is carried at. */
  cost: z.number(),
  fair_value: z.number(),
  /** fair_value - cost. */
  difference: z.number(),
  /** The difference in percent of the cost, 4 decimals; null without a cost. */
  percent: z.number().nullable(),
  ...countedPrice,
})
export type ExceptionRow = z.output<typeof exceptionRow>

const counted = z.object({ holdings: z.number(), amount: z.number() })

export const costAndMarketReply = z.object({
  asOf: z.string(),
  portfolio: z.string().nullable(),
  entity: z.string().nullable(),
  /** Percent. */
  threshold: z.number(),
  /** Holdings that were checked. */
  holdings: z.number(),
  /** Holdings that cost more than they are worth, and by how much. */
  below: counted,
  /** Holdings worth more than their cost by more than the threshold, and by how much. */
  above: counted,
  /** Holdings whose price is old, typed, no close or missing, with their fair value. */
  prices: counted,
  /** Holdings of level 3, with their fair value. */
  level3: counted,
  /** By kind; the greatest differences first. */
  rows: z.array(exceptionRow),
  hasMore: z.boolean(),
  generatedAt: z.string(),
})
export type CostAndMarket = z.output<typeof costAndMarketReply>

export const costAndMarket = route({
  name: 'reports.cost-and-market',
  needs: 'reports.read',
  load: 'report',
  method: 'GET',
  path: '/reports/cost-and-market',
  tag: "Accountant's reports",
  summary:
    'Holdings at a date that cost more than they are worth, are worth far more than they cost, or have a price to look at',
  query: z.object({
    asOf: optional(date),
    /** Percent of the cost. */
    threshold: optional(decimal({ scale: 2, min: 0n, max: 100_000n, what: 'The threshold' })),
    /** One kind alone. */
    kind: optional(kind),
    ...scopeNamed,
  }),
  reply: costAndMarketReply,
})
