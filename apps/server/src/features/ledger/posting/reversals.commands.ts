/** Linked reversals: the same accounts and keys, sides exchanged. An entry is reversed at most once. */
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { type RowOf, statement, type Transaction } from '../../../platform/database/database.ts'
import type { RecordedBy } from '../../../platform/recorded-by.ts'
import { type Cause, type EntryToPost, type PostedLine, postEntries } from './post-entries.commands.ts'

type LineRow = RowOf<typeof ENTRIES>

/** With all lines: who may not change one of them cannot reverse the entry (`EntryRows`). */
const ENTRIES = statement(
  'ledger.entries-to-reverse',
  `SELECT h.id AS entry_id, h.entry_date, h.moved_from, h.transaction_type AS entry_type, h.description AS entry_description,
          h.reference, h.trade_id, h.trade_version, l.account_id, l.role, l.debit, l.credit, l.transaction_type, l.description, l.portfolio_id, l.equity_id,
          l.settlement_account_id, l.broker_id
     FROM journal_entries h JOIN em.journal_lines l ON l.entry_id = h.id
    WHERE h.id = ANY (:entryIds::bigint[])
    ORDER BY h.id, l.line_no`,
)

export interface ReversalOrder extends RecordedBy {
  readonly kind: EntryToPost['kind']
  readonly cause: Cause
  /** The day of the reversals; that of each entry where left out. */
  readonly entryDate?: string
}

export type ReversalToPost = EntryToPost & { readonly reversalOf: number }

/**
 * Reverses entries, by id, and answers the ids of the reversals in the same order. The caller holds a lock on
 * what each belongs to (its trade's chain, its journal entry); a second reversal is refused by the database (23505 on
 * `journal_entries_reversed_once`).
 */
export async function reverseEntries(
  tx: Transaction,
  entryIds: readonly number[],
  order: ReversalOrder,
): Promise<number[]> {
  const entries = await loadEntries(tx, entryIds)
  return postEntries(
    tx,
    entries.map((lines) => reversalOf(lines, order)),
    order.cause,
    order,
  )
}

/** The reversals of trades' entries, in the order of their ids, for callers that post them together with others. */
export async function reversalsOf(
  tx: Transaction,
  entryIds: readonly number[],
  order: Pick<ReversalOrder, 'kind'>,
): Promise<ReversalToPost[]> {
  const entries = await loadEntries(tx, entryIds)
  return entries.map((lines) => {
    const [{ trade_id, trade_version }] = lines
    return {
      ...reversalOf(lines, order),
      ...(trade_id !== null && trade_version !== null && { tradeId: trade_id, tradeVersion: trade_version }),
    }
  })
}

type Lines = readonly [LineRow, ...LineRow[]]

async function loadEntries(tx: Transaction, entryIds: readonly number[]): Promise<Lines[]> {
  if (entryIds.length === 0) return []
  const rows = await tx.query(ENTRIES, { entryIds })
  return [...Map.groupBy(rows, (row) => row.entry_id).values()] as unknown as Lines[]
}

function reversalOf(lines: Lines, order: Pick<ReversalOrder, 'kind' | 'entryDate'>): ReversalToPost {
  const [head] = lines
  return {
    kind: order.kind,
    entryDate: order.entryDate ?? head.entry_date,
    transactionType: head.entry_type,
    description: `Reversal: ${head.entry_description}`,
    reference: head.reference,
    reversalOf: head.entry_id,
    ...(order.entryDate === undefined && head.moved_from !== null && { belongsTo: head.moved_from }),
    lines: lines.map(reversed),
  }
}

function reversed(line: LineRow): PostedLine {
  return {
    // The very account that was posted to, whatever the mapping says now.
    accountId: line.account_id,
    role: line.role,
    debit: decimalOf(line.credit, MONEY_SCALE),
    credit: decimalOf(line.debit, MONEY_SCALE),
    transactionType: line.transaction_type,
    description: `Reversal: ${line.description ?? ''}`.trim(),
    portfolioId: line.portfolio_id,
    equityId: line.equity_id,
    settlementAccountId: line.settlement_account_id,
    brokerId: line.broker_id,
  }
}
