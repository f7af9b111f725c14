/** Prices of a sheet that are far from the others of the same security: a slipped point, a price of another share. */

export interface PricedRow {
  readonly row: number
  readonly security: string
  /** In any one unit; above zero. */
  readonly price: bigint
}
export interface StrangePrice {
  readonly row: number
  /** The middle one of the other prices of the security. */
  readonly others: bigint
}

/** So many times the others, or so many times less. */
const FACTOR = 5n

/** The rows whose price is five times, or a fifth of, the middle of the other rows of their security, in their order. */
export function strangePrices(rows: readonly PricedRow[]): StrangePrice[] {
  const found: StrangePrice[] = []
  for (const alike of Map.groupBy(rows, (row) => row.security).values()) {
    if (alike.length < 2) continue
    const sorted = alike.map(({ price }) => price).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    for (const { row, price } of alike) {
      const others = middleWithout(sorted, price)
      if (price >= others * FACTOR || price * FACTOR <= others) found.push({ row, others })
    }
  }
  return found.toSorted((a, b) => a.row - b.row)
}

/** The middle of sorted prices without one of them, the lower one of two. */
function middleWithout(sorted: readonly bigint[], price: bigint): bigint {
  const at = sorted.indexOf(price)
  const middle = (sorted.length - 2) >> 1
  return sorted[middle < at ? middle : middle + 1] as bigint
}
