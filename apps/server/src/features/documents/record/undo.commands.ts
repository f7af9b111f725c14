/** Takes back everything that was recorded from a document. */
import type { documentUndone } from '@em/contract/documents/trade-documents'
import type { z } from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import type { Outcome } from '../../../platform/door.ts'
import type { Progress } from '../../../platform/http/writes.ts'
import type { RecordedBy } from '../../../platform/recorded-by.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { takeBackBatch } from '../../batches/rows/batches.commands.ts'
import { lockChains } from '../../chains/lock.queries.ts'
import { findDocument } from '../facts/documents.queries.ts'
import { nameOf } from '../facts/keep.commands.ts'

const STANDING = statement(
  'documents.standing-batches',
  `SELECT b.id FROM trade_document_batches k JOIN batches b ON b.id = k.batch_id
    WHERE k.document_id = :id AND b.status = 'success' AND EXISTS (SELECT FROM trades t WHERE t.batch_id = b.id AND NOT t.is_deleted)
    ORDER BY b.id DESC`,
)
// Before anybody looks whether they are paid: a payment locks its trades too, and a trade comes after its chain.
const LINES = statement(
  'documents.undo-chains',
  `SELECT DISTINCT portfolio_id AS "portfolioId", equity_id AS "equityId" FROM trades
    WHERE batch_id = ANY (:batchIds::bigint[]) AND NOT is_deleted`,
)
const LOCK_TRADES = statement(
  'documents.undo-lock',
  `SELECT id FROM trades WHERE batch_id = ANY (:batchIds::bigint[]) AND NOT is_deleted ORDER BY id FOR NO KEY UPDATE`,
)
const AMENDED = statement(
  'documents.amended',
  `SELECT coalesce(sum((after ->> 'changed')::int), 0) AS corrected, coalesce(sum((after ->> 'deleted')::int), 0) AS deleted
     FROM em.audit WHERE entity = 'trade-document' AND entity_id = :id::bigint::text AND action = 'trade-documents.record'`,
)
// Paid: a payment was confirmed. Reconciled: a line of its entries is matched with a statement, also one that the user does not see.
const FIXED = statement(
  'documents.fixed-trades',
  `SELECT t.deal_number FROM trades t
    WHERE t.batch_id = ANY (:batchIds::bigint[]) AND NOT t.is_deleted
      AND (EXISTS (SELECT FROM settlement_states s WHERE s.trade_id = t.id AND s.paid <> 0)
        OR EXISTS (SELECT FROM journal_entries e JOIN em.matched_ledger_lines m ON m.entry_id = e.id WHERE e.trade_id = t.id))
    ORDER BY t.id LIMIT 21`,
)
// A later file of the day added further fills of the same trades, alone or with those of this one.
const CORRECTED = statement(
  'documents.corrected-later',
  `SELECT DISTINCT t.deal_number, d.id AS later, d.file_name
     FROM trades t JOIN trade_document_trades k ON k.trade_id = t.id AND k.document_id = :id
     JOIN em.trade_documents o ON o.id = k.document_id AND o.kind = 'drop-copy' JOIN em.trade_document_lines f ON f.document_id = o.id AND f.line = k.line
     JOIN em.trade_documents d ON d.kind = 'drop-copy' AND d.id > o.id AND d.last_date >= o.first_date AND d.first_date <= o.last_date
     JOIN em.trade_document_lines l ON l.document_id = d.id AND l.trade_date = f.trade_date AND l.side = f.side AND l.symbol = f.symbol
                                   AND l.execution_id = f.execution_id
    WHERE t.batch_id = ANY (:batchIds::bigint[]) AND NOT t.is_deleted AND t.version > 1
      AND EXISTS (SELECT FROM em.audit a WHERE a.entity = 'trade-document' AND a.entity_id = d.id::text AND a.action = 'trade-documents.record'
                                           AND (a.after ->> 'changed')::int > 0)
    ORDER BY t.deal_number, d.id LIMIT 21`,
)
/** Deals that are named; of more it is said that there are. */
const NAMED = 20

export interface UndoDocumentOrder extends RecordedBy {
  readonly id: number
  readonly dryRun: boolean
  readonly progress: Progress
}

/**
 * Undoes every submission of a document, the last first.
 * @throws Refusal `document.nothing` where none is in force, `document.settled` (409) naming trades that were paid or reconciled,
 *   `document.corrected-later` (409) where a later file of messages corrected trades: its fills would be taken back with them.
 */
export async function undoDocument(
  tx: Transaction,
  clock: Clock,
  order: UndoDocumentOrder,
): Promise<Outcome<z.output<typeof documentUndone>>> {
  const { id, dryRun } = order
  const document = await findDocument(tx, id)
  const batchIds = (await tx.query(STANDING, { id })).map((row) => row.id)
  if (batchIds.length === 0) throw new Refusal('document.nothing', { file: nameOf(document) })
  await lockChains(tx, await tx.query(LINES, { batchIds }))
  await tx.query(LOCK_TRADES, { batchIds })
  const fixed = await tx.query(FIXED, { batchIds })
  if (fixed.length > 0) {
    const deals = fixed.slice(0, NAMED).map((row) => row.deal_number)
    throw new Refusal('document.settled', {
      file: nameOf(document),
      deals: fixed.length > NAMED ? `${deals.join(', ')} and others` : deals.join(', '),
    })
  }
  const [corrected, ...further] = await tx.query(CORRECTED, { id, batchIds })
  if (corrected !== undefined) {
    const other = nameOf({ id: corrected.later, fileName: corrected.file_name })
    const deals = [...new Set([corrected, ...further].map((row) => row.deal_number))].join(', ')
    throw new Refusal('document.corrected-later', { file: nameOf(document), other, deals })
  }
  let [trades, entriesReversed] = [0, 0]
  for (const batchId of batchIds) {
    const { report } = await takeBackBatch(tx, clock, { ...order, id: batchId })
    trades += report.trades
    entriesReversed += report.entriesReversed
  }
  const [amended] = await tx.query(AMENDED, { id })
  const amendmentsLeft = {
    corrected: Number(amended?.corrected ?? 0),
    deleted: Number(amended?.deleted ?? 0),
  }
  return {
    answer: { dryRun, documentId: id, batches: batchIds.length, trades, entriesReversed, amendmentsLeft },
    audit: {
      action: 'trade-documents.undo',
      entity: 'trade-document',
      entityId: id,
      after: { batches: batchIds.length, trades },
    },
  }
}
