import { z } from 'zod'
import { route } from '../kit/route.ts'
import { GAINS_TAX, type GainsTax } from '../periods/periods.ts'
import { realizedPeriod, spanAsked } from './realized.ts'
import { tieOut } from './realized-schedule.ts'

/**
 * The tax schedule: each disposal with proceeds, cost and holding period, and cash for fractions of shares, by trade date and financial
 * year of its entity, tied to the ledger.
 * Amounts in rupees. Whether a gain is exempt or business income is a setting of the entity; nothing here says which it is.
 */

/** Disposals that are listed; the sums of years are of all of them. */
export const TAX_ROWS_MAX = 10_000

const amounts = {
  proceeds: z.number(),
  cost: z.number(),
  /** proceeds - cost. */
  gain: z.number(),
  buyCharges: z.number(),
  sellFees: z.number(),
  /** gain - buyCharges - sellFees. */
  afterFees: z.number(),
}

export const taxYear = z.object({
  entityId: z.number(),
  entity: z.string(),
  /** The last day of the financial year. */
  yearEnd: z.string(),
  disposals: z.number(),
  /** Cash for fractions: part of proceeds and gain, without a holding period. */
  fractions: z.number(),
  ...amounts,
  /** Gains and losses by holding period: long term are more than 365 days. Losses are negative. */
  shortTermGains: z.number(),
  longTermGains: z.number(),
  shortTermLosses: z.number(),
  longTermLosses: z.number(),
})
export type TaxYear = z.output<typeof taxYear>

/** Shares that left, or cash for a fraction of a share in a corporate action. */
export const TAX_KINDS = ['disposal', 'fraction'] as const
export const taxRow = z.object({
  kind: z.enum(TAX_KINDS),
  /** Of a fraction: the corporate action. */
  trade_id: z.number(),
  entity: z.string(),
  yearEnd: z.string(),
  disposed_on: z.string(),
  /** When the oldest and the newest of the shares were bought; null where the lots are not known. */
  acquired_from: z.string().nullable(),
  acquired_to: z.string().nullable(),
  deal_number: z.string(),
  contract_number: z.string().nullable(),
  symbol: z.string(),
  companyName: z.string(),
  portfolio: z.string(),
  portfolioId: z.string(),
  /** Null for a fraction, as are the days. */
  quantity: z.number().nullable(),
  /** Whole days from settlement to settlement, weighted by the lots. */
  days: z.number().nullable(),
  isLongTerm: z.boolean(),
  ...amounts,
})
export type TaxRow = z.output<typeof taxRow>

export const taxScheduleReply = z.object({
  period: realizedPeriod,
  /** The entities of the books, with what was said of their taxes. */
  entities: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      year_end_month: z.number(),
      share_gains_tax: z.enum(Object.keys(GAINS_TAX) as [GainsTax, ...GainsTax[]]).nullable(),
      version: z.number(),
    }),
  ),
  /** By entity and year. */
  years: z.array(taxYear),
  /** By entity, trade date and order of recording. */
  rows: z.array(taxRow),
  hasMore: z.boolean(),
  /** How the gains of all rows come to what the accounts moved; FVTPL, and FVOCI where a portfolio of the books is FVOCI. */
  tieOuts: z.array(tieOut),
  generatedAt: z.string(),
})
export type TaxSchedule = z.output<typeof taxScheduleReply>

export const taxSchedule = route({
  name: 'realized.tax-schedule',
  needs: 'reports.read',
  load: 'report',
  method: 'GET',
  path: '/realized-pnl/tax-schedule',
  tag: 'Realized gains',
  summary:
    'Disposals by trade date and financial year with proceeds, cost and holding period; without dates the financial year to date',
  query: z.object(spanAsked),
  reply: taxScheduleReply,
})
