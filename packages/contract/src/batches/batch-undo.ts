import { z } from 'zod'
import { consequences } from '../trades/trade-preview.ts'

/** The trades that an undoing takes back, and the changes that follow from it. */
export const undoReport = z.object({
  dryRun: z.literal(true),
  trades: z.number(),
  buys: z.number(),
  sells: z.number(),
  entriesReversed: z.number(),
  positions: z.array(
    z.object({
      portfolio: z.string(),
      symbol: z.string(),
      before: z.object({ quantity: z.number(), cost: z.number() }),
      after: z.object({ quantity: z.number(), cost: z.number() }),
    }),
  ),
  consequences,
})
export type UndoReport = z.output<typeof undoReport>
