import { z } from 'zod'
import { route } from '../kit/route.ts'
import { realizedPeriod, spanAsked } from './realized.ts'

/**
 * The schedule of realized gains: what the ledger says of disposals, by posting date, year-end closings left out, with its
 * tie-out. Amounts in rupees.
 */

/** Rows that are listed; sums and tie-out are of all of them. */
export const SCHEDULE_MAX = 10_000

/**
 * - `sale`: shares that left for money;
 * - `cost`: a late or corrected purchase moved the cost of a sale: the difference alone;
 * - `correction`: a sale was corrected or deleted after its day was locked: the difference on the first open day.
 * - `event`: a buy-back, a tender, a merger, a delisting, a transfer between entities, or cash for fractions; `title` says which.
 */
export const SCHEDULE_KINDS = {
  sale: 'Sale',
  cost: 'Cost difference',
  correction: 'Correction of sale',
  event: 'Corporate action',
} as const
export type ScheduleKind = keyof typeof SCHEDULE_KINDS
const kinds = Object.keys(SCHEDULE_KINDS) as [ScheduleKind, ...ScheduleKind[]]

const amounts = {
  proceeds: z.number(),
  fees: z.number(),
  cost: z.number(),
  /** proceeds - cost. */
  gain: z.number(),
  /**
   * Charges of the purchases that left with the shares. They are of the ledger with FVOCI (1105); with FVTPL they were
   * expensed when the shares were bought, and are listed once, with the sale, at their current value.
   */
  buyCharges: z.number(),
  /** gain - fees - buyCharges. */
  afterFees: z.number(),
  /**
   * Cost of funds over the holding days: a management figure. It is listed once, with the sale, at its
   * current value.
   */
  financing: z.number(),
  /**
   * The movement of the row on the account that it is tied to: gain with FVTPL, gain - buyCharges with FVOCI.
   */
  posted: z.number(),
}

export const scheduleRow = z.object({
  /** Trade, posting date and kind. */
  id: z.string(),
  kind: z.enum(kinds),
  treatment: z.enum(['FVTPL', 'FVOCI']),
  posted_on: z.string(),
  /** The trade date that the row belongs to. */
  belongs_to: z.string(),
  trade_id: z.number(),
  deal_number: z.string(),
  contract_number: z.string().nullable(),
  symbol: z.string(),
  companyName: z.string(),
  portfolio: z.string(),
  portfolioId: z.string(),
  /** Null for a difference. */
  quantity: z.number().nullable(),
  ...amounts,
  /** Holding days; null for a difference and for a sale that was deleted later. */
  days: z.number().nullable(),
  /** Of a cost difference, the cost of the sale before and after it. */
  costBefore: z.number().nullable(),
  costAfter: z.number().nullable(),
  /** The sale was deleted later: its correction is on a later day. */
  isDeleted: z.boolean(),
  /** Of an event: what it is. */
  title: z.string().nullable(),
})
export type ScheduleRow = z.output<typeof scheduleRow>

const totals = z.object({ rows: z.number(), ...amounts })
export type ScheduleTotals = z.output<typeof totals>

/** How the rows come to what the account moved. */
export const tieOut = z.object({
  treatment: z.enum(['FVTPL', 'FVOCI']),
  /** The accounts of realized gains (FVOCI: of retained earnings, of FVOCI portfolios), with their codes. */
  accounts: z.array(z.string()),
  /** The sum of the rows' `posted`. */
  schedule: z.number(),
  /** Other movements of the accounts, named: manual entries always, others where there are any. */
  others: z.array(z.object({ label: z.string(), amount: z.number() })),
  /** Credits less debits of the accounts, closings left out. */
  movement: z.number(),
  /** movement - schedule - others: 0.00 where the schedule is complete. */
  difference: z.number(),
})
export type TieOut = z.output<typeof tieOut>

export const realizedScheduleReply = z.object({
  period: realizedPeriod,
  /** By posting date, then in the order of recording. */
  rows: z.array(scheduleRow),
  /** Whether there are more rows than are listed. */
  hasMore: z.boolean(),
  /** FVTPL, and FVOCI where a portfolio of the books is FVOCI. */
  totals: z.array(z.object({ treatment: z.enum(['FVTPL', 'FVOCI']), ...totals.shape })),
  tieOuts: z.array(tieOut),
  generatedAt: z.string(),
})
export type RealizedSchedule = z.output<typeof realizedScheduleReply>

export const realizedSchedule = route({
  name: 'realized.schedule',
  needs: 'reports.read',
  load: 'report',
  method: 'GET',
  path: '/realized-pnl/schedule',
  tag: 'Realized gains',
  summary:
    'The schedule of realized gains by posting date with its tie-out to the ledger; without dates the financial year to date',
  query: z.object(spanAsked),
  reply: realizedScheduleReply,
})
