import { inertText } from '@em/core/values/inert-text'
import { headerText } from '@em/paper/columns'
import { type CellValue, type Column, decimalsOf, isNumeric } from './columns.ts'

/** A value of a column of figures or days; anything else in it is treated as text. */
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

/** How a spreadsheet shows a cell: with its decimals, as a day, or as text even where it looks like a number. */
function formatIn(column: Pick<Column<never>, 'kind' | 'decimals'>, text: string): string {
  if (isNumeric(column) && NUMERAL.test(text)) {
    const decimals = Math.max(decimalsOf(column), text.split('.')[1]?.length ?? 0)
    return decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`
  }
  return column.kind === 'date' && DAY.test(text) ? String.raw`yyyy\-mm\-dd` : String.raw`\@`
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Rows and columns as a table with types, which spreadsheet programs take in place of the text: numbers, days and texts stay such. */
export function toHtml<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const cell = (column: Column<Row>, row: Row) => {
    const value = column.value(row)
    const text = isNumeric(column) || column.kind === 'date' ? copyText(column, value) : plainText(value)
    return `<td style="mso-number-format:'${escaped(formatIn(column, text))}'">${escaped(text)}</td>`
  }
  const lines = rows.map((row) => `<tr>${columns.map((column) => cell(column, row)).join('')}</tr>`)
  return `<meta charset="utf-8"><table>${lines.join('')}</table>`
}

/** A text with its line breaks and quotes, and never a formula. */
const plainText = (value: CellValue): string =>
  typeof value === 'boolean' ? (value ? 'Yes' : 'No') : inertText(String(value ?? ''))

/** Puts text on the clipboard, with a table where the browser takes it; false where it takes nothing (plain http, no permission). */
export async function copyToClipboard(text: string, html?: string): Promise<boolean> {
  try {
    if (html !== undefined && typeof ClipboardItem !== 'undefined') {
      const as = (type: string, content: string) => new Blob([content], { type })
      await navigator.clipboard.write([
        new ClipboardItem({ 'text/plain': as('text/plain', text), 'text/html': as('text/html', html) }),
      ])
    } else await navigator.clipboard.writeText(text)
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
