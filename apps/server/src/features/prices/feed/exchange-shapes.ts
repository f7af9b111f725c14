/**
 * What the exchange's public calls answer, read as far as prices need it. The calls are not documented: what is missing, null, "" or
 * " " is absent, 0 is no figure in a price, moments are milliseconds since 1970, and anything else they say is left unread.
 */
import { SUMMARY_ROWS_MAX } from '@em/contract/prices/trade-summary'
import type { PriceRow } from '@em/core/prices/price-row'
import { symbolFromText } from '@em/core/securities/symbol'
import { divideHalfAway, PRICE_SCALE, parseDecimal, powerOfTen, RATE_SCALE } from '@em/core/values/decimal'
import { z } from 'zod'
import { dayInColombo } from '../../../platform/clock.ts'

const absent = (value: unknown) =>
  value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value
const figure = z.preprocess(absent, z.coerce.number().finite().min(-1e12).max(1e12).optional())
const moment = z.preprocess(absent, z.coerce.number().finite().min(0).max(8e15).optional())
const words = z.preprocess(absent, z.coerce.string().max(1_000).optional())

/** `tradeSummary`: every security of the last day. */
export const tradeSummaryReply = z.object({
  reqTradeSummery: z
    .array(
      z.object({
        symbol: words,
        name: words,
        price: figure,
        previousClose: figure,
        open: figure,
        high: figure,
        low: figure,
        closingPrice: figure,
        change: figure,
        percentageChange: figure,
        sharevolume: figure,
        tradevolume: figure,
        lastTradedTime: moment,
      }),
    )
    .max(SUMMARY_ROWS_MAX),
})

/** `marketSummery`: the totals of the last day, and which day it was. */
export const marketDayReply = z.object({ tradeDate: z.coerce.number().int().positive().max(8e15) })

/** `marketStatus`: "Market Closed", or whatever is said while it is open. */
export const marketStatusReply = z.object({ status: words })

/** The day of a moment that the exchange sent. */
export const dayOf = (milliseconds: number): string => dayInColombo(new Date(milliseconds))

/** @returns whether the exchange says that the day is over. */
export const isClosed = ({ status }: z.output<typeof marketStatusReply>): boolean =>
  status?.startsWith('Market Closed') ?? false

/** More decimals than a JSON number is written with. */
const DECIMALS = 20

/** A number as the exchange wrote it, rounded to `scale` decimals; null for none, and for one that is next to nothing. */
function decimal(value: number | undefined, scale: number): bigint | null {
  const read = value === undefined ? undefined : parseDecimal(value, DECIMALS)
  return read?.ok ? divideHalfAway(read.units, powerOfTen(DECIMALS - scale)) : null
}
/** A price of 0 is none. */
const priceOf = (value: number | undefined) => {
  const units = decimal(value, PRICE_SCALE)
  return units === null || units <= 0n ? null : units
}
const volumeOf = (value: number | undefined) =>
  value === undefined || value < 0 ? null : BigInt(Math.round(value))

/** The prices of a day. A security that was last traded on another day has none of it; of a symbol that comes twice the first row counts. */
export function pricesOf({ reqTradeSummery }: z.output<typeof tradeSummaryReply>, day: string): PriceRow[] {
  const rows = new Map<string, PriceRow>()
  for (const row of reqTradeSummery) {
    const symbol = symbolFromText(row.symbol ?? '')
    const lastTrade = priceOf(row.price)
    if (symbol === null || lastTrade === null || rows.has(symbol)) continue
    if (row.lastTradedTime !== undefined && row.lastTradedTime > 0 && dayOf(row.lastTradedTime) !== day)
      continue
    rows.set(symbol, {
      symbol,
      companyName: row.name?.trim().slice(0, 200) ?? null,
      shareVolume: volumeOf(row.sharevolume),
      tradeVolume: volumeOf(row.tradevolume),
      previousClose: priceOf(row.previousClose),
      open: priceOf(row.open),
      high: priceOf(row.high),
      low: priceOf(row.low),
      lastTrade,
      close: priceOf(row.closingPrice),
      changeRs: decimal(row.change, PRICE_SCALE),
      changePercent:
        Math.abs(row.percentageChange ?? 0) > 1e6 ? null : decimal(row.percentageChange, RATE_SCALE),
    })
  }
  return [...rows.values()]
}
