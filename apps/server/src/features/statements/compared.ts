/** Amounts of a statement next to those that they are compared with. */
import { mulDiv, toJsonNumber } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'

/** The fields of an answer for an amount and the one before it; undefined: nothing to compare with. */
export function comparedTo(amount: bigint, before: bigint | undefined) {
  if (before === undefined) return { compare_balance: null, change: null, change_percent: null }
  return {
    compare_balance: rupees(before),
    change: rupees(amount - before),
    change_percent: percentOf(amount - before, before < 0n ? -before : before),
  }
}

/** part / whole x 100, 2 decimals; null of nothing. */
export function percentOf(part: bigint, whole: bigint): number | null {
  return whole === 0n ? null : toJsonNumber(mulDiv(part, 100_00n, whole), 2)
}
