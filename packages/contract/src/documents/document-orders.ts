import { z } from 'zod'
import { rowsToMend } from '../batches/rows-to-mend.ts'

/** Contracts that recordings of documents left out, to be tried again. Amounts in rupees. */

const typedSide = z.object({
  count: z.string().nullable(),
  gross: z.string().nullable(),
  fees: z.string().nullable(),
  net: z.string().nullable(),
})
/**
 * What a recording asked for that did not go through, or not whole, in the words of `recordDocumentBody`: figures as texts, names
 * only of portfolios and accounts that are still there for who asks.
 */
export const documentOrder = z.object({
  documentId: z.number(),
  brokerName: z.string().nullable(),
  portfolioId: z.string().nullable(),
  settlementAccount: z.string().nullable(),
  clients: z.array(
    z.object({
      clientAccount: z.string(),
      portfolioId: z.string(),
      settlementAccount: z.string().nullable(),
    }),
  ),
  /** By the key of a contract, as its lines have it. */
  splits: z.array(
    z.object({
      contract: z.string(),
      parts: z.array(z.object({ portfolioId: z.string(), quantity: z.string() })),
    }),
  ),
  changes: z.enum(['skip', 'apply']),
  controlTotals: z.object({ purchases: typedSide.nullable(), sales: typedSide.nullable() }).nullable(),
  controlReason: z.string().nullable(),
  /** The first lines of the contracts that failed; where nothing was tried, the lines that were asked for, null: all that are new. */
  lines: z.array(z.number()).nullable(),
  /** Their contracts as rows of an import, numbered by their first lines, with what was wrong. */
  rows: rowsToMend,
})
export type DocumentOrder = z.output<typeof documentOrder>
