/** Documents of brokers as they are stored. */
import type {
  TradeDocument,
  TradeDocumentDetail,
  tradeDocuments,
} from '@em/contract/documents/trade-documents'
import { LIST_MAX } from '@em/contract/kit/register'
import type { DocumentHeader, DocumentKind, StatedTotals } from '@em/core/documents/line'
import type { z } from 'zod'
import { containing } from '../../../platform/database/conditions.ts'
import {
  type Queryable,
  type RowOf,
  statement,
  type Transaction,
} from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { type StoredTotals, statedOf, totalsForAnswer } from './stored-totals.ts'

const COLUMNS = `d.id, d.kind, d.file_name, d.bytes, encode(d.sha256, 'hex') AS "sha256!", d.content IS NOT NULL AS "kept!", d.replaced_at IS NOT NULL AS "replaced!", d.broker_name, d.first_date,
          d.last_date, d.lines, d.skipped, d.problems, d.totals, u.first_name || ' ' || u.last_name AS "uploaded_by!", d.uploaded_at,
          (SELECT count(DISTINCT t.id) FROM trade_document_trades k JOIN trades t ON t.id = k.trade_id AND NOT t.is_deleted
            WHERE k.document_id = d.id) AS "recorded!"`
const LIST = statement(
  'documents.list',
  `SELECT ${COLUMNS}, count(*) OVER () AS "total!" FROM trade_documents d JOIN users u ON u.id = d.uploaded_by
    WHERE (:kind?::text IS NULL OR d.kind = :kind) AND (:from?::date IS NULL OR d.last_date >= :from) AND (:to?::date IS NULL OR d.first_date <= :to)
      AND (:search?::text IS NULL OR concat_ws(' ', d.file_name, d.broker_name, d.header ->> 'clientAccount', d.header ->> 'clientName') ILIKE :search)
      AND (:before?::bigint IS NULL OR d.id < :before)
    ORDER BY d.id DESC LIMIT :limit`,
)
const ONE = statement(
  'documents.one',
  `SELECT ${COLUMNS}, d.header, d.stated_totals, d.skipped_lines, d.problem_lines, d.content_text
     FROM trade_documents d JOIN users u ON u.id = d.uploaded_by WHERE d.id = :id`,
)
const THERE = statement('documents.there', 'SELECT id FROM trade_documents WHERE id = :id')
const TAKE = statement('documents.take', 'SELECT id FROM trade_documents WHERE id = :id FOR NO KEY UPDATE')
const TAKE_WHOLE = statement(
  'documents.take-whole',
  'SELECT id FROM trade_documents WHERE id = :id FOR UPDATE',
)
const TAKE_TO_RECORD = statement(
  'documents.take-to-record',
  'SELECT replaced_at FROM trade_documents WHERE id = :id FOR KEY SHARE',
)
const FILE = statement(
  'documents.file',
  'SELECT kind, file_name, content FROM trade_documents WHERE id = :id',
)
const SAME = statement(
  'documents.same',
  'SELECT id FROM trade_documents WHERE sha256 = :sha256::bytea AND replaced_at IS NULL ORDER BY id LIMIT 1',
)
const BATCHES = statement(
  'documents.batches',
  `SELECT b.id, b.status, b.recorded, b.recorded_at AS at FROM trade_document_batches k JOIN batches b ON b.id = k.batch_id
    WHERE k.document_id = :id ORDER BY b.id DESC LIMIT 100`,
)

function documentOf(row: Omit<RowOf<typeof LIST>, 'total'>): TradeDocument {
  return {
    id: row.id,
    kind: row.kind as DocumentKind,
    fileName: row.file_name,
    bytes: row.bytes,
    sha256: row.sha256,
    uploadedBy: row.uploaded_by,
    uploadedAt: row.uploaded_at,
    brokerName: row.broker_name,
    from: row.first_date,
    to: row.last_date,
    lines: row.lines,
    skipped: row.skipped,
    problems: row.problems,
    totals: totalsForAnswer(row.totals as StoredTotals),
    recorded: row.recorded,
    fileKept: row.kept,
    replaced: row.replaced,
  }
}

type Filter = z.output<(typeof tradeDocuments.list)['query']>

