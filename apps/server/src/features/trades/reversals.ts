/** Linked reversals of what a trade has posted and not yet reversed: same dates, same accounts, sides exchanged. */
import { statement, type Transaction } from '../../platform/database/database.ts'
import { reverseEntries } from '../ledger/ledger.reversals.ts'

const LIVE = statement(
  'trades.live-entries',
  `SELECT h.id FROM journal_entries h
    WHERE h.trade_id = $1 AND h.reversal_of IS NULL
      AND NOT EXISTS (SELECT FROM journal_entries r WHERE r.reversal_of = h.id)
      AND (h.kind <> 'settlement' OR NOT EXISTS (SELECT FROM settlement_states s WHERE s.trade_id = h.trade_id))
    ORDER BY h.id`,
)

/**
 * Reverses the live entries of a trade under its new version; answers the ids. An entry is reversed at most once. Those
 * of its settlement stay where something happened to it that stands (`afterCorrection`).
 */
export async function reverseLiveEntries(
  tx: Transaction,
  tradeId: number,
  version: number,
  recordedBy: number,
): Promise<number[]> {
  const live = await tx.query<{ id: number }>(LIVE, [tradeId])
  return reverseEntries(
    tx,
    live.map((entry) => entry.id),
    { kind: 'correction', cause: { tradeId, tradeVersion: version }, recordedBy },
  )
}
