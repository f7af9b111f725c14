/**
 * Whether the price of a trade is plausible: a slipped point, a price of another share, a date of another month. Prices in 1/10000
 * rupee, whole; nothing is divided. What is unusual is a warning, never a reason to refuse.
 */
import { isMarketDay, type MarketCalendar } from '../holidays/market-calendar.ts'
import { addDays, type PlainDate } from '../values/dates.ts'
import type { PriceUnits, RateUnits } from '../values/decimal.ts'
import type { PriceFigures } from './price-row.ts'
import { isMoreThan, type PriceTolerance } from './tolerances.ts'

/** A price that is older by more market days says nothing about a trade. */
export const PRICE_MAX_AGE_MARKET_DAYS = 5

/** The newest recorded price of a security until the day of a trade. */
export interface NearPrice extends Pick<PriceFigures, 'high' | 'low' | 'lastTrade'> {
  readonly date: PlainDate
  /** A corporate action that changes what one share is worth has its ex date after `date` and not after the trade. */
  readonly isRescaled: boolean
}

/** The lowest and the highest price of the day that an unusual price is compared with. */
export interface UnusualPrice {
  readonly date: PlainDate
  readonly low: PriceUnits
  readonly high: PriceUnits
  /** The percent that it is further off than. */
  readonly over: RateUnits
  /** Whether it has to be confirmed. */
  readonly isAsked: boolean
}

/**
 * The range that a trade's price is too far outside of, by the tolerance of its board: that of the nearest
 * day with a price, extended to its last trade. Null where the price is near enough, and where nothing can be
 * said: no price on the trade date or the 5 market days before it, or one that was rescaled since.
 */
export function unusualPrice(
  trade: { readonly price: PriceUnits; readonly tradeDate: PlainDate },
  near: NearPrice | null,
  { alertFrom, askedFrom }: PriceTolerance,
  calendar: MarketCalendar,
): UnusualPrice | null {
  if (near === null || near.isRescaled || !isNear(near.date, trade.tradeDate, calendar)) return null
  const prices = [near.low, near.high, near.lastTrade].filter(
    (price) => price !== null && price > 0n,
  ) as bigint[]
  if (prices.length === 0) return null
  const low = prices.reduce((least, price) => (price < least ? price : least))
  const high = prices.reduce((most, price) => (price > most ? price : most))
  const { price } = trade
  const isOver = (percent: RateUnits) =>
    (price > high && isMoreThan(percent, price - high, high)) ||
    (price < low && isMoreThan(percent, low - price, low))
  const isAsked = isOver(askedFrom)
  if (!isAsked && !isOver(alertFrom)) return null
  return Object.freeze({ date: near.date, low, high, over: isAsked ? askedFrom : alertFrom, isAsked })
}

/** Whether at most 5 market days come after a price until the day of a trade. */
function isNear(from: PlainDate, to: PlainDate, calendar: MarketCalendar): boolean {
  if (from > to) return false
  let days = 0
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) {
    if (isMarketDay(calendar, day)) days += 1
    if (days > PRICE_MAX_AGE_MARKET_DAYS) return false
  }
  return true
}
