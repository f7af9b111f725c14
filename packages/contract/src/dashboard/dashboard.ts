import { GAIN_RANGES } from '@em/core/holidays/ranges'
import { z } from 'zod'
import { dayMoves, returnParts } from '../holdings/holdings.ts'
import { portfolioNamed } from '../kit/fields.ts'
import { route } from '../kit/route.ts'
import { settlementWord } from '../settlements/settlements.ts'

/** The dashboard in one call. */
export const dashboard = route({
  name: 'dashboard',
  needs: 'holdings.read',
  method: 'GET',
  path: '/dashboard',
  tag: 'Dashboard',
  summary: 'Recent transactions, four profit-and-loss figures, sectors, most traded, market day',
  query: z.object({ ...portfolioNamed, range: z.enum(GAIN_RANGES).default('1Y') }),
  reply: z.object({
    today: z.string(),
    /** Null where none is named: the figures are of all portfolios. */
    portfolio: z.object({ id: z.number(), portfolioId: z.string(), portfolioName: z.string() }).nullable(),
    marketDay: z.object({ isMarketDay: z.boolean(), reason: z.string().nullable(), next: z.string() }),
    profitAndLoss: z.object({
      /** The sales that are counted: their trade dates lie from `from` (null: all) to today. */
      range: z.enum(GAIN_RANGES),
      from: z.string().nullable(),
      /** realizedPnL + unrealizedPnL: one basis, after fees and cost of funds. */
      totalPnL: z.number(),
      /** capitalGain less purchase charges, sale fees and cost of funds of the sales in the range. */
      realizedPnL: z.number(),
      /** Realized capital gain of the range: proceeds less cost, before fees and cost of funds. */
      capitalGain: z.number(),
      realizedCharges: z.number(),
      realizedFees: z.number(),
      realizedCostOfFunds: z.number(),
      /** Unrealized capital gain: gross sales (value at market) less cost, before fees and cost of funds. */
      unrealizedGain: z.number(),
      /** Projected sales with cost of funds less cost and charges. */
      unrealizedPnL: z.number(),
      projectedSalesWithCOF: z.number(),
      /** Dividends of the range by posting date, before withholding tax: in no other figure here. */
      dividendIncome: z.number(),
      /** Since the first trade, whatever the range. */
      totalReturn: returnParts,
      totalCost: z.number(),
      totalCharges: z.number(),
      totalValue: z.number(),
    }),
    recent: z.array(
      z.object({
        id: z.number(),
        side: z.enum(['buy', 'sell']),
        symbol: z.string(),
        company_name: z.string(),
        portfolio: z.string(),
        quantity: z.number(),
        price: z.number(),
        net_value: z.number(),
        trade_date: z.string(),
        /** The state of its settlement. */
        status: settlementWord,
        created_at: z.string(),
      }),
    ),
    sectors: z.array(z.object({ sector: z.string(), value: z.number(), weight: z.number() })),
    mostTraded: z.array(
      z.object({
        symbol: z.string(),
        company_name: z.string(),
        buys: z.number(),
        gainLossPercentage: z.number().nullable(),
      }),
    ),
    /** Positions with a price by their unrealized capital gain in per cent, the best five. */
    topPerformers: z.array(
      z.object({
        symbol: z.string(),
        company_name: z.string(),
        gainLossPercentage: z.number(),
        unrealizedGainLoss: z.number(),
      }),
    ),
    /** Null where nothing that is held has a price. */
    dayChange: dayMoves.nullable(),
    unpriced: z.array(z.string()),
    setup: z.object({
      equities: z.number(),
      portfolios: z.number(),
      settlementAccounts: z.number(),
      costOfFunds: z.number(),
      trades: z.number(),
    }),
  }),
})
