import { PRICE_EXCEPTIONS } from '@em/core/prices/exceptions'
import { z } from 'zod'
import { FILE_BYTES_MAX } from '../kit/bounds.ts'
import { date, fileData, optional, optionalText, price, text } from '../kit/fields.ts'
import { fileAnswers } from '../kit/file-answers.ts'
import { route } from '../kit/route.ts'
import { priceEffect } from './price-effect.ts'
import { priceSource, SUMMARY_ROWS_MAX } from './trade-summary.ts'

/**
 * Prices that people keep: the sheet of a day with every security that is held, typed, pasted or read from a file. Prices in
 * rupees with 4 decimals. A correction is the next version of a price; a sheet that is signed off takes none.
 */

const nullable = z.number().nullable()

const sheetRow = z.object({
  symbol: z.string(),
  company_name: z.string().nullable(),
  /** Shares that the portfolios of the person hold at the end of the day; 0 for a security that has a price alone. */
  quantity: z.number(),
  /** The newest price before the day. */
  previous: z
    .object({ trade_date: z.string(), last_trade: z.number(), close: nullable, market_days: z.number() })
    .nullable(),
  price: z
    .object({
      last_trade: z.number(),
      close: nullable,
      source: priceSource,
      version: z.number(),
      recorded_by: z.string(),
      recorded_at: z.string(),
      /** By the database's clock, as `recorded_at` is. */
      recorded_today: z.boolean(),
      /** The version that it replaced; null where there was no price. */
      replaced: z.object({ last_trade: z.number(), close: nullable }).nullable(),
      /** Percent: a larger move is an exception. */
      asked_from: z.number(),
      exceptions: z.array(z.enum(PRICE_EXCEPTIONS)),
    })
    .nullable(),
})
export type SheetRow = z.output<typeof sheetRow>

export const priceSheet = z.object({
  date: z.string(),
  /** The day whose prices count on the date: the last market day. */
  marketDay: z.string(),
  /** Why the exchange was closed on the date, with the market days next to it; null on a market day. */
  closed: z.object({ reason: z.string(), before: z.string(), after: z.string() }).nullable(),
  signedOff: z.object({ by: z.string(), at: z.string() }).nullable(),
  /** Held securities without a price of the day. */
  missing: z.number(),
  rows: z.array(sheetRow),
})
export type PriceSheet = z.output<typeof priceSheet>

const sentRow = z.object({
  /** Or the company's name. */
  symbol: text(200, 'The symbol'),
  /** Left out or null: the price is taken back. */
  last_trade: optional(price('The last trade')).optional(),
  close: optional(price('The close')).optional(),
})

const recorded = z.object({
  date: z.string(),
  added: z.number(),
  changed: z.number(),
  removed: z.number(),
  unchanged: z.number(),
  /** Its consequences; left out where no run and no locked period is concerned. */
  effect: priceEffect.optional(),
})
export type PricesRecorded = z.output<typeof recorded>

/** A choice, no price: the value is the cost, and nothing that reads prices reads it. */
const atCost = z.object({ symbol: z.string(), by: z.string(), at: z.string() })
export type AtCost = z.output<typeof atCost>

const yes = z.enum(['0', '1', 'true', 'false']).optional()
const base = { tag: 'Prices' } as const
const onDay = z.object({ date })
export const prices = {
  sheet: route({
    ...base,
    name: 'prices.sheet',
    needs: 'prices.read',
    method: 'GET',
    path: '/prices/:date',
    summary: 'The price sheet of a day: what is held with its price, and the newest one before it',
    params: onDay,
    reply: priceSheet,
  }),
  record: route({
    ...base,
    name: 'prices.record',
    needs: 'prices.record',
    scope: 'all',
    method: 'PUT',
    path: '/prices/:date',
    summary:
      'Record prices of a day; what is unusual is asked about (409 `prices.unusual`) unless `acceptUnusual=1`, and prices that count in a locked period (409 `period.locked`, with what becomes stale) unless `openPeriod=1`',
    params: onDay,
    query: z.object({ dryRun: yes, acceptUnusual: yes, openPeriod: yes }),
    body: z.object({
      source: z.enum(['typed', 'pasted', 'file']).default('typed'),
      rows: z.array(sentRow).min(1, 'At least one price is needed.').max(SUMMARY_ROWS_MAX),
      fileName: optionalText(300, 'The file name').optional(),
      reason: optionalText(500, 'The reason').optional(),
    }),
    reply: recorded,
  }),
  readFile: route({
    ...base,
    name: 'prices.read-file',
    needs: 'prices.read',
    load: 'file',
    method: 'POST',
    path: '/prices/read-file',
    summary: 'Reads a file of symbols (or company names) and prices; nothing is recorded',
    body: z.object({
      fileName: z.string().max(300).default(''),
      data: fileData(FILE_BYTES_MAX),
      ...fileAnswers,
    }),
    reply: z.object({
      tradeDate: z.string().nullable(),
      rows: z.array(
        z.object({ line: z.number(), symbol: z.string(), last_trade: z.number(), close: nullable }),
      ),
      problems: z.array(z.object({ line: z.number(), message: z.string() })),
    }),
  }),
  atCost: route({
    ...base,
    name: 'prices.at-cost',
    needs: 'prices.read',
    load: 'light',
    method: 'GET',
    path: '/prices/at-cost',
    summary: 'The securities without a price that are valued at cost for now, with who chose so and when',
    reply: z.array(atCost),
  }),
  keepAtCost: route({
    ...base,
    name: 'prices.keep-at-cost',
    needs: 'prices.record',
    scope: 'all',
    method: 'POST',
    path: '/prices/at-cost',
    status: 201,
    summary:
      'Choose that securities without a price are valued at cost for now: no price is recorded, and the first price of each counts (409 `prices.priced` where one has a price)',
    query: z.object({ dryRun: yes }),
    body: z.object({
      symbols: z
        .array(text(200, 'The symbol'))
        .min(1, 'At least one security is needed.')
        .max(SUMMARY_ROWS_MAX),
    }),
    reply: z.array(atCost),
  }),
  signOff: route({
    ...base,
    name: 'prices.sign-off',
    needs: 'prices.record',
    scope: 'all',
    method: 'POST',
    path: '/prices/:date/sign-off',
    status: 201,
    summary: 'Sign a price sheet off: its prices change no more until it is reopened',
    params: onDay,
    query: z.object({ dryRun: yes }),
    reply: priceSheet,
  }),
  reopen: route({
    ...base,
    name: 'prices.reopen',
    needs: 'prices.record',
    scope: 'all',
    method: 'DELETE',
    path: '/prices/:date/sign-off',
    summary: 'Reopen a price sheet that was signed off',
    params: onDay,
    query: z.object({ dryRun: yes }),
    reply: priceSheet,
  }),
}
