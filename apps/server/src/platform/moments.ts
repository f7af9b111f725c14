/** Between the days and times of day of a schedule, which are Colombo's, and points in time. */
import { type DueRule, type LocalTime, lastDueDay, nextDueDay } from '@em/core/holidays/due-days'
import type { MarketCalendar } from '@em/core/holidays/market-calendar'
import { dayInColombo, timeInColombo } from './clock.ts'

/** A day on which something came due, or comes due, and the moment of it. */
export interface Due {
  /** YYYY-MM-DD. */
  readonly day: string
  readonly at: Date
}

const localOf = (moment: Date): LocalTime => ({
  day: dayInColombo(moment),
  time: timeInColombo(moment).slice(0, 5),
})
const dueOn = (day: string, { time }: DueRule): Due => ({ day, at: new Date(`${day}T${time}:00+05:30`) })

/** When it comes due first after a moment. */
export const nextDue = (rule: DueRule, calendar: MarketCalendar, after: Date): Due =>
  dueOn(nextDueDay(rule, calendar, localOf(after)), rule)

/** When it came due last, up to a moment. */
export const lastDue = (rule: DueRule, calendar: MarketCalendar, upTo: Date): Due =>
  dueOn(lastDueDay(rule, calendar, localOf(upTo)), rule)
