import { z } from 'zod'
import { SECTORS } from '../equities/equities.ts'
import { date, decimal, optional, optionalText, price } from '../kit/fields.ts'
import { route } from '../kit/route.ts'

/**
 * Daily values of indices: typed, pasted or fed, with the total-return value where there is one. A correction
 * is the next version. And the sector weights of an index, from a day on.
 */

export const INDEX_SOURCES = {
  typed: 'Typed',
  pasted: 'Pasted',
  file: 'From a file',
  feed: 'Price feed',
} as const
export type IndexSource = keyof typeof INDEX_SOURCES
export const INDEX_ROWS_MAX = 3_000

const nullable = z.number().nullable()

export const indexLatest = z.object({
  code: z.string(),
  name: z.string(),
  kind: z.enum(['Market', 'Regional', 'Sector', 'Indicator']),
  sector: z.string().nullable(),
  /** The newest value and its day; null where there is none. */
  date: z.string().nullable(),
  value: nullable,
  totalReturn: nullable,
  /** The value before, and the change from it in points and percent. */
  previous: nullable,
  change: nullable,
  changePercent: nullable,
  /** Since when sector weights are known; null where none are. */
  weightsFrom: z.string().nullable(),
})
export type IndexLatest = z.output<typeof indexLatest>

const indexValue = z.object({
  date: z.string(),
  value: z.number(),
  totalReturn: nullable,
  version: z.number(),
  source: z.enum(['typed', 'pasted', 'file', 'feed']),
  recorded_by: z.string(),
  recorded_at: z.string(),
})
export type IndexValue = z.output<typeof indexValue>

const sentValue = z.object({
  date,
  /** Left out or null: the value of the day is taken back. */
  value: optional(price('The value')).optional(),
  totalReturn: optional(price('The total-return value')).optional(),
})

const weight = z.object({
  sector: z.enum(SECTORS),
  /** Percent of the index. */
  weight: decimal({ scale: 4, min: 0n, max: 100_0000n, what: 'The weight' }),
})
const weightSet = z.object({
  effectiveFrom: z.string(),
  recorded_by: z.string(),
  recorded_at: z.string(),
  weights: z.array(z.object({ sector: z.string(), weight: z.number() })),
})
export type IndexWeights = z.output<typeof weightSet>

const yes = z.enum(['0', '1', 'true', 'false']).optional()
const base = { tag: 'Indices' } as const
const ofIndex = z.object({ code: z.string().min(1).max(20) })
export const indexValues = {
  latest: route({
    ...base,
    name: 'index-values.latest',
    needs: 'prices.read',
    load: 'light',
    method: 'GET',
    path: '/index-values',
    summary: 'Every active index with its newest value and the change from the one before',
    reply: z.array(indexLatest),
  }),
  list: route({
    ...base,
    name: 'index-values.list',
    needs: 'prices.read',
    load: 'list',
    method: 'GET',
    path: '/index-values/:code',
    summary: 'Values of an index, newest first',
    params: ofIndex,
    query: z.object({
      from: optional(date).optional(),
      to: optional(date).optional(),
      limit: z.coerce.number().int().min(1).max(10_000).optional(),
    }),
    reply: z.array(indexValue),
  }),
  record: route({
    ...base,
    name: 'index-values.record',
    needs: 'prices.record',
    scope: 'all',
    method: 'PUT',
    path: '/index-values/:code',
    summary:
      'Record values of an index, all or none; moves beyond the price tolerance of every board are asked about (409 `indices.unusual`) unless `acceptUnusual=1`',
    params: ofIndex,
    query: z.object({ dryRun: yes, acceptUnusual: yes }),
    body: z.object({
      source: z.enum(['typed', 'pasted', 'file']).default('typed'),
      rows: z.array(sentValue).min(1, 'At least one value is needed.').max(INDEX_ROWS_MAX),
      reason: optionalText(500, 'The reason').optional(),
    }),
    reply: z.object({
      code: z.string(),
      added: z.number(),
      changed: z.number(),
      removed: z.number(),
      unchanged: z.number(),
    }),
  }),
  weights: route({
    ...base,
    name: 'index-values.weights',
    needs: 'prices.read',
    load: 'light',
    method: 'GET',
    path: '/index-values/:code/weights',
    summary: 'Sector weights of an index, newest first: those of a day hold until the next ones',
    params: ofIndex,
    reply: z.array(weightSet),
  }),
  recordWeights: route({
    ...base,
    name: 'index-values.record-weights',
    needs: 'prices.record',
    scope: 'all',
    method: 'PUT',
    path: '/index-values/:code/weights',
    summary: 'Record the sector weights of an index from a day on; together they are 100 %',
    params: ofIndex,
    query: z.object({ dryRun: yes }),
    body: z.object({
      effectiveFrom: date,
      weights: z.array(weight).min(1, 'At least one sector is needed.').max(SECTORS.length),
    }),
    reply: weightSet,
  }),
}
