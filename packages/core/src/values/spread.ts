/** An amount spread over parts by largest remainder. */
import { sumOf } from './money.ts'

/**
 * Spreads a whole amount (shares, or cents) in proportion of weights that are not below zero, so that the parts add up to it:
 * each is rounded down, and what is left goes one by one to the largest remainders, of equal ones to the first. Where all
 * weights are zero, the first part takes everything. Throws a RangeError for an amount below zero or no weights.
 */
export function spread(amount: bigint, weights: readonly bigint[]): bigint[] {
  if (amount < 0n) throw new RangeError('an amount below zero is not spread')
  if (weights.length === 0) {
    if (amount === 0n) return []
    throw new RangeError('nothing to spread over')
  }
  const whole = sumOf(weights)
  if (whole === 0n) return weights.map((_, at) => (at === 0 ? amount : 0n))
  const parts = weights.map((weight) => (amount * weight) / whole)
  let left = amount - sumOf(parts)
  const order = weights
    .map((weight, at) => ({ at, remainder: (amount * weight) % whole }))
    .toSorted((a, b) => (a.remainder === b.remainder ? a.at - b.at : a.remainder > b.remainder ? -1 : 1))
  for (const { at } of order) {
    if (left === 0n) break
    parts[at] = (parts[at] ?? 0n) + 1n
    left -= 1n
  }
  return parts
}
