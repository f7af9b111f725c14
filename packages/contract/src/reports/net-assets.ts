import { z } from 'zod'
import { date, optional } from '../kit/fields.ts'
import { route } from '../kit/route.ts'
import { scopeNamed } from '../trial-balance/trial-balance.ts'
import { valuationNote } from '../valuation/valuation-note.ts'
import { treatment } from './report-ties.ts'

/**
 * What the books of a date hold less what they owe, by portfolio and entity, with investments at fair value; all else is the
 * ledger's. Amounts in rupees; what is owed is negative.
 */

/** Securities that are listed of what was posted later; the sums are of all of them. */
export const MOVED_MAX = 1_000

const groups = {
  /** At fair value. */
  investments: z.number(),
  /** 1200, 1210, 1220 and clearing between portfolios. */
  receivables: z.number(),
  cash: z.number(),
  otherAssets: z.number(),
  payables: z.number(),
}
const sums = {
  ...groups,
  /** The sum of the groups. */
  netAssets: z.number(),
  /** Of it what the ledger has not: fair value of investments less their balances. */
  notPosted: z.number(),
  /** Net assets of the ledger: netAssets - notPosted. */
  ledger: z.number(),
}

export const portfolioNetAssets = z.object({
  /** The code; null: entries that name no portfolio. */
  portfolioId: z.string().nullable(),
  portfolioName: z.string().nullable(),
  entity: z.string(),
  treatment: treatment.nullable(),
  /** Whether the books of the date are valued; `none`: they have no investments. */
  state: z.enum(['valued', 'not-valued', 'stale', 'none']),
  ...sums,
})
export type PortfolioNetAssets = z.output<typeof portfolioNetAssets>

/** Lines of the date or before that were posted later, because their day was locked. */
export const movedHolding = z.object({
  portfolioId: z.string(),
  portfolioName: z.string(),
  symbol: z.string(),
  companyName: z.string(),
  quantity: z.number(),
  /** With capitalised fees. */
  cost: z.number(),
  fair_value: z.number(),
})

export const netAssetsReply = z.object({
  asOf: z.string(),
  portfolio: z.string().nullable(),
  entity: z.string().nullable(),
  valuation: valuationNote,
  /** By entity and name. */
  rows: z.array(portfolioNetAssets),
  entities: z.array(z.object({ entity: z.string(), portfolios: z.number(), ...sums })),
  total: z.object(sums),
  /** Why fair values are not in the ledger: what `notPosted` of the total is made of. */
  reasons: z.array(z.object({ label: z.string(), amount: z.number() })),
  /** Equity and result by the ledger, and what its assets less liabilities are beyond that: 0.00. */
  tie: z.object({ equity: z.number(), difference: z.number() }),
  /** From posting date to trade date. */
  moved: z.object({
    rows: z.array(movedHolding),
    hasMore: z.boolean(),
    ...groups,
    /** Net assets by trade date. */
    netAssets: z.number(),
  }),
  generatedAt: z.string(),
})
export type NetAssets = z.output<typeof netAssetsReply>

export const netAssets = route({
  name: 'reports.net-assets',
  needs: 'reports.read',
  load: 'report',
  method: 'GET',
  path: '/reports/net-assets',
  tag: "Accountant's reports",
  summary:
    'Net assets at a date by portfolio and entity, with investments at fair value; today where no date is given',
  query: z.object({ asOf: optional(date), ...scopeNamed }),
  reply: netAssetsReply,
})
