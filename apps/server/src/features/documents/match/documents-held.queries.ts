/** The detail and the lines of a document. They are read from the kept matches, or computed where the reader's scope hides portfolios of the document. */
import type { DocumentLineAnswer, TradeDocumentDetail } from '@em/contract/books/trade-documents'
import type { Database } from '../../../platform/database/database.ts'
import { batchesOf, findDocument, mustBeThere } from '../facts/documents.queries.ts'
import {
  CLIENTS_MAX,
  type ClientsOfDocument,
  detailForAnswer,
  type LineFilter,
  linesForAnswer,
  statesOf,
} from './answers.ts'
import { knownClients, proposedClients } from './clients.ts'
import { keptLines, keptStates, keptSummary } from './kept.queries.ts'
import { bringMatchesUpToDate } from './kept-matches.commands.ts'
import { loadMatched } from './matched.ts'
import { type DocumentSummary, summaryOf } from './summary.ts'

/** The kept summary of a document after its matches were updated; null where the answer has to be computed. */
const currentSummary = async (database: Database, id: number) =>
  (await bringMatchesUpToDate(database, id)) ? keptSummary(database, id) : null

/** @throws Refusal `record.missing`. */
export async function documentDetail(database: Database, id: number): Promise<TradeDocumentDetail> {
  const document = await findDocument(database, id)
  const batches = await batchesOf(database, id)
  const summary = await currentSummary(database, id)
  if (summary === null) {
    const found = await loadMatched(database, document)
    const anew = summaryOf(found.contracts, found.proofs)
    return detailForAnswer(
      document,
      anew,
      statesOf(found),
      await clientsOf(database, document, anew),
      batches,
    )
  }
  const clients = await clientsOf(database, document, summary)
  return detailForAnswer(document, summary, await keptStates(database, id, summary), clients, batches)
}

async function clientsOf(
  database: Database,
  { header }: Pick<TradeDocumentDetail, 'header'>,
  { clients }: DocumentSummary,
): Promise<ClientsOfDocument> {
  const named = clients.flatMap(({ clientAccount, clientName }) =>
    clientAccount === null ? [] : [{ clientAccount, clientName: clientName ?? header.clientName }],
  )
  const known = await knownClients(
    database,
    named.map(({ clientAccount }) => clientAccount),
  )
  const proposed = await proposedClients(
    database,
    named.slice(0, CLIENTS_MAX).filter(({ clientAccount }) => !known.has(clientAccount)),
  )
  return { known, proposed }
}

/** One page of the lines that pass a filter, and the number of all lines that pass it. @throws Refusal `record.missing`. */
export async function documentLines(
  database: Database,
  id: number,
  filter: LineFilter,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ rows: DocumentLineAnswer[]; total: number }> {
  await mustBeThere(database, id)
  const summary = await currentSummary(database, id)
  if (summary !== null) return keptLines(database, id, summary, filter, page)
  const found = await loadMatched(database, await findDocument(database, id))
  const all = await linesForAnswer(found, filter)
  return { rows: all.slice(page.offset, page.offset + page.limit), total: all.length }
}
