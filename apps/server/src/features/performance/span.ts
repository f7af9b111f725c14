/** The days of a performance range. */
import type { PerformanceRange } from '@em/contract/performance/performance'
import { rangeSpan } from '@em/core/holidays/ranges'
import { addDays } from '@em/core/values/dates'
import type { Queryable } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { yearEndMonth } from '../periods/periods.queries.ts'

export interface PerformanceSpan {
  /** Null where the days were named. */
  readonly timeRange: PerformanceRange | null
  /** The day whose value is the start: the newest until then. */
  readonly from: string
  readonly to: string
  /** Whether it begins with the first value there is, whichever day that is. */
  readonly isSinceInception: boolean
}

/** Before the first value of any book. */
const INCEPTION = '0001-01-01'

/**
 * The days asked for: a span that is named begins with the value of the day before it, as a financial year does; the last so many months
 * with the value of the day so many months ago.
 * @throws Refusal `request.invalid` for an end after today, or before the start.
 */
export async function spanOf(
  db: Queryable,
  portfolioId: number | null,
  asked: {
    readonly timeRange?: PerformanceRange | null
    readonly startDate?: string | null
    readonly endDate?: string | null
  },
  today: string,
): Promise<PerformanceSpan> {
  const to = asked.endDate ?? today
  if (to > today) throw wrong('endDate', 'Must not be after today.')
  if (asked.startDate != null) {
    if (asked.startDate > to) throw wrong('startDate', 'Must not be after the end date.')
    return { timeRange: null, from: addDays(asked.startDate, -1), to, isSinceInception: false }
  }
  const timeRange = asked.timeRange ?? '1Y'
  const ofYear = timeRange === 'YTD' || timeRange === 'LFY'
  const span = rangeSpan(timeRange, to, ofYear ? await yearEndMonth(db, portfolioId) : 12)
  if (span.from === null) return { timeRange, from: INCEPTION, to, isSinceInception: true }
  return {
    timeRange,
    from: ofYear ? addDays(span.from, -1) : span.from,
    to: span.to,
    isSinceInception: false,
  }
}

const wrong = (field: string, message: string) => new Refusal('request.invalid', {}, [{ field, message }])
