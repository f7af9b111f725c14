import { z } from 'zod'
import { date, optional, portfolioNamed } from '../kit/fields.ts'
import { route } from '../kit/route.ts'

/**
 * What portfolios were worth over time, from the daily values that a job keeps. All charts of value over time read it.
 * Amounts in rupees.
 */

/** Ranges that charts offer; each ends today. */
export const VALUE_RANGES = ['1M', '3M', '6M', '1Y', 'All'] as const
export type ValueRange = (typeof VALUE_RANGES)[number]
/** Longer rows are thinned out evenly; the first and the last day stay. */
export const VALUE_POINTS_MAX = 1_500

/** From this day on daily values are being recalculated after a write; null where nothing is behind. */
export const recalculatingFrom = z.string().nullable()

export const valueHistory = route({
  name: 'values.history',
  tag: 'Holdings',
  needs: 'holdings.read',
  method: 'GET',
  path: '/portfolios/value-history',
  summary: `Value over time, of one portfolio or of all: market days from a day (or of a range) to a day, at most ${VALUE_POINTS_MAX.toLocaleString('en')} points`,
  query: z.object({
    ...portfolioNamed,
    /** Goes before the range. */
    from: optional(date).optional(),
    /** Today where it is left out. */
    to: optional(date).optional(),
    timeRange: z.enum(VALUE_RANGES).default('3M'),
  }),
  reply: z.object({
    success: z.literal(true),
    /** Fair value of the shares, of what has no price its cost; and their cost without fees. */
    data: z.array(z.object({ date: z.string(), value: z.number(), cost: z.number() })),
    recalculatingFrom,
  }),
})
