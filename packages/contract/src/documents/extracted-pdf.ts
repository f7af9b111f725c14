import { z } from 'zod'
import { documentHeader } from './document-header.ts'

/** The answer of `POST /trade-summary/extract-pdf-text`, as the specification describes it. */
const parsedTransaction = z.object({
  tradeDate: z.string(),
  side: z.enum(['buy', 'sell']),
  symbol: z.string(),
  contractNo: z.string(),
  shares: z.number(),
  price: z.number(),
  grossAmount: z.number(),
  netAmount: z.number(),
  settlementDate: z.string(),
})
export const extractedPdf = z.object({
  success: z.boolean(),
  text: z.string().optional(),
  parsedData: z
    .object({
      header: documentHeader.pick({ brokerName: true, address: true, tel: true, fax: true, email: true }),
      clientInfo: z.object({ accountNo: z.string().nullable(), clientName: z.string().nullable() }),
      metadata: z.object({ tradeDate: z.string().nullable(), settlementDate: z.string().nullable() }),
      transactions: z.array(parsedTransaction),
      summary: z.object({
        totalShares: z.number(),
        totalGrossAmount: z.number(),
        totalNetAmount: z.number(),
        salesTotal: z.number(),
      }),
    })
    .optional(),
  error: z.string().optional(),
})
export type ExtractedPdf = z.output<typeof extractedPdf>
