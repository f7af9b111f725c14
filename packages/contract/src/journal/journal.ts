import { z } from 'zod'
import { date, id, mine, optional, optionalText, portfolioNamed, recordId } from '../kit/fields.ts'
import { listQuery } from '../kit/register.ts'
import { route } from '../kit/route.ts'
import { openSuspense } from '../suspense/suspense.ts'
import { entryChange, journalEntry, journalEntryInput } from './journal-entry.ts'

/** The calls about journal entries. `journal-entry.ts` has the shapes of an entry. */

export const JOURNAL_STATUSES = ['Draft', 'Posted', 'Pending', 'Cancelled'] as const
/** `people`: what people entered; `all`: with what follows from trades and events. */
export const JOURNAL_SOURCES = ['people', 'all'] as const

/** An entry as the list shows it: a one-line entry by its own line, others by the first line and the totals. */
export const journalRow = z.object({
  id: z.number(),
  date: z.string(),
  account_code: z.string(),
  account_name: z.string(),
  /** How many lines there are; a one-line entry has two, the other on Suspense. */
  line_count: z.number(),
  one_line: z.boolean(),
  description: z.string(),
  reference: z.string().nullable(),
  debit: z.number(),
  credit: z.number(),
  /** Debits less credits: other than zero only in a draft. */
  difference: z.number(),
  transaction_type: z.string(),
  status: z.enum(JOURNAL_STATUSES),
  kind: z.string(),
  /** Codes of the portfolios that its lines name. */
  portfolios: z.array(z.string()),
  trade_id: z.number().nullable(),
  deal_number: z.string().nullable(),
  reversal_of: z.number().nullable(),
  reversed_by: z.number().nullable(),
  replaces: z.number().nullable(),
  replaced_by: z.number().nullable(),
  /** The recurring entry that it came due of, and when. */
  recurring_id: z.number().nullable(),
  due_on: z.string().nullable(),
  attachments: z.number(),
  recorded_at: z.string(),
  recorded_by: z.string(),
})
export type JournalRow = z.output<typeof journalRow>

const journalFilter = z.object({
  ...portfolioNamed,
  transaction_type: z.string().max(50).optional(),
  from: optional(date),
  to: optional(date),
  /** Number, description, reference, or an account of a line. */
  search: listQuery.shape.search,
  source: z.enum(JOURNAL_SOURCES).optional(),
})

export const journalSummary = z.object({
  draft: z.number(),
  posted: z.number(),
  pending: z.number(),
  cancelled: z.number(),
  /** Drafts among them that came due of recurring entries. */
  due: z.number(),
})
export type JournalSummary = z.output<typeof journalSummary>

/**
 * The effect of a write on the accounts it touches (`?dryRun=1`), at its date or today, whichever is later.
 */
const accountChange = z.object({
  account_code: z.string(),
  account_name: z.string(),
  before: z.number(),
  after: z.number(),
})
const written = z.object({
  success: z.literal(true),
  data: journalEntry,
  /** The entry that took the former one back. */
  reversal: journalEntry.nullable(),
  /** Warnings: cash without a settlement account, a date before a portfolio's opening. */
  warnings: z.array(z.string()),
  dryRun: z.literal(true).optional(),
  balances: z.array(accountChange).optional(),
})
export type JournalWritten = z.output<typeof written>

export const suspense = z.object({
  /** The accounts that one-line entries go to. */
  accounts: z.array(z.object({ account_code: z.string(), account_name: z.string() })),
  /** Debits less credits over all portfolios, today. */
  balance: z.number(),
  /** Whether no item is open; a balance of zero alone does not say so. */
  is_clear: z.boolean(),
  open: openSuspense,
  /** By portfolio, and for lines of none, where items are open. */
  portfolios: z.array(
    openSuspense.extend({
      portfolioId: z.string().nullable(),
      portfolioName: z.string().nullable(),
      balance: z.number(),
    }),
  ),
})
export type Suspense = z.output<typeof suspense>

const postReport = z.object({
  success: z.literal(true),
  posted: z.number(),
  refused: z.number(),
  results: z.array(
    z.object({
      id: z.number(),
      description: z.string().nullable(),
      /** The entry that the draft became. */
      entry_id: z.number().nullable(),
      code: z.string().nullable(),
      message: z.string().nullable(),
      /** Of an entry that was posted. */
      warnings: z.array(z.string()),
    }),
  ),
})
export type PostReport = z.output<typeof postReport>

/** Nothing sent: on the entry's own date, without a reason. */
const reversalInput = z
  .object({ date: optional(date), reason: optionalText(500, 'The reason') })
  .prefault({ date: null, reason: null })
