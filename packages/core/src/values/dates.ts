/**
 * Plain calendar dates as `YYYY-MM-DD` texts, which sort as they compare. No time, no zone, no clock: "today"
 * always comes in as an argument.
 */

/** A real date of the Gregorian calendar, written `YYYY-MM-DD`. */
export type PlainDate = string

/** Earlier than everything that books record: each date that is entered is this day or a later one. */
export const BEGINNING: PlainDate = '1900-01-01'

/** 0 is Sunday, 6 is Saturday. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

interface Civil {
  readonly year: number
  readonly month: number
  readonly day: number
}

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}

function monthLength(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (MONTH_LENGTHS[month - 1] ?? 0)
}

/** The number that a part of a text writes in digits, or NaN. */
function digits(text: string, from: number, to: number): number {
  let number = 0
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - 48
    if (!(digit >= 0 && digit <= 9)) return Number.NaN
    number = number * 10 + digit
  }
  return number
}

// Read digit by digit: each use of a date begins here, and an expression takes five times as long.
function readCivil(text: string): Civil | undefined {
  if (text.length !== 10 || text[4] !== '-' || text[7] !== '-') return undefined
  const [year, month, day] = [digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10)]
  const isReal = year >= 1000 && month >= 1 && month <= 12 && day >= 1 && day <= monthLength(year, month)
  return isReal ? { year, month, day } : undefined
}

/** Whether the text is a real date: right shape, year 1000 to 9999, month and day that exist. */
export function isPlainDate(text: string): text is PlainDate {
  return readCivil(text) !== undefined
}

function civilOf(date: PlainDate): Civil {
  const civil = readCivil(date)
  if (civil === undefined) throw new RangeError(`not a date: ${date}`)
  return civil
}

function plain(year: number, month: number, day: number): PlainDate {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}

/**
 * Days since 1970-01-01, negative before it. Throws a RangeError on a text that is no date.
 * The count runs over years that begin in March, so that the leap day is the last day of its year.
 */
export function dayNumber(date: PlainDate): number {
  const { year, month, day } = civilOf(date)
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/** The date of a day number: the inverse of `dayNumber`. */
export function dateOfDayNumber(days: number): PlainDate {
  const z = days + 719_468
  const era = Math.floor(z / 146_097)
  const dayOfEra = z - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shifted = Math.floor((5 * dayOfYear + 2) / 153)
  const month = shifted < 10 ? shifted + 3 : shifted - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return plain(year, month, dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1)
}

/** The date `days` later (earlier when negative). */
export function addDays(date: PlainDate, days: number): PlainDate {
  return dateOfDayNumber(dayNumber(date) + days)
}

/** Whole calendar days from `start` to `end`; negative when `end` is earlier. */
export function daysBetween(start: PlainDate, end: PlainDate): number {
  return dayNumber(end) - dayNumber(start)
}

/** Day of the week, 0 Sunday to 6 Saturday. */
export function weekday(date: PlainDate): Weekday {
  return ((((dayNumber(date) + 4) % 7) + 7) % 7) as Weekday
}

/** Negative when a is earlier, 0 when equal, positive when later: for sorting. */
export function compareDates(a: PlainDate, b: PlainDate): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The first day of the month of `date`. */
export function monthStart(date: PlainDate): PlainDate {
  const { year, month } = civilOf(date)
  return plain(year, month, 1)
}

/** The last day of the month of `date`. */
export function monthEnd(date: PlainDate): PlainDate {
  const { year, month } = civilOf(date)
  return plain(year, month, monthLength(year, month))
}

/** The same day `months` later, or the last day of that month when it is shorter (31 Jan + 1 is 28 Feb). */
export function addMonths(date: PlainDate, months: number): PlainDate {
  const { year, month, day } = civilOf(date)
  const index = year * 12 + (month - 1) + months
  const [y, m] = [Math.floor(index / 12), (((index % 12) + 12) % 12) + 1]
  return plain(y, m, Math.min(day, monthLength(y, m)))
}

/** `YYYY-MM` of the date. */
export function monthOf(date: PlainDate): string {
  return date.slice(0, 7)
}
