import { z } from 'zod'

/** The effect of a write on an account. Amounts in rupees. */
export const accountLine = z.object({
  account_code: z.string(),
  account_name: z.string(),
  debit: z.number(),
  credit: z.number(),
})

/** One line of the ledger as a write would post it. */
export const postingPreview = accountLine.extend({ date: z.string(), transaction_type: z.string() })
