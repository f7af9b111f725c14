import { z } from 'zod'
import { date, id, neededVersion, optionalText, recordVersion, written } from '../kit/fields.ts'
import { route } from '../kit/route.ts'
import { accountLine } from '../ledger/previewed-lines.ts'
import { valuationNote } from '../valuation/valuation-note.ts'

/** Entities with their financial year and period lock, and year-end closings. Amounts in rupees. */

/** How gains on shares are taxed, as a person says of an entity; the program asserts neither. */
export const GAINS_TAX = { exempt: 'Exempt', 'business income': 'Business income' } as const
export type GainsTax = keyof typeof GAINS_TAX
const gainsTax = z.enum(Object.keys(GAINS_TAX) as [GainsTax, ...GainsTax[]])

export const entity = z.object({
  id: z.number(),
  name: z.string(),
  /** The built-in entity: lines that name no portfolio are its. */
  is_general: z.boolean(),
  /** 1 to 12: the month that the financial year ends with. */
  year_end_month: z.number(),
  /**
   * The month of all books together, in every row the same: the one that all entities with portfolios share, else that of the
   * built-in entity.
   */
  common_year_end_month: z.number(),
  /** Nothing is dated on or before this day; null: open. */
  locked_through: z.string().nullable(),
  /** The first day that takes entries; null where nothing is locked. */
  first_open_day: z.string().nullable(),
  /** The latest year-end that is closed. */
  last_closed: z.string().nullable(),
  portfolios: z.array(z.object({ portfolioId: z.string(), portfolioName: z.string() })),
  /** Null: not set. */
  share_gains_tax: gainsTax.nullable(),
  version: z.number(),
})
export type Entity = z.output<typeof entity>

/** The points of the checklist, in the order shown. */
export const LOCK_POINTS = [
  'settlements-failed',
  'settlements-overdue',
  'reconciliation',
  'drafts',
  'approvals',
  'suspense',
  'unpriced',
  'valuation',
  'stale-runs',
  'events',
  'receivables',
  'certificates',
  'cds',
  'broker-statements',
  'price-sheet',
  'breaches',
  'overdrawn',
  'inter-portfolio',
  'year-end',
  'books-check',
  'general',
] as const
export type LockPoint = (typeof LOCK_POINTS)[number]

/** One point of the checklist of a lock. */
export const lockCheck = z.object({
  what: z.enum(LOCK_POINTS),
  title: z.string(),
  /** Locking with an open point needs a reason. */
  state: z.enum(['clear', 'open']),
  /** How many are open; null where it is not a number of things. */
  count: z.number().nullable(),
  /** Their sum in rupees, where they are amounts of one kind. */
  amount: z.number().nullable(),
  /** One sentence for the person. */
  message: z.string(),
})
export type LockCheck = z.output<typeof lockCheck>

export const periodLock = z.object({
  id: z.number(),
  locked_through: z.string().nullable(),
  was_locked_through: z.string().nullable(),
  reason: z.string().nullable(),
  /** The points that were open when the books were locked; null where none was looked for. */
  open_points: z.array(lockCheck).nullable(),
  set_at: z.string(),
  set_by: z.string(),
})

export const closedResult = z.object({
  /** Null: lines that name no portfolio. */
  portfolioId: z.string().nullable(),
  portfolioName: z.string().nullable(),
  /** Income less expenses; a loss is negative. */
  result: z.number(),
  entry_id: z.number().nullable(),
  lines: z.array(accountLine),
})
export const yearClosing = z.object({
  id: z.number(),
  year_end: z.string(),
  recorded_at: z.string(),
  recorded_by: z.string(),
  undone_at: z.string().nullable(),
  undone_by: z.string().nullable(),
  result: z.number(),
  portfolios: z.number(),
})
export type YearClosing = z.output<typeof yearClosing>

/** A financial year of an entity, newest first: open, closed, or closed with later movements. */
export const financialYear = z.object({
  year_end: z.string(),
  status: z.enum(['open', 'running', 'closed', 'moved']),
  /** Income less expenses of the year as the ledger has it, closings left out. */
  result: z.number(),
  /** The amount that is not closed yet: all of it while open, later movements after a closing. */
  unclosed: z.number(),
})

