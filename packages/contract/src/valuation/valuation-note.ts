import { z } from 'zod'

/**
 * Whether the investments in the books of a date are valued: a run of that very date is in force, and not
 * stale; or the date is locked, where the run that was posted counts until the day is opened.
 */
export const NOT_VALUED = 'Investments at cost, not valued on this date'
/** A stale run of a locked day: it stays in force. */
export const CHANGED_UNDER_LOCK =
  'A price or trade has changed since the mark-to-market run of this date; what was posted stays in force while the books are locked'

export const valuationNote = z.object({
  date: z.string(),
  /** `none`: no investments are in the books. */
  state: z.enum(['valued', 'not-valued', 'none']),
  /** Portfolios with investments that have no run that counts, by name. */
  missing: z.array(
    z.object({
      portfolioId: z.string(),
      portfolioName: z.string(),
      /** `stale`: there is a run, and something that it rests on has changed since, in open books. */
      state: z.enum(['not-valued', 'stale']),
    }),
  ),
  /** The note of a statement; null where there is none. */
  message: z.string().nullable(),
})
export type ValuationNote = z.output<typeof valuationNote>
