/** Keeps a document that was read, once; removes one from which nothing was recorded. */
import { createHash } from 'node:crypto'
import type { UploadedAgain } from '@em/contract/documents/trade-documents'
import { type Contract, totalsOf } from '@em/core/documents/contracts'
import type { DocumentRead } from '@em/core/documents/line'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { addRows } from '../../../platform/database/rows.ts'
import type { Outcome } from '../../../platform/door.ts'
import { manyRows } from '../../../platform/many-rows.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { findDocument, type StoredDocument, sameDocument, takeWholeDocument } from './documents.queries.ts'
import { DOCUMENT_LINES, linesOf } from './lines.ts'
import { type OtherReading, otherReading } from './other-reading.ts'
import { storedStated, storedTotals } from './stored-totals.ts'

/** Uploads of the same bytes come one after the other: they are one document. */
const ALONE = statement(
  'documents.alone',
  `SELECT ${takeLock('document', { key: "('x' || left(:sha256, 8))::bit(32)::integer" })}`,
)
// Of all portfolios: his own upload is out of his sight once a trade of it is in a portfolio that he does not see.
const HIS = statement(
  'documents.his-upload',
  'SELECT d.id FROM em.trade_documents d WHERE d.sha256 = :sha256::bytea AND d.uploaded_by = :uploadedBy AND d.replaced_at IS NULL',
)
const ADD = statement(
  'documents.add',
  `INSERT INTO trade_documents (kind, file_name, bytes, sha256, content, broker_name, header, first_date, last_date, lines, skipped, problems,
                                skipped_lines, problem_lines, totals, stated_totals, content_text, uploaded_by)
   VALUES (:kind, :fileName, :bytes, :sha256::bytea, :content::bytea, :brokerName?, :header, :firstDate?::date, :lastDate?::date, :lines, :skipped, :problems,
           :skippedLines, :problemLines, :totals, :stated?, :text?, :uploadedBy) RETURNING id`,
)
const REMOVE_LINES = statement(
  'documents.remove-lines',
  'DELETE FROM trade_document_lines WHERE document_id = :id',
)
const REMOVE_STORED = statement(
  'documents.remove-stored',
  `WITH rules AS (DELETE FROM trade_document_proved WHERE document_id = :id), matches AS (DELETE FROM trade_document_matches WHERE document_id = :id),
        missing AS (DELETE FROM trade_document_missing WHERE document_id = :id), matched AS (DELETE FROM trade_document_matched WHERE document_id = :id)
   DELETE FROM trade_document_proofs WHERE document_id = :id`,
)
const REMOVE = statement('documents.remove', 'DELETE FROM trade_documents WHERE id = :id RETURNING id')
const USED = statement(
  'documents.used',
  'SELECT batch_id FROM trade_document_batches WHERE document_id = :id LIMIT 1',
)
// Of the whole books, for any user.
const IN_BOOKS = statement(
  'documents.in-books',
  `SELECT count(DISTINCT t.id) AS "trades!" FROM em.trade_document_trades k JOIN em.trades t ON t.id = k.trade_id AND NOT t.is_deleted
    WHERE k.document_id = :id`,
)
const CARRIED = statement(
  'documents.carried-on',
  `SELECT d.id, d.file_name FROM em.trade_documents o
     JOIN em.trade_documents d ON d.kind = 'drop-copy' AND d.id > o.id AND d.last_date >= o.first_date AND d.first_date <= o.last_date
    WHERE o.id = :id AND o.kind = 'drop-copy'
      AND EXISTS (SELECT FROM em.trade_document_lines l WHERE l.document_id = d.id AND l.rest ->> 'document' = o.id::text)
    ORDER BY d.id LIMIT 1`,
)
const REPLACED = statement(
  'documents.replaced',
  'UPDATE trade_documents SET replaced_at = clock_timestamp() WHERE id = :id RETURNING id',
)

export interface DocumentToKeep {
  readonly read: DocumentRead
  readonly contracts: readonly Contract[]
  readonly fileName: string
  readonly content: Buffer
  readonly uploadedBy: number
  /** What to do where the same bytes are there and were read otherwise. */
  readonly again: UploadedAgain
}

const TEXT_MAX = 1_000_000

/**
 * Keeps a document and its lines; the same bytes again answer the one that is there, with 200. Where they are read otherwise than before
 * (another answer to what the file leaves open, a newer reader), `again` says what becomes of it.
 * @throws Refusal `document.out-of-sight` for a file that he uploaded before and does not see any more, `document.read-otherwise` (409) for
 *   another reading without a decision on it, `document.recorded-otherwise` (409) while trades of the first one are in the books.
 */
