/** How the points of the checklist of a lock are said. */
import type { Entity, LockCheck, LockPoint } from '@em/contract/periods/periods'
import { type Cents, formatDecimal, MONEY_SCALE, toJsonNumber } from '@em/core/values/decimal'
import type { Queryable } from '../../platform/database/database.ts'

/** Named in a sentence, at most. */
const NAMED = 3

const TITLES: Readonly<Record<LockPoint, string>> = {
  'settlements-failed': 'Failed settlements',
  'settlements-overdue': 'Overdue settlements',
  reconciliation: 'Bank reconciliations',
  drafts: 'Draft journal entries',
  approvals: 'Requests for approval',
  suspense: 'Suspense items',
  unpriced: 'Holdings without a price',
  valuation: 'Mark-to-market',
  'stale-runs': 'Stale mark-to-market runs',
  overdrawn: 'Overdrawn bank accounts',
  'inter-portfolio': 'Inter-portfolio Clearing',
  'year-end': 'Year-end closings',
  events: 'Corporate actions',
  receivables: 'Dividends and refunds receivable',
  certificates: 'Tax certificates',
  cds: 'CDS statements',
  'broker-statements': 'Broker statements',
  'price-sheet': 'Price sheet',
  breaches: 'Breaches of limits',
  'books-check': 'Check of the books',
  general: 'Lock of General',
}

export const lkr = (cents: Cents) => `LKR ${formatDecimal(cents, MONEY_SCALE, { grouping: true })}`
export const size = (cents: Cents) => (cents < 0n ? -cents : cents)
export const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`

export function listed(names: readonly string[]): string {
  const more = names.length - NAMED
  return `${names.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}`
}

export const clear = (what: LockPoint, message: string): LockCheck => ({
  what,
  title: TITLES[what],
  state: 'clear',
  count: 0,
  amount: null,
  message,
})
export const open = (
  what: LockPoint,
  found: { readonly count?: number; readonly amount?: Cents },
  message: string,
): LockCheck => ({
  what,
  title: TITLES[what],
  state: 'open',
  count: found.count ?? null,
  amount: found.amount === undefined ? null : toJsonNumber(found.amount, MONEY_SCALE),
  message,
})

/** Of which books, and through which day. */
export interface Asked {
  readonly db: Queryable
  readonly entity: Entity
  /** Its portfolios; of the built-in entity also 0, the lines without one. */
  readonly portfolioIds: readonly number[]
  readonly through: string
  readonly today: string
}
