/** Auto Match: the specified rule, one ledger line with one statement line. */
import {
  AMOUNT_TOLERANCE,
  byDate,
  DAYS_TOLERANCE,
  type Dated,
  firstOnOrAfter,
  type MatchLine,
  netOf,
} from './line.ts'

export interface Pair {
  readonly ledger: string
  readonly external: string
}

/** Statement lines of one amount and side, by date; `next` leads over those that are taken (path halving). */
interface Bucket {
  readonly lines: (Dated & { readonly id: string; readonly rank: number })[]
  readonly next: number[]
}

/**
 * Pairs lines by the rule of the specification: the ledger lines in order of date (then as they came in), each with the
 * first statement line, in the same order, that is not taken, whose amount on the same side is within 0.01 and whose
 * date is within 3 days. Only sides that are not zero are compared: two credits never match by their empty debits.
 * In: unmatched lines of both sides. Out: pairs of ids, in the order of the ledger lines. No line is in two
 * pairs. Takes n log n time.
 */
export function autoMatch(ledger: readonly MatchLine[], external: readonly MatchLine[]): Pair[] {
  const buckets = new Map<bigint, Bucket>()
  for (const [rank, line] of byDate(external).entries()) {
    const amount = netOf(line)
    if (amount === 0n) continue
    const bucket = buckets.get(amount) ?? { lines: [], next: [0] }
    buckets.set(amount, bucket)
    bucket.lines.push({ id: line.id, day: line.day, rank })
    bucket.next.push(bucket.lines.length)
  }
  const pairs: Pair[] = []
  for (const line of byDate(ledger)) {
    const amount = netOf(line)
    let best: { bucket: Bucket; at: number; rank: number } | undefined
    for (let near = amount - AMOUNT_TOLERANCE; near <= amount + AMOUNT_TOLERANCE; near += 1n) {
      // Across zero lies the other side.
      if (near === 0n || near > 0n !== amount > 0n) continue
      const bucket = buckets.get(near)
      if (bucket === undefined) continue
      const at = firstFree(bucket, firstOnOrAfter(bucket.lines, line.day - DAYS_TOLERANCE))
      const found = bucket.lines[at]
      if (found === undefined || found.day > line.day + DAYS_TOLERANCE) continue
      if (best === undefined || found.rank < best.rank) best = { bucket, at, rank: found.rank }
    }
    if (best === undefined) continue
    pairs.push({ ledger: line.id, external: (best.bucket.lines[best.at] as { id: string }).id })
    best.bucket.next[best.at] = best.at + 1
  }
  return pairs
}

/** The first index from `at` on whose line is free; the length where there is none. */
function firstFree({ next }: Bucket, at: number): number {
  let here = at
  while (next[here] !== here) {
    const after = next[here] as number
    next[here] = next[after] as number
    here = next[here] as number
  }
  return here
}
