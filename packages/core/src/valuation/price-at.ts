/**
 * The price of a security on a day: which of the prices that are known counts, how old it is, and how far it can be relied on.
 * Prices in 1/10000 rupee; ages in market days.
 */
import {
  isMarketDay,
  lastMarketDay,
  type MarketCalendar,
  nextMarketDay,
} from '../holidays/market-calendar.ts'
import { addDays, type PlainDate } from '../values/dates.ts'
import type { PriceUnits } from '../values/decimal.ts'

/** The price by which a portfolio values its shares. */
export const PRICE_BASES = ['Last Trade', 'Close'] as const
export type PriceBasis = (typeof PRICE_BASES)[number]
export const DEFAULT_PRICE_BASIS: PriceBasis = 'Last Trade'

/** A price is stale after so many market days. */
export const STALE_AFTER_MARKET_DAYS = 5

/** The exchange's own files and calls; all else was typed by a user, or derived. */
const OF_EXCHANGE: readonly string[] = ['summary', 'feed']

/** The newest price of a security on or before a day, and its close as the day after states it. */
export interface KnownPrice {
  readonly date: PlainDate
  readonly lastTrade: PriceUnits
  /** Null where the close is unknown. */
  readonly close: PriceUnits | null
  /** How it was recorded, such as `summary` or `typed`. */
  readonly source: string
  /** The security's first price after `date`, whenever that is; null while there is none. */
  readonly next: { readonly date: PlainDate; readonly previousClose: PriceUnits | null } | null
  /** Of rights that are valued by their share, whose price this is: what subscription costs. */
  readonly subscription?: PriceUnits
}

/** Which figure of the exchange a price is. */
export type PriceKind = 'last trade' | 'close' | 'previous close'

/** Fair value levels of SLFRS 13: 1 a quoted price, 2 one that is older, 3 what was typed, derived or is cost. */
export type FairValueLevel = 1 | 2 | 3

export interface PriceAt {
  readonly price: PriceUnits
  readonly date: PlainDate
  readonly kind: PriceKind
  readonly source: string
  /** Market days after its date until the day asked for. */
  readonly age: number
  readonly isStale: boolean
  readonly level: FairValueLevel
}

/**
 * The last day whose prices a day may use: the day itself, before the exchange opens again the last market day.
 * A price of any later day is never used.
 */
export function priceDay(calendar: MarketCalendar, date: PlainDate): PlainDate {
  return lastMarketDay(calendar, date)
}

/**
 * The price on a day. In: the newest price until `priceDay` of it. By close: that day's close, else the
 * previous close that the next market day states, else the last trade. Null where there is no price. Rights
 * that are valued by their share are worth what that price is above the price of subscription.
 */
export function priceAt(
  known: KnownPrice | null,
  at: { readonly date: PlainDate; readonly basis: PriceBasis; readonly calendar: MarketCalendar },
): PriceAt | null {
  if (known === null) return null
  const { date, source } = known
  const last = priceDay(at.calendar, at.date)
  if (date > last) throw new RangeError(`a price of ${date} is later than ${last}`)
  const age = marketDaysAfter(at.calendar, date, last)
  const isStale = age > STALE_AFTER_MARKET_DAYS
  const level = !OF_EXCHANGE.includes(source) ? 3 : isStale ? 2 : 1
  const figure =
    at.basis === 'Close'
      ? closeOf(known, at.calendar)
      : ({ price: known.lastTrade, kind: 'last trade' } as const)
  const { subscription } = known
  const price = subscription === undefined ? figure.price : aboveSubscription(figure.price, subscription)
  return Object.freeze({ ...figure, price, date, source, age, isStale, level })
}

/** The share's price less the price of subscription, at least zero. */
export const aboveSubscription = (share: PriceUnits, subscription: PriceUnits): PriceUnits =>
  share > subscription ? share - subscription : 0n

function closeOf(
  { date, lastTrade, close, next }: KnownPrice,
  calendar: MarketCalendar,
): Pick<PriceAt, 'price' | 'kind'> {
  if (close !== null) return { price: close, kind: 'close' }
  // A later day's previous close may be that of a day of which no price was recorded.
  if (
    next !== null &&
    (next.previousClose ?? 0n) > 0n &&
    next.date === nextMarketDay(calendar, addDays(date, 1))
  )
    return { price: next.previousClose as PriceUnits, kind: 'previous close' }
  return { price: lastTrade, kind: 'last trade' }
}

/** How many market days come after `from` until `to`, which counts. */
export function marketDaysAfter(calendar: MarketCalendar, from: PlainDate, to: PlainDate): number {
  let days = 0
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) if (isMarketDay(calendar, day)) days += 1
  return days
}
