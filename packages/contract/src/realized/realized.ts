import { RANGE_NAMES, type Range } from '@em/core/holidays/ranges'
import { z } from 'zod'
import { date, optional, optionalText } from '../kit/fields.ts'
import { listQuery } from '../kit/register.ts'
import { route } from '../kit/route.ts'
import { scopeNamed } from '../trial-balance/trial-balance.ts'

/**
 * Gains that were realized, by trade date. Amounts in rupees. Two bases, never mixed:
 * - capital gain: proceeds less cost, before fees and financing (`portfolioSummary`, a SELL's `realizedPnL`, periods,
 *   securities, tax);
 * - after fees and cost of funds: the capital gain less charges of the purchases, fees of the sales and cost of funds
 *   (`realizedPnL` of the whole, and whatever is called so).
 */

export const REALIZED_RANGES = Object.keys(RANGE_NAMES) as [Range, ...Range[]]
/** The choices of the specification's screen. */
export const REALIZED_USUAL = ['1M', '3M', '6M', '1Y', '3Y', '5Y'] as const

/** Trades that are listed with the figures; `GET /realized-pnl/trade-history` pages through all. */
export const HISTORY_MAX = 5_000

export const spanAsked = {
  ...scopeNamed,
  /** The last so many months, or a year by name; each ends today or with the year. Default 1Y. */
  timeRange: optional(z.enum(REALIZED_RANGES)),
  /** Trade dates, both included. With either of them the range does not count. */
  startDate: optional(date),
  endDate: optional(date),
}

/** The days that figures are of, and of which books. */
export const realizedPeriod = z.object({
  /** Null for days of one's own. */
  timeRange: z.enum(REALIZED_RANGES).nullable(),
  /** Null: from the beginning of the books. */
  startDate: z.string().nullable(),
  endDate: z.string(),
  /** Null: all portfolios. */
  portfolio: z.string().nullable(),
  entity: z.string().nullable(),
  /** Null: all securities. */
  symbol: z.string().nullable(),
})

/** A day, or the specification's word for none, `N/A`. */
const dayOrNone = z.string()

export const tradeHistoryRow = z.object({
  id: z.number(),
  tradeType: z.enum(['BUY', 'SELL']),
  symbol: z.string(),
  companyName: z.string(),
  portfolio: z.string(),
  portfolioId: z.string(),
  deal_number: z.string(),
  contract_number: z.string().nullable(),
  quantity: z.number(),
  /** Of a SELL: cost of the shares sold / quantity. */
  buyPrice: z.number(),
  /** Null for a BUY. */
  sellPrice: z.number().nullable(),
  /** Of a SELL: when the oldest of the lots was bought that it took. */
  buyDate: dayOrNone,
  /** `N/A` for a BUY. */
  sellDate: dayOrNone,
  /** Days, weighted by the lots; null for a BUY. */
  holdingPeriod: z.number().nullable(),
  /** Of a BUY its gross value, of a SELL the cost of the shares sold. */
  costBasis: z.number(),
  /** Of a BUY its fees. Of a SELL its fees and the charges of the purchases that leave with the shares. */
  charges: z.number(),
  /** The two parts of a SELL's charges; of a BUY all of it is `buyCharges`. */
  sellFees: z.number(),
  buyCharges: z.number(),
  /** Capital gain, before fees and financing; 0 for a BUY. */
  realizedPnL: z.number(),
  /** realizedPnL / costBasis in per cent; 0 where there is no cost. */
  pnLPercentage: z.number(),
  /** realizedPnL - charges; 0 for a BUY. */
  netCapitalGain: z.number(),
  /** Over the holding days of a SELL; of a BUY for one day. */
  costOfFunds: z.number(),
  /** netCapitalGain - costOfFunds; 0 for a BUY. */
  afterCosts: z.number(),
})
export type TradeHistoryRow = z.output<typeof tradeHistoryRow>
export const NO_DAY = 'N/A'

export const portfolioSummary = z.object({
  /** The gains of sales with a capital gain above zero. */
  totalRealizedGains: z.number(),
  /** Those below zero: a negative amount. */
  totalRealizedLosses: z.number(),
  /** totalRealizedGains + totalRealizedLosses. */
  netRealizedPnL: z.number(),
  /** Sales; purchases realize nothing. */
  totalTrades: z.number(),
  /** Sales with a capital gain above zero in per cent of all sales; 0 where there are none. */
  winRate: z.number(),
})

const performance = {
  /** Capital gain. */
  realizedPnL: z.number(),
  /** After fees and cost of funds. */
  afterCosts: z.number(),
  trades: z.number(),
  winRate: z.number(),
}
/** A month that something was sold in, `YYYY-MM`, the earliest first. */
export const periodPerformance = z.object({ period: z.string(), ...performance })
/** A security, the greatest capital gain first. */
export const securityPerformance = z.object({
  symbol: z.string(),
  companyName: z.string(),
  ...performance,
  proceeds: z.number(),
  costBasis: z.number(),
  /** realizedPnL / costBasis in per cent; 0 where there is no cost. */
  pnLPercentage: z.number(),
})
export type SecurityPerformance = z.output<typeof securityPerformance>

