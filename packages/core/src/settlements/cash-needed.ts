/**
 * The money that must be in an account before the first of some payments, so that it is never overdrawn by them: cents, 0 where
 * they pay for themselves. In: what comes in and goes out, net, by day; what comes and goes on one day counts together.
 */
export function cashNeeded(flows: ReadonlyMap<string, bigint>): bigint {
  let balance = 0n
  let lowest = 0n
  for (const [, flow] of [...flows].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) {
    balance += flow
    if (balance < lowest) lowest = balance
  }
  return -lowest
}
