/**
 * The rights that a person may be given, described once: every route names one of these as what it `needs`, a
 * role is a set of them, and screens and refusals call them by their label.
 */
interface Described {
  readonly name: string
  /** Groups the rights where they are shown. */
  readonly area: string
  /** The action that it allows: the end of "You may ...". */
  readonly label: string
  /** Whether it changes anything; a right without is a right to read. */
  readonly changes: boolean
}

const reads = <const N extends string>(name: N, area: string, label: string) =>
  ({ name, area, label, changes: false }) as const
const changes = <const N extends string>(name: N, area: string, label: string) =>
  ({ name, area, label, changes: true }) as const

/** All rights, in the order in which they are shown. */
export const RIGHTS = [
  reads('trades.read', 'Trades', 'See trades'),
  changes('trades.record', 'Trades', 'Record trades'),
  changes('trades.correct', 'Trades', 'Correct and delete trades'),
  changes('imports.run', 'Trades', 'Import trades'),
  changes('openings.record', 'Trades', 'Record opening positions'),
  reads('orders.read', 'Trades', 'See orders'),
  changes('orders.propose', 'Trades', 'Propose, place and cancel orders'),
  changes('orders.approve', 'Trades', 'Approve orders'),
  reads('holdings.read', 'Trades', 'See holdings'),
  reads('actions.read', 'Trades', 'See corporate actions'),
  changes('actions.record', 'Trades', 'Record and process corporate actions'),
  reads('limits.read', 'Limits', 'See limits, how far they are used, and breaches'),
  changes('limits.change', 'Limits', 'Change limits and issued shares'),
  changes('limits.override', 'Limits', 'Override breaches of limits'),
  reads('restrictions.read-reasons', 'Limits', 'See the reasons of restrictions'),
  changes('approvals.decide', 'Approvals', 'Decide requests for approval'),
  changes('approvals.rules', 'Approvals', 'Change approval rules'),
  reads('prices.read', 'Market', 'See market prices'),
  changes('prices.record', 'Market', 'Record market prices'),
  changes('valuations.run', 'Market', 'Run and reverse mark-to-market valuations'),
  reads('settlements.read', 'Settlement', 'See settlements and payments'),
  changes('settlements.confirm', 'Settlement', 'Confirm settlements'),
  changes('payments.export', 'Settlement', 'Export payments'),
  reads('ledger.read', 'Accounting', 'See the ledger and journal entries'),
  changes('journal.draft', 'Accounting', 'Draft journal entries'),
  changes('journal.post', 'Accounting', 'Post and reverse journal entries'),
  changes('suspense.clear', 'Accounting', 'Clear suspense items'),
  changes('files.attach', 'Accounting', 'Attach and remove files'),
  changes('mappings.change', 'Accounting', 'Change GL mappings'),
  changes('accounts.change', 'Accounting', 'Change the chart of accounts'),
  changes('entities.change', 'Accounting', 'Change entities'),
  changes('periods.lock', 'Accounting', 'Lock periods'),
  changes('years.close', 'Accounting', 'Close years'),
  reads('reconciliations.read', 'Reconciliation', 'See reconciliations'),
  changes('reconciliations.work', 'Reconciliation', 'Work on reconciliations'),
  changes('reconciliations.sign-off', 'Reconciliation', 'Sign off and reopen reconciliations'),
  reads('reports.read', 'Reports', 'See reports'),
  reads('registers.read', 'Registers', 'See registers'),
  changes('registers.change', 'Registers', 'Change registers'),
  changes('portfolios.change', 'Registers', 'Change portfolios and strategies'),
  reads('audit.read', 'Administration', 'See the audit trail'),
  reads(
    'audit.read-people',
    'Administration',
    'See sign-ins, downloads and changes of users in the audit trail',
  ),
  reads('books.verify', 'Administration', 'Check the books'),
  reads('books.export', 'Administration', 'Export the whole book'),
  reads('users.read', 'Administration', 'See users, roles and sessions'),
  changes('users.manage', 'Administration', 'Manage users'),
  changes('roles.manage', 'Administration', 'Manage roles'),
] as const satisfies readonly Described[]

export type RightDescription = (typeof RIGHTS)[number]
export type Right = RightDescription['name']

const byName: ReadonlyMap<string, RightDescription> = new Map(RIGHTS.map((right) => [right.name, right]))

/** Every right's name, in order. */
export const RIGHT_NAMES: readonly Right[] = RIGHTS.map(({ name }) => name)

/** Whether a text is the name of a right. */
export const isRight = (name: string): name is Right => byName.has(name)

/** A right as it is described. */
export function rightOf(name: Right): RightDescription {
  const found = byName.get(name)
  if (found === undefined) throw new Error(`there is no right ${name}`)
  return found
}
