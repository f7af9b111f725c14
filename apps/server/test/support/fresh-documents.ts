/** The answer for a document calculated anew, without stored matches: grouped, matched and proved from its lines. */
import type { DocumentLineAnswer, TradeDocumentDetail } from '@em/contract/documents/trade-documents'
import { batchesOf, findDocument } from '../../src/features/documents/facts/documents.queries.ts'
import {
  detailForAnswer,
  type LineFilter,
  linesForAnswer,
  statesOf,
} from '../../src/features/documents/match/documents-held.queries.ts'
import { loadMatched } from '../../src/features/documents/match/matched.ts'
import { summaryOf } from '../../src/features/documents/match/summary.ts'
import type { Api } from './api.ts'

/** As the API answers it, with the filter of its query. */
export async function freshAnswer(
  { database }: Api,
  id: number,
  { differences, ...filter }: { readonly differences?: string } & Record<string, unknown> = {},
): Promise<{ lines: DocumentLineAnswer[]; detail: TradeDocumentDetail }> {
  const document = await findDocument(database, id)
  const found = await loadMatched(database, document)
  const asked = { ...filter, differences: differences === '1' } as LineFilter
  const summary = summaryOf(found.contracts, found.proofs)
  const batches = await batchesOf(database, id)
  return {
    lines: await linesForAnswer(found, asked),
    detail: detailForAnswer(
      document,
      summary,
      statesOf(found),
      { known: found.clients, proposed: new Map() },
      batches,
    ),
  }
}
