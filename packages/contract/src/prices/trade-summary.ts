import { PRICE_EXCEPTIONS } from '@em/core/prices/exceptions'
import { z } from 'zod'
import { FILE_BYTES_MAX } from '../kit/bounds.ts'
import { date, optional, optionalText, sentFile } from '../kit/fields.ts'
import { fileAnswers } from '../kit/file-answers.ts'
import { route } from '../kit/route.ts'
import { priceEffect } from './price-effect.ts'

/**
 * Daily trade summaries of the exchange: what each security traded at on a day. Prices in rupees with 4 decimals, volumes
 * whole, the change in percent as a number. A price is recorded in versions: a correction is the next one.
 */

/** Securities of one day: the exchange lists some 290. */
export const SUMMARY_ROWS_MAX = 5_000
export const SUMMARY_PAGE = 500
/** How deep a list may be paged into: ten years of every security. */
const PAGES_MAX = 2_000

/**
 * Where prices came from, in words. `derived` is never recorded: rights without a price of their own get it
 * from their share.
 */
export const PRICE_SOURCES = {
  summary: 'Trade summary',
  typed: 'Typed',
  pasted: 'Pasted',
  file: 'File of prices',
  feed: 'Price feed',
  derived: 'Derived: share less subscription price',
} as const
export const priceSource = z.enum(['summary', 'typed', 'pasted', 'file', 'feed', 'derived'])
export type PriceSource = z.output<typeof priceSource>

const nullable = z.number().nullable()

/** One security on one day, as the lists show it. */
export const tradeSummary = z.object({
  trade_date: z.string(),
  company_name: z.string().nullable(),
  symbol: z.string(),
  share_volume: nullable,
  trade_volume: nullable,
  previous_close: nullable,
  open: nullable,
  high: nullable,
  low: nullable,
  last_trade: z.number(),
  /** The closing price, where it was given in addition to the last trade. */
  close: nullable,
  change_rs: nullable,
  change_percent: nullable,
  source: priceSource,
  version: z.number(),
  /** Whether a security of the Equity Master has this symbol. */
  known: z.boolean(),
  /**
   * The reference of its move: the previous close, or else the newest price before the day (its close where
   * it has one).
   */
  compared_with: nullable,
  /** Percent: a larger move is an exception. */
  asked_from: z.number(),
  exceptions: z.array(z.enum(PRICE_EXCEPTIONS)),
})
export type TradeSummary = z.output<typeof tradeSummary>

const unknownSymbol = z.object({ symbol: z.string(), company_name: z.string().nullable() })

/** The result of an upload, or of its preview. */
export const uploadReport = z.object({
  rowsProcessed: z.number(),
  tradeDate: z.string(),
  added: z.number(),
  changed: z.number(),
  removed: z.number(),
  unchanged: z.number(),
  /** Of a preview: rows whose symbol has a price of the exchange on the day already. The upload is refused with any, unless it replaces. */
  duplicates: z.number(),
  /** Rows without a last trade, which are no prices. */
  skipped: z.number(),
  /** Symbols that no security has: their prices are kept and taken over by the security that gets the symbol. */
  unknown: z.array(unknownSymbol),
  /** Unusual prices; they count all the same. */
  exceptions: z.array(tradeSummary),
  /** Its consequences; left out where no run and no locked period is concerned. */
  effect: priceEffect.optional(),
})
export type UploadReport = z.output<typeof uploadReport>

const day = z.object({
  trade_date: z.string(),
  rows: z.number(),
  unknown: z.number(),
  sources: z.array(priceSource),
  /** The newest set of the day. */
  recorded_at: z.string(),
  recorded_by: z.string(),
  file_name: z.string().nullable(),
})
export type SummaryDay = z.output<typeof day>

const symbolOrName = z.string().min(1).max(200)
const filters = {
  tradeDate: optional(date).optional(),
  search: z
    .string()
    .max(100)
    .transform((value) => value.normalize('NFC').trim())
    .optional(),
}

