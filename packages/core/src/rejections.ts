/**
 * A rule's "no": a value with a code and the facts behind it, never an exception. The sentence for the user and
 * the HTTP status belong to the contract; a fault in our own data is thrown instead.
 */

/** Every reason a rule of this package can give, in the order of the subjects below. */
export const REJECTION_CODES = [
  // Whether the portfolio and the security may be traded at all.
  'portfolio.not-active',
  'equity.inactive',
  // The trade itself.
  'trade.quantity-not-positive',
  'trade.price-too-small',
  'trade.gross-too-small',
  'trade.gross-too-large',
  'trade.date-in-future',
  'trade.not-a-market-day',
  'trade.settlement-before-trade',
  'tariff.missing',
  // Opening positions, and sales from before them.
  'opening.bought-after',
  'opening.not-settled',
  'opening.dealt-after',
  'opening.settled-before',
  'opening.nothing-open',
  'trade.before-opening',
  // Which shares a sale takes.
  'costing-method.missing',
  'lots.insufficient',
  'lots.not-listed',
  'lots.listing-unknown',
  'allocations.missing',
  'allocations.not-allowed',
  'allocations.sum-mismatch',
  'allocations.lot-unavailable',
  'allocations.exceed-lot',
  // Proposals of sales.
  'proposal.too-little',
  'proposal.no-gain',
  // Settling a trade.
  'settlement.nothing',
  'settlement.settled',
  'settlement.failed-already',
  'settlement.not-confirmed',
  'settlement.date-in-future',
  'settlement.before-trade',
  'settlement.amount-zero',
  'settlement.too-much',
  'settlement.next-date',
  'settlement.same-date',
  // Manual entries.
  'journal.unbalanced',
  'journal.no-lines',
  'journal.line-sides',
  'journal.derived-account',
  // Clearing Suspense.
  'suspense.one-side',
  'suspense.too-much',
  'suspense.amounts-differ',
  // Opening balances.
  'opening.difference',
] as const
export type RejectionCode = (typeof REJECTION_CODES)[number]

/**
 * The facts that the sentence needs: dates as `YYYY-MM-DD`, amounts and quantities as plain decimal texts.
 */
export type RejectionFacts = Readonly<Record<string, string>>

export interface Rejection {
  readonly kind: 'rejection'
  readonly code: RejectionCode
  readonly facts: RejectionFacts
  /** The input the reason is about, where there is one. */
  readonly field: string | null
}

/** A rejection with its facts and, where one input is the cause, its field. */
export function reject(
  code: RejectionCode,
  facts: RejectionFacts = {},
  field: string | null = null,
): Rejection {
  return Object.freeze({ kind: 'rejection', code, facts: Object.freeze(facts), field })
}

/** Distinguishes a rejection from any other outcome. */
export function isRejection(outcome: unknown): outcome is Rejection {
  return typeof outcome === 'object' && outcome !== null && 'kind' in outcome && outcome.kind === 'rejection'
}