export async function keepDocument(
  tx: Transaction,
  { read, contracts, fileName, content, uploadedBy, again }: DocumentToKeep,
): Promise<Outcome<StoredDocument>> {
  const sha256 = createHash('sha256').update(content).digest()
  await tx.query(ALONE, { sha256: sha256.toString('hex') })
  const standing = await sameDocument(tx, sha256)
  let replaced: StoredDocument | null = null
  if (standing !== null) {
    const answer = await findDocument(tx, standing)
    const other = again === 'keep' ? null : await otherReading(await linesOf(tx, standing), read.lines)
    if (other === null) return { answer, status: 200, audit: auditOf('trade-documents.upload', answer) }
    await makeRoom(tx, answer, other, again)
    replaced = answer
  }
  if ((await tx.query(HIS, { sha256, uploadedBy })).length > 0) throw new Refusal('document.out-of-sight')
  const dates = read.lines.map(({ tradeDate }) => tradeDate).toSorted()
  const [made] = await tx.query(ADD, {
    kind: read.kind,
    fileName,
    bytes: content.length,
    sha256,
    content,
    brokerName: read.header.brokerName,
    header: JSON.stringify(read.header),
    firstDate: dates[0] ?? null,
    lastDate: dates.at(-1) ?? null,
    lines: read.lines.length,
    skipped: read.skippedCount,
    problems: read.problemCount,
    skippedLines: JSON.stringify(read.skipped),
    problemLines: JSON.stringify(read.problems),
    totals: JSON.stringify(storedTotals(totalsOf(contracts))),
    stated: read.statedTotals === null ? null : storedStated(read.statedTotals),
    text: read.text?.slice(0, TEXT_MAX) ?? null,
    uploadedBy,
  })
  const documentId = made?.id ?? 0
  await addRows(tx, [
    await manyRows(
      DOCUMENT_LINES,
      read.lines.map((line) => ({ ...line, documentId })),
    ),
  ])
  const answer = await findDocument(tx, documentId)
  return { answer, audit: { ...auditOf('trade-documents.upload', answer), ...beforeOf(replaced) } }
}

/** For the audit: the first reading that another one replaced. */
const beforeOf = (replaced: StoredDocument | null) =>
  replaced && {
    before: { document: replaced.id, from: replaced.from, to: replaced.to, lines: replaced.lines },
  }

/** Removes the first reading of a file for another one; one that was recorded and undone stays, as replaced. */
async function makeRoom(
  tx: Transaction,
  document: StoredDocument,
  { first, details }: OtherReading,
  again: UploadedAgain,
): Promise<void> {
  const { id } = document
  await takeWholeDocument(tx, id)
  const facts = { file: nameOf(document), difference: first }
  const [inBooks] = await tx.query(IN_BOOKS, { id })
  const trades = inBooks?.trades ?? 0
  if (trades > 0) throw new Refusal('document.recorded-otherwise', { ...facts, trades }, details)
  if (again !== 'replace') throw new Refusal('document.read-otherwise', facts, [HOW_TO_ANSWER, ...details])
  await refuseCarried(tx, document)
  await tx.query(REMOVE_STORED, { id })
  if ((await tx.query(USED, { id })).length > 0) {
    await tx.query(REPLACED, { id })
  } else {
    await tx.query(REMOVE_LINES, { id })
    await tx.query(REMOVE, { id })
  }
}

const HOW_TO_ANSWER = {
  field: 'again',
  message: 'Send “replace” to read the file again, or “keep” to leave it as it was read.',
}

function auditOf(action: string, { id, kind, fileName, lines, sha256 }: StoredDocument) {
  return { action, entity: 'trade-document', entityId: id, after: { fileName, kind, lines, sha256 } }
}

/** @throws Refusal `document.carried` (409) for a document whose fills a later file of the day carries. */
async function refuseCarried(tx: Transaction, document: StoredDocument): Promise<void> {
  const [later] = await tx.query(CARRIED, { id: document.id })
  if (later === undefined) return
  const other = nameOf({ id: later.id, fileName: later.file_name })
  throw new Refusal('document.carried', { file: nameOf(document), other })
}

/** @throws Refusal `record.missing`, `document.recorded` or `document.undone` (409) for one that trades were recorded from, as these are in force or not, `document.carried` (409) for one whose fills a later file of the day carries. */
export async function removeDocument(
  tx: Transaction,
  id: number,
): Promise<Outcome<{ success: true; id: number }>> {
  await takeWholeDocument(tx, id)
  const document = await findDocument(tx, id)
  const { fileName, kind, lines, sha256 } = document
  const used = await tx.query(USED, { id })
  if (used.length > 0) {
    const [inBooks] = await tx.query(IN_BOOKS, { id })
    const code = (inBooks?.trades ?? 0) > 0 ? 'document.recorded' : 'document.undone'
    throw new Refusal(code, { file: nameOf(document) })
  }
  await refuseCarried(tx, document)
  await tx.query(REMOVE_STORED, { id })
  await tx.query(REMOVE_LINES, { id })
  await tx.query(REMOVE, { id })
  return {
    answer: { success: true, id },
    audit: {
      action: 'trade-documents.remove',
      entity: 'trade-document',
      entityId: id,
      before: { fileName, kind, lines, sha256 },
    },
  }
}

/** The name of a document in a sentence. */
export const nameOf = ({ id, fileName }: Pick<StoredDocument, 'id' | 'fileName'>) =>
  fileName === '' ? `document ${id}` : fileName
