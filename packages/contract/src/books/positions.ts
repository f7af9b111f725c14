import { GAIN_RANGES } from '@em/core/calendar/ranges'
import { z } from 'zod'
import { date, optional, portfolioNamed } from '../kit/fields.ts'
import { route } from '../kit/route.ts'
import { COSTING_METHODS } from '../registers/costing-methods.ts'
import { settlementWord } from './settlements.ts'

/** What is held, derived from the chains. Amounts in rupees, prices with 4 decimals, percentages as numbers. */

const where = z.object({
  ...portfolioNamed,
  company: z.string().max(200).optional(),
  symbol: z.string().max(20).optional(),
  asOf: optional(date),
})
const ofCompany = where

export const lot = z.object({
  id: z.number(),
  deal_number: z.string().nullable(),
  contract_number: z.string().nullable(),
  trade_date: z.string(),
  settlement_date: z.string(),
  price: z.number(),
  quantity: z.number(),
  remaining_quantity: z.number(),
  remaining_cost: z.number(),
  remaining_charges: z.number(),
})
export type Lot = z.output<typeof lot>

/** What one portfolio holds of a security. */
export const holder = z.object({
  portfolioId: z.string(),
  portfolioName: z.string(),
  costing_method: z.enum(COSTING_METHODS).nullable(),
  quantity: z.number(),
  costValue: z.number(),
  charges: z.number(),
})
export type Holder = z.output<typeof holder>

export const position = z.object({
  /** The equity's id. */
  id: z.number(),
  companyName: z.string(),
  symbol: z.string(),
  sector: z.string().nullable(),
  quantity: z.number(),
  costPrice: z.number(),
  costValue: z.number(),
  charges: z.number(),
  /** Null where no price is known: the holding is then valued at cost and marked. */
  marketPrice: z.number().nullable(),
  lastPriceUpdate: z.string().nullable(),
  unpriced: z.boolean(),
  grossSales: z.number(),
  chargesOnSales: z.number(),
  projectedSalesProceeds: z.number(),
  costOfFunds: z.number(),
  projectedSalesWithCOF: z.number(),
  unrealizedGainLoss: z.number(),
  gainLossPercentage: z.number(),
})
export type Position = z.output<typeof position>

export const holding = z.object({
  symbol: z.string(),
  companyName: z.string(),
  quantity: z.number(),
  avgPrice: z.number(),
  currentPrice: z.number().nullable(),
  marketValue: z.number(),
  cost: z.number(),
  pnl: z.number(),
  pnlPercentage: z.number(),
  weight: z.number(),
  sector: z.string(),
  unpriced: z.boolean(),
})

export const overview = z.object({
  success: z.literal(true),
  data: z.object({
    asOf: z.string(),
    summary: z.object({
      totalValue: z.number(),
      totalPnL: z.number(),
      totalCost: z.number(),
      totalCharges: z.number(),
      cashBalance: z.number(),
      numberOfPositions: z.number(),
      unpricedPositions: z.number(),
    }),
    holdings: z.array(holding),
    assetAllocation: z.object({ equity: z.number(), cash: z.number() }),
    sectors: z.array(z.object({ sector: z.string(), value: z.number(), weight: z.number() })),
  }),
})

export const RANGES = ['1M', '3M', '6M', '1Y'] as const

const base = { tag: 'Positions', method: 'GET' } as const
export const positions = {
  companies: route({
    ...base,
    name: 'positions.companies',
    path: '/transaction-entries/companies',
    summary: 'The companies a portfolio holds: name and, where several securities share it, the symbol',
    query: where,
    reply: z.array(z.object({ company_name: z.string(), symbol: z.string(), quantity: z.number() })),
  }),
  totalQuantity: route({
    ...base,
    name: 'positions.total-quantity',
    load: 'light',
    path: '/transaction-entries/total-quantity',
    summary: 'Shares held of one company',
    query: ofCompany,
    reply: z.object({ total_quantity: z.number() }),
  }),
  wap: route({
    ...base,
    name: 'positions.wap',
    load: 'light',
    path: '/transaction-entries/wap',
    summary: 'Weighted average price (fees excluded) of one holding',
    query: ofCompany,
    reply: z.object({ wap: z.number(), totalQty: z.number() }),
  }),
  buyLots: route({
    ...base,
    name: 'positions.buy-lots',
    path: '/transaction-entries/buy-lots',
    summary: 'Open lots of one holding, oldest first',
    query: ofCompany,
    reply: z.array(lot),
  }),
  holders: route({
    ...base,
    name: 'positions.holders',
    path: '/transaction-entries/holders',
    summary: 'The portfolios that hold a security, by code, with quantity, cost and charges',
    query: where.pick({ company: true, symbol: true, asOf: true }),
    reply: z.array(holder),
  }),
  positions: route({
    ...base,
    name: 'positions.positions',
    load: 'report',
    path: '/transaction-entries/portfolio/:id/positions',
    summary: 'The positions of a portfolio, valued',
    params: z.object({ id: z.string().min(1).max(200) }),
    query: z.object({ asOf: optional(date) }),
    reply: z.array(position),
  }),
  overview: route({
    ...base,
    name: 'positions.overview',
    load: 'report',
    path: '/portfolios/overview',
    summary: 'Summary, holdings and allocation of one portfolio or of all',
    query: z.object(portfolioNamed),
    reply: overview,
  }),
  valueHistory: route({
    ...base,
    name: 'positions.value-history',
    load: 'report',
    path: '/portfolios/value-history',
    summary: 'Value over time, at most 60 market days of the range',
    query: z.object({ ...portfolioNamed, timeRange: z.enum(RANGES).default('3M') }),
    reply: z.object({
      success: z.literal(true),
      data: z.array(z.object({ date: z.string(), value: z.number(), cost: z.number() })),
    }),
  }),
}

/** The dashboard in one call. */
export const dashboard = route({
  name: 'dashboard',
  method: 'GET',
  path: '/dashboard',
  tag: 'Positions',
  summary: 'Recent transactions, four profit-and-loss figures, sectors, most traded, market day',
  query: z.object({ ...portfolioNamed, range: z.enum(GAIN_RANGES).default('1Y') }),
  reply: z.object({
    today: z.string(),
    /** Null while there is no portfolio yet. */
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

/** What needs attention, for the bell. */
export const notifications = route({
  name: 'notifications',
  method: 'GET',
  path: '/notifications',
  tag: 'Positions',
  summary:
    'What needs attention: settlements due, failed imports, reconciliation breaks, stale or missing prices, suspense',
  reply: z.array(
    z.object({
      id: z.string(),
      severity: z.enum(['info', 'warning']),
      title: z.string(),
      detail: z.string(),
      /** The tab to go to, by its name. */
      tab: z.string().nullable(),
      /** The one record of that tab that it is about; null for several. */
      record: z.number().nullable(),
    }),
  ),
})
