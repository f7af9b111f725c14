/** Prices that a spreadsheet computed from a gross value. */
import {
  divideHalfAway,
  formatDecimal,
  MONEY_SCALE,
  PRICE_SCALE,
  parseDecimal,
  powerOfTen,
  SHARES_SCALE,
} from '@em/core/values/decimal'
import { grossOf } from '@em/core/values/money'

/** More decimals than a price has. */
const COMPUTED = /^(\d{1,13})\.(\d{5,40})$/

/**
 * The price of a row that has a gross value. The gross is the fact and the price follows: 33.3333333333333 with 3 shares for
 * 100.00 is 33.3333. A sale is recorded by its price, so that there the price must make the gross.
 * @param sent the row as plain numerals.
 * @returns the price to four decimals, or as it was sent: then it has too many decimals.
 */
export function priceBesideGross({
  side,
  price,
  quantity,
  grossValue,
}: Readonly<Record<string, unknown>>): unknown {
  const [, whole, decimals] = COMPUTED.exec(String(price ?? '')) ?? []
  if (whole === undefined || decimals === undefined) return price
  const rounded = divideHalfAway(
    BigInt(whole + decimals) * powerOfTen(PRICE_SCALE),
    powerOfTen(decimals.length),
  )
  const shares = parseDecimal(String(quantity ?? ''), SHARES_SCALE)
  const gross = parseDecimal(String(grossValue ?? ''), MONEY_SCALE)
  const isMade = shares.ok && gross.ok && grossOf(shares.units, rounded) === gross.units
  return side === 'buy' || isMade ? formatDecimal(rounded, PRICE_SCALE) : price
}
