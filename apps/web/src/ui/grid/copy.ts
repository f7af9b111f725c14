import { inertText } from '@em/core/values/inert-text'
import { headerText } from '@em/paper/columns'
import { type CellValue, type Column, decimalsOf, isNumeric } from './columns.ts'

/** What a column of figures or days holds; anything else in it is treated as text. */
const NUMERAL = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i
const DAY = /^\d{4}-\d\d-\d\d/

/** One cell for the clipboard: numbers as plain numerals, dates as YYYY-MM-DD, text inert and quoted where needed. */
export function copyText(column: Pick<Column<never>, 'kind' | 'decimals'>, value: CellValue): string {
  if (value === null || value === undefined || value === '') return ''
  if (isNumeric(column) && NUMERAL.test(String(value))) {
    const numeral = String(value)
    return typeof value === 'number' &&
      !/e/i.test(numeral) &&
      !numeral.includes('.') &&
      decimalsOf(column) > 0
      ? `${numeral}.${'0'.repeat(decimalsOf(column))}`
      : numeral
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const isDay = (column.kind === 'date' || column.kind === 'moment') && DAY.test(String(value))
  const text = isDay ? String(value) : inertText(String(value))
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows and columns as tab separated lines, as a spreadsheet copies and pastes them. */
export function toTsv<Row>(rows: readonly Row[], columns: readonly Column<Row>[], headers = false): string {
  const lines = rows.map((row) => columns.map((column) => copyText(column, column.value(row))).join('\t'))
  if (headers) lines.unshift(columns.map((column) => copyText({}, headerText(column))).join('\t'))
  return lines.join('\n')
}

/** Puts text on the clipboard; false where the browser does not let us (plain http, no permission). */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    area.style.position = 'fixed'
    area.style.opacity = '0'
    const focused = document.activeElement as HTMLElement | null
    document.body.append(area)
    area.select()
    const done = document.execCommand?.('copy') ?? false
    area.remove()
    focused?.focus({ preventScroll: true })
    return done
  }
}
