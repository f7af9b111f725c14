/**
 * When the Colombo Stock Exchange trades, and when a trade settles. Market days are Monday to Friday without
 * the days in the holiday list: every day in it closes the exchange, whatever its type.
 */
import { addDays, compareDates, type PlainDate, weekday } from '../values/dates.ts'

/** Only names for the reader: every type closes the exchange. */
export const HOLIDAY_TYPES = ['Public Holiday', 'Poya Day', 'Bank Holiday', 'Exchange Closure'] as const
export type HolidayType = (typeof HOLIDAY_TYPES)[number]

export interface Holiday {
  readonly date: PlainDate
  readonly name: string
  readonly type: HolidayType
  /** Closed on this month and day in every year. */
  readonly isRecurring: boolean
}

/** A holiday list made ready for look-ups; build it once with `marketCalendar`. */
export interface MarketCalendar {
  /** Names by date. */
  readonly dates: ReadonlyMap<PlainDate, string>
  /** Names by `MM-DD`, for each year. */
  readonly everyYear: ReadonlyMap<string, string>
}

/** The first day whose trades settle on the second market day after them; on the third before it. */
export const T2_SINCE: PlainDate = '2024-06-10'

/** No list of holidays closes the market for longer; a longer search means a broken list. */
const SEARCH_DAYS_MAX = 400

/** A calendar from the holidays as kept, in any order; of two names for one date the first one counts. */
export function marketCalendar(
  holidays: Iterable<Pick<Holiday, 'date' | 'name' | 'isRecurring'>>,
): MarketCalendar {
  const dates = new Map<PlainDate, string>()
  const everyYear = new Map<string, string>()
  for (const { date, name, isRecurring } of holidays) {
    if (!dates.has(date)) dates.set(date, name)
    const monthAndDay = date.slice(5)
    if (isRecurring && !everyYear.has(monthAndDay)) everyYear.set(monthAndDay, name)
  }
  return Object.freeze({ dates, everyYear })
}

/** The holiday's name, or null on any other day (weekends included). */
export function holidayName(calendar: MarketCalendar, date: PlainDate): string | null {
  return calendar.dates.get(date) ?? calendar.everyYear.get(date.slice(5)) ?? null
}

/** Why the exchange is closed on the date: a holiday's name, "a Saturday" or "a Sunday"; null on a market day. */
export function closedReason(calendar: MarketCalendar, date: PlainDate): string | null {
  const holiday = holidayName(calendar, date)
  if (holiday !== null) return holiday
  const day = weekday(date)
  return day === 6 ? 'a Saturday' : day === 0 ? 'a Sunday' : null
}

/** Whether the exchange trades on the date. */
export function isMarketDay(calendar: MarketCalendar, date: PlainDate): boolean {
  return closedReason(calendar, date) === null
}

/** A day on which the exchange is closed: why, and the market days before and after it. */
export interface ClosedDay {
  readonly reason: string
  readonly before: PlainDate
  readonly after: PlainDate
}

/**
 * Why the exchange is closed on the date, with the market days next to it; null on a market day.
 * Tue 24 Nov 2026 is Il Full Moon Poya Day, between Mon 23 and Wed 25 Nov.
 */
export function closedDay(calendar: MarketCalendar, date: PlainDate): ClosedDay | null {
  const reason = closedReason(calendar, date)
  if (reason === null) return null
  return { reason, before: lastMarketDay(calendar, date), after: nextMarketDay(calendar, date) }
}

/**
 * The `count`-th market day after the date (before it when negative); the date itself when 0.
 * Throws when the list closes the market for more than a year.
 */
export function addMarketDays(calendar: MarketCalendar, date: PlainDate, count: number): PlainDate {
  const step = count < 0 ? -1 : 1
  let found = date
  for (let left = Math.abs(count); left > 0; left--) found = nextOpen(calendar, addDays(found, step), step)
  return found
}

/** The latest market day that is not after the date. */
export function lastMarketDay(calendar: MarketCalendar, onOrBefore: PlainDate): PlainDate {
  return nextOpen(calendar, onOrBefore, -1)
}

/** The earliest market day that is not before the date. */
export function nextMarketDay(calendar: MarketCalendar, onOrAfter: PlainDate): PlainDate {
  return nextOpen(calendar, onOrAfter, 1)
}

function nextOpen(calendar: MarketCalendar, from: PlainDate, step: 1 | -1): PlainDate {
  let date = from
  for (let tried = 0; tried < SEARCH_DAYS_MAX; tried++) {
    if (isMarketDay(calendar, date)) return date
    date = addDays(date, step)
  }
  throw new RangeError(`no market day within ${SEARCH_DAYS_MAX} days of ${from}`)
}

/** Market days from the trade to its settlement: 2, for trades before 10 June 2024 3. */
export function settlementDays(tradeDate: PlainDate): 2 | 3 {
  return compareDates(tradeDate, T2_SINCE) < 0 ? 3 : 2
}

/**
 * The date on which a trade of that date settles, counted in market days.
 * Tue 31 Mar 2026 gives Mon 6 Apr: 1 April (Poya) and 3 April (Good Friday) do not count.
 */
export function settlementDateFor(calendar: MarketCalendar, tradeDate: PlainDate): PlainDate {
  return addMarketDays(calendar, tradeDate, settlementDays(tradeDate))
}
