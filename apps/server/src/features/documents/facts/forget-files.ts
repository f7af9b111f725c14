/** Takes away the files of old documents from which nothing was recorded, where the installation keeps them for a time only. */
import type { Clock } from '../../../platform/clock.ts'
import { type Database, statement } from '../../../platform/database/database.ts'

// The description of a file stays: its name, size, hash, who uploaded it and when, and its lines.
const FORGET = statement(
  'documents.forget-files',
  `UPDATE trade_documents d SET content = NULL
    WHERE d.id IN (SELECT o.id FROM trade_documents o
                    WHERE o.uploaded_at < :before::timestamptz AND o.content IS NOT NULL
                      AND NOT EXISTS (SELECT FROM trade_document_batches b WHERE b.document_id = o.id)
                    ORDER BY o.id LIMIT 100)
   RETURNING d.id`,
)

/** Answers how many files went. In: years that a file is kept; null keeps all of them. */
export async function forgetDocumentFiles(
  database: Database,
  clock: Clock,
  years: number | null,
): Promise<number> {
  if (years === null) return 0
  const before = new Date(clock.now())
  before.setUTCFullYear(before.getUTCFullYear() - years)
  let gone = 0
  for (;;) {
    const rows = await database.query(FORGET, { before: before.toISOString() })
    gone += rows.length
    if (rows.length === 0) return gone
  }
}
