/** Dates as the exchange sees them. A date is the text `YYYY-MM-DD`, without a time of day. */
import { MONTH_NAMES } from '@em/core/values/date-texts'
import { addDays } from '@em/core/values/dates'
import { formatDate, formatMoment, isDate, plain } from '@em/paper/dates'

export { formatDate, formatMoment, isDate }

const ZONE = 'Asia/Colombo'

const inZone = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

const DAY_MS = 86_400_000
/** Whole days by which the server's date is ahead of this browser's. */
let serverAhead = 0

/**
 * Learns the server's day (YYYY-MM-DD): a demo book has a day of its own, and a browser's clock may be wrong.
 * The time of day goes on as the browser has it.
 */
export function followServerDay(day: string): void {
  if (!isDate(day)) return
  const here = Date.parse(inZone.format(new Date()))
  serverAhead = Math.round((Date.parse(day) - here) / DAY_MS) * DAY_MS
}

/** This moment, on the server's day. */
export function now(): Date {
  return new Date(Date.now() + serverAhead)
}

/** The server's today in Colombo, YYYY-MM-DD, wherever the browser is. */
export function today(): string {
  return inZone.format(now())
}

/**
 * Reads a typed date: `2026-01-31`, or day first as `31/01/2026`, `31.1.2026`, `31-01-2026`, or as we write it,
 * `31 Jan 2026`. Anything else (month first, two-digit years) is not guessed: null.
 */
export function readDate(typed: string): string | null {
  const text = typed.trim()
  if (isDate(text)) return text
  const dayFirst = /^(\d{1,2})[/.\-\s](\d{1,2}|[a-z]{3,9})[/.\-\s](\d{4})$/i.exec(text)
  if (dayFirst === null) return null
  const [, day = '', month = '', year = ''] = dayFirst
  const iso = `${year}-${monthNumber(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDate(iso) ? iso : null
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
/** A day without a year lies at most so far ahead: on 5 January `28 dec` was a week ago. */
const AHEAD_DAYS = 183

/**
 * Reads a date as people type it into a field that shows it in full: also `t` (today), `-1` and `+2` (days from today), `mon` (the
 * last Monday, today included), `18/11` and `18 nov` (of this year, or the last one where that is over half a year ahead). Two
 * numbers are day and month; what could be read otherwise is not read.
 */
export function readTypedDate(typed: string, from: string = today()): string | null {
  const text = typed.trim().toLowerCase()
  if (text === 't') return from
  if (/^[-+]\d{1,3}$/.test(text)) return addDays(from, Number(text))
  const weekday = /^[a-z]{2,}$/.test(text) ? WEEKDAYS.filter((name) => name.startsWith(text)) : []
  if (weekday.length === 1) return lastOf(WEEKDAYS.indexOf(weekday[0] ?? ''), from)
  const dayAndMonth = /^(\d{1,2})(?:[/.\-\s](\d{1,2})|[/.\-\s]?([a-z]{3,9}))$/.exec(text)
  if (dayAndMonth === null) return readDate(typed)
  const [, day = '', number, name = ''] = dayAndMonth
  const year = Number(from.slice(0, 4))
  const at = (of: number) => readDate(`${day}/${number ?? monthNumber(name)}/${of}`)
  const thisYear = at(year)
  if (thisYear === null) return null
  return thisYear > addDays(from, AHEAD_DAYS) ? at(year - 1) : thisYear
}

function lastOf(weekday: number, from: string): string {
  const back = (new Date(`${from}T00:00:00Z`).getUTCDay() - weekday + 7) % 7
  return addDays(from, -back)
}

/** `3` stays `3`; `Mar` and `march` are `3`; anything else is ''. */
function monthNumber(month: string): string {
  if (/^\d+$/.test(month)) return month
  const at = MONTH_NAMES.findIndex((name) => name.toLowerCase().startsWith(month.toLowerCase()))
  return at === -1 ? '' : String(at + 1)
}

const long = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** `2026-01-05` -> `Monday 5 January 2026`. */
export function formatDateLong(value: string): string {
  return isDate(value) ? plain(long.format(new Date(`${value}T00:00:00Z`))) : value
}

/** The day of an ISO moment in Colombo, `2026-01-05`. */
export const dayOfMoment = (value: string): string => inZone.format(new Date(value))

/** An ISO moment -> `05 Jan 2026`, the day in Colombo. */
export function formatDayOf(value: string): string {
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? value : formatDate(inZone.format(date))
}
