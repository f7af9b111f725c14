/**
 * Matches the newest documents of brokers again and compares what is kept of them. Documents whose matches are behind the books are left out: they are
 * matched again before anybody reads them. Matching costs a fifth of a second for 1,000 lines and holds a document in memory, so the newest
 * ones are looked at: at most 50, of at most 20,000 lines together, none longer than that. The rules are the same for every document, and the
 * newest are the ones that people read.
 */
import { type MatchRows, storedAndFound } from '../features/documents/match/stored-and-found.queries.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Findings } from './report.ts'

const CHECK = 'matches of documents'
const DOCUMENTS_MOST = 50
const LINES_MOST = 20_000

const DOCUMENTS = `
  SELECT n.id, n.file_name
    FROM (SELECT d.id, d.file_name, sum(d.lines) OVER (ORDER BY d.id DESC) AS lines
            FROM trade_documents d JOIN trade_document_matched m ON m.document_id = d.id
           WHERE d.replaced_at IS NULL AND d.lines <= ${LINES_MOST} AND ($1::bigint IS NULL OR m.portfolios @> ARRAY[$1])) n
   WHERE n.lines <= ${LINES_MOST} ORDER BY n.id DESC LIMIT ${DOCUMENTS_MOST}`

/** Compares the newest documents; of one portfolio where it is given, those that concern it. */
export async function compareDocumentMatches(
  tx: Transaction,
  portfolioId: number | null,
  found: Findings,
): Promise<void> {
  found.count(CHECK, 0)
  for (const { id, file_name } of await tx.query<{ id: number; file_name: string }>(DOCUMENTS, [
    portfolioId,
  ])) {
    const rows = await storedAndFound(tx, id)
    if (rows !== null) compareRows(`document ${id} ${file_name}`.trim(), rows.stored, rows.found, found)
  }
}

function compareRows(document: string, stored: MatchRows, expected: MatchRows, found: Findings): void {
  for (const line of new Set([...stored.contracts.keys(), ...expected.contracts.keys()]))
    found.compare(
      CHECK,
      `${document}, contract of line ${line}`,
      stored.contracts.get(line),
      expected.contracts.get(line),
    )
  for (const trade of new Set([...stored.missing.keys(), ...expected.missing.keys()]))
    found.compare(
      CHECK,
      `${document}, missing trade ${trade}`,
      stored.missing.get(trade),
      expected.missing.get(trade),
    )
  // Portfolios are added while securities are matched again one by one, so the stored list may have more than are computed now; a missing
  // one would show the document to a user who does not see that portfolio.
  const hidden = expected.portfolios.filter((id) => !stored.portfolios.includes(id))
  found.compare(
    CHECK,
    document,
    { symbols: stored.symbols, 'portfolios left out': '' },
    { symbols: expected.symbols, 'portfolios left out': hidden.join(', ') },
  )
  found.count(CHECK, expected.contracts.size + expected.missing.size)
}
