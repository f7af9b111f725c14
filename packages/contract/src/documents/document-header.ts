import { z } from 'zod'

/** The header of a document, above its lines. */
export const documentHeader = z.object({
  brokerName: z.string().nullable(),
  address: z.string().nullable(),
  tel: z.string().nullable(),
  fax: z.string().nullable(),
  email: z.string().nullable(),
  clientAccount: z.string().nullable(),
  clientName: z.string().nullable(),
  attention: z.string().nullable(),
  tradeDate: z.string().nullable(),
  settlementDate: z.string().nullable(),
})