/** Capital gains by holding period: long term are more than 365 days. Losses are negative. */
export const taxSummary = z.object({
  shortTermGains: z.number(),
  longTermGains: z.number(),
  shortTermLosses: z.number(),
  longTermLosses: z.number(),
})

/** How the one basis follows from the other. */
export const realizedParts = z.object({
  proceeds: z.number(),
  cost: z.number(),
  /** proceeds - cost. */
  capitalGain: z.number(),
  /** Charges of the purchases that left with the shares. */
  buyCharges: z.number(),
  sellFees: z.number(),
  /** capitalGain - buyCharges - sellFees. */
  afterFees: z.number(),
  costOfFunds: z.number(),
  /** afterFees - costOfFunds. */
  realizedPnL: z.number(),
})
export type RealizedParts = z.output<typeof realizedParts>

const figures = {
  period: realizedPeriod,
  portfolioSummary,
  performanceByPeriod: z.array(periodPerformance),
  /** The ten securities with the greatest gains. */
  topPerformers: z.array(securityPerformance),
  /** Every security that was sold, the greatest gain first. */
  performanceBySecurity: z.array(securityPerformance),
  taxSummary,
  parts: realizedParts,
  /** After fees and cost of funds. */
  realizedPnL: z.number(),
}
export const realizedData = z.object({
  ...figures,
  /** Buys and sales, newest trade date first; with `history=0` none. */
  tradeHistory: z.array(tradeHistoryRow),
  /** Whether there are more trades than are listed. */
  hasMoreTrades: z.boolean(),
})
export type RealizedData = z.output<typeof realizedData>

export const REPORT_TYPES = ['summary', 'detailed'] as const
export const realizedReport = z.object({
  success: z.literal(true),
  report: z.object({
    ...figures,
    reportType: z.enum(REPORT_TYPES),
    title: z.string(),
    /** Without its ending. */
    fileName: z.string(),
    generatedAt: z.string(),
    generatedBy: z.string(),
    /** Of a detailed report. */
    tradeHistory: z.array(tradeHistoryRow),
    hasMoreTrades: z.boolean(),
  }),
})
export type RealizedReport = z.output<typeof realizedReport>['report']

const reportType = { reportType: optional(z.enum(REPORT_TYPES)) }
const base = { tag: 'Realized gains', needs: 'reports.read', method: 'GET', load: 'report' } as const
/** Of one security where its symbol is named. */
const query = z.object({ ...spanAsked, symbol: optionalText(20) })
/** The same names in a body: they take precedence over those of the query. */
const sent = query.partial().prefault({})
export const realized = {
  data: route({
    ...base,
    name: 'realized.complete-data',
    path: '/realized-pnl/complete-data',
    summary: 'Realized gains of a range: summary, trades, months, securities, holding periods',
    query: query.extend({ history: z.enum(['0', '1']).optional() }),
    reply: realizedData,
  }),
  summary: route({
    ...base,
    name: 'realized.portfolio-summary',
    path: '/realized-pnl/portfolio-summary',
    summary: 'Gains, losses, number of sales and win rate of a range',
    query,
    reply: portfolioSummary,
  }),
  history: route({
    ...base,
    load: 'list',
    name: 'realized.trade-history',
    path: '/realized-pnl/trade-history',
    summary: 'Buys and sales of a range, newest trade date first, page by page',
    query: listQuery
      .pick({ limit: true, cursor: true })
      .extend(query.shape)
      .extend({ tradeType: optional(z.enum(['BUY', 'SELL'])) }),
    reply: z.array(tradeHistoryRow),
  }),
  periods: route({
    ...base,
    name: 'realized.performance-by-period',
    path: '/realized-pnl/performance-by-period',
    summary: 'Realized gains by month',
    query,
    reply: z.array(periodPerformance),
  }),
  top: route({
    ...base,
    load: 'list',
    name: 'realized.top-performers',
    path: '/realized-pnl/top-performers',
    summary: 'Securities by their realized gains, the greatest first',
    query: query.extend({ limit: z.coerce.number().int().min(1).max(1_000).default(10) }),
    reply: z.array(securityPerformance),
  }),
  tax: route({
    ...base,
    name: 'realized.tax-summary',
    path: '/realized-pnl/tax-summary',
    summary: 'Realized gains by holding period',
    query,
    reply: taxSummary,
  }),
  exportExcel: route({
    ...base,
    method: 'POST',
    load: 'export',
    name: 'realized.export-excel',
    path: '/realized-pnl/export-excel',
    summary: 'The realized gains of a range as a workbook: realized-pnl-{portfolio}-{range}.xlsx',
    query,
    body: sent,
    reply: z.unknown(),
  }),
  report: route({
    ...base,
    method: 'POST',
    name: 'realized.generate-report',
    path: '/realized-pnl/generate-report',
    summary: 'What a report of the realized gains of a range says; the browser makes the paper',
    query: query.extend(reportType),
    body: query.extend(reportType).partial().prefault({}),
    reply: realizedReport,
  }),
}
