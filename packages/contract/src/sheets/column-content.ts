/** The contents of a column's cells in a sheet of trades, independent of its header. */

import { CSE_COMPANIES } from '@em/core/securities/cse-companies'
import { securityFinder } from '@em/core/securities/security-named'
import { isDateText, serialDay, timeFromText } from '@em/core/sheets/days'
import { readNumeral } from '@em/core/sheets/figures'
import { sideFromText } from '@em/core/sheets/sides'
import type { Cell } from '../batches/batches.ts'

/** Counts of the sampled cells. A cell may count as several things: 20260615 is a number and a date. */
export interface ColumnContent {
  readonly filled: number
  readonly sides: number
  readonly dates: number
  /** Numbers that a spreadsheet may have for days. */
  readonly serials: number
  /** Times of day, alone or behind a date. */
  readonly times: number
  readonly numbers: number
  /** Numbers without decimals. */
  readonly whole: number
  /** Texts that name a listed security: by its symbol, by its name. */
  readonly symbols: number
  readonly names: number
  /** Letters of the longest text. */
  readonly longest: number
  /** The numbers by row; undefined where there is none. For looking, not for books. */
  readonly values: readonly (number | undefined)[]
}

/** Rows sampled: a column is what its first cells are. */
const ROWS_SAMPLED = 500
const findListed = securityFinder(CSE_COMPANIES)
const SYMBOL_LIKE = /^[A-Za-z0-9&]{2,6}([ .-][NXPRWUnxprwu].*)?$/

const textOf = (cell: Cell): string =>
  cell === null ? '' : typeof cell === 'object' ? cell.date : String(cell).trim()

const isTime = (cell: Cell) =>
  cell !== null && typeof cell === 'object'
    ? cell.time !== undefined
    : timeFromText(textOf(cell)) !== undefined

/** Looks at the first rows of a column. */
export function contentOfColumn(rows: readonly (readonly Cell[])[], column: number): ColumnContent {
  const seen = {
    filled: 0,
    sides: 0,
    dates: 0,
    serials: 0,
    times: 0,
    numbers: 0,
    whole: 0,
    symbols: 0,
    names: 0,
    longest: 0,
  }
  const values: (number | undefined)[] = []
  for (const row of rows.slice(0, ROWS_SAMPLED)) {
    const cell = row[column] ?? null
    const text = textOf(cell)
    const numeral = typeof cell === 'object' || text.endsWith('%') ? null : readNumeral(text)
    values.push(numeral === null ? undefined : Number(numeral))
    if (text === '') continue
    seen.filled += 1
    seen.longest = Math.max(seen.longest, text.length)
    if (sideFromText(text) !== undefined) seen.sides += 1
    if (typeof cell === 'object' || isDateText(text)) seen.dates += 1
    if (numeral !== null && serialDay(text) !== undefined) seen.serials += 1
    if (isTime(cell)) seen.times += 1
    if (numeral !== null) {
      seen.numbers += 1
      if (!numeral.includes('.') || /\.0*$/.test(numeral)) seen.whole += 1
    } else if (typeof cell === 'string' && findListed(text).fits !== 'none') {
      if (SYMBOL_LIKE.test(text)) seen.symbols += 1
      else seen.names += 1
    }
  }
  return { ...seen, values }
}

/** Whether two columns say the same in every sampled row. */
export function isSameColumn(rows: readonly (readonly Cell[])[], one: number, other: number): boolean {
  return rows.slice(0, ROWS_SAMPLED).every((row) => textOf(row[one] ?? null) === textOf(row[other] ?? null))
}
