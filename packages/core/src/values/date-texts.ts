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

/** `2026-09` as `Sep 2026`, or `September 2026` with `long`. */
export function monthInWords(month: string, length: 'short' | 'long' = 'short'): string {
  const [year = '', number = ''] = month.split('-')
  const name = monthName(Number(number))
  return `${length === 'long' ? name : name.slice(0, 3)} ${year}`
}

/** `2026-09-05` as `05 Sep 2026`. */
export function dayInWords(date: PlainDate): string {
  return `${date.slice(8)} ${monthInWords(date.slice(0, 7))}`
}