const writeQuery = z.object({
  dryRun: z.enum(['0', '1', 'true', 'false']).optional(),
  openPeriod: z.enum(['0', '1', 'true', 'false']).optional(),
  /** A signed-off reconciliation that covers the day is marked as changed since. */
  changeReconciled: z.enum(['0', '1', 'true', 'false']).optional(),
})
const base = { tag: 'Journal entries' } as const
const byId = { params: z.object({ id }) } as const
export const journal = {
  list: route({
    ...base,
    name: 'journal.list',
    needs: 'ledger.read',
    load: 'list',
    method: 'GET',
    path: '/journal-entries',
    summary: 'Journal entries, newest first: drafts, posted and cancelled ones',
    query: listQuery
      .pick({ limit: true, cursor: true })
      .extend(journalFilter.shape)
      .extend({ status: z.enum(JOURNAL_STATUSES).optional(), mine }),
    reply: z.object({ success: z.literal(true), data: z.array(journalRow) }),
  }),
  summary: route({
    ...base,
    name: 'journal.summary',
    needs: 'ledger.read',
    method: 'GET',
    path: '/journal-entries/summary',
    summary: 'How many entries a filter leaves, by status',
    query: journalFilter,
    reply: z.object({ success: z.literal(true), data: journalSummary }),
  }),
  suspense: route({
    ...base,
    name: 'journal.suspense',
    needs: 'ledger.read',
    method: 'GET',
    path: '/journal-entries/suspense',
    summary: 'The open items of Suspense by portfolio: how many, their debits and credits, and the oldest',
    reply: z.object({ success: z.literal(true), data: suspense }),
  }),
  create: route({
    ...base,
    name: 'journal.create',
    needs: 'journal.draft',
    method: 'POST',
    path: '/journal-entries',
    status: 201,
    summary: 'Record a journal entry: one line with the other side on Suspense, or several lines',
    query: writeQuery,
    body: journalEntryInput,
    reply: written,
  }),
  change: route({
    ...base,
    name: 'journal.change',
    needs: 'journal.draft',
    method: 'PUT',
    path: '/journal-entries/:id',
    summary: 'Change a draft; a posted entry is reversed and reposted, or reversed only (Cancelled)',
    ...byId,
    query: writeQuery,
    body: entryChange,
    reply: written,
  }),
  reverse: route({
    ...base,
    name: 'journal.reverse',
    needs: 'journal.post',
    method: 'POST',
    path: '/journal-entries/:id/reverse',
    status: 201,
    summary: 'Reverse a posted entry with a reason, on its own date or another; answers the reversal',
    ...byId,
    query: writeQuery,
    body: reversalInput,
    reply: written,
  }),
  postDrafts: route({
    ...base,
    name: 'journal.post-drafts',
    needs: 'journal.post',
    method: 'POST',
    path: '/journal-entries/post',
    summary: 'Post drafts, each by itself: a draft that cannot be posted stays a draft with the reason',
    query: writeQuery,
    body: z.object({
      ids: z.array(recordId()).min(1, 'Choose at least one draft.').max(500, 'At most 500 drafts at once.'),
    }),
    reply: postReport,
  }),
  get: route({
    ...base,
    name: 'journal.get',
    needs: 'ledger.read',
    load: 'light',
    method: 'GET',
    path: '/journal-entries/:id',
    summary: 'One journal entry with its lines; a draft that was posted answers its entry',
    ...byId,
    reply: z.object({ success: z.literal(true), data: journalEntry }),
  }),
}

/** Entries that come due again and again, as drafts. */
export const RECURRENCE_UNITS = ['week', 'month', 'quarter', 'year'] as const
export const RECURRING_STATES = ['active', 'paused', 'ended'] as const
export const recurringEntry = z.object({
  id: z.number(),
  description: z.string(),
  reference: z.string().nullable(),
  transaction_type: z.string(),
  /** Its debits in rupees. */
  total: z.number(),
  unit: z.enum(RECURRENCE_UNITS),
  every: z.number(),
  first_date: z.string(),
  last_date: z.string().nullable(),
  /** When it comes due next; null when it does not any more. */
  next_date: z.string().nullable(),
  state: z.enum(RECURRING_STATES),
  version: z.number(),
  recorded_at: z.string(),
  recorded_by: z.string(),
  /** Its occurrences, newest first. */
  history: z.array(
    z.object({
      id: z.number(),
      due_on: z.string(),
      status: z.enum(['Draft', 'Posted', 'Cancelled']),
      posted_as: z.number().nullable(),
    }),
  ),
})
export type RecurringEntry = z.output<typeof recurringEntry>

export const recurringInput = z
  .object({
    /** The entry that is repeated: its current lines. */
    entry_id: recordId('Must be the number of a journal entry.'),
    unit: z.enum(RECURRENCE_UNITS, { error: `Must be one of: ${RECURRENCE_UNITS.join(', ')}.` }),
    every: z.coerce
      .number({ error: 'Must be a whole number from 1 to 52.' })
      .int('Must be a whole number from 1 to 52.')
      .min(1, 'Must be a whole number from 1 to 52.')
      .max(52, 'Must be a whole number from 1 to 52.')
      .default(1),
    first_date: date,
    last_date: optional(date),
  })
  .refine(({ first_date, last_date }) => last_date === null || last_date >= first_date, {
    path: ['last_date'],
    message: 'The last date must not be before the first.',
  })

const recurringBase = { tag: 'Recurring entries' } as const
export const recurring = {
  list: route({
    ...recurringBase,
    name: 'recurring.list',
    needs: 'ledger.read',
    load: 'light',
    method: 'GET',
    path: '/journal-entries/recurring',
    summary: 'Recurring entries with their drafts and entries, newest first',
    reply: z.object({ success: z.literal(true), data: z.array(recurringEntry) }),
  }),
  create: route({
    ...recurringBase,
    name: 'recurring.create',
    needs: 'journal.draft',
    method: 'POST',
    path: '/journal-entries/recurring',
    status: 201,
    summary: 'Repeat an entry: every so often it comes due as a draft, and is never posted by itself',
    query: writeQuery,
    body: recurringInput,
    reply: z.object({ success: z.literal(true), data: recurringEntry }),
  }),
  change: route({
    ...recurringBase,
    name: 'recurring.change',
    needs: 'journal.draft',
    method: 'PUT',
    path: '/journal-entries/recurring/:id',
    summary: 'Pause, resume or end a recurring entry; days missed while it was paused are left out',
    ...byId,
    query: writeQuery,
    body: z.object({
      action: z.enum(['pause', 'resume', 'end'], { error: 'Must be pause, resume or end.' }),
      version: optional(recordId('Must be the version that was read.')),
    }),
    reply: z.object({ success: z.literal(true), data: recurringEntry }),
  }),
}
