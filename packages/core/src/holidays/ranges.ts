/**
 * The ranges of days that screens offer by name. "Year to date" is the financial year to date of the entity;
 * the calendar year is another choice.
 */
import { addDays, addMonths, monthEnd, monthStart, type PlainDate } from '../values/dates.ts'
import { yearEndOf, yearStartOf } from './financial-year.ts'

/** Every range with its name. `YTD` and `LFY` are financial years, `CYTD` and `LCY` calendar years. */
export const RANGE_NAMES = {
  YTD: 'Year to date',
  LFY: 'Last financial year',
  CYTD: 'Calendar year to date',
  LCY: 'Last calendar year',
  MTD: 'This month',
  LM: 'Last month',
  '1M': 'Past month',
  '3M': 'Past 3 months',
  '6M': 'Past 6 months',
  '1Y': 'Past 12 months',
  '3Y': 'Past 3 years',
  '5Y': 'Past 5 years',
  All: 'Since the beginning',
} as const
export type Range = keyof typeof RANGE_NAMES

export interface RangeSpan {
  /** Null: from the beginning of the books. */
  readonly from: PlainDate | null
  readonly to: PlainDate
}

const MONTHS = { '1M': 1, '3M': 3, '6M': 6, '1Y': 12, '3Y': 36, '5Y': 60 } as const

/** The days of a range. `yearEndMonth` is 1 to 12, the month that the entity's financial year ends with. */
export function rangeSpan(range: Range, today: PlainDate, yearEndMonth: number): RangeSpan {
  switch (range) {
    case 'YTD':
    case 'CYTD':
      return { from: yearStart(today, range === 'YTD' ? yearEndMonth : 12), to: today }
    case 'LFY':
    case 'LCY':
      return yearBefore(yearStart(today, range === 'LFY' ? yearEndMonth : 12))
    case 'MTD':
      return { from: monthStart(today), to: today }
    case 'LM': {
      const from = addMonths(monthStart(today), -1)
      return { from, to: monthEnd(from) }
    }
    case 'All':
      return { from: null, to: today }
    default:
      return { from: addMonths(today, -MONTHS[range]), to: today }
  }
}

const yearStart = (day: PlainDate, yearEndMonth: number) => yearStartOf(yearEndOf(day, yearEndMonth))
const yearBefore = (start: PlainDate) => ({ from: addMonths(start, -12), to: addDays(start, -1) })

/**
 * The ranges that reports and lists offer, without those that name the same days twice where the year ends in
 * December.
 */
export function periodRanges(yearEndMonth: number): Range[] {
  return yearEndMonth === 12
    ? ['YTD', 'LFY', 'MTD', 'LM', 'All']
    : ['YTD', 'LFY', 'CYTD', 'LCY', 'MTD', 'LM', 'All']
}

/** Ranges that gains are summed over; each ends today. */
export const GAIN_RANGES = ['1M', '3M', '6M', 'YTD', 'CYTD', '1Y', '3Y', '5Y', 'All'] as const
export type GainRange = (typeof GAIN_RANGES)[number]
