import { LINE_EXCEPTIONS } from '@em/core/valuation/mark-to-market'
import { PRICE_BASES } from '@em/core/valuation/price-at'
import { RUN_STATES } from '@em/core/valuation/run-state'
import { z } from 'zod'
import { date, optional, portfolioNamed, portfolioWritten, text } from '../kit/fields.ts'
import { idParams, listQuery } from '../kit/register.ts'
import { route } from '../kit/route.ts'
import { accountLine } from '../ledger/previewed-lines.ts'
import { priceSource } from '../prices/trade-summary.ts'

/**
 * Mark-to-market runs: shares of a day at their fair value, in the books of that day and taken back on the next. Amounts in rupees,
 * prices with 4 decimals. Holdings are those by posting date.
 */

const runState = z.enum(RUN_STATES)
const flag = z.enum(['0', '1', 'true', 'false']).optional()

/** One holding in a run. */
export const valuationLine = z.object({
  portfolioId: z.string(),
  portfolioName: z.string(),
  equity_id: z.number(),
  symbol: z.string(),
  company_name: z.string(),
  quantity: z.number(),
  /** 1100. */
  cost: z.number(),
  /** 1105. */
  capitalised: z.number(),
  /** Cost and capitalised costs. */
  carrying: z.number(),
  /** Null where there was none: the holding keeps its carrying amount. */
  price: z.number().nullable(),
  price_date: z.string().nullable(),
  price_kind: z.enum(['last trade', 'close', 'previous close']).nullable(),
  price_source: priceSource.nullable(),
  /** Market days from the price to the valuation. */
  price_age: z.number().nullable(),
  /** Of SLFRS 13. */
  level: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  fair_value: z.number(),
  /** Fair value less carrying amount. */
  difference: z.number(),
  /**
   * What the run posts of it: all of it, except on the day of an opening position with a fair value of its
   * own.
   */
  posted: z.number(),
  exceptions: z.array(z.enum(LINE_EXCEPTIONS)),
})
export type ValuationLine = z.output<typeof valuationLine>

const sums = {
  holdings: z.number(),
  /** Holdings that a user should check. */
  exceptions: z.number(),
  carrying: z.number(),
  fair_value: z.number(),
  difference: z.number(),
}
const ofPortfolio = {
  portfolioId: z.string(),
  portfolioName: z.string(),
  treatment: z.enum(['FVTPL', 'FVOCI']),
  price_basis: z.enum(PRICE_BASES),
  ...sums,
}

/** One portfolio in a run. */
export const runPortfolio = z.object({
  ...ofPortfolio,
  state: runState,
  /** False where an earlier run of the day had found the same: its entries are kept. */
  is_new: z.boolean(),
  /** Null where there was nothing to post. */
  entry_id: z.number().nullable(),
  reversal_entry_id: z.number().nullable(),
  /** The run that covers the portfolio on the day now; null where none does. */
  in_force_by: z.number().nullable(),
  reversed: z.object({ by: z.string(), at: z.string(), reason: z.string() }).nullable(),
})
export type RunPortfolio = z.output<typeof runPortfolio>

/** A run as a list shows it. */
export const valuationRun = z.object({
  id: z.number(),
  date: z.string(),
  state: runState,
  /** The portfolio, where the run covers one. */
  portfolioId: z.string().nullable(),
  portfolioName: z.string().nullable(),
  /** How many portfolios it covers, by what became of them. */
  portfolios: z.number(),
  states: z.object({
    posted: z.number(),
    stale: z.number(),
    replaced: z.number(),
    reversed: z.number(),
  }),
  ...sums,
  recorded_by: z.string(),
  recorded_at: z.string(),
})
export type ValuationRun = z.output<typeof valuationRun>

/** A financial year that was closed with what a run changes in it: it is to be closed again for the difference. */
const closedYear = z.object({ entity: z.string(), year_end: z.string() })

export const valuationRunDetail = valuationRun.extend({
  /** The entity that all its portfolios belong to; null where they belong to several. */
  entity: z.string().nullable(),
  /** The next calendar day. */
  reversal_date: z.string(),
  details: z.array(runPortfolio),
  closed_years: z.array(closedYear),
})
export type ValuationRunDetail = z.output<typeof valuationRunDetail>

