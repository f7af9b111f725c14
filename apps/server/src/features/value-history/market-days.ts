/** The market days that daily values are kept of, as numbers and as dates. */
import { addMarketDays, type MarketCalendar, nextMarketDay } from '@em/core/holidays/market-calendar'
import { dayNumber } from '@em/core/values/dates'

/** Market days before the first that are looked at: a price is stale by its age in market days. */
const LEAD = 10

export interface MarketDays {
  readonly dates: readonly string[]
  /** The same as day numbers (days since 1970-01-01). */
  readonly days: readonly number[]
}

/** The market days from some before `from` until `to`, both included; at least the ones before. */
export function marketDaysOf(calendar: MarketCalendar, from: string, to: string): MarketDays {
  const dates: string[] = []
  const first = nextMarketDay(calendar, from)
  for (let day = addMarketDays(calendar, first, -LEAD); day <= to || day < first; ) {
    dates.push(day)
    day = addMarketDays(calendar, day, 1)
  }
  return { dates, days: dates.map(dayNumber) }
}
