import { z } from 'zod'

/** The faults of single rows of a submission, and the repeated rows to decide about. */

/** A security that a text may mean. `inBooks`: it is in Equity Master; otherwise only the exchange's list has it, and it can be added. */
export const securityProposal = z.object({
  symbol: z.string(),
  name: z.string(),
  sector: z.string().nullable(),
  inBooks: z.boolean(),
})
export type SecurityProposal = z.output<typeof securityProposal>

/** A row at fault: its number from 1, the field, why, and its value. */
export const rowError = z.object({
  row: z.number(),
  field: z.string(),
  error: z.string(),
  value: z.string().nullable(),
  /**
   * Only where the field names no security of the books, or several: the nearest to a misspelt name (at most three), or those that
   * the text may mean. None where nothing is near.
   */
  proposals: z.array(securityProposal).optional(),
})
export type RowError = z.output<typeof rowError>
/** A row that can be recorded but is unusual. */
export const rowWarning = rowError.extend({
  /** Where it does not have to be confirmed. */
  isOnlyShown: z.literal(true).optional(),
})
export type RowWarning = z.output<typeof rowWarning>
/** The effect of rows on limits, in the preview before they are recorded. */
export const limitsOfRows = {
  /** Rows that pass a limit or go further beyond one, each after those before it: nothing holds them, breaches open (the first 1,000). */
  limits: z.array(rowError),
  /** So many rows that they were not judged: breaches open when they are recorded. */
  limitsUntold: z.boolean(),
}
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