export const RUN_CHANGES = ['new', 'same', 'replaces'] as const
/** The preview of a run. */
export const valuationPreview = z.object({
  dryRun: z.literal(true),
  date: z.string(),
  reversal_date: z.string(),
  /** Nothing would change: the run that is in force would be the answer. */
  is_same: z.boolean(),
  ...sums,
  portfolios: z.array(
    z.object({
      ...ofPortfolio,
      change: z.enum(RUN_CHANGES),
      /** The run in force on the day, and its difference. */
      replaces: z.object({ run: z.number(), difference: z.number() }).nullable(),
      /** Set where the books are locked and the run would change them: it is refused. */
      locked_through: z.string().nullable(),
    }),
  ),
  lines: z.array(valuationLine),
  /** The sums of the new entries of the day, by account. */
  postings: z.array(accountLine),
  closed_years: z.array(closedYear),
})
export type ValuationPreview = z.output<typeof valuationPreview>

/** The state of a portfolio on a day. */
export const dayState = z.object({
  portfolioId: z.string(),
  portfolioName: z.string(),
  /** `not-valued`: investments are in its books, and no run of the day is in force. */
  state: z.enum(['valued', 'stale', 'not-valued']),
  run: z.number().nullable(),
  /** The balance of 1100 and 1105. */
  carrying: z.number(),
  locked: z.boolean(),
})
export type DayState = z.output<typeof dayState>

const base = { tag: 'Mark-to-market runs' } as const
const page = listQuery.pick({ limit: true, cursor: true })
const named = z.object(portfolioNamed)

export const valuations = {
  run: route({
    ...base,
    name: 'valuations.run',
    needs: 'valuations.run',
    runs: 'job',
    method: 'POST',
    path: '/mark-to-market/runs',
    status: 201,
    alsoStatus: [200],
    summary:
      'Value the shares of a day, of one portfolio, of an entity or of all that one may change, and post the difference; changed input replaces what was posted, the same input answers 200 with the same run. `?dryRun=1` shows every line',
    query: z.object({ dryRun: flag }),
    body: z
      .object({
        date,
        /** `all`: every portfolio that the person changes, of the entity where one is named. */
        portfolio: optional(text(200, 'Portfolio')),
        portfolioId: optional(text(200, 'Portfolio')),
        entity: optional(text(500, 'Entity')),
      })
      .superRefine(portfolioWritten('entity')),
    reply: z.union([valuationRunDetail, valuationPreview]),
  }),
  list: route({
    ...base,
    name: 'valuations.list',
    needs: 'holdings.read',
    load: 'list',
    method: 'GET',
    path: '/mark-to-market/runs',
    summary: 'Mark-to-market runs, newest first',
    query: page.extend(named.shape).extend({
      /** Runs that cover any portfolio of it. */
      entity: z.string().max(500).optional(),
      from: optional(date).optional(),
      to: optional(date).optional(),
      state: runState.optional(),
    }),
    reply: z.array(valuationRun),
  }),
  get: route({
    ...base,
    name: 'valuations.get',
    needs: 'holdings.read',
    method: 'GET',
    path: '/mark-to-market/runs/:id',
    summary: 'One run with what it says of each portfolio, and what became of it',
    params: idParams,
    reply: valuationRunDetail,
  }),
  lines: route({
    ...base,
    name: 'valuations.lines',
    needs: 'holdings.read',
    load: 'list',
    method: 'GET',
    path: '/mark-to-market/runs/:id/lines',
    summary: 'The holdings of a run: quantity, carrying amount, price, level and difference',
    params: idParams,
    query: page.extend(named.shape).extend({
      /** Only those that a user should check. */
      exceptions: flag,
    }),
    reply: z.array(valuationLine),
  }),
  reverse: route({
    ...base,
    name: 'valuations.reverse',
    needs: 'valuations.run',
    runs: 'job',
    method: 'POST',
    path: '/mark-to-market/runs/:id/reverse',
    status: 201,
    summary: 'Take back what is in force of a run: its entries are reversed on their own dates',
    params: idParams,
    query: z.object({ dryRun: flag }),
    body: z.object({ reason: text(500, 'Reason') }),
    reply: valuationRunDetail,
  }),
  day: route({
    ...base,
    name: 'valuations.day',
    needs: 'holdings.read',
    method: 'GET',
    path: '/mark-to-market/day',
    summary:
      'Which portfolios have investments in their books on a day, and whether a run of that day is in force',
    query: named.extend({ date, entity: z.string().max(500).optional() }),
    reply: z.array(dayState),
  }),
}
