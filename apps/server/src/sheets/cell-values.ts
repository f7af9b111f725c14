/** The meaning of the number in a cell of a workbook, by the cell's style. */
import type { Cell } from '@em/contract/batches/batches'
import type { Shown } from './cell-styles.ts'
import type { SharedText } from './shared-strings.ts'

/** The tables that the cells of every sheet refer to. */
export interface CellMeanings {
  readonly texts: readonly SharedText[]
  readonly shown: readonly Shown[]
  readonly dateOf: (serial: number) => Date
}

/** Digits that spreadsheets show; what a formula leaves behind them (18812.500000000004) is no part of the value. */
const DIGITS = 15
const shownDigits = (value: number) => (Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS)))

const DAY_SECONDS = 86_400

/** The time of day of a count of days as HH:MM:SS; undefined at midnight, which is how a day alone is written. */
function timeOf(days: number): string | undefined {
  const seconds = Math.min(Math.round((days % 1) * DAY_SECONDS), DAY_SECONDS - 1)
  return seconds <= 0 ? undefined : new Date(seconds * 1_000).toISOString().slice(11, 19)
}

/**
 * A number as its style shows it: percent as `10.25%`, a day as a date, with its time where it has one, a part of a day as a time;
 * undefined for a count of days that is none.
 */
export function cellOfNumber(
  value: number,
  shown: Shown | undefined,
  meanings: CellMeanings,
): Cell | undefined {
  if (shown === 'percent') return `${shownDigits(value * 100)}%`
  if (shown !== 'date') return shownDigits(value)
  const date = meanings.dateOf(value)
  const year = date.getUTCFullYear()
  // Spreadsheets know no other years; of a number that is too large there is none.
  if (!(year >= 1899 && year <= 9999)) return undefined
  const time = timeOf(value)
  if (time !== undefined && value < 1) return time
  return { date: date.toISOString().slice(0, 10), ...(time !== undefined && { time }) }
}
