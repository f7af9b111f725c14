import { z } from 'zod'

/** What is said of single rows of a submission: faults, and repeats to decide about. */

/** A row at fault: its number from 1, the field, why, and what stood there. */
export const rowError = z.object({
  row: z.number(),
  field: z.string(),
  error: z.string(),
  value: z.string().nullable(),
})
export type RowError = z.output<typeof rowError>
export const duplicateRow = z.object({
  row: z.number(),
  /** Null where neither the row nor the trade has one: portfolio, security, side, date, quantity and gross value are equal. */
  contractNumber: z.string().nullable(),
  /** Deal number of the trade that is recorded already, or null where an earlier row of the submission has the contract number. */
  dealNumber: z.string().nullable(),
  earlierRow: z.number().nullable(),
  decision: z.enum(['skip', 'keep']).nullable(),
})
export type DuplicateRow = z.output<typeof duplicateRow>
