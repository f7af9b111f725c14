/**
 * Prices that somebody should look at before he relies on them. In the exchange's own files they count at once: under
 * 100 shares traded leave the last trade where it was, outside the range of the day (18 of 252 rows of 2023-02-03).
 */
import { RATE_WHOLE, type RateUnits } from '../values/decimal.ts'
import type { PriceFigures } from './price-row.ts'

export const PRICE_EXCEPTIONS = ['outside-range', 'large-move', 'range-reversed'] as const
export type PriceException = (typeof PRICE_EXCEPTIONS)[number]

/** A larger difference is a warning or a question: 10 percent, in 1/10000 percent. */
export const LARGE_MOVE: RateUnits = RATE_WHOLE / 10n

/** What is unusual about a price: its last trade against the day's range and the close of the day before. */
export function exceptionsOf(
  price: Pick<PriceFigures, 'high' | 'low' | 'lastTrade' | 'previousClose'>,
): PriceException[] {
  const { high, low, lastTrade, previousClose } = price
  const found: PriceException[] = []
  if ((high !== null && lastTrade > high) || (low !== null && lastTrade < low)) found.push('outside-range')
  if (high !== null && low !== null && low > high) found.push('range-reversed')
  if (previousClose !== null && previousClose > 0n && isLargeMove(lastTrade - previousClose, previousClose))
    found.push('large-move')
  return found
}

/** Whether a move is more than 10 % of what it is measured from, in any one unit. */
export function isLargeMove(move: bigint, from: bigint): boolean {
  const size = move < 0n ? -move : move
  return size * RATE_WHOLE > from * LARGE_MOVE
}
