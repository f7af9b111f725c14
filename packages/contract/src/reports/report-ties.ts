import { z } from 'zod'

/**
 * How an accountant's report comes to what the ledger says: its own amount, what else explains the accounts, named, and what is
 * left over. Amounts in rupees, debits positive.
 */

/** The ties, each to the accounts of its posting role; roles that share an account are tied together. */
export const TIED = {
  cost: 'Cost',
  capitalised: 'Capitalised fees',
  adjustment: 'Fair value adjustment',
  rights: 'Rights entitlements',
} as const
export type Tied = keyof typeof TIED
const tied = z.enum(Object.keys(TIED) as [Tied, ...Tied[]])

export const reportTie = z.object({
  of: z.array(tied),
  /** Their codes. */
  accounts: z.array(z.string()),
  /** The amount of the report. */
  report: z.number(),
  /** Other amounts of the accounts, or amounts of the report that are not in them, with their names. */
  others: z.array(z.object({ label: z.string(), amount: z.number() })),
  ledger: z.number(),
  /** ledger - report - others: 0.00 where everything is explained. */
  difference: z.number(),
})
export type ReportTie = z.output<typeof reportTie>

export const TREATMENTS = ['FVTPL', 'FVOCI'] as const
export const treatment = z.enum(TREATMENTS)
export type Treatment = z.output<typeof treatment>
