import { COMPARISON_STATES, FILL_FIELDS } from '@em/core/documents/day-comparison'
import { z } from 'zod'

const comparedFill = z.object({
  tradeDate: z.string(),
  clientAccount: z.string(),
  symbol: z.string(),
  side: z.enum(['buy', 'sell']),
  quantity: z.number(),
  price: z.number(),
})
const comparedSum = z.object({ shares: z.number(), gross: z.number() })
/** The fills of a drop copy against the trade file of their day. Without documents there is none to compare with. */
export const tradeFileComparison = z.object({
  documents: z.array(z.object({ id: z.number(), fileName: z.string() })),
  equal: z.number(),
  differs: z.number(),
  onlyHere: z.number(),
  onlyThere: z.number(),
  /** Those that differ first; the first 10,000. `fields` are those in which the two differ. */
  rows: z.array(
    z.object({
      state: z.enum(COMPARISON_STATES),
      line: z.number().nullable(),
      executionId: z.string(),
      here: comparedFill.nullable(),
      there: comparedFill.nullable(),
      fields: z.array(z.enum(FILL_FIELDS)),
    }),
  ),
  /** By security and side. */
  sums: z.array(
    z.object({ symbol: z.string(), side: z.enum(['buy', 'sell']), here: comparedSum, there: comparedSum }),
  ),
})
export type TradeFileComparison = z.output<typeof tradeFileComparison>
