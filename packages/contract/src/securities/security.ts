import { z } from 'zod'
import { COSTING_METHODS } from '../costing-methods/costing-methods.ts'
import { valuedHolding } from '../holdings/holdings.ts'
import { date, optional } from '../kit/fields.ts'
import { route } from '../kit/route.ts'

/**
 * One security with everything that one's portfolios have to do with it. Amounts in rupees, prices with 4 decimals, dates
 * YYYY-MM-DD. Positions are those at the end of a day, trades and fees those until then.
 */

/** Days of prices in one answer: more than twenty years. */
export const PRICE_DAYS_MAX = 6_000

const nullable = z.number().nullable()

const position = valuedHolding.omit({ id: true, companyName: true, symbol: true, sector: true }).extend({
  portfolioId: z.string(),
  portfolioName: z.string(),
  costing_method: z.enum(COSTING_METHODS).nullable(),
})
export type SecurityPosition = z.output<typeof position>

const side = z.object({
  trades: z.number(),
  quantity: z.number(),
  gross: z.number(),
  brokerage: z.number(),
  cse_fees: z.number(),
  cds_fees: z.number(),
  clearing_fees: z.number(),
  sec: z.number(),
  stl: z.number(),
  /** The six together. */
  fees: z.number(),
  net: z.number(),
})
export type SecuritySide = z.output<typeof side>

export const securityPage = z.object({
  asOf: z.string(),
  symbol: z.string(),
  companyName: z.string(),
  isin: z.string().nullable(),
  sector: z.string().nullable(),
  isActive: z.boolean(),
  /** Symbols that it had before, the newest first, with the day until which. */
  earlier: z.array(z.object({ symbol: z.string(), until: z.string().nullable() })),
  /** The newest price until the day, and the one before it. */
  price: z
    .object({
      trade_date: z.string(),
      last_trade: z.number(),
      previous: nullable,
      change: nullable,
      change_percent: nullable,
    })
    .nullable(),
  /** By portfolio's code; of the portfolios that one sees. */
  positions: z.array(position),
  /** Buys and sells until the day, openings among the buys' quantity left out. */
  bought: side,
  sold: side,
  /** Of its sales until the day: before and after fees and cost of funds. */
  realized: z.object({ capitalGain: z.number(), profitLoss: z.number() }),
})
export type SecurityPage = z.output<typeof securityPage>

/** A day of prices: date, open, high, low, last trade, shares traded. */
const day = z.tuple([z.string(), nullable, nullable, nullable, z.number(), nullable])
export type PriceDay = z.output<typeof day>

const mark = z.object({
  date: z.string(),
  side: z.enum(['buy', 'sell', 'opening']),
  quantity: z.number(),
  trades: z.number(),
})
export type TradeMark = z.output<typeof mark>

/** From its day on `from` shares are `to` shares: a split, a consolidation or a bonus. */
const splitOfPrices = z.object({ date: z.string(), title: z.string(), from: z.number(), to: z.number() })
export type SplitOfPrices = z.output<typeof splitOfPrices>
/** At most so many of one security are listed. */
export const SPLITS_MAX = 200

const base = { tag: 'Holdings', method: 'GET', needs: 'holdings.read' } as const
const params = z.object({ symbol: z.string().min(1).max(200) })
export const security = {
  page: route({
    ...base,
    name: 'security.page',
    load: 'report',
    path: '/securities/:symbol',
    summary: 'A security (by symbol or company name): its price, positions by portfolio, trades, fees, gains',
    params,
    query: z.object({ asOf: optional(date).optional() }),
    reply: securityPage,
  }),
  prices: route({
    ...base,
    name: 'security.prices',
    load: 'report',
    path: '/securities/:symbol/prices',
    summary:
      'Its prices by day, oldest first, with the days on which one bought or sold, and its splits and bonus issues',
    params,
    query: z.object({ startDate: optional(date).optional(), endDate: optional(date).optional() }),
    reply: z.object({ days: z.array(day), marks: z.array(mark), splits: z.array(splitOfPrices) }),
  }),
}