const yes = z.enum(['0', '1', 'true', 'false']).optional()
const base = { tag: 'Trade summaries' } as const
export const tradeSummaries = {
  upload: route({
    ...base,
    name: 'trade-summary.upload',
    needs: 'prices.record',
    scope: 'all',
    load: 'upload',
    sends: 'form',
    method: 'POST',
    path: '/trade-summary/upload',
    status: 201,
    summary:
      "The exchange's trade summary of a day (.xlsx or .csv, at most 10 MB): all of it or nothing, what is unusual in `exceptions`; in a locked period with `openPeriod=1` alone",
    query: z.object({ dryRun: yes, openPeriod: yes }),
    body: z.object({
      file: sentFile(FILE_BYTES_MAX, 'Please select a date and file.'),
      /** Left out: the day that the file itself says. */
      tradeDate: optional(date).optional(),
      /** The file takes the place of what was uploaded for the day; a price that it does not have is taken back. */
      replace: z.enum(['0', '1', 'true', 'false']).default('0'),
      reason: optionalText(500, 'The reason').optional(),
      ...fileAnswers,
    }),
    reply: uploadReport,
  }),
  list: route({
    ...base,
    name: 'trade-summary.list',
    needs: 'prices.read',
    load: 'list',
    method: 'GET',
    path: '/trade-summary',
    summary: 'Prices and volumes by day and security, newest day first; `page` counts from 1',
    query: z.object({
      ...filters,
      limit: z.coerce.number().int().min(1).max(10_000).optional(),
      page: z.coerce.number().int().min(1).max(PAGES_MAX).optional(),
    }),
    reply: z.array(tradeSummary),
  }),
  totals: route({
    ...base,
    name: 'trade-summary.totals',
    needs: 'prices.read',
    method: 'GET',
    path: '/trade-summary/totals',
    summary: 'Records, first and last day and companies of what a filter leaves',
    query: z.object(filters),
    reply: z.object({
      records: z.number(),
      first: z.string().nullable(),
      last: z.string().nullable(),
      companies: z.number(),
    }),
  }),
  days: route({
    ...base,
    name: 'trade-summary.days',
    needs: 'prices.read',
    load: 'list',
    method: 'GET',
    path: '/trade-summary/days',
    summary: 'The days that have prices, newest first, with who recorded them last',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(1_000).optional(),
      before: optional(date).optional(),
    }),
    reply: z.array(day),
  }),
  removeDay: route({
    ...base,
    name: 'trade-summary.remove-day',
    needs: 'prices.record',
    scope: 'all',
    method: 'DELETE',
    path: '/trade-summary/days/:date',
    summary:
      'Take back the prices of a day that was uploaded wrongly, as their next version; in a locked period with `openPeriod=1` alone',
    params: z.object({ date }),
    query: z.object({ dryRun: yes, openPeriod: yes, reason: optionalText(500, 'The reason').optional() }),
    reply: z.object({ tradeDate: z.string(), removed: z.number(), effect: priceEffect.optional() }),
  }),
  companies: route({
    ...base,
    name: 'trade-summary.companies',
    needs: 'prices.read',
    load: 'list',
    method: 'GET',
    path: '/trade-summary/companies',
    summary: 'The securities that have prices',
    reply: z.array(z.object({ symbol: z.string(), company_name: z.string().nullable() })),
  }),
  company: route({
    ...base,
    name: 'trade-summary.company',
    needs: 'prices.read',
    load: 'list',
    method: 'GET',
    path: '/trade-summary/company/:company',
    summary: 'Prices and volumes of one security by its symbol or name, newest first',
    params: z.object({ company: symbolOrName }),
    query: z.object({
      startDate: optional(date).optional(),
      endDate: optional(date).optional(),
      limit: z.coerce.number().int().min(1).max(10_000).optional(),
    }),
    reply: z.array(tradeSummary),
  }),
  unknown: route({
    ...base,
    name: 'trade-summary.unknown',
    needs: 'prices.read',
    load: 'list',
    method: 'GET',
    path: '/trade-summary/unknown',
    summary: 'Symbols with prices that no security of the Equity Master has',
    reply: z.array(
      unknownSymbol.extend({ days: z.number(), first: z.string(), last: z.string(), last_trade: z.number() }),
    ),
  }),
}
