import type { StatementField } from '@em/contract/reconciliation/reconciliation-statements'

/** How a statement's reading speaks of the two sides: a bank moves money, a broker owes or is owed. */
export interface StatementWords {
  /** The sums of both sides. */
  readonly debits: string
  readonly credits: string
  /** The two meanings of a positive amount. */
  readonly above: { readonly in: string; readonly out: string }
  /** Names of columns that differ from a bank's. */
  readonly fields: Partial<Readonly<Record<StatementField, string>>>
  /** The lines that were read: the name of their table, and whose view they are in. */
  readonly lines: string
  readonly view: string
  /** Of whom the last file was whose columns are remembered. */
  readonly sender: string
  /** The sentence on rows that cannot be read. */
  readonly unread: string
}