const entityReply = z.object({ success: z.literal(true), data: entity })
const params = z.object({ id })

export const periods = {
  list: route({
    name: 'periods.entities',
    needs: 'ledger.read',
    load: 'light',
    method: 'GET',
    path: '/entities',
    tag: 'Periods',
    summary: 'The entities of the portfolios, with their financial year and lock',
    reply: z.array(entity),
  }),
  update: route({
    name: 'periods.update',
    needs: 'entities.change',
    scope: 'all',
    method: 'PUT',
    path: '/entities/:id',
    tag: 'Periods',
    summary:
      'Set the month that the financial year ends with, or how gains on shares are taxed; what is left out stays',
    params,
    body: z.object({
      year_end_month: z.coerce
        .number()
        .int()
        .min(1, 'Must be a month, 1 to 12.')
        .max(12, 'Must be a month, 1 to 12.')
        .optional(),
      /** Null or blank: not said. */
      share_gains_tax: z.union([gainsTax, z.literal('').transform(() => null), z.null()]).optional(),
      version: recordVersion,
    }),
    reply: entityReply,
  }),
  checks: route({
    name: 'periods.checks',
    needs: 'ledger.read',
    method: 'GET',
    path: '/entities/:id/checks',
    tag: 'Periods',
    summary: 'The checklist before the books are locked through a day',
    params,
    query: z.object({ through: date }),
    reply: z.array(lockCheck),
  }),
  locks: route({
    name: 'periods.locks',
    needs: 'ledger.read',
    load: 'light',
    method: 'GET',
    path: '/entities/:id/locks',
    tag: 'Periods',
    summary: 'Who locked and opened what and when, newest first',
    params,
    reply: z.array(periodLock),
  }),
  lock: route({
    name: 'periods.lock',
    needs: 'periods.lock',
    scope: 'all',
    method: 'POST',
    path: '/entities/:id/lock',
    tag: 'Periods',
    status: 201,
    summary:
      'Lock the books through a day, with a reason while points of the checklist are open; move the lock back or, by a written null, open the books',
    params,
    body: z.object({
      /** The last locked day; a written null opens the books. */
      locked_through: written(date, 'Write the last locked day, or null to open the books.'),
      reason: optionalText(500),
      /** The entity's, as it was read: a stale one is refused. */
      version: neededVersion,
    }),
    reply: entityReply,
  }),
  years: route({
    name: 'periods.years',
    needs: 'ledger.read',
    method: 'GET',
    path: '/entities/:id/years',
    tag: 'Periods',
    summary: 'The financial years with their results, newest first, and the closings',
    params,
    reply: z.object({ years: z.array(financialYear), closings: z.array(yearClosing) }),
  }),
  close: route({
    name: 'periods.close',
    needs: 'years.close',
    scope: 'all',
    method: 'POST',
    path: '/entities/:id/close',
    tag: 'Periods',
    status: 201,
    summary: 'Close a financial year: income and expenses go to Retained Earnings, one entry per portfolio',
    params,
    query: z.object({ dryRun: z.enum(['0', '1', 'true', 'false']).optional() }),
    body: z.object({ year_end: date }),
    reply: z.object({
      success: z.literal(true),
      data: z.object({
        /** Null in a preview. */
        id: z.number().nullable(),
        year_end: z.string(),
        result: z.number(),
        portfolios: z.array(closedResult),
        /** Whether investments are valued on the year-end: the closing takes the gains of its run. */
        valuation: valuationNote,
      }),
    }),
  }),
  undo: route({
    name: 'periods.undo',
    needs: 'years.close',
    scope: 'all',
    method: 'POST',
    path: '/year-closings/:id/undo',
    tag: 'Periods',
    status: 201,
    summary: 'Undo a closing: its entries are reversed',
    params,
    body: z.object({}).optional(),
    reply: z.object({ success: z.literal(true), data: z.object({ entries_reversed: z.number() }) }),
  }),
}
