import { z } from 'zod'
import { changeOf, date, money, optional, optionalText, recordId, text } from '../kit/fields.ts'
import { suspenseItemKey } from '../suspense/suspense.ts'

/** A journal entry: what is sent of one and what is answered. Amounts in rupees; in code, cents. */

export const JOURNAL_TYPES = ['Trade', 'Dividend', 'Corporate Action', 'Manual'] as const
/**
 * The types of an entry that a user may choose: trades, dividends and corporate actions post theirs
 * themselves.
 */
export const MANUAL_TYPES = ['Manual'] as const
export const manualType = z.enum(MANUAL_TYPES, {
  error:
    'Must be Manual, or left out: trades, dividends and corporate actions post their entries themselves. Record the trade or the action instead.',
})
/** What the journal lists: entries that move a balance because a mapping changed are a type of their own. */
export const LISTED_JOURNAL_TYPES = [...JOURNAL_TYPES, 'Mapping Move'] as const
export type JournalType = (typeof JOURNAL_TYPES)[number]
/**
 * The statuses that a person may choose; an entry dated after today is posted and shows as Pending until
 * then.
 */
export const ENTRY_STATUSES = ['Draft', 'Posted', 'Cancelled'] as const
/** Lines of an entry at most. */
export const ENTRY_LINES_MAX = 200

const portfolio = optional(z.union([text(200), z.number().int().positive().transform(String)]))
const settlementAccount = optional(recordId('Must be the id of a settlement account.'))
/** The open item of Suspense that a line clears when the entry is posted. */
const clears = optional(suspenseItemKey)
const journalLine = z.object({
  account_code: text(30, 'The account'),
  debit: optional(money('Debit')),
  credit: optional(money('Credit')),
  description: optionalText(500),
  portfolioId: portfolio,
  settlementAccount,
  clears,
})

const sent = z.object({
  date,
  description: text(500, 'The description'),
  reference: optionalText(100),
  transaction_type: optional(manualType),
  status: optional(z.enum(ENTRY_STATUSES, { error: `Must be one of: ${ENTRY_STATUSES.join(', ')}.` })),
  /** One line, whose other side goes to Suspense: exactly one of debit and credit above zero. */
  account_code: optionalText(30, 'The account'),
  /** Shown by the form; the chart of accounts knows it. */
  account_name: z.unknown().optional(),
  debit: optional(money('Debit')),
  credit: optional(money('Credit')),
  portfolioId: portfolio,
  settlementAccount,
  /** The item that the other side of the one line clears. */
  clears,
  /** Or several lines. */
  lines: optional(
    z.array(journalLine).max(ENTRY_LINES_MAX, `An entry takes at most ${ENTRY_LINES_MAX} lines.`),
  ),
})
/** A change of one: what is left out stays, null or blank empties it. */
const sentChange = z.object(changeOf(sent.shape))
type Sent = z.output<typeof sentChange>

function checkForm(entry: Sent, context: z.RefinementCtx): void {
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  if (entry.lines == null) {
    if (entry.account_code == null) refuse('account_code', 'The account is required.')
    return
  }
  if (entry.account_code != null || entry.debit || entry.credit || entry.clears != null) {
    refuse('lines', 'Send either one line (account, debit, credit) or lines, not both.')
  }
  const draft = entry.status === 'Draft' || entry.status === 'Cancelled'
  if (entry.lines.length < (draft ? 1 : 2)) {
    refuse('lines', draft ? 'An entry needs a line.' : 'An entry needs at least two lines.')
  }
}

export const journalEntryInput = sent.superRefine(checkForm)
export type JournalEntryInput = z.output<typeof journalEntryInput>
export const entryChange = sentChange
  .extend({
    /** The version of the draft that was edited; a stale one is refused. */
    version: optional(recordId('Must be the version that was read.')),
    /** Why a posted entry is taken back. */
    reason: optionalText(500, 'The reason'),
  })
  .superRefine(checkForm)
export type EntryChange = z.output<typeof entryChange>

export const journalEntry = z.object({
  id: z.number(),
  date: z.string(),
  description: z.string(),
  reference: z.string().nullable(),
  /** As it was posted; an entry of a trade has the type of its first line. */
  transaction_type: z.string(),
  /** The type that the journal's filter knows it by. */
  journal_type: z.enum(LISTED_JOURNAL_TYPES),
  status: z.enum(['Draft', 'Posted', 'Pending', 'Cancelled']),
  kind: z.string(),
  /** Its second line was added on Suspense. */
  one_line: z.boolean(),
  trade_id: z.number().nullable(),
  /** The deal number of the trade that caused it. */
  deal_number: z.string().nullable(),
  /** The day it belongs to, where that day's period was locked. */
  moved_from: z.string().nullable(),
  reversal_of: z.number().nullable(),
  /** The entry that took this one back. */
  reversed_by: z.number().nullable(),
  /** The entry that replaces this one, and the entry that this one replaces. */
  replaced_by: z.number().nullable(),
  replaces: z.number().nullable(),
  /** Why it was taken back. */
  reason: z.string().nullable(),
  recurring_id: z.number().nullable(),
  due_on: z.string().nullable(),
  /** Of a draft; null once it is posted. */
  version: z.number().nullable(),
  recorded_at: z.string(),
  recorded_by: z.string(),
  changed_at: z.string().nullable(),
  changed_by: z.string().nullable(),
  total: z.number(),
  /** Debits less credits; other than zero only in a draft. */
  difference: z.number(),
  /** Where debits and credits differ within a portfolio (null: lines of none). */
  differences: z.array(z.object({ portfolioId: z.string().nullable(), difference: z.number() })),
  lines: z.array(
    z.object({
      line_no: z.number(),
      account_code: z.string(),
      account_name: z.string(),
      debit: z.number(),
      credit: z.number(),
      description: z.string().nullable(),
      portfolioId: z.string().nullable(),
      transaction_type: z.string(),
      /** The bank account behind a line on cash. */
      settlement_account: z
        .object({
          id: z.number(),
          account_name: z.string(),
          account_number: z.string(),
          bank_name: z.string(),
        })
        .nullable(),
      /** The item of Suspense that the line cleared when the entry was posted; of a draft, that it clears then. */
      clears: z.object({ entry_id: z.number(), line_no: z.number() }).nullable(),
    }),
  ),
  /** Its acts, oldest first. */
  history: z.array(z.object({ at: z.string(), by: z.string(), action: z.string() })),
})
export type JournalEntry = z.output<typeof journalEntry>
