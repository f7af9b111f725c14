/** Days and times as the cells of files have them, in any order of day, month and year: the one way in which a text becomes a day. */
import { addDays, daysBetween, isPlainDate } from '../values/dates.ts'

/** Which part of a date is first. */
const PART_ORDERS = ['dmy', 'mdy', 'ymd'] as const
/** How days are written: in an order of their parts, or as the number that a spreadsheet has for a day (46176 is 2026-06-03). */
export const DATE_ORDERS = [...PART_ORDERS, 'serial'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]
/** The possible orders of a text with the year last. */
export type DayOrder = Exclude<DateOrder, 'ymd'>

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
const MOMENT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:Z|([+-])(\d{2}):?(\d{2}))$/
const COLOMBO_AHEAD_MINUTES = 330
const [HOUR_MINUTES, DAY_MINUTES] = [60, 1_440]
const WEEKDAY =
  /^(?:mon(?:day)?|tues?(?:day)?|wed(?:s|nesday)?|thu(?:rs?(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)[,.]?\s+/i
const NAMED = /^(\d{1,2})[-/. ]([A-Za-z]{3,9})\.?,?[-/. ](\d{4}|\d{2})$/
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/
const YEAR_LAST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/

/** Letters of the longest date with its weekday and time. */
const DATED_MAX = 60

/** A moment as Colombo's clocks show it; undefined for what is none. */
function inColombo(moment: string): { readonly date: string; readonly time: string } | undefined {
  const [, day = '', hour = '', minute = '', second = '00', sign, ...offset] = MOMENT.exec(moment) ?? []
  if (!isPlainDate(day) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  const [hours = 0, minutes = 0] = offset.map((part) => Number(part ?? 0))
  const ahead = (hours * HOUR_MINUTES + minutes) * (sign === '-' ? -1 : 1)
  const at = Number(hour) * HOUR_MINUTES + Number(minute) - ahead + COLOMBO_AHEAD_MINUTES
  const later = Math.floor(at / DAY_MINUTES)
  const date = addDays(day, later)
  return isPlainDate(date) ? { date, time: `${clock(at - later * DAY_MINUTES)}:${second}` } : undefined
}

/** Minutes of a day as HH:MM. */
const clock = (minutes: number) =>
  [Math.trunc(minutes / HOUR_MINUTES), minutes % HOUR_MINUTES]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')

/** The reading of a date's text: the date itself, or two numbers of which either may be the day. */
type DateRead =
  | { readonly date: string | undefined }
  | {
      readonly numbers: readonly [a: number, b: number]
      readonly year: number
      /** The date if its first two digits are the year: 26/03/05 may be 5 March 2026. */
      readonly yearFirst: string | undefined
    }

function readDate(text: string): DateRead | undefined {
  const trimmed = text.trim()
  // Most cells of a sheet are no dates: their first letter says so without further reading.
  const isDigit = (code: number) => code >= 48 && code <= 57
  if (trimmed.length < DATE_LENGTH_MIN) return undefined
  const bare = isDigit(trimmed.charCodeAt(0)) ? trimmed : trimmed.slice(0, DATED_MAX).replace(WEEKDAY, '')
  if (!isDigit(bare.charCodeAt(0))) return undefined
  // The day of a moment is the one it falls on in Colombo.
  if (MOMENT.test(bare)) return { date: inColombo(bare)?.date }
  const day = bare.includes(':') ? bare.replace(TIME, '') : bare
  // A fast path for nearly every date with the year first, without a regular expression.
  if (day.length === 10 && day[4] === day[7] && (day[4] === '-' || day[4] === '/')) {
    const plain = `${day.slice(0, 4)}-${day.slice(5, 7)}-${day.slice(8)}`
    if (isPlainDate(plain)) return { date: plain }
  }
  // A fifth digit leaves only 20260615.
  const yearFirst = isDigit(day.charCodeAt(4)) ? COMPACT.exec(day) : YEAR_FIRST.exec(day)
  if (yearFirst !== null) {
    return { date: plainDate(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3])) }
  }
  const last = YEAR_LAST.exec(day)
  if (last !== null) {
    const [a, b, year] = [Number(last[1]), Number(last[2]), Number(last[3])]
    const isShort = last[1]?.length === 2 && last[3]?.length === 2
    return { numbers: [a, b], year, yearFirst: isShort ? plainDate(a, b, year) : undefined }
  }
  const named = NAMED.exec(day)
  if (named === null) return undefined
  const month = MONTHS.indexOf((named[2] ?? '').slice(0, 3).toLowerCase()) + 1
  return { date: month === 0 ? undefined : plainDate(Number(named[3]), month, Number(named[1])) }
}

function inOrder(read: DateRead | undefined, order: DateOrder): string | undefined {
  if (read === undefined) return undefined
  if ('date' in read) return read.date
  if (order === 'ymd') return read.yearFirst
  if (order === 'serial') return undefined
  const [a, b] = read.numbers
  return order === 'dmy' ? plainDate(read.year, b, a) : plainDate(read.year, a, b)
}

const SERIAL = /^\d{5}(?:\.\d+)?$/
/** The numbers of the days of 1980 to 2099: others are rather amounts. */
const [SERIAL_MIN, SERIAL_MAX] = [29_221, 73_050]
const SERIAL_ZERO = '1899-12-30'

/** The day that a spreadsheet counts so: 46176 is 2026-06-03. Undefined for what is no such number. */
export function serialDay(text: string): string | undefined {
  const count = SERIAL.test(text) ? Math.trunc(Number(text)) : 0
  return count >= SERIAL_MIN && count <= SERIAL_MAX ? addDays(SERIAL_ZERO, count) : undefined
}

/**
 * A date as a sheet's text has it, read in the given order of day, month and year; undefined where it is none.
 * Years of four digits first and month names read the same in every order.
 */
export const dateFromText = (text: string, order: DateOrder): string | undefined =>
  (order === 'serial' ? serialDay(text.trim()) : undefined) ?? inOrder(readDate(text), order)

/** Whether a text is a date in any order. */
export function isDateText(text: string): boolean {
  const read = readDate(text)
  return PART_ORDERS.some((order) => inOrder(read, order) !== undefined)
}

const YEAR_DAYS = 366
const YEARS_APART_DAYS = 5 * YEAR_DAYS

/** Whether the first and the last of some days lie at most so many days apart. */
function withinDays(days: readonly string[], most: number): boolean {
  let [first, last] = [days[0] ?? '', days[0] ?? '']
  for (const day of days) {
    if (day < first) first = day
    if (day > last) last = day
  }
  return first === last || daysBetween(first, last) <= most
}

/**
 * The orders that read most of some texts as dates; several where they read as many of them, as other days. None where no text is a
 * date: `serial` where some are such numbers. A text that only another order reads is a fault of its row. 03/06/26 and 15/06/26 have the year last: days of one month, which
 * with the year first would be the 26th of June in 2003 and in 2015. Never the other way round: 15/01/20 to 15/12/26 may be what is due
 * on the 15th of a month.
 */
export function likeliestDateOrders(texts: readonly string[]): DateOrder[] {
  const times = new Map<string, number>()
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1)
  const read = [...times].map(([text, count]) => ({ count, of: readDate(text) }))
  const counts = PART_ORDERS.map((order) => ({
    order,
    count: read.reduce((sum, { count, of }) => (inOrder(of, order) === undefined ? sum : sum + count), 0),
  }))
  const most = Math.max(...counts.map(({ count }) => count))
  if (most === 0) return texts.some((text) => serialDay(text.trim()) !== undefined) ? ['serial'] : []
  const asMany = counts.filter(({ count }) => count === most).map(({ order }) => order)
  const days = (order: DateOrder) => read.flatMap(({ of }) => inOrder(of, order) ?? [])
  const isYearLast = asMany.some((order) => order !== 'ymd' && withinDays(days(order), YEAR_DAYS))
  const best =
    isYearLast && !withinDays(days('ymd'), YEARS_APART_DAYS)
      ? asMany.filter((order) => order !== 'ymd')
      : asMany
  // Of orders that read the same days one is enough: the year first, where every text has it first.
  const differs = (order: DateOrder, other: DateOrder) =>
    read.some(({ of }) => inOrder(of, order) !== inOrder(of, other))
  const distinct: DateOrder[] = []
  for (const order of (['ymd', 'dmy', 'mdy'] as const).filter((one) => best.includes(one))) {
    if (distinct.every((other) => differs(order, other))) distinct.push(order)
  }
  return DATE_ORDERS.filter((order) => distinct.includes(order))
}