/** One page of the documents, newest first, and how many the filter leaves. */
export async function listDocuments(
  db: Queryable,
  { kind, from, to, search, before, limit }: Filter,
): Promise<{ rows: TradeDocument[]; total: number }> {
  const rows = await db.query(LIST, {
    kind: kind ?? null,
    from: from ?? null,
    to: to ?? null,
    search: search ? containing(search) : null,
    before: before ?? null,
    limit: limit ?? LIST_MAX,
  })
  return { rows: rows.map(documentOf), total: rows[0]?.total ?? 0 }
}

/** A document with everything that was read of it but its lines. */
export interface StoredDocument extends TradeDocument {
  readonly header: DocumentHeader
  readonly stated: StatedTotals | null
  readonly skippedLines: { line: number; reason: string }[]
  readonly problemLines: TradeDocumentDetail['problemLines']
  readonly text: string | null
}

/** @throws Refusal `record.missing`. */
export async function findDocument(db: Queryable, id: number): Promise<StoredDocument> {
  const [row] = await db.query(ONE, { id })
  if (row === undefined) throw new Refusal('record.missing', { what: 'The document' })
  return {
    ...documentOf(row),
    header: row.header as unknown as DocumentHeader,
    stated: row.stated_totals === null ? null : statedOf(row.stated_totals),
    skippedLines: row.skipped_lines as unknown as StoredDocument['skippedLines'],
    problemLines: row.problem_lines as unknown as StoredDocument['problemLines'],
    text: row.content_text,
  }
}

/** @throws Refusal `record.missing`. */
export async function mustBeThere(db: Queryable, id: number): Promise<void> {
  if ((await db.query(THERE, { id })).length === 0)
    throw new Refusal('record.missing', { what: 'The document' })
}

/**
 * Locks a document for a transaction that changes its stored matches or proofs. One such transaction runs at a time; recording trades from
 * the document does not wait for it. False where the document is gone.
 */
export async function takeDocument(tx: Transaction, id: number): Promise<boolean> {
  return (await tx.query(TAKE, { id })).length > 0
}

/**
 * Locks a document that is to be removed or replaced. It waits for all transactions that record trades from the document, and excludes new ones, so
 * that the check for recorded trades holds until the transaction ends.
 */
export async function takeWholeDocument(tx: Transaction, id: number): Promise<void> {
  await tx.query(TAKE_WHOLE, { id })
}

/**
 * Locks a document from which trades are to be recorded: it cannot be removed or replaced until the transaction ends. Several people may hold
 * this lock at once. @throws Refusal `record.missing` where it was removed, `document.replaced` where its file was read again in another way.
 */
export async function takeToRecord(
  tx: Transaction,
  { id, fileName }: Pick<StoredDocument, 'id' | 'fileName'>,
): Promise<void> {
  const [row] = await tx.query(TAKE_TO_RECORD, { id })
  if (row === undefined) throw new Refusal('record.missing', { what: 'The document' })
  if (row.replaced_at !== null) throw new Refusal('document.replaced', { file: fileName || `document ${id}` })
}

/** The id of the document with these bytes, as it was read last; null where there is none. */
export async function sameDocument(db: Queryable, sha256: Buffer): Promise<number | null> {
  const [row] = await db.query(SAME, { sha256 })
  return row?.id ?? null
}

/** The records made from a document, newest first. */
export const batchesOf = (db: Queryable, id: number) => db.query(BATCHES, { id })

const MEDIA_TYPES: Readonly<Record<DocumentKind, string>> = {
  'trade-file': 'text/plain; charset=utf-8',
  confirmation: 'application/pdf',
  monthly: 'text/csv; charset=utf-8',
  'drop-copy': 'text/plain; charset=us-ascii',
}

/** The file itself. @throws Refusal `record.missing`, `document.file-gone`. */
export async function readDocumentFile(
  db: Queryable,
  id: number,
): Promise<{ fileName: string; mediaType: string; content: Buffer }> {
  const [row] = await db.query(FILE, { id })
  if (row === undefined) throw new Refusal('record.missing', { what: 'The document' })
  if (row.content === null) throw new Refusal('document.file-gone')
  return {
    fileName: row.file_name === '' ? `document-${id}` : row.file_name,
    mediaType: MEDIA_TYPES[row.kind as DocumentKind],
    content: row.content,
  }
}

const LINES_OF = statement('documents.lines-of', 'SELECT lines FROM trade_documents WHERE id = :id')
/** How many lines a document has; 0 where there is none. */
export async function linesOfDocument(db: Queryable, id: number): Promise<number> {
  const [document] = await db.query(LINES_OF, { id })
  return document?.lines ?? 0
}
