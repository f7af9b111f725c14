/** Dates and months as screens and sentences say them. Engines disagree on "Sept": these are our own words. */
import type { PlainDate } from './dates.ts'

/** January to December. */
export const MONTH_NAMES: readonly string[] = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** `1` is January. */
export function monthName(month: number): string {
  return MONTH_NAMES[month - 1] ?? ''
}

/** `2026-09-05` as `05 Sep 2026`. */
export function dayInWords(date: PlainDate): string {
  const [year = '', month = '', day = ''] = date.split('-')
  return `${day} ${monthName(Number(month)).slice(0, 3)} ${year}`
}
