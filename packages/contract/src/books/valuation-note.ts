import { z } from 'zod'

/** Whether the investments that stand in the books of a date are valued: a run of that very date is in force, and not stale. */
export const NOT_VALUED = 'Investments at cost, not valued on this date'

export const valuationNote = z.object({
  date: z.string(),
  /** `none`: no investments are in the books. */
  state: z.enum(['valued', 'not-valued', 'none']),
  /** Portfolios with investments that have no current run, by name. */
  missing: z.array(
    z.object({
      portfolioId: z.string(),
      portfolioName: z.string(),
      /** `stale`: there is a run, and something that it rests on has changed since. */
      state: z.enum(['not-valued', 'stale']),
    }),
  ),
  /** What a statement says; null where it has nothing to say. */
  message: z.string().nullable(),
})
export type ValuationNote = z.output<typeof valuationNote>
