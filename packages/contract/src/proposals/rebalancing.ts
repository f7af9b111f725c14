import { z } from 'zod'
import {
  date,
  money,
  optional,
  optionalText,
  percent,
  recordId,
  shares,
  text,
  written,
} from '../kit/fields.ts'
import { route } from '../kit/route.ts'

/**
 * Rebalancing: the weights that a portfolio should have, in versions, and the trades that lead to them.
 * Weights in percent of securities and cash, amounts in rupees. A proposal writes nothing.
 */

export const TARGET_LINES_MAX = 200
/** Smallest trade that a rebalancing proposes, in rupees of gross value. */
export const MINIMUM_TRADE = 25_000
/** Days that a purchase is financed, where none are sent. */
export const FINANCED_DAYS = 30

const line = {
  /** A security, or a sector: its securities without a line of their own, at the weights that they have among themselves. */
  symbol: optionalText(20, 'The symbol'),
  sector: optionalText(200, 'The sector'),
  weight: percent('The target'),
  /** Within so many percent of the value from its target nothing is traded. */
  band: percent('The band'),
  /** Trades are multiples of it. */
  lotSize: shares('The lot size'),
}

const targetLine = z.object({
  symbol: z.string().nullable(),
  company_name: z.string().nullable(),
  sector: z.string().nullable(),
  weight: z.number(),
  band: z.number(),
  lotSize: z.number(),
})

const targets = z.object({
  portfolioId: z.string(),
  portfolioName: z.string(),
  /** Null while none were set. */
  version: z.number().nullable(),
  cashTarget: z.number(),
  minimumTrade: z.number(),
  cashMinimum: z.number(),
  lines: z.array(targetLine),
  recordedBy: z.string().nullable(),
  recordedAt: z.string().nullable(),
})
export type RebalancingTargets = z.output<typeof targets>

const row = z.object({
  symbol: z.string(),
  company_name: z.string(),
  sector: z.string().nullable(),
  /** Null: held without a target, and left as it is. */
  target: z.number().nullable(),
  held: z.number(),
  /** Null without a price: valued at cost, and left as it is. */
  price: z.number().nullable(),
  value: z.number(),
  weight: z.number(),
  /** Above zero to buy, below zero to sell. */
  quantity: z.number(),
  grossValue: z.number(),
  totalFees: z.number(),
  /** Shares of a purchase that were left out for the cash minimum. */
  cut: z.number(),
  valueAfter: z.number(),
  weightAfter: z.number(),
  /** Of a sale, by the portfolio's method; with cherry picking of the oldest lots. */
  capitalGain: z.number().nullable(),
})
export type RebalancingRow = z.output<typeof row>

const proposal = z.object({
  portfolioId: z.string(),
  portfolioName: z.string(),
  tradeDate: z.string(),
  settlementDate: z.string(),
  /** Securities and cash, before and after; cash with all that is still to settle. */
  value: z.number(),
  valueAfter: z.number(),
  cash: z.object({
    target: z.number(),
    value: z.number(),
    weight: z.number(),
    valueAfter: z.number(),
    weightAfter: z.number(),
  }),
  fees: z.number(),
  /** How often the trades were found until their fees stayed; false where they still moved after ten times. */
  passes: z.number(),
  isSettled: z.boolean(),
  cashMinimum: z.number(),
  /** Sales first. */
  rows: z.array(row),
  /** Cash on each day from the settlement of the trades on, without them and with them. */
  ladder: z.array(z.object({ day: z.string(), before: z.number(), after: z.number() })),
  buys: z.number(),
  sales: z.number(),
  /** Gross of all trades, in percent of the value. */
  turnover: z.number(),
  capitalGain: z.number(),
  /** Of the cost of purchases beyond the proceeds of sales. */
  financing: z.object({ rate: z.number().nullable(), days: z.number(), amount: z.number() }),
  /** The rise in percent that earns back the fees of buying and selling and the financing of the purchases; null without one. */
  earnBack: z.number().nullable(),
  leftOut: z.array(z.object({ what: z.string(), why: z.string() })),
})
export type RebalancingProposal = z.output<typeof proposal>

const base = { tag: 'Proposals' } as const
const params = z.object({ portfolio: text(200, 'The portfolio') })
export const rebalancing = {
  targets: route({
    ...base,
    name: 'rebalancing.targets',
    needs: 'holdings.read',
    load: 'light',
    method: 'GET',
    path: '/portfolios/:portfolio/targets',
    summary: 'The weights that a portfolio should have',
    params,
    reply: targets,
  }),
  setTargets: route({
    ...base,
    name: 'rebalancing.change-targets',
    needs: 'portfolios.change',
    method: 'PUT',
    path: '/portfolios/:portfolio/targets',
    summary: 'Set the weights that a portfolio should have: a new version of all of them',
    params,
    query: z.object({ dryRun: z.enum(['0', '1', 'true', 'false']).optional() }),
    body: z.object({
      version: written(
        recordId('Must be the version that was read.'),
        'Write the version that was read, or null where the portfolio has no targets yet.',
      ),
      cashTarget: percent('The cash target'),
      minimumTrade: money('The minimum trade'),
      cashMinimum: money('The cash minimum'),
      lines: z
        .array(
          z.object(line).refine((one) => (one.symbol === null) !== (one.sector === null), {
            path: ['symbol'],
            message: 'Write a security or a sector.',
          }),
        )
        .max(TARGET_LINES_MAX, `At most ${TARGET_LINES_MAX} lines.`),
    }),
    reply: targets,
  }),
  propose: route({
    ...base,
    name: 'rebalancing.propose',
    needs: 'holdings.read',
    load: 'heavy',
    method: 'POST',
    path: '/proposals/rebalancing',
    summary: 'The trades that bring a portfolio to its targets, after their fees; nothing is written',
    body: z.object({
      portfolioId: z.union([text(200, 'The portfolio'), z.number().int().positive().transform(String)]),
      tradeDate: optional(date),
      /** In place of the one recorded with the targets. */
      cashMinimum: optional(money('The cash minimum')),
      costOfFunds: optional(percent('Cost of Funds')),
      financedDays: optional(z.coerce.number().int().min(0).max(3_660)),
    }),
    reply: proposal,
  }),
}
