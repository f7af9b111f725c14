/** The figures of a selection of cells: count, sum, average. */
import { divideHalfAway, formatDecimal } from '@em/core/values/decimal'
import { formatNumber, readNumeral } from '../../lib/numerals.ts'
import { type CellValue, sumOf } from '../grid/columns.ts'

export interface SelectionFigures {
  /** Cells that are not empty. */
  readonly count: number
  /** Of those that are numbers; null without one. */
  readonly sum: string | null
  readonly average: string | null
}

/** Two more digits than the sum has: an average of whole shares is seldom whole. */
const MORE = 2

export function selectionFigures(
  cells: readonly { value: CellValue; isNumber: boolean }[],
): SelectionFigures {
  const filled = cells.filter(({ value }) => value !== null && value !== undefined && value !== '')
  const numbers = filled.flatMap(({ value, isNumber }) => {
    const numeral = isNumber ? readNumeral(String(value)) : null
    return numeral === null ? [] : [numeral]
  })
  if (numbers.length === 0) return { count: filled.length, sum: null, average: null }
  const sum = sumOf(numbers)
  const [whole = '0', fraction = ''] = sum.replace('-', '').split('.')
  const units =
    BigInt(whole + fraction.padEnd(fraction.length + MORE, '0')) * (sum.startsWith('-') ? -1n : 1n)
  const average = formatDecimal(divideHalfAway(units, BigInt(numbers.length)), fraction.length + MORE)
  return { count: filled.length, sum, average }
}

/** A figure as it is shown: with the decimals that it has, at least `least`. */
export const figureText = (numeral: string, least: number): string => {
  const decimals = numeral.split('.')[1]?.replace(/0+$/, '').length ?? 0
  return formatNumber(numeral, { decimals: Math.max(least, decimals) })
}
