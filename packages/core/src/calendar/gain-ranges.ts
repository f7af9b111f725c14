/** Ranges that gains are summed over: the last months or years, or the financial year to date. */
import { addMonths, type PlainDate } from '../values/dates.ts'
import { yearEndOf, yearStartOf } from './financial-year.ts'

export const GAIN_RANGES = ['1M', '3M', '6M', 'YTD', '1Y', '3Y', '5Y', 'All'] as const
export type GainRange = (typeof GAIN_RANGES)[number]

const MONTHS = { '1M': 1, '3M': 3, '6M': 6, '1Y': 12, '3Y': 36, '5Y': 60 } as const
/** Earlier than any trade. */
const BEGINNING = '1900-01-01'

/**
 * The first day of a range that ends today. `yearEndMonth` is 1 to 12, the month that the entity's financial year ends
 * with: YTD begins with its first day.
 */
export function rangeStart(range: GainRange, today: PlainDate, yearEndMonth: number): PlainDate {
  if (range === 'All') return BEGINNING
  if (range === 'YTD') return yearStartOf(yearEndOf(today, yearEndMonth))
  return addMonths(today, -MONTHS[range])
}
