/**
 * Questions that a broker's list of a month leaves open: whether its days are day first or month first, and
 * whether its numbers have a decimal point or a comma. The texts of the whole list answer it where they can;
 * otherwise it is asked, never guessed.
 *
 *   02/03/2026 that settles on 04/03/2026 is 2 March: 3 February would settle two months later.
 *   1.000 with 20.50 in the list is one share; alone it is one or a thousand.
 */
import { type DateOrder, type DayOrder, serialDay } from '../sheets/days.ts'
import type { DecimalMark } from '../sheets/decimal-mark.ts'
import { decimalMarkOf, openNumber } from '../sheets/decimal-mark-finding.ts'
import { daysBetween, type PlainDate } from '../values/dates.ts'
import { dayOf } from './field-texts.ts'
import type { MonthlyColumn, MonthlyHeading, MonthlyRow } from './monthly.ts'

/** How a list is to be read, as a person answered. */
export interface MonthlyAnswers {
  /** A list has years of four digits: `ymd` answers nothing. */
  readonly dateOrder?: DateOrder | null | undefined
  readonly decimalMark?: DecimalMark | null | undefined
}
export interface MonthlyQuestion {
  readonly field: keyof MonthlyAnswers
  /** The first text that can be read in two ways. */
  readonly example: string
  /** Of the days: how they may be written. */
  readonly orders?: readonly DayOrder[]
}
/** How a list is read, or what must be asked first. */
export type MonthlyReading =
  | { readonly dateOrder: DayOrder; readonly decimalMark: DecimalMark; readonly question?: undefined }
  | { readonly question: MonthlyQuestion }

/** A trade settles within these days; more than that is another day, or another order of day and month. */
const SETTLED_WITHIN_DAYS = 10
/** Columns whose numbers show the decimal mark. */
const NUMBERS = ['quantity', 'price', 'gross', 'net'] as const satisfies readonly MonthlyColumn[]

/** How the days and numbers of a list are read, or what must be asked. */
export function monthlyReading(
  rows: readonly MonthlyRow[],
  heading: MonthlyHeading,
  { dateOrder, decimalMark }: MonthlyAnswers = {},
): MonthlyReading {
  const body = rows.filter(({ line }) => line > heading.line)
  const shown = orderOf(daysOf(body, heading))
  const said = typeof shown === 'object' ? shown.orders.find((one) => one === dateOrder) : undefined
  const order = typeof shown === 'string' ? shown : said
  if (typeof shown === 'object' && !order)
    return { question: { field: 'dateOrder', example: shown.open, orders: shown.orders } }
  const numbers = NUMBERS.flatMap((column) => cellsOf(body, heading, column)).filter(
    (cell) => typeof cell === 'string',
  )
  const mark = decimalMarkOf(numbers) ?? decimalMark
  if (order && mark) return { dateOrder: order, decimalMark: mark }
  const example = openNumber(numbers)
  return { question: { field: 'decimalMark', example } }
}

const cellsOf = (
  rows: readonly MonthlyRow[],
  { columns }: MonthlyHeading,
  column: MonthlyColumn,
): (string | number)[] => {
  const index = columns.indexOf(column)
  return index < 0 ? [] : rows.map(({ cells }) => cells[index] ?? '')
}
const textsOf = (...of: Parameters<typeof cellsOf>): string[] =>
  cellsOf(...of).map((cell) => String(cell).trim())

interface Days {
  readonly traded: string
  readonly settled: string
}
/** The pairs of days of a list, each once. */
function daysOf(rows: readonly MonthlyRow[], heading: MonthlyHeading): Days[] {
  const settled = textsOf(rows, heading, 'settlementDate')
  const days = textsOf(rows, heading, 'tradeDate').map((traded, at) => [traded, settled[at] ?? ''] as const)
  // A list has few days and many trades.
  const distinct = new Map(days.map((both) => [both.join('\n'), both]))
  return [...distinct.values()].map(([traded, settled]) => ({ traded, settled }))
}

/** The order of day and month that the days show; `open` is a text that stays open, with the orders that it may have. */
function orderOf(
  days: readonly Days[],
): DayOrder | { readonly open: string; readonly orders: readonly DayOrder[] } {
  const texts = days.flatMap(({ traded, settled }) => [traded, settled]).filter((text) => text !== '')
  const open = texts.find((text) => dayOf(text, 'dmy') !== dayOf(text, 'mdy'))
  const number = texts.find((text) => serialDay(text) !== undefined)
  if (
    number !== undefined &&
    texts.every((text) => dayOf(text, 'dmy') === null && dayOf(text, 'mdy') === null)
  )
    return { open: number, orders: ['serial'] }
  if (open === undefined) return 'dmy'
  const wrong = (order: DayOrder) => days.filter((one) => !fits(one, order)).length
  const [dayFirst, monthFirst] = [wrong('dmy'), wrong('mdy')]
  if (monthFirst === dayFirst) return { open, orders: ['dmy', 'mdy'] }
  return monthFirst < dayFirst ? 'mdy' : 'dmy'
}

function fits({ traded, settled }: Days, order: DayOrder): boolean {
  const days = [traded, settled].filter((text) => text !== '').map((text) => dayOf(text, order))
  if (days.includes(null)) return false
  const [first, second] = days as PlainDate[]
  if (traded === '' || first === undefined || second === undefined) return true
  const between = daysBetween(first, second)
  return between >= 0 && between <= SETTLED_WITHIN_DAYS
}
