/** The days of a month as a wall calendar shows them: whole weeks, Monday first. */
import { isDate } from '../../../lib/dates.ts'

const DAY_MS = 86_400_000
const at = (date: string) => Date.parse(`${date}T00:00:00Z`)
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)

/** `2026-11`; null where it is no month. */
export const readMonth = (text: string): string | null => (isDate(`${text}-01`) ? text : null)

export const monthOf = (date: string): string => date.slice(0, 7)
export const firstDay = (month: string): string => `${month}-01`
export const lastDay = (month: string): string => dayOf(at(firstDay(monthsOn(month, 1))) - DAY_MS)

/** The month so many months on, or back. */
export function monthsOn(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const count = year * 12 + number - 1 + by
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`
}

/** The weeks that have a day of the month, each of seven days. */
export function weeksOf(month: string): string[][] {
  const first = at(firstDay(month))
  // Monday is 0.
  const weekday = (new Date(first).getUTCDay() + 6) % 7
  const last = at(lastDay(month))
  const weeks: string[][] = []
  for (let day = first - weekday * DAY_MS; day <= last; day += 7 * DAY_MS) {
    weeks.push(Array.from({ length: 7 }, (_, place) => dayOf(day + place * DAY_MS)))
  }
  return weeks
}

const named = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long', year: 'numeric' })
/** "November 2026" */
export const monthName = (month: string): string => named.format(new Date(at(firstDay(month))))
