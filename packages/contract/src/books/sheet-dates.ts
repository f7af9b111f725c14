/** Dates as the texts of a sheet have them, in any order of day, month and year. */
import { isPlainDate } from '@em/core/values/dates'
import type { DateOrder } from './batches.ts'

/** A real date of these parts, as YYYY-MM-DD. */
function plainDate(year: number, month: number, day: number): string | undefined {
  const full = year < 100 ? 2000 + year : year
  const text = `${full}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return isPlainDate(text) ? text : undefined
}
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The shortest date: 1.1.26. */
const DATE_LENGTH_MIN = 6
const TIME = /[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[AaPp][Mm])?Z?$/
const NAMED = /^(\d{1,2})[-/. ]([A-Za-z]{3,9})\.?,?[-/. ](\d{4}|\d{2})$/
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/
const YEAR_LAST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/

/** What a text says of a date: the date itself, or two numbers of which either may be the day. */
type DateRead =
  | { readonly date: string | undefined }
  | { readonly numbers: readonly [a: number, b: number]; readonly year: number }

function readDate(text: string): DateRead | undefined {
  const bare = text.trim()
  const first = bare.charCodeAt(0)
  // Most cells of a sheet are no dates: their first letter says so without further reading.
  if (bare.length < DATE_LENGTH_MIN || first < 48 || first > 57) return undefined
  const day = bare.includes(':') ? bare.replace(TIME, '') : bare
  const last = YEAR_LAST.exec(day)
  if (last !== null) return { numbers: [Number(last[1]), Number(last[2])], year: Number(last[3]) }
  const yearFirst = YEAR_FIRST.exec(day) ?? COMPACT.exec(day)
  if (yearFirst !== null) {
    return { date: plainDate(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3])) }
  }
  const named = NAMED.exec(day)
  if (named === null) return undefined
  const month = MONTHS.indexOf((named[2] ?? '').slice(0, 3).toLowerCase()) + 1
  return { date: month === 0 ? undefined : plainDate(Number(named[3]), month, Number(named[1])) }
}

function inOrder(read: DateRead | undefined, order: DateOrder): string | undefined {
  if (read === undefined) return undefined
  if ('date' in read) return read.date
  if (order === 'ymd') return undefined
  const [a, b] = read.numbers
  return order === 'dmy' ? plainDate(read.year, b, a) : plainDate(read.year, a, b)
}

/**
 * A date as a sheet's text has it, read in the given order of day, month and year; undefined where it is none.
 * Years first and month names read the same in every order.
 */
export const dateFromText = (text: string, order: DateOrder): string | undefined =>
  inOrder(readDate(text), order)

/** Whether a text is a date in any order. */
export function isDateText(text: string): boolean {
  const read = readDate(text)
  return inOrder(read, 'dmy') !== undefined || inOrder(read, 'mdy') !== undefined
}

/**
 * The orders in which all dates among some texts can be read; several where they say different days. Texts that are a
 * date in no order do not count: one "n/a" is a row at fault and no reason to leave all others unread.
 */
export function dateOrdersOf(texts: readonly string[]): DateOrder[] {
  // The days of a sheet come again and again.
  const dates = [...new Set(texts)].filter(isDateText)
  if (dates.length === 0) return []
  const fits = (order: DateOrder) => dates.every((text) => dateFromText(text, order) !== undefined)
  if (fits('ymd')) return ['ymd']
  const orders = (['dmy', 'mdy'] as const).filter(fits)
  const alike = dates.every((text) => dateFromText(text, 'dmy') === dateFromText(text, 'mdy'))
  return orders.length === 2 && alike ? ['dmy'] : orders
}
