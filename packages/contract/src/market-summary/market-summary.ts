import { z } from 'zod'
import { indexLatest } from '../indices/index-values.ts'
import { date, optional } from '../kit/fields.ts'
import { route } from '../kit/route.ts'

/** Market Summary: a day of the market from our own prices, and the newest index values until then. One request for all tabs. */

/** Rows of each list of movers. */
export const MOVERS_MOST = 10
/** Stocks named of each sector: those with the largest turnover. */
export const TOP_STOCKS = 3
/** Market days that the charts show, the chosen one last. */
export const TREND_DAYS = 20

const nullable = z.number().nullable()

/** How many securities rose and fell against their previous close; `notCompared` have none. */
const breadth = { advanced: z.number(), declined: z.number(), unchanged: z.number(), notCompared: z.number() }
const traded = {
  shareVolume: z.number(),
  /** Trades concluded. */
  trades: z.number(),
  /** An estimate: share volume x last trade, added up. The trade summary does not contain the turnover. */
  turnover: z.number(),
}
const change = {
  /** The mean of the changes in percent: every security counts the same. Null where none is known. */
  equalChange: nullable,
  /** The same weighted with the estimated turnover. */
  weightedChange: nullable,
}

const mover = z.object({
  symbol: z.string(),
  company_name: z.string().nullable(),
  /** Whether a security of the Equity Master has this symbol. */
  known: z.boolean(),
  sector: z.string().nullable(),
  last_trade: z.number(),
  change_rs: nullable,
  change_percent: nullable,
  share_volume: nullable,
  trade_volume: nullable,
  turnover: nullable,
})
export type Mover = z.output<typeof mover>

/** One of the most traded securities of a sector. */
const topStock = mover.pick({ symbol: true, company_name: true, change_percent: true, turnover: true })
export type TopStock = z.output<typeof topStock>

const sector = z.object({
  /** Null: securities without a sector, or (`known` false) symbols that the Equity Master does not have. */
  sector: z.string().nullable(),
  known: z.boolean(),
  securities: z.number(),
  ...breadth,
  ...traded,
  ...change,
  /** Percent of the day's estimated turnover; null where there is none. */
  share: nullable,
  /** The most traded of the day by estimated turnover, `TOP_STOCKS` at most. */
  topStocks: z.array(topStock),
})
export type SectorOfDay = z.output<typeof sector>

const trend = z.object({ date: z.string(), securities: z.number(), ...breadth, ...traded, ...change })
export type TrendDay = z.output<typeof trend>

export const marketSummary = route({
  name: 'market-summary',
  needs: 'prices.read',
  method: 'GET',
  path: '/market-summary',
  tag: 'Market',
  summary:
    'A day of the market (the newest with prices where none is named): indices, sectors, movers, breadth, the days before it',
  query: z.object({ date: optional(date).optional() }),
  reply: z.object({
    /** The day of the figures; null while there are no prices. */
    date: z.string().nullable(),
    newest: z.string().nullable(),
    /** The days with prices before and after it. */
    previous: z.string().nullable(),
    next: z.string().nullable(),
    /** In the order of the index master, each with its newest value until the day. */
    indices: z.array(indexLatest),
    /** Null where there are no prices of the day. */
    market: z
      .object({ securities: z.number(), unknown: z.number(), ...breadth, ...traded, ...change })
      .nullable(),
    sectors: z.array(sector),
    gainers: z.array(mover),
    losers: z.array(mover),
    mostActive: z.object({ byVolume: z.array(mover), byTurnover: z.array(mover) }),
    /** Market days until this one, oldest first. */
    trend: z.array(trend),
  }),
})
export type MarketSummary = z.output<typeof marketSummary.reply>
