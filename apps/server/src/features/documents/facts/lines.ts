/** Lines of a document as they are stored and read. */
import type { DocumentLine } from '@em/core/documents/line'
import { type Queryable, statement } from '../../../platform/database/database.ts'
import { tableOf } from '../../../platform/database/rows.ts'
import { regularPauses } from '../../../platform/pauses.ts'
import { LINE_FIELDS, lineOfValues } from './line-fields.ts'

/** A line with its document. */
export interface LineToKeep extends DocumentLine {
  readonly documentId: number
}

export const DOCUMENT_LINES = tableOf<LineToKeep>('trade_document_lines', [
  { name: 'document_id', type: 'bigint', of: ({ documentId }) => documentId },
  ...LINE_FIELDS.map(({ column, type, of, stored }) => ({
    name: column,
    type,
    of: (line: LineToKeep) => {
      const value = of(line)
      return value === null ? null : stored(value)
    },
  })),
  { name: 'rest', type: 'jsonb', of: ({ rest }) => JSON.stringify(rest) },
])

/** The columns that `lineOf` reads, of a row `l`. */
export const LINE_COLUMNS = [...LINE_FIELDS.map(({ column }) => `l.${column}`), 'l.rest'].join(', ')
const LINES = statement(
  'documents.lines',
  `SELECT ${LINE_COLUMNS} FROM trade_document_lines l
    WHERE l.document_id = :documentId AND (:symbols?::text[] IS NULL OR l.symbol = ANY (:symbols)) ORDER BY l.line`,
)

/** The lines of a document in their order; with symbols, as the document writes them, those of these securities. */
export async function linesOf(
  db: Queryable,
  documentId: number,
  symbols: readonly string[] | null = null,
): Promise<DocumentLine[]> {
  const rows = await db.query(LINES, { documentId, symbols })
  const pauses = regularPauses()
  const lines: DocumentLine[] = []
  for (const row of rows) {
    await pauses()
    lines.push(lineOf(row))
  }
  return lines
}

/** The line of a row with `LINE_COLUMNS`. */
export function lineOf(row: { readonly rest: unknown }): DocumentLine {
  const stored = row as Readonly<Record<string, string | number | boolean | null>>
  return lineOfValues(
    ({ column, fromRow }) => {
      const value = stored[column] ?? null
      return value === null ? null : fromRow(value)
    },
    row.rest as DocumentLine['rest'],
  )
}
