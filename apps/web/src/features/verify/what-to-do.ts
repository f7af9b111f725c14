/** The meaning of a difference, by the check that found it, and the remedy. */

/** Figures that follow from the records: the records are right, the stored figure is not. */
const DERIVED: ReadonlySet<string> = new Set([
  'chains',
  'chain tails',
  'changes of lots',
  'daily balances',
  'days of sign-offs',
  'derived rows with a trade',
  'history rows',
  'items of Suspense',
  'lines recorded since sign-offs',
  'lots',
  'monthly balances',
  'monthly sums of settlements',
  'results',
  'settlements that were acted upon',
])

/** The ledger against the trades that it was posted from. */
const LEDGER_AGAINST_TRADES: ReadonlySet<string> = new Set([
  'capitalised cost accounts (ledger = charges of positions)',
  'differences of re-costed sales',
  'entries of opening lots',
  'entries that stand for the version in force',
  'fee accounts (ledger = fees of trades)',
  'investment accounts on posting dates (ledger = cost of positions)',
  'ledger effects of trades',
])

export function whatToDo(check: string): string {
  if (DERIVED.has(check)) return 'The records are intact, a stored figure is not. Send this list to support.'
  if (LEDGER_AGAINST_TRADES.has(check))
    return 'The ledger and the trades disagree. Post no correction. Send this list to support.'
  return 'A record was changed outside the application. Compare it with the last backup before you go on.'
}
