/**
 * The smallest whole number at which an amount reaches what is wanted, where the amount grows but for cents of rounding. Fees are rounded
 * component by component, so one more share or a higher price can lower a net amount by a few cents.
 */

/** Six components in two bands, and the gross value, each rounded by at most half a cent, at both ends: 13 cents. */
const ROUNDING_OF_ONE = 13n

export interface Wanted {
  /** In cents, for a whole number; grows with it but for rounding. */
  readonly amountAt: (n: bigint) => bigint
  /** Cents. */
  readonly wanted: bigint
  readonly from: bigint
  readonly most: bigint
  /** Trades that are rounded apart. */
  readonly trades?: number
}

/**
 * The smallest n from `from` to `most` with at least `wanted`; null where there is none. The search by halves looks for the amount less all
 * rounding, below which no n can reach it; from there each n is tried.
 */
export function smallestReaching({ amountAt, wanted, from, most, trades = 1 }: Wanted): bigint | null {
  const surely = wanted - ROUNDING_OF_ONE * BigInt(trades)
  let [low, high] = [from, most]
  while (low < high) {
    const middle = (low + high) / 2n
    if (amountAt(middle) >= surely) high = middle
    else low = middle + 1n
  }
  for (let n = low; n <= most; n += 1n) {
    if (amountAt(n) >= wanted) return n
  }
  return null
}
