import { MONEY_MAX } from '@em/core/values/decimal'
import { z } from 'zod'
import { date, decimal, id, optional, optionalText, portfolioNamed, recordId } from '../kit/fields.ts'
import { listQuery } from '../kit/register.ts'
import { route } from '../kit/route.ts'

/**
 * Suspense as a list of open items: each line on a Suspense account is one, open until a reversal or a person clears it.
 * Amounts in rupees; ages in days, to the day asked.
 */

/** Items that one act clears, at most. */
export const SUSPENSE_ITEMS_MAX = 200

/** The key of an item: a line of an entry. */
export const suspenseItemKey = z.object({
  entry_id: recordId('Must be the number of a journal entry.'),
  line_no: recordId('Must be the number of a line.'),
})

export const suspenseItem = z.object({
  entry_id: z.number(),
  line_no: z.number(),
  /** Of the entry. */
  date: z.string(),
  /** The day that the age counts from: of an item that was moved with the account of Suspense, the day of the item it was. */
  since: z.string(),
  age_days: z.number(),
  description: z.string(),
  reference: z.string().nullable(),
  account_code: z.string(),
  portfolioId: z.string().nullable(),
  portfolioName: z.string().nullable(),
  /** As posted: one of the two is 0. */
  debit: z.number(),
  credit: z.number(),
  /** Its open amount, on its own side. */
  open_debit: z.number(),
  open_credit: z.number(),
})
export type SuspenseItem = z.output<typeof suspenseItem>

/** Open items counted, with debits and credits apart: they are never set off. */
export const openSuspense = z.object({
  count: z.number(),
  debits: z.number(),
  credits: z.number(),
  oldest_date: z.string().nullable(),
  oldest_days: z.number().nullable(),
})
export type OpenSuspense = z.output<typeof openSuspense>

const filter = z.object({
  ...portfolioNamed,
  /** The id of an entity: its portfolios; of the built-in one also the lines without a portfolio. */
  entity: optional(recordId('Must be the id of an entity.')),
  /** At least so many days old. */
  minAge: optional(z.coerce.number().int().min(0).max(100_000)),
  /** Open at the end of this day; today where left out. */
  asOf: optional(date),
  search: listQuery.shape.search,
  /** These items alone, as `entry.line` with commas between them. */
  items: z
    .string()
    .max(4_000)
    .regex(/^\d{1,15}\.\d{1,4}(,\d{1,15}\.\d{1,4})*$/, 'Must be entries and lines like 12.2,15.2.')
    .optional(),
})

const clearedItem = suspenseItem.pick({
  entry_id: true,
  line_no: true,
  date: true,
  description: true,
  portfolioId: true,
  debit: true,
  credit: true,
})
export const suspenseClearing = z.object({
  id: z.number(),
  recorded_at: z.string(),
  recorded_by: z.string(),
  /** The entry that named the items when it was posted; null where a person cleared them together. */
  entry_id: z.number().nullable(),
  amount: z.number(),
  items: z.array(clearedItem.extend({ cleared: z.number() })),
  undone_at: z.string().nullable(),
  undone_by: z.string().nullable(),
  reason: z.string().nullable(),
  /** An entry of it was reversed since: what was linked to that one is open again. */
  reversed: z.boolean(),
})
export type SuspenseClearing = z.output<typeof suspenseClearing>

const cleared = z.object({
  success: z.literal(true),
  dryRun: z.boolean(),
  data: z.object({
    /** Null in a preview. */
    id: z.number().nullable(),
    amount: z.number(),
    /** The items, each with what stays open of it. */
    items: z.array(suspenseItem),
  }),
})
export type SuspenseCleared = z.output<typeof cleared>

const base = { tag: 'Journal entries' } as const
export const suspenseItems = {
  list: route({
    ...base,
    name: 'suspense.items',
    needs: 'ledger.read',
    load: 'list',
    method: 'GET',
    path: '/suspense-items',
    summary: 'The open items of Suspense, the oldest first',
    query: listQuery.pick({ limit: true, cursor: true }).extend(filter.shape),
    reply: z.array(suspenseItem),
  }),
  summary: route({
    ...base,
    name: 'suspense.summary',
    needs: 'ledger.read',
    method: 'GET',
    path: '/suspense-items/summary',
    summary: 'How many items of Suspense are open, their debits and credits, and the oldest',
    query: filter,
    reply: openSuspense,
  }),
  clear: route({
    ...base,
    name: 'suspense.clear',
    needs: 'suspense.clear',
    method: 'POST',
    path: '/suspense-items/clear',
    status: 201,
    summary:
      'Clear items that belong together, in the order sent; what the other side does not take stays open',
    query: z.object({ dryRun: z.enum(['0', '1', 'true', 'false']).optional() }),
    body: z.object({
      items: z
        .array(
          suspenseItemKey.extend({
            /** How much of it to clear; all that the other side takes where left out. */
            amount: optional(decimal({ scale: 2, min: 1n, max: MONEY_MAX, what: 'The amount' })),
          }),
        )
        .min(2, 'Choose at least two items.')
        .max(SUSPENSE_ITEMS_MAX, `At most ${SUSPENSE_ITEMS_MAX} items at once.`),
    }),
    reply: cleared,
  }),
  clearings: route({
    ...base,
    name: 'suspense.clearings',
    needs: 'ledger.read',
    load: 'list',
    method: 'GET',
    path: '/suspense-clearings',
    summary: 'What was cleared together, the latest first',
    query: listQuery.pick({ limit: true, cursor: true }),
    reply: z.array(suspenseClearing),
  }),
  undo: route({
    ...base,
    name: 'suspense.undo',
    needs: 'suspense.clear',
    method: 'POST',
    path: '/suspense-clearings/:id/undo',
    status: 201,
    summary: 'Undo a clearing: its items are open again',
    params: z.object({ id }),
    body: z.object({ reason: optionalText(500, 'The reason') }).prefault({ reason: null }),
    reply: z.object({ success: z.literal(true), data: suspenseClearing }),
  }),
}
