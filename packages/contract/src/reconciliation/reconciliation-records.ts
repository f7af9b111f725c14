import { z } from 'zod'
import { HOLD_REASONS, noteworthy } from './reconciliation-statements.ts'

/**
 * Answers of reconciliations. Amounts in rupees; `debit` is money in on both sides, see reconciliation.ts.
 */

export const REFERENCE_TYPES = ['bank', 'vendor', 'customer'] as const
export const MATCH_TYPES = ['auto', 'manual', 'proposed'] as const
export type MatchType = (typeof MATCH_TYPES)[number]
export const RECONCILIATION_STATUSES = ['pending', 'reconciled'] as const
export type ReconciliationStatus = (typeof RECONCILIATION_STATUSES)[number]

/** The id of a ledger line, as the general ledger has it: entry and line, like "123-1". */
export const ledgerLineId = z
  .string({ error: 'Must be the id of a ledger line, like 123-1.' })
  .max(20, { error: 'Must be the id of a ledger line, like 123-1.', abort: true })
  .regex(/^\d{1,15}-\d{1,4}$/, 'Must be the id of a ledger line, like 123-1.')
const lineFields = {
  date: z.string(),
  description: z.string().nullable(),
  reference: z.string().nullable(),
  debit: z.number(),
  credit: z.number(),
}
export const glTransaction = z.object({
  id: ledgerLineId,
  entry_id: z.number(),
  line_no: z.number(),
  ...lineFields,
  transaction_type: z.string(),
  kind: z.string(),
  portfolio: z.string().nullable(),
  portfolioId: z.string().nullable(),
  trade_id: z.number().nullable(),
  /** Open since an earlier reconciliation. */
  carried: z.boolean(),
  /** Another reconciliation that matched it; it cannot be matched here. */
  matchedIn: z.number().nullable(),
})
export type GlTransaction = z.output<typeof glTransaction>
export const externalTransaction = z.object({
  id: z.number(),
  ...lineFields,
  balance: z.number().nullable(),
  bankId: z.string().nullable(),
  statementId: z.number(),
  /** Its line in the file. */
  line: z.number().nullable(),
  /** `held` waits for a decision, `skipped` was left out by one; neither counts. */
  state: z.enum(['unmatched', 'matched', 'held', 'skipped']),
  hold: z
    .object({
      reason: z.enum(HOLD_REASONS),
      message: z.string(),
      /** The line imported before that it repeats. */
      duplicateOf: z.number().nullable(),
    })
    .nullable(),
  carried: z.boolean(),
  matchedIn: z.number().nullable(),
})
export type ExternalTransaction = z.output<typeof externalTransaction>

export const matchedTransaction = z.object({
  id: z.number(),
  matchType: z.enum(MATCH_TYPES),
  matchedAt: z.string(),
  matchedBy: z.string(),
  /** The first of each side, as the specification names them; all of them in the lists. */
  glTransaction: glTransaction.nullable(),
  externalTransaction: externalTransaction.nullable(),
  glTransactions: z.array(glTransaction),
  externalTransactions: z.array(externalTransaction),
  /** Ledger less statement (debits less credits), 0 but for a manual match with an explanation. */
  difference: z.number(),
  /** Why it was proposed, or why a difference was accepted. */
  explanation: z.string().nullable(),
  /** Settlements that its bank lines confirmed and that were not taken back. */
  confirmed: z.number(),
})
export type MatchedTransaction = z.output<typeof matchedTransaction>

/** One statement line = several ledger lines, the reverse, or an entry with its own reversal: for a person to decide. */
export const proposal = z.object({
  id: z.number(),
  reason: z.string(),
  glTransactions: z.array(glTransaction),
  externalTransactions: z.array(externalTransaction),
})
export type Proposal = z.output<typeof proposal>

/** As specified (section 9 and the formulas of the described application). */
export const differences = z.object({
  /** Debits of unmatched statement lines. */
  unrecordedDeposits: z.number(),
  /** Credits of unmatched ledger lines. */
  outstandingCheques: z.number(),
  /** Credits of unmatched statement lines whose description names a fee, charge, commission, levy, stamp duty or SMS. */
  bankCharges: z.number(),
  otherDiscrepancies: z.number(),
  /** (glBalance + unrecordedDeposits - outstandingCheques) - externalBalance; null while that is not entered. */
  netDifference: z.number().nullable(),
})

/** The reconciliation statement that an accountant signs: both balances led to the same amount by their open items. */
export const proof = z.object({
  glBalance: z.number(),
  /** On the statement, not yet in the books: in and out. */
  addUnrecordedDebits: z.number(),
  lessUnrecordedCredits: z.number(),
  adjustedGl: z.number(),
  externalBalance: z.number().nullable(),
  /** In the books, not yet on the statement: deposits in transit and outstanding cheques. */
  addUnclearedDebits: z.number(),
  lessUnclearedCredits: z.number(),
  adjustedExternal: z.number().nullable(),
  /** Ledger less statement of matches that were made with an explained difference. */
  explainedInMatches: z.number(),
  /** Left unexplained when the reconciliation before was signed off. */
  acceptedBefore: z.number(),
  /** adjustedGl - adjustedExternal - explainedInMatches - acceptedBefore. 0: the open items account for everything. */
  unexplained: z.number().nullable(),
})

