/** Days on which something repeated comes due by the calendar of the exchange. */
import { addDays, monthEnd, monthStart, type PlainDate } from '../values/dates.ts'
import { lastMarketDay, type MarketCalendar, nextMarketDay } from './market-calendar.ts'

/** On each market day, or on the last market day of each month. */
export const DUE_EVERY = ['market-day', 'month-end'] as const
export type DueEvery = (typeof DUE_EVERY)[number]

/** When something comes due. */
export interface DueRule {
  readonly every: DueEvery
  /** The time of day in Colombo, HH:MM. */
  readonly time: string
}

/** A point in time as a clock in Colombo shows it. */
export interface LocalTime {
  readonly day: PlainDate
  /** HH:MM, 24 hours. */
  readonly time: string
}

/** The first day on which it comes due after a point in time; at that very minute it has come due already. */
export function nextDueDay({ every, time }: DueRule, calendar: MarketCalendar, after: LocalTime): PlainDate {
  const from = time > after.time ? after.day : addDays(after.day, 1)
  if (every === 'market-day') return nextMarketDay(calendar, from)
  const last = lastMarketDay(calendar, monthEnd(from))
  return last >= from ? last : lastMarketDay(calendar, monthEnd(addDays(monthEnd(from), 1)))
}

/** The latest day on which it came due, up to a point in time and including it. */
export function lastDueDay({ every, time }: DueRule, calendar: MarketCalendar, upTo: LocalTime): PlainDate {
  const to = time <= upTo.time ? upTo.day : addDays(upTo.day, -1)
  if (every === 'market-day') return lastMarketDay(calendar, to)
  const last = lastMarketDay(calendar, monthEnd(to))
  return last <= to ? last : lastMarketDay(calendar, addDays(monthStart(to), -1))
}
