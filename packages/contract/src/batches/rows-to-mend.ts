import { z } from 'zod'

/** Rows of a refused submission that are kept. */
export const SENT_ROWS_MAX = 5_000
/** The rows of a refused submission by the names of their fields; `kept` is false where there were too many, or nothing was refused. */
export const rowsToMend = z.object({
  kept: z.boolean(),
  fields: z.array(z.string()),
  rows: z.array(
    z.object({ row: z.number(), values: z.array(z.string().nullable()), errors: z.array(z.string()) }),
  ),
})
export type RowsToMend = z.output<typeof rowsToMend>
