/** Which lines of an account make up its balance. */
import type { Cents } from '../values/decimal.ts'

export interface Item {
  /** Debit less credit. */
  readonly amount: Cents
}

/**
 * The lines that are still open, in the order given: those since the account last came to nothing, less pairs that
 * cancel each other to the cent. In: lines, newest first, at least back to there; `balance` is what they come to.
 */
export function openItems<T extends Item>(newestFirst: readonly T[], balance: Cents): T[] {
  let left = balance
  const since: T[] = []
  for (const line of newestFirst) {
    if (left === 0n) break
    since.push(line)
    left -= line.amount
  }
  const open: T[] = []
  // From the oldest on: what clears an amount clears the oldest of that amount.
  for (const line of since.toReversed()) {
    const cleared = open.findIndex((one) => one.amount === -line.amount)
    if (cleared >= 0) open.splice(cleared, 1)
    else open.push(line)
  }
  return open.toReversed()
}
