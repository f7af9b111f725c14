/** The days of a month in whole weeks, Monday first. */
import { addDays, addMonths, monthEnd, monthOf, weekday } from '@em/core/values/dates'
import { isDate } from '../../../lib/dates.ts'

export { monthOf }

/** `2026-11`; null where it is no month. */
export const readMonth = (text: string): string | null => (isDate(`${text}-01`) ? text : null)

export const firstDay = (month: string): string => `${month}-01`
export const lastDay = (month: string): string => monthEnd(firstDay(month))

/** The month so many months on, or back. */
export const monthsOn = (month: string, by: number): string => monthOf(addMonths(firstDay(month), by))

/** The weeks that have a day of the month, each of seven days. */
export function weeksOf(month: string): string[][] {
  const first = firstDay(month)
  const monday = addDays(first, -((weekday(first) + 6) % 7))
  const last = lastDay(month)
  const weeks: string[][] = []
  for (let day = monday; day <= last; day = addDays(day, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(day, index)))
  }
  return weeks
}

const named = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long', year: 'numeric' })
/** "November 2026" */
export const monthName = (month: string): string => named.format(new Date(firstDay(month)))