/** Whether a person must say which of some orders is meant: of several, or that a number is a day. */
export const isOrderAsked = (orders: readonly DateOrder[]): boolean =>
  orders.length > 1 || orders[0] === 'serial'

const ORDER_WORDS: Readonly<Record<(typeof PART_ORDERS)[number], string>> = {
  dmy: 'day first',
  mdy: 'month first',
  ymd: 'year first',
}

/**
 * The question about a text that some orders read as other days: “day first or month first”; of a number
 * which day it is.
 */
export function dateOrderWords(orders: readonly DateOrder[], example: string): string {
  if (orders[0] === 'serial') return `the day ${serialDay(example.trim())}, as a spreadsheet counts days`
  const words = orders.flatMap((order) => (order === 'serial' ? [] : ORDER_WORDS[order]))
  return words.join(', ').replace(/, (?!.*,)/, ' or ')
}

/** The text to ask about: one that all the orders read, as other days; else the first that reads differently; the first number of a day. */
export function openDate(texts: readonly string[], orders: readonly DateOrder[]): string {
  const days = (text: string) => orders.map((order) => dateFromText(text, order))
  if (orders[0] === 'serial') return texts.find((text) => serialDay(text.trim()) !== undefined) ?? ''
  const open = texts.filter((text) => new Set(days(text)).size > 1)
  return open.find((text) => !days(text).includes(undefined)) ?? open[0] ?? ''
}

