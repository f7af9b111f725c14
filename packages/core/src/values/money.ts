/** Amounts that come from a quantity and a price or a percentage. */
import {
  type Cents,
  formatDecimal,
  MONEY_SCALE,
  mulDiv,
  PRICE_SCALE,
  type PriceUnits,
  RATE_SCALE,
  RATE_WHOLE,
  type RateUnits,
  type Shares,
  toJsonNumber,
} from './decimal.ts'

export type { Cents, PriceUnits, RateUnits, Shares } from './decimal.ts'
export {
  decimalOf,
  divideHalfAway,
  formatDecimal,
  MONEY_MAX,
  MONEY_SCALE,
  mulDiv,
  PRICE_SCALE,
  parseDecimal,
  parseTyped,
  RATE_SCALE,
  RATE_WHOLE,
  SHARES_SCALE,
  toJsonNumber,
} from './decimal.ts'

/** A price as sentences write it: grouped, two decimals, four where it has them. */
export const priceInWords = (price: PriceUnits): string =>
  formatDecimal(price, PRICE_SCALE, { grouping: true }).replace(/(\.\d\d)00$/, '$1')

/** A percentage as sentences write it, with the digits that it has: 10 %, 2.5 %. */
export const percentInWords = (rate: RateUnits): string =>
  `${formatDecimal(rate, RATE_SCALE).replace(/\.?0+$/, '')} %`

/** Cents as rupees, for an answer: a JSON number holds every amount up to MONEY_MAX exactly. */
export const rupees = (cents: Cents): number => toJsonNumber(cents, MONEY_SCALE)

/** One cent holds this many price units. */
const PRICE_UNITS_PER_CENT = 100n

/** Gross value in cents = quantity x price, rounded to the cent. */
export function grossOf(quantity: Shares, price: PriceUnits): Cents {
  return mulDiv(quantity, price, PRICE_UNITS_PER_CENT)
}

/** Average or price per share at 4 decimals = amount / quantity; 0 for no shares. */
export function perShare(amount: Cents, quantity: Shares): PriceUnits {
  return quantity === 0n ? 0n : mulDiv(amount, PRICE_UNITS_PER_CENT, quantity)
}

/** `rate` percent of an amount, rounded to the cent. */
export function percentOf(amount: Cents, rate: RateUnits): Cents {
  return mulDiv(amount, rate, RATE_WHOLE)
}

/** part / whole x 100 as a percentage at 4 decimals; 0 when the whole is 0. */
export function percentageOf(part: Cents, whole: Cents): RateUnits {
  return whole === 0n ? 0n : mulDiv(part, RATE_WHOLE, whole)
}

/** Sum of amounts. */
export function sumOf(amounts: Iterable<bigint>): bigint {
  let total = 0n
  for (const amount of amounts) total += amount
  return total
}
