import type { AnyRecord } from '../../registers/values.ts'

/** A holiday as it falls in one year. */
export interface HolidayOfYear {
  readonly record: AnyRecord
  /** `YYYY-MM-DD` in that year. */
  readonly date: string
  readonly weekday: string
}

const ALL = 'all'
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })
const weekdayOf = (date: string) => weekday.format(new Date(`${date}T00:00:00Z`))

/**
 * The holidays of a year by date, or all as entered. One that is marked as of every year is in each, before and
 * after the one it was entered for, unless that day of the year has an entry of its own.
 */
export function holidaysOf(records: readonly AnyRecord[], year: string): HolidayOfYear[] {
  const shown = new Map<string, AnyRecord>()
  for (const record of records) {
    const date = String(record['date'])
    if (year === ALL || date.startsWith(`${year}-`)) shown.set(date, record)
  }
  if (year !== ALL) {
    for (const record of records) {
      const date = `${year}-${String(record['date']).slice(5)}`
      if (record['isRecurring'] === true && isDay(date) && !shown.has(date)) shown.set(date, record)
    }
  }
  return [...shown]
    .map(([date, record]) => ({ record, date, weekday: weekdayOf(date) }))
    .sort((a, b) => a.date.localeCompare(b.date))
}

/** 29 February is no day of most years. */
function isDay(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date)
}

/** The years to choose from, newest first: those with holidays, this one and the next. */
export function yearsOf(records: readonly AnyRecord[], today: string): string[] {
  const now = Number(today.slice(0, 4))
  const years = new Set(records.map((record) => String(record['date']).slice(0, 4)))
  return [...years, String(now), String(now + 1)]
    .filter((year, index, all) => all.indexOf(year) === index)
    .sort()
    .toReversed()
}