const CLOCK = /(?:^|[T ])(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?: ?([AaPp])\.?[Mm]\.?)?$/
const WHOLE_TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/
const MIDNIGHT = '00:00:00'

/**
 * The time of day of a cell, HH:MM:SS, alone or behind a date: 9:30, 09:30:15.250, 1:05 PM, 2026-06-03 13:00. A moment with an offset is
 * the time in Colombo. Undefined where the text has none.
 */
export function timeFromText(text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed.length > DATED_MAX || !trimmed.includes(':')) return undefined
  if (WHOLE_TIME.test(trimmed)) return trimmed
  if (MOMENT.test(trimmed)) return inColombo(trimmed)?.time
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
export function timeAfterDate(text: string): string | undefined {
  const time = isDateText(text) ? timeFromText(text) : undefined
  const isDay = time === MIDNIGHT || /[T ]00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d{2}:?\d{2})$/.test(text.trim())
  return isDay ? undefined : time
}

/** A time with points: 14.30, 14.30.15, 14:30.15. */
const POINTED = /^(\d{1,2})[.:](\d{2})(?:\.(\d{2}))?(?![\d.])/

/** The time of day of a cell as HH:MM: also 14.30 and 14.30.15, and the part of a day that a workbook keeps (0.604). Undefined where it is none. */
export function clockFromText(text: string): string | undefined {
  if (/^0?\.\d+$|^0$/.test(text)) {
    return clock(Math.min(DAY_MINUTES - 1, Math.round(Number(text) * DAY_MINUTES)))
  }
  const colons = text.replace(POINTED, (_, ...parts: (string | undefined)[]) =>
    parts
      .slice(0, 3)
      .filter((part) => part !== undefined)
      .join(':'),
  )
  return timeFromText(colons)?.slice(0, 5)
}
