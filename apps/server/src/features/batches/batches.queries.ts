/** The import history. */
import type { BatchRecord, batches } from '@em/contract/books/batches'
import type { z } from 'zod'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { Refusal } from '../../platform/refusal.ts'

interface Row extends Omit<BatchRecord, 'totalValue'> {
  totalValue: string
}

const SELECT = `SELECT b.id, b.type, b.kind AS source, b.file_name AS "fileName", b.portfolio, b.total AS "totalTransactions",
         b.recorded AS "successfulTransactions", b.skipped AS "skippedTransactions", b.failed AS "failedTransactions",
         b.status, b.total_value AS "totalValue", u.first_name || ' ' || u.last_name AS "importedBy",
         b.recorded_at AS "importedAt", w.first_name || ' ' || w.last_name AS "undoneBy", b.undone_at AS "undoneAt",
         CASE WHEN b.total = 1 AND b.file_name IS NULL
              THEN (SELECT min(t.deal_number) FROM trades t WHERE t.batch_id = b.id) END AS "dealNumber",
         b.errors
    FROM batches b JOIN users u ON u.id = b.recorded_by LEFT JOIN users w ON w.id = b.undone_by`

function recordOf(row: Row): BatchRecord {
  const { totalValue, ...record } = row
  return { ...record, totalValue: jsonNumber(totalValue) }
}

type Query = z.output<(typeof batches.list)['query']>

/** Submissions, newest first; `to` is a whole day in Colombo. */
export async function listBatches(
  db: Queryable,
  query: Query,
): Promise<{ rows: BatchRecord[]; total: number }> {
  const rows = await db.query<Row & { found: number }>(
    `${SELECT.replace('b.errors', 'b.errors, count(*) OVER ()::integer AS found')}
     WHERE ($1::text IS NULL OR b.type = $1) AND ($2::text IS NULL OR b.status = $2)
       AND ($3::date IS NULL OR b.recorded_at >= $3::timestamp AT TIME ZONE 'Asia/Colombo')
       AND ($4::date IS NULL OR b.recorded_at < ($4::date + 1)::timestamp AT TIME ZONE 'Asia/Colombo')
       AND ($5::text IS NULL OR concat_ws(' ', b.file_name, b.portfolio, u.first_name, u.last_name, b.id) ILIKE '%' || $5 || '%')
     ORDER BY b.recorded_at DESC, b.id DESC LIMIT $6`,
    [
      query.type ?? null,
      query.status ?? null,
      query.from ?? null,
      query.to ?? null,
      query.search?.trim().replace(/[\\%_]/g, '\\$&') || null,
      query.limit ?? 1_000,
    ],
  )
  // The count stands in every row, and in no record.
  const records = rows.map((row) => ({ ...recordOf(row), found: undefined }))
  return { rows: records, total: rows[0]?.found ?? 0 }
}

/** @throws Refusal `record.missing`. */
export async function findBatch(db: Queryable, id: number): Promise<BatchRecord> {
  const [row] = await db.query<Row>(`${SELECT} WHERE b.id = $1`, [id])
  if (row === undefined) throw new Refusal('record.missing', { what: 'The import' })
  return recordOf(row)
}

export interface FailedImport {
  readonly id: number
  readonly file_name: string | null
  readonly failed: number
  readonly total: number
}

const FAILED = statement(
  'batches.failed',
  `SELECT b.id, b.file_name, b.failed, b.total FROM batches b
    WHERE b.status = 'failed' AND b.recorded_at >= $1::timestamptz
      AND NOT EXISTS (SELECT FROM batches later
                       WHERE later.recorded_at >= b.recorded_at AND later.id > b.id AND later.recorded_by = b.recorded_by
                         AND later.file_name IS NOT DISTINCT FROM b.file_name)
    ORDER BY b.recorded_at DESC, b.id DESC LIMIT 100`,
)

/**
 * Imports that failed since a moment and were not tried again by the same person (with a file: with a file of that name),
 * the latest first, at most 100.
 */
export function failedImports(db: Queryable, since: Date): Promise<FailedImport[]> {
  return db.query<FailedImport>(FAILED, [since.toISOString()])
}
