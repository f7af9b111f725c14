import { z } from 'zod'
import { date, id, money, optional, optionalText, recordId, text } from '../kit/fields.ts'
import { route } from '../kit/route.ts'

/** Journal entries: what a person posts, and every entry with its lines. Amounts in rupees. */

export const JOURNAL_TYPES = ['Trade', 'Dividend', 'Corporate Action', 'Manual'] as const

const journalLine = z.object({
  account_code: text(30),
  debit: optional(money('Debit')),
  credit: optional(money('Credit')),
  description: optionalText(500),
  portfolioId: optional(z.union([text(200), z.number().int().positive().transform(String)])),
  settlementAccount: optional(recordId('Must be the id of a settlement account.')),
})
export const journalEntryInput = z.object({
  date,
  description: text(500),
  reference: optionalText(100),
  transaction_type: optional(
    z.enum(JOURNAL_TYPES, { error: `Must be one of: ${JOURNAL_TYPES.join(', ')}.` }),
  ),
  status: optional(z.enum(['Posted'], { error: 'Only posted entries are taken so far.' })),
  lines: z
    .array(journalLine)
    .min(2, 'An entry needs at least two lines.')
    .max(200, 'An entry takes at most 200 lines.'),
})
export const journalEntry = z.object({
  id: z.number(),
  date: z.string(),
  description: z.string(),
  reference: z.string().nullable(),
  transaction_type: z.string(),
  status: z.enum(['Posted', 'Pending']),
  kind: z.string(),
  trade_id: z.number().nullable(),
  /** The deal number of the trade that caused it. */
  deal_number: z.string().nullable(),
  reversal_of: z.number().nullable(),
  /** The entry that took this one back. */
  reversed_by: z.number().nullable(),
  recorded_at: z.string(),
  recorded_by: z.string(),
  total: z.number(),
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
        .object({ account_name: z.string(), account_number: z.string(), bank_name: z.string() })
        .nullable(),
    }),
  ),
})
export type JournalEntry = z.output<typeof journalEntry>
export const journal = {
  create: route({
    name: 'journal.create',
    method: 'POST',
    path: '/journal-entries',
    tag: 'Journal entries',
    status: 201,
    summary: 'Post a journal entry of several lines',
    body: journalEntryInput,
    reply: z.object({ success: z.literal(true), data: journalEntry }),
  }),
  get: route({
    name: 'journal.get',
    method: 'GET',
    path: '/journal-entries/:id',
    tag: 'Journal entries',
    summary: 'One journal entry with its lines',
    params: z.object({ id }),
    reply: z.object({ success: z.literal(true), data: journalEntry }),
  }),
}
