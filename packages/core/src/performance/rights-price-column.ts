/** The prices of rights by market day: their own, else what their share is worth above the price of subscription, as `knownRight` has it. */
import { isOver, offerOn, type RightsOffer } from '../valuation/right-price.ts'
import { dateOfDayNumber, dayNumber } from '../values/dates.ts'
import { type PriceColumn, priceColumn } from './daily-values.ts'

/** Prices of one security in order of date, as they count by some basis. Dates are day numbers, prices 1/10000 rupee. */
export interface DatedPrices {
  readonly dates: readonly number[]
  readonly prices: readonly number[]
}

/** An issue of rights with the prices of its share. */
export interface PricedOffer extends RightsOffer {
  readonly share: DatedPrices
}

/** The column of rights on market days (day numbers). */
export function rightsPriceColumn(
  days: readonly number[],
  own: DatedPrices,
  offers: readonly PricedOffer[],
): PriceColumn {
  const column = priceColumn(days, own.dates, own.prices)
  const columns = new Map(
    offers.map((offer) => {
      const from = dayNumber(offer.from)
      return [
        offer,
        { own: columnFrom(days, own, from), share: columnFrom(days, offer.share, from) },
      ] as const
    }),
  )
  for (const [index, day] of days.entries()) {
    const date = dateOfDayNumber(day)
    const offer = offerOn(offers, date)
    const of = offer === null ? undefined : columns.get(offer)
    if (offer === null || of === undefined) continue
    const isOwn = !isOver(offer, date) && of.own.age[index] !== Number.POSITIVE_INFINITY
    const { price, age } = isOwn ? of.own : of.share
    column.price[index] = isOwn ? (price[index] ?? 0) : Math.max(0, (price[index] ?? 0) - Number(offer.price))
    column.age[index] = age[index] ?? Number.POSITIVE_INFINITY
  }
  return column
}

/** The column of the prices from a day on alone. */
function columnFrom(days: readonly number[], { dates, prices }: DatedPrices, from: number): PriceColumn {
  const first = dates.findIndex((date) => date >= from)
  return first === -1 ? priceColumn(days, [], []) : priceColumn(days, dates.slice(first), prices.slice(first))
}
