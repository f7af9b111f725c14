/** Keeps submissions in the import history: what was recorded, and what was refused, until a user has looked at it. */
import type { BatchRecord } from '@em/contract/batches/batches'
import type { RowError } from '@em/contract/batches/row-faults'
import type { Clock } from '../../../platform/clock.ts'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import type { Outcome } from '../../../platform/door.ts'
import { toRefusal } from '../../../platform/to-refusal.ts'
import { findBatch } from './batches.queries.ts'

/** Rows as they were sent, by the names of their fields. */
export interface SentRows {
  readonly fields: readonly string[]
  readonly rows: readonly (readonly (string | null)[])[]
}

export interface BatchToKeep {
  /** Where the rows came from. */
  readonly source: string
  readonly type: string
  readonly fileName: string | null
  readonly portfolio: string | null
  /** By which another try of rows without a file is known: the first contract number. */
  readonly reference: string | null
  readonly total: number
  readonly recorded: number
  readonly skipped: number
  readonly failed: number
  readonly errors: readonly RowError[]
  /** Of a refused submission, as they were sent. */
  readonly sent?: SentRows | null
  /** The document that is recorded, and what was asked for where not everything went through. */
  readonly document?: { readonly id: number; readonly order: object | null }
  readonly recordedBy: number
}

const KEEP = statement(
  'batches.keep',
  `INSERT INTO batches (kind, type, file_name, portfolio, total, recorded, skipped, failed, status, errors, recorded_by, recorded_at, reference, sent_rows, document_id, document_order)
   VALUES (:source, :type, :fileName?, :portfolio?, :total, :recorded, :skipped, :failed, CASE WHEN :recorded::integer > 0 THEN 'success' ELSE 'failed' END, :errors, :recordedBy, :recordedAt, :reference?, :sent?::jsonb, :documentId?, :order?::json) RETURNING id`,
)

/** Writes a submission and answers its id; one that recorded nothing has failed. */
export async function keepBatch(tx: Transaction, clock: Clock, batch: BatchToKeep): Promise<number> {
  const [row] = await tx.query(KEEP, {
    source: batch.source,
    type: batch.type,
    fileName: batch.fileName,
    portfolio: batch.portfolio,
    total: batch.total,
    recorded: batch.recorded,
    skipped: batch.skipped,
    failed: batch.failed,
    // Proposals are not kept: they are worked out from the securities at the time when the rows are mended.
    errors: JSON.stringify(
      batch.errors.map(({ row, field, error, value }) => ({ row, field, error, value })),
    ),
    recordedBy: batch.recordedBy,
    recordedAt: clock.now().toISOString(),
    reference: batch.reference,
    sent: batch.sent == null ? null : JSON.stringify(batch.sent),
    documentId: batch.document?.id ?? null,
    order: batch.document?.order == null ? null : JSON.stringify(batch.document.order),
  })
  return (row as { id: number }).id
}

/**
 * What a refused submission leaves in the history, for the error that it is thrown with. Left as they are: a refusal that is
 * kept already, a preview whose figures have changed (the form shows the new ones), and what is no refusal but trouble.
 */
export function refusalForHistory(
  error: unknown,
  clock: Clock,
  batch: Omit<BatchToKeep, 'recorded' | 'failed' | 'errors' | 'skipped'>,
): unknown {
  const refusal = toRefusal(error as Error)
  if (refusal.status >= 500 || refusal.note !== undefined || refusal.code === 'preview.stale') return error
  const errors =
    refusal.details.length === 0
      ? [{ row: 0, field: 'row', error: refusal.message, value: null }]
      : refusal.details.map(({ field, message }) => ({ row: 0, field, error: message, value: null }))
  return refusal.notedBy((tx) =>
    keepBatch(tx, clock, { ...batch, recorded: 0, skipped: 0, failed: batch.total, errors }),
  )
}

const SEE = statement(
  'batches.see',
  `UPDATE batches SET seen_at = :seenAt, seen_by = :seenBy WHERE id = :id AND status = 'failed' AND seen_at IS NULL RETURNING id`,
)

/**
 * Marks a failed submission as seen, once: the first to look stays noted. @throws Refusal `record.missing`.
 */
export async function seeBatch(
  tx: Transaction,
  clock: Clock,
  { id, seenBy }: { readonly id: number; readonly seenBy: number },
): Promise<Outcome<BatchRecord>> {
  await findBatch(tx, id)
  await tx.query(SEE, { id, seenAt: clock.now().toISOString(), seenBy })
  const answer = await findBatch(tx, id)
  return {
    answer,
    audit: { action: 'batches.see', entity: 'batch', entityId: id, after: { seenAt: answer.seenAt } },
  }
}
