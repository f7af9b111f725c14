import { z } from 'zod'
import { date, optional, portfolioNamed } from '../kit/fields.ts'
import { route } from '../kit/route.ts'
import { recalculatingFrom } from '../value-history/value-history.ts'

/**
 * Figures of performance, computed from daily values. Returns, weights and volatility in percent with 4 decimals, ratios as numbers,
 * amounts in rupees. What too little data is there for is null, and `missing` says why.
 */

/** The last so many months; the financial year to date and the last whole one, of the portfolio's entity; since inception. */
export const PERFORMANCE_RANGES = ['1M', '3M', '6M', '1Y', '3Y', '5Y', 'YTD', 'LFY', 'All'] as const
export type PerformanceRange = (typeof PERFORMANCE_RANGES)[number]

/** The basis of returns: the shares alone, or the fund with its cash. */
export const PERFORMANCE_BASES = ['securities', 'fund'] as const
export type PerformanceBasis = (typeof PERFORMANCE_BASES)[number]

const nullable = z.number().nullable()

const metrics = z.object({
  /** The code; null for all portfolios that one sees. */
  portfolioId: z.string().nullable(),
  portfolioName: z.string().nullable(),
  /** Null where the days were named. */
  timeRange: z.enum(PERFORMANCE_RANGES).nullable(),
  basis: z.enum(PERFORMANCE_BASES),
  /** Why the fund basis is not offered; null where it is. */
  fundMissing: z.string().nullable(),
  /** The day whose value is the start, or the first day of the portfolio; and the last day. Null where there are no values. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  recalculatingFrom,
  /**
   * The inputs of the figures: risk-free rates in percent, the one in force at the end (null without any) and
   * all of the range.
   */
  settings: z.object({
    marketDaysPerYear: z.number(),
    riskFreeRate: nullable,
    riskFreeRates: z.array(z.object({ from: z.string(), rate: z.number() })),
  }),
  /**
   * Calendar days, market days, day returns that risk is computed from, and those that the benchmark has,
   * too.
   */
  days: z.object({ calendar: z.number(), market: z.number(), returns: z.number(), paired: z.number() }),
  portfolioSummary: z.object({
    /** Shares at fair value at the end; of the fund with its cash, receivables and payables. */
    totalValue: z.number(),
    /** End value and what was taken out, less start value and what was paid in. */
    totalReturn: z.number(),
    /** Time-weighted. */
    totalReturnPercent: nullable,
    /** The same of a year; null under 365 days. */
    annualizedPercent: nullable,
    /** Of a year from 365 days on, else the plain return of the span. */
    moneyWeightedPercent: nullable,
    moneyWeightedIsYearly: z.boolean(),
    dailyReturn: nullable,
    monthlyReturn: nullable,
    yearlyReturn: nullable,
  }),
  riskMetrics: z.object({
    volatility: nullable,
    sharpeRatio: nullable,
    beta: nullable,
    maxDrawdown: nullable,
    /** The loss that one day in twenty reaches or exceeds, in percent of the value and as an amount. */
    var95: nullable,
    var95Amount: nullable,
    trackingError: nullable,
  }),
  benchmarkComparison: z.object({
    /** Its code; null where there is no index. */
    benchmark: z.string().nullable(),
    benchmarkName: z.string().nullable(),
    /** Whether its values are with dividends reinvested; else it is a price index. */
    usesTotalReturn: z.boolean(),
    benchmarkReturn: nullable,
    excessReturn: nullable,
    informationRatio: nullable,
    correlation: nullable,
    /** The first and last day of the index's return. */
    from: z.string().nullable(),
    to: z.string().nullable(),
  }),
  sectorAllocation: z.array(
    z.object({
      sector: z.string(),
      value: z.number(),
      /** Share of the shares' value at the end. */
      allocation: z.number(),
      /** Gain in percent of the start value and what was paid in. */
      return: nullable,
      /** Its weight in the benchmark, where that is known. */
      benchmark: nullable,
    }),
  ),
  topHoldings: z.array(
    z.object({
      symbol: z.string(),
      companyName: z.string(),
      value: z.number(),
      allocation: z.number(),
      gain: z.number(),
      /** Gain in percent of the start value of this holding and what was paid in for it. */
      return: nullable,
      /** Gain in percent of the start value of all shares and what was paid in for them: contributions add up. */
      contribution: nullable,
    }),
  ),
  /** By calendar month, newest first. */
  performanceHistory: z.array(
    z.object({ period: z.string(), portfolio: nullable, benchmark: nullable, excess: nullable }),
  ),
  /** Index of the portfolio and of the benchmark, 100 at the start, and the fall from the highest point in percent. */
  series: z.array(
    z.object({ date: z.string(), portfolio: z.number(), benchmark: nullable, drawdown: z.number() }),
  ),
  /** Figures that are missing, and why. */
  missing: z.array(z.object({ figure: z.string(), why: z.string() })),
})
export type PerformanceMetrics = z.output<typeof metrics>

const effects = z.object({
  assetAllocation: z.number(),
  stockSelection: z.number(),
  interaction: z.number(),
  total: z.number(),
})
const attribution = z.object({
  benchmark: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  days: z.number(),
  /** Of the portfolio, and of the benchmark's sectors by their weights. */
  portfolioReturn: nullable,
  benchmarkReturn: nullable,
  /** Null where it cannot be calculated; `missing` says why. */
  attribution: effects.nullable(),
  sectors: z.array(effects.extend({ sector: z.string() })),
  missing: z.string().nullable(),
})
export type PerformanceAttribution = z.output<typeof attribution>

const asked = z.object({
  ...portfolioNamed,
  /** Default 1Y. */
  timeRange: optional(z.enum(PERFORMANCE_RANGES)),
  /** The first day of the span; with it the range does not count. */
  startDate: optional(date),
  /** The last day: figures are as at its end, and a range ends with it. Today where it is left out; never after today. */
  endDate: optional(date),
  basis: z.enum(PERFORMANCE_BASES).default('securities'),
  /** The code of an index; the portfolio's own, else the first of the index master where it is left out. */
  benchmark: z.string().max(20).optional(),
})

const base = { tag: 'Performance', method: 'GET', load: 'report' } as const
export const performance = {
  metrics: route({
    ...base,
    name: 'performance.metrics',
    needs: 'holdings.read',
    path: '/performance-metrics',
    summary:
      'Return, risk and benchmark figures of one portfolio or of all over a range or any span of days, as at today or a past date, computed from daily values',
    query: asked,
    reply: z.object({ success: z.literal(true), data: metrics }),
  }),
  attribution: route({
    ...base,
    name: 'performance.attribution',
    needs: 'holdings.read',
    path: '/performance-metrics/attribution',
    summary:
      'Brinson attribution by sector, days linked by Carino: where sector weights of the benchmark and values of sector indices are known',
    query: asked.omit({ basis: true }),
    reply: z.object({ success: z.literal(true), data: attribution }),
  }),
}
