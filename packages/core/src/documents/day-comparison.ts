/**
 * The fills of a drop copy against those of the trade file of the day: by execution id, security and side, and what is left by client account, security, side,
 * shares and price. The trade file governs what is booked.
 */
import type { Cents, Shares } from '../values/decimal.ts'
import type { DocumentLine } from './line.ts'

export const COMPARISON_STATES = ['equal', 'differs', 'only-here', 'only-there'] as const
export type ComparisonState = (typeof COMPARISON_STATES)[number]

export const FILL_FIELDS = ['tradeDate', 'clientAccount', 'symbol', 'side', 'quantity', 'price'] as const
export type FillField = (typeof FILL_FIELDS)[number]

export interface ComparedFill {
  readonly state: ComparisonState
  /** Of the drop copy; null: only the trade file has it. */
  readonly here: DocumentLine | null
  readonly there: DocumentLine | null
  readonly fields: readonly FillField[]
}

export interface ComparedSum {
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly here: { readonly shares: Shares; readonly gross: Cents }
  readonly there: { readonly shares: Shares; readonly gross: Cents }
}

const SEPARATOR = '\n'
const likeness = (line: DocumentLine) => FILL_FIELDS.map((field) => String(line[field])).join(SEPARATOR)

/**
 * The keys that pair two fills of one execution id, the nearest first: both sides of a crossing may have one
 * id.
 */
const NEARNESS: readonly ((line: DocumentLine) => string)[] = [
  ({ side, symbol, clientAccount }) => [side, symbol, clientAccount ?? ''].join(SEPARATOR),
  ({ side, symbol }) => [side, symbol].join(SEPARATOR),
  () => '',
]

/** Pairs the fills of one execution; what is paired is taken out of `left`. Answers the pairs and the fills without one. */
function pairByExecution(here: readonly DocumentLine[], left: Set<DocumentLine>) {
  const pairs: ComparedFill[] = []
  let waiting = here
  for (const near of NEARNESS) {
    const key = (line: DocumentLine, id: string | null) => [id ?? '', near(line)].join(SEPARATOR)
    const byExecution = Map.groupBy(left, (line) => key(line, line.executionId))
    waiting = waiting.filter((line) => {
      // A corrected fill may keep its first id in the trade file.
      const other = [line.executionId, line.rest['refersTo'] ?? null]
        .flatMap((id) => (id === null ? [] : (byExecution.get(key(line, id)) ?? [])))
        .find((one) => left.has(one))
      if (other === undefined) return true
      left.delete(other)
      const fields = FILL_FIELDS.filter((field) => line[field] !== other[field])
      pairs.push({ state: fields.length === 0 ? 'equal' : 'differs', here: line, there: other, fields })
      return false
    })
  }
  return { pairs, waiting }
}

/** Each fill once: those that differ first, then those of one document alone, then the equal ones. */
export function compareFills(here: readonly DocumentLine[], there: readonly DocumentLine[]): ComparedFill[] {
  const left = new Set(there)
  const { pairs, waiting } = pairByExecution(here, left)
  const alike = Map.groupBy(left, likeness)
  for (const line of waiting) {
    const other = alike.get(likeness(line))?.pop()
    if (other !== undefined) left.delete(other)
    pairs.push({
      state: other === undefined ? 'only-here' : 'equal',
      here: line,
      there: other ?? null,
      fields: [],
    })
  }
  const absent = [...left].map(
    (line): ComparedFill => ({ state: 'only-there', here: null, there: line, fields: [] }),
  )
  const order: Readonly<Record<ComparisonState, number>> = {
    differs: 0,
    'only-here': 1,
    'only-there': 2,
    equal: 3,
  }
  return [...pairs, ...absent].toSorted((a, b) => order[a.state] - order[b.state])
}

/** Shares and gross of both documents by security and side. */
export function comparedSums(here: readonly DocumentLine[], there: readonly DocumentLine[]): ComparedSum[] {
  const sums = new Map<string, { symbol: string; side: 'buy' | 'sell'; here: Added; there: Added }>()
  for (const [which, lines] of [
    ['here', here],
    ['there', there],
  ] as const) {
    for (const { symbol, side, quantity, gross } of lines) {
      const key = [symbol, side].join(SEPARATOR)
      const sum = sums.get(key) ?? {
        symbol,
        side,
        here: { shares: 0n, gross: 0n },
        there: { shares: 0n, gross: 0n },
      }
      sum[which].shares += quantity
      sum[which].gross += gross
      sums.set(key, sum)
    }
  }
  return [...sums.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)
}

interface Added {
  shares: Shares
  gross: Cents
}