const person = z.string().nullable()

/** Ledger lines that were recorded into its days after it was signed off; null: none. */
export const changedSince = z
  .object({
    lines: z.number(),
    /** Debits less credits of those that are not outside: by so much the ledger balance of its last day has moved. */
    net: z.number(),
    /**
     * Of one portfolio and bank account: lines without a portfolio on the bank account. They are on the
     * bank's statement and in no list of the reconciliation, and move no balance of it.
     */
    outside: z.object({ lines: z.number(), net: z.number() }),
    /** The moments of the first and the last of them. */
    first: z.string(),
    last: z.string(),
    /** Lines after which no later one of its scope was signed off: that takes in those that are not outside. */
    open: z.number(),
  })
  .nullable()
export type ChangedSince = z.output<typeof changedSince>
/** One of these lines. */
export const changedLine = glTransaction.extend({
  recordedAt: z.string(),
  recordedBy: z.string(),
  /** The later reconciliation that took it in. */
  takenInto: z.number().nullable(),
  /** Without a portfolio, where the reconciliation is of one. */
  outside: z.boolean(),
})
export type ChangedLine = z.output<typeof changedLine>

export const reconciliationRecord = z.object({
  id: z.number(),
  version: z.number(),
  accountCode: z.string(),
  accountName: z.string(),
  settlementAccount: z
    .object({
      id: z.number(),
      account_name: z.string(),
      account_number: z.string(),
      bank_name: z.string(),
    })
    .nullable(),
  portfolio: z.string().nullable(),
  portfolioId: z.string().nullable(),
  /** The month, where the dates are one. */
  period: z.string().nullable(),
  startDate: z.string(),
  endDate: z.string(),
  /** The last day whose ledger lines count: the end, or today while the period runs; when signed off, the day of that. */
  coveredUntil: z.string(),
  referenceType: z.enum(REFERENCE_TYPES),
  referenceNumber: z.string().nullable(),
  notes: z.string().nullable(),
  status: z.enum(RECONCILIATION_STATUSES),
  reconciledAt: z.string().nullable(),
  reconciledBy: person,
  explanation: z.string().nullable(),
  glOpening: z.number(),
  glBalance: z.number(),
  externalOpening: z.number().nullable(),
  externalBalance: z.number().nullable(),
  differences,
  proof,
  counts: z.object({
    matched: z.number(),
    unmatchedGl: z.number(),
    unmatchedExternal: z.number(),
    /** Statement lines waiting for a decision: sign-off waits for them (409 `reconciliation.undecided`). */
    held: z.number(),
    skipped: z.number(),
    proposals: z.number(),
  }),
  /** Sign-off is possible; else `blockers` say in sentences what is missing. */
  canSave: z.boolean(),
  blockers: z.array(z.string()),
  /** True when only an explanation is missing for sign-off. */
  needsExplanation: z.boolean(),
  /** Worth knowing, no hindrance: the opening does not continue, the ledger moved since the sign-off. */
  warnings: z.array(noteworthy),
  changedSince,
  createdAt: z.string(),
  createdBy: z.string(),
})
export type ReconciliationRecord = z.output<typeof reconciliationRecord>

/** A reconciliation in the history list; a pending one's figures are asked for by opening it. */
export const reconciliationSummary = reconciliationRecord
  .pick({
    id: true,
    version: true,
    accountCode: true,
    accountName: true,
    settlementAccount: true,
    portfolio: true,
    portfolioId: true,
    period: true,
    startDate: true,
    endDate: true,
    referenceType: true,
    referenceNumber: true,
    status: true,
    reconciledAt: true,
    reconciledBy: true,
    createdAt: true,
    createdBy: true,
  })
  .extend({
    /** As signed off; null while pending. */
    glBalance: z.number().nullable(),
    externalBalance: z.number().nullable(),
    /** Adjusted ledger less adjusted statement, less what is explained (`proof.unexplained`): 0 where all is. */
    unexplainedDifference: z.number().nullable(),
    netDifference: z.number().nullable(),
    changedSince,
  })
export type ReconciliationSummary = z.output<typeof reconciliationSummary>

/** Append-only: who made, signed off or reopened it, and why. */
export const reconciliationEvent = z.object({
  no: z.number(),
  action: z.enum(['created', 'signed-off', 'reopened']),
  at: z.string(),
  by: z.string(),
  /** The explanation of a sign-off, the reason of a reopening. */
  reason: z.string().nullable(),
  /** Their values then. */
  glBalance: z.number().nullable(),
  externalBalance: z.number().nullable(),
  /** Adjusted ledger less adjusted statement, less what is explained. */
  unexplainedDifference: z.number().nullable(),
  differences: differences.nullable(),
})
export type ReconciliationEvent = z.output<typeof reconciliationEvent>
