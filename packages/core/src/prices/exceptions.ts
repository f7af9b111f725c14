/**
 * Prices that a user should check before relying on them. In the exchange's own files they count at once:
 * under 100 shares traded leave the last trade where it was, outside the range of the day (18 of 252 rows of
 * 2023-02-03).
 */
import type { PriceFigures } from './price-row.ts'
import { isMoreThan, type PriceTolerance } from './tolerances.ts'

export const PRICE_EXCEPTIONS = ['outside-range', 'large-move', 'range-reversed'] as const
export type PriceException = (typeof PRICE_EXCEPTIONS)[number]

/** The exceptions of a price: its last trade against the day's range and the close of the day before. */
export function exceptionsOf(
  price: Pick<PriceFigures, 'high' | 'low' | 'lastTrade' | 'previousClose'>,
  { askedFrom }: Pick<PriceTolerance, 'askedFrom'>,
): PriceException[] {
  const { high, low, lastTrade, previousClose } = price
  const found: PriceException[] = []
  if ((high !== null && lastTrade > high) || (low !== null && lastTrade < low)) found.push('outside-range')
  if (high !== null && low !== null && low > high) found.push('range-reversed')
  if (
    previousClose !== null &&
    previousClose > 0n &&
    isMoreThan(askedFrom, lastTrade - previousClose, previousClose)
  )
    found.push('large-move')
  return found
}
