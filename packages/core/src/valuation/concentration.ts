/** How far a value lies in few hands. Amounts are cents, shares 1/10000 percent. */
import { type Cents, mulDiv, type RateUnits } from '../values/decimal.ts'
import { percentageOf } from '../values/money.ts'

export interface Concentration {
  /** The share of the largest, of the five and of the ten largest together. */
  readonly largest: RateUnits
  readonly top5: RateUnits
  readonly top10: RateUnits
  /**
   * Herfindahl-Hirschman index: the sum of the squared shares in per cent, from near 0 to 10,000 (all in one).
   * Source: Hirschman, The Paternity of an Index, 1964.
   */
  readonly index: number
}

/** The concentration of values; all zero where there is no value. */
export function concentrationOf(values: readonly Cents[]): Concentration {
  const total = values.reduce((sum, value) => sum + value, 0n)
  if (total === 0n) return { largest: 0n, top5: 0n, top10: 0n, index: 0 }
  const sorted = values.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0))
  const shareOf = (count: number) =>
    percentageOf(
      sorted.slice(0, count).reduce((sum, value) => sum + value, 0n),
      total,
    )
  const squares = sorted.reduce((sum, value) => sum + value * value, 0n)
  return {
    largest: shareOf(1),
    top5: shareOf(5),
    top10: shareOf(10),
    index: Number(mulDiv(squares, 10_000n, total * total)),
  }
}
