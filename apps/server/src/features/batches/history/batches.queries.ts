/** The import history. */
import type { BatchRecord, BatchSummary, batches } from '@em/contract/batches/batches'
import type { RowsToMend } from '@em/contract/batches/rows-to-mend'
import { LIST_MAX } from '@em/contract/kit/register'
import type { z } from 'zod'
import { containing } from '../../../platform/database/conditions.ts'
import { type Queryable, type RowOf, statement } from '../../../platform/database/database.ts'
import { jsonNumber } from '../../../platform/database/json-number.ts'
import { Refusal } from '../../../platform/refusal.ts'

const SELECT = `SELECT b.id, b.type, b.kind AS source, b.document_id AS "documentId", b.file_name AS "fileName", b.portfolio, b.total AS "totalTransactions",
         b.recorded AS "successfulTransactions", b.skipped AS "skippedTransactions", b.failed AS "failedTransactions",
         b.status, b.total_value AS "totalValue", u.first_name || ' ' || u.last_name AS "importedBy",
         b.recorded_at AS "importedAt", w.first_name || ' ' || w.last_name AS "undoneBy", b.undone_at AS "undoneAt",
         s.first_name || ' ' || s.last_name AS "seenBy", b.seen_at AS "seenAt",
         CASE WHEN b.total = 1 AND b.file_name IS NULL
              THEN (SELECT min(t.deal_number) FROM trades t WHERE t.batch_id = b.id) END AS "dealNumber",
         b.errors
    FROM batches b JOIN users u ON u.id = b.recorded_by LEFT JOIN users w ON w.id = b.undone_by LEFT JOIN users s ON s.id = b.seen_by`

function recordOf(row: RowOf<typeof LIST>): BatchRecord {
  const { totalValue, ...record } = row
  return { ...record, totalValue: jsonNumber(totalValue) }
}

type Filter = z.output<(typeof batches.summary)['query']>
type Page = Pick<z.output<(typeof batches.list)['query']>, 'limit' | 'cursor'>

const FILTERED = `(:type?::text IS NULL OR b.type = :type) AND (:status?::text IS NULL OR b.status = :status)
       AND (:from?::date IS NULL OR b.recorded_at >= :from::timestamp AT TIME ZONE 'Asia/Colombo')
       AND (:to?::date IS NULL OR b.recorded_at < (:to::date + 1)::timestamp AT TIME ZONE 'Asia/Colombo')
       AND (:search?::text IS NULL OR concat_ws(' ', b.file_name, b.portfolio, u.first_name, u.last_name, b.id) ILIKE :search)`

const valuesOf = ({ type, status, from, to, search }: Filter) => ({
  type: type ?? null,
  status: status ?? null,
  from: from ?? null,
  to: to ?? null,
  search: search ? containing(search) : null,
})

const LIST = statement(
  'batches.list',
  `${SELECT} WHERE ${FILTERED}
      AND (:cursor?::bigint IS NULL OR (b.recorded_at, b.id) < (SELECT c.recorded_at, c.id FROM batches c WHERE c.id = :cursor))
    ORDER BY b.recorded_at DESC, b.id DESC LIMIT :limit`,
)
const SUMMARY = statement(
  'batches.summary',
  `SELECT count(*) AS total, count(*) FILTER (WHERE b.status = 'success') AS success,
          count(*) FILTER (WHERE b.status = 'failed') AS failed, count(*) FILTER (WHERE b.status = 'undone') AS undone,
          coalesce(sum(b.recorded) FILTER (WHERE b.status = 'success'), 0)::bigint AS transactions
     FROM batches b JOIN users u ON u.id = b.recorded_by WHERE ${FILTERED}`,
)

/**
 * One page of the submissions, newest first, with how many there are in all; `to` is a whole day in Colombo.
 * @throws Refusal `request.invalid` for a cursor that this list did not give.
 */
export async function listBatches(
  db: Queryable,
  filter: Filter,
  page: Page,
): Promise<{ rows: BatchRecord[]; total: number; nextCursor: string | null }> {
  const { cursor } = page
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) {
    throw new Refusal('request.invalid', {}, [
      { field: 'cursor', message: 'This is not a cursor of this list.' },
    ])
  }
  const limit = page.limit ?? LIST_MAX
  const [rows, { total }] = await Promise.all([
    db.query(LIST, {
      ...valuesOf(filter),
      cursor: cursor === undefined ? null : Number(cursor),
      limit: limit + 1,
    }),
    sumBatches(db, filter),
  ])
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { rows: shown.map(recordOf), total, nextCursor: last === undefined ? null : String(last.id) }
}

/** Counts over all submissions that the filter leaves. */
export async function sumBatches(db: Queryable, filter: Filter): Promise<BatchSummary> {
  const [row] = await db.query(SUMMARY, valuesOf(filter))
  return row ?? { total: 0, success: 0, failed: 0, undone: 0, transactions: 0 }
}

const ONE = statement('batches.one', `${SELECT} WHERE b.id = :id`)

/** @throws Refusal `record.missing`. */
export async function findBatch(db: Queryable, id: number): Promise<BatchRecord> {
  const [row] = await db.query(ONE, { id })
  if (row === undefined) throw new Refusal('record.missing', { what: 'The import' })
  return recordOf(row)
}

const SENT = statement('batches.sent-rows', 'SELECT sent_rows, errors FROM batches WHERE id = :id')

/** The rows of a refused submission with what is wrong with each. @throws Refusal `record.missing`. */
export async function rowsToMend(db: Queryable, id: number): Promise<RowsToMend> {
  const [row] = await db.query(SENT, { id })
  if (row === undefined) throw new Refusal('record.missing', { what: 'The import' })
  const sent = row.sent_rows as { fields: string[]; rows: (string | null)[][] } | null
  if (sent === null) return { kept: false, fields: [], rows: [] }
  const errors = Map.groupBy(row.errors as BatchRecord['errors'], (error) => error.row)
  return {
    kept: true,
    fields: sent.fields,
    rows: sent.rows.map((values, at) => ({
      row: at + 1,
      values,
      errors: (errors.get(at + 1) ?? []).map(({ field, error }) => `${field}: ${error}`),
    })),
  }
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
    WHERE b.status = 'failed' AND b.seen_at IS NULL
      AND NOT EXISTS (SELECT FROM batches later
                       WHERE later.recorded_by = b.recorded_by AND later.id > b.id
                         AND later.file_name IS NOT DISTINCT FROM b.file_name
                         AND (b.file_name IS NOT NULL OR (later.kind = b.kind AND later.total = b.total
                                                          AND later.reference IS NOT DISTINCT FROM b.reference)))
    ORDER BY b.recorded_at DESC, b.id DESC LIMIT 100`,
)

/**
 * Submissions that failed, that no one has looked at since, and that the same person did not try again: a file by its
 * name, rows without one by their number and their first contract number. The latest first, at most 100.
 */
export function failedImports(db: Queryable): Promise<FailedImport[]> {
  return db.query(FAILED)
}

const ROWS_OF = statement('batches.rows-of', 'SELECT total FROM batches WHERE id = :id')
/** How many rows a submission has; 0 where there is none. */
export async function rowsOfBatch(db: Queryable, id: number): Promise<number> {
  const [batch] = await db.query(ROWS_OF, { id })
  return batch?.total ?? 0
}
