/** Financial years: which day they end on. */
import { addMonths, monthEnd, type PlainDate } from '../values/dates.ts'

/** The last day of the financial year that a day lies in; `month` is 1 to 12, the month that the year ends with. */
export function yearEndOf(day: PlainDate, month: number): PlainDate {
  const own = +day.slice(5, 7)
  return monthEnd(addMonths(`${day.slice(0, 7)}-01`, (month - own + 12) % 12))
}

/** The first day of the year that ends on a day. */
export function yearStartOf(yearEnd: PlainDate): PlainDate {
  return addMonths(`${yearEnd.slice(0, 7)}-01`, -11)
}

/** Whether a year that ends with the month ends on the day. */
export function isYearEnd(day: PlainDate, month: number): boolean {
  return yearEndOf(day, month) === day
}
