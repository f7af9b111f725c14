/** Linked reversals of what trades have posted and not yet reversed: same dates, same accounts, sides exchanged. */
import { statement, type Transaction } from '../../../platform/database/database.ts'
import type { RecordedBy } from '../../../platform/recorded-by.ts'
import { OWN_TRADE, postEntries } from '../../ledger/posting/post-entries.commands.ts'
import { reversalsOf } from '../../ledger/posting/reversals.commands.ts'

const LIVE = statement(
  'trades.live-entries',
  `SELECT h.id, t.id AS trade_id, t.version
     FROM journal_entries h JOIN trades t ON t.id = h.trade_id
    WHERE h.trade_id = ANY (:tradeIds::bigint[]) AND h.reversal_of IS NULL
      AND NOT EXISTS (SELECT FROM journal_entries r WHERE r.reversal_of = h.id)
      AND (h.kind <> 'settlement' OR NOT EXISTS (SELECT FROM settlement_states s WHERE s.trade_id = h.trade_id))
    ORDER BY h.id`,
)

/**
 * Reverses the live entries of corrected or deleted trades under the version in force; answers the ids. An entry is reversed
 * at most once. Those of a settlement stay where an act on it is in force (`afterCorrection`).
 */
export async function reverseLiveEntries(
  tx: Transaction,
  tradeIds: readonly number[],
  by: RecordedBy,
  batchId?: number,
): Promise<number[]> {
  const live = await tx.query(LIVE, { tradeIds })
  const versions = new Map(live.map((entry) => [entry.id, entry]))
  const reversals = await reversalsOf(
    tx,
    live.map((entry) => entry.id),
    { kind: 'correction' },
  )
  const entries = reversals.map((reversal) => {
    const of = versions.get(reversal.reversalOf)
    return { ...reversal, ...(of && { tradeId: of.trade_id, tradeVersion: of.version }) }
  })
  return postEntries(tx, entries, batchId === undefined ? OWN_TRADE : { kind: 'batch', id: batchId }, by)
}
