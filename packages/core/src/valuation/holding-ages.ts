/**
 * A holding by how long its shares have been held: over a year, or not. Amounts are cents.
 */
import type { Cents } from '../values/decimal.ts'
import { divideHalfAway } from '../values/decimal.ts'

/** More days than these are long term (one year and a day from the trade date). */
export const LONG_TERM_DAYS = 365

export interface AgedHolding {
  readonly quantity: bigint
  /** Cost without charges, and value at market. */
  readonly cost: Cents
  readonly value: Cents
  /** Shares bought more than a year ago, and what their lots cost. */
  readonly longQuantity: bigint
  readonly longLotCost: Cents
  /** The cost is an average (WAP): a share of any age cost the same. */
  readonly averaged: boolean
}

export interface GainsByAge {
  readonly shortQuantity: bigint
  readonly longQuantity: bigint
  /** Market value less cost; the two add up to the gain of the holding. */
  readonly shortGain: Cents
  readonly longGain: Cents
}

/** The unrealized capital gain by age. The value of the long-term part is rounded, the rest is short term. */
export function gainsByAge(holding: AgedHolding): GainsByAge {
  const { quantity, cost, value, longQuantity, longLotCost, averaged } = holding
  if (quantity === 0n) return { shortQuantity: 0n, longQuantity: 0n, shortGain: 0n, longGain: 0n }
  const longValue = divideHalfAway(value * longQuantity, quantity)
  const longCost = averaged ? divideHalfAway(cost * longQuantity, quantity) : longLotCost
  const longGain = longValue - longCost
  return {
    shortQuantity: quantity - longQuantity,
    longQuantity,
    shortGain: value - cost - longGain,
    longGain,
  }
}
