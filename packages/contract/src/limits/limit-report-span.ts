/** The days of a Limits Report, on the screen and as a file. */
import { daysBetween, isPlainDate } from '@em/core/values/dates'
import type { z } from 'zod'

/** The longest span of a report, in days. */
export const LIMITS_REPORT_DAYS_MAX = 366

/** The days of a Limits Report: in their order, and no more than it shows. */
export const reportSpan = <Shape extends z.ZodType<{ readonly from: string; readonly to: string }>>(
  shape: Shape,
) =>
  shape
    .refine(({ from, to }) => from <= to, { error: 'Must not be before the first day.', path: ['to'] })
    // A text that is no date has its own fault; this check runs all the same.
    .refine(
      ({ from, to }) => ![from, to].every(isPlainDate) || daysBetween(from, to) < LIMITS_REPORT_DAYS_MAX,
      {
        error: `A report has at most ${LIMITS_REPORT_DAYS_MAX} days. Please choose a later first day or an earlier last day.`,
        path: ['to'],
      },
    )
