/** The evidence that bank lines give for the settlements that they are matched with. */
import type { Cents } from '../values/decimal.ts'
import { AMOUNT_TOLERANCE } from './line.ts'

/** Whether the statement shows all that is expected of the settlements, a part of the only one (in cents, above zero), or nothing of them. */
export type Shown = { readonly kind: 'all' | 'nothing' } | { readonly kind: 'part'; readonly amount: Cents }

/** Sums of a match, debits less credits, in cents. */
export interface MatchSums {
  /** Its settlements. */
  readonly settlements: Cents
  readonly statement: Cents
  /** The settlement is the only ledger line of the match. */
  readonly isAlone: boolean
}

/**
 * Money that went the other way, or none, shows nothing of a settlement, whatever is said of the difference.
 * Less than a single settlement is a part of it; Auto Match's tolerance still makes the same payment.
 * Settlements that come to nothing together (a buy and a sale of the same value) are shown by a statement
 * that comes to nothing too.
 */
export function shownBy({ settlements, statement, isAlone }: MatchSums): Shown {
  const [expected, paid] = [sizeOf(settlements), sizeOf(statement)]
  if (settlements === 0n) return { kind: paid <= AMOUNT_TOLERANCE ? 'all' : 'nothing' }
  if (statement === 0n || statement > 0n !== settlements > 0n) return { kind: 'nothing' }
  return isAlone && paid < expected - AMOUNT_TOLERANCE ? { kind: 'part', amount: paid } : { kind: 'all' }
}

const sizeOf = (cents: Cents) => (cents < 0n ? -cents : cents)
