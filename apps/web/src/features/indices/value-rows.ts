/** Values of an index as they are typed or pasted, before they are saved. */
import { readDate } from '../../lib/dates.ts'
import { readNumeral } from '../../lib/numerals.ts'

/** As typed. */
export interface TypedValue {
  readonly date: string
  readonly value: string
  readonly totalReturn: string
}

export const BLANK: TypedValue = { date: '', value: '', totalReturn: '' }
/** Rows that an empty table offers. */
export const ROWS = 5

export const blankRows = (): TypedValue[] => Array.from({ length: ROWS }, () => BLANK)

export interface ReadyValue {
  readonly date: string
  readonly value: string
  readonly totalReturn: string | null
}

const isBlank = ({ date, value, totalReturn }: TypedValue) => `${date}${value}${totalReturn}`.trim() === ''

/** The rows that can be saved, and the fault of each other row, by its index. */
export function readyIn(
  rows: readonly TypedValue[],
  today: string,
): { values: readonly ReadyValue[]; faults: ReadonlyMap<number, string> } {
  const values: ReadyValue[] = []
  const faults = new Map<number, string>()
  const indices = new Map<string, number>()
  for (const [index, row] of rows.entries()) {
    if (isBlank(row)) continue
    const date = readDate(row.date)
    const value = readNumeral(row.value)
    const total = row.totalReturn.trim() === '' ? null : readNumeral(row.totalReturn)
    const earlier = date === null ? undefined : indices.get(date)
    if (date === null) faults.set(index, 'Enter a date like 2026-01-31 or 31/01/2026.')
    else if (date > today) faults.set(index, 'The date is after today.')
    else if (earlier !== undefined) faults.set(index, `The same date stands in row ${earlier + 1}.`)
    else if (!isValue(value)) faults.set(index, 'Enter a value above 0, with at most 4 decimals.')
    else if (row.totalReturn.trim() !== '' && !isValue(total))
      faults.set(index, 'The total-return value must be above 0, with at most 4 decimals.')
    else values.push({ date, value: value ?? '', totalReturn: total })
    if (date !== null && earlier === undefined) indices.set(date, index)
  }
  return { values, faults }
}

const isValue = (numeral: string | null) =>
  numeral !== null && Number(numeral) > 0 && (numeral.split('.')[1]?.replace(/0+$/, '').length ?? 0) <= 4

/**
 * Puts pasted cells in from a row on: a date, a value and, in a third column, a total-return value. Lines without a date (a header) are
 * left out. Answers how many were taken.
 */
export function pasteInto(
  rows: readonly TypedValue[],
  cells: readonly (readonly string[])[],
  from: number,
): { rows: TypedValue[]; taken: number } {
  const next = [...rows]
  let taken = 0
  for (const [date = '', value = '', totalReturn = ''] of cells) {
    if (readDate(date) === null || value.trim() === '') continue
    next[from + taken] = { date: date.trim(), value: value.trim(), totalReturn: totalReturn.trim() }
    taken += 1
  }
  return { rows: next.at(-1) === BLANK ? next : [...next, BLANK], taken }
}
