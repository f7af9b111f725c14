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
const TIME = /[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[AaPp][Mm])?$/
/** A moment, with what its time is ahead of Greenwich's. */
const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/
const COLOMBO_AHEAD_MS = 5.5 * 3_600_000
const WEEKDAY =
  /^(?:mon(?:day)?|tues?(?:day)?|wed(?:s|nesday)?|thu(?:rs?(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)[,.]?\s+/i
const NAMED = /^(\d{1,2})[-/. ]([A-Za-z]{3,9})\.?,?[-/. ](\d{4}|\d{2})$/
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/
const YEAR_LAST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/

/** Letters of the longest date with its weekday and time. */
const DATED_MAX = 60

/** A moment as Colombo's clocks show it, in the form of toISOString; undefined for a day that is none. */
function inColombo(moment: string): string | undefined {
  const at = Date.parse(moment.replace(' ', 'T').replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
  return Number.isNaN(at) || plainDate(...partsOf(moment)) === undefined
    ? undefined
    : new Date(at + COLOMBO_AHEAD_MS).toISOString()
}
const partsOf = (moment: string): [number, number, number] => [
  Number(moment.slice(0, 4)),
  Number(moment.slice(5, 7)),
  Number(moment.slice(8, 10)),
]

/** What a text says of a date: the date itself, or two numbers of which either may be the day. */
type DateRead =
  | { readonly date: string | undefined }
  | { readonly numbers: readonly [a: number, b: number]; readonly year: number }

function readDate(text: string): DateRead | undefined {
  const trimmed = text.trim()
  // Most cells of a sheet are no dates: their first letter says so without further reading.
  const isDigit = (code: number) => code >= 48 && code <= 57
  if (trimmed.length < DATE_LENGTH_MIN) return undefined
  const bare = isDigit(trimmed.charCodeAt(0)) ? trimmed : trimmed.slice(0, DATED_MAX).replace(WEEKDAY, '')
  if (!isDigit(bare.charCodeAt(0))) return undefined
  // The day of a moment is the one it falls on in Colombo.
  if (MOMENT.test(bare)) return { date: inColombo(bare)?.slice(0, 10) }
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

const CLOCK = /(?:^|[T ])(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?: ?([AaPp])\.?[Mm]\.?)?$/
const MIDNIGHT = '00:00:00'

/**
 * The time of day of a cell, HH:MM:SS, alone or behind a date: 9:30, 09:30:15.250, 1:05 PM, 2026-06-03 13:00. A moment with an offset is
 * the time in Colombo. Undefined where the text has none.
 */
export function timeFromText(text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed.length > DATED_MAX || !trimmed.includes(':')) return undefined
  if (MOMENT.test(trimmed)) return inColombo(trimmed)?.slice(11, 19)
  const [, hours = '', minutes = '', seconds = '00', half] = CLOCK.exec(trimmed) ?? []
  if (hours === '') return undefined
  const hour = Number(hours)
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined
  const of24 = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  if (of24 > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined
  return `${String(of24).padStart(2, '0')}:${minutes}:${seconds}`
}

/**
 * The time of a cell that holds a date with one. Midnight, here or at the offset written, is how programs write a day without a time;
 * undefined then.
 */
export function timeBesideDate(text: string): string | undefined {
  const time = isDateText(text) ? timeFromText(text) : undefined
  const isDay = time === MIDNIGHT || /[T ]00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d{2}:?\d{2})$/.test(text.trim())
  return isDay ? undefined : time
}
