import { inertText } from '@em/core/values/inert-text'
import { headerText } from '@em/paper/columns'
import type { CellStyle, CellValue as SheetValue, WriteSheet } from 'hucre/xlsx'
import { load } from '../../lib/parts.ts'
import { type CellValue, type Column, type ColumnKind, decimalsOf, isNumeric } from './columns.ts'

/** Excel keeps 15 digits; a longer number goes over as text rather than wrong. */
const EXACT = /^-?0*\d{1,15}$/

/** What a value becomes in a spreadsheet: a real number, a real date, or text (never a formula). */
export function sheetValue(column: { kind?: ColumnKind }, value: CellValue): SheetValue {
  if (value === null || value === undefined || value === '') return null
  if (isNumeric(column)) {
    const numeral = String(value)
    const digits = numeral.replace('.', '')
    return EXACT.test(digits) ? Number(numeral) : numeral
  }
  if (column.kind === 'boolean') return value === true ? 'Yes' : 'No'
  if (column.kind === 'date') {
    const date = new Date(`${String(value)}T00:00:00Z`)
    return Number.isNaN(date.getTime()) ? String(value) : date
  }
  return String(value)
}

/** The number format of a column's cells; none for text. */
export function sheetStyle(column: { kind?: ColumnKind; decimals?: number }): CellStyle | undefined {
  if (column.kind === 'date') return { numFmt: 'yyyy-mm-dd' }
  if (!isNumeric(column)) return undefined
  const decimals = decimalsOf(column)
  return { numFmt: `#,##0${decimals === 0 ? '' : `.${'0'.repeat(decimals)}`}` }
}

/** A title as Excel takes it for the name of a sheet. */
export function sheetName(title: string): string {
  return title.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31) || 'Sheet'
}

/** An .xlsx file of the rows and columns given, its first row frozen and bold. */
export async function toXlsx<Row>(
  title: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): Promise<Uint8Array> {
  const { writeXlsx } = await load(() => import('hucre/xlsx'))
  const sheet: WriteSheet = {
    name: sheetName(title),
    columns: columns.map((column) => {
      const style = sheetStyle(column)
      return { width: column.kind === 'text' || column.kind === undefined ? 26 : 16, ...(style && { style }) }
    }),
    rows: [
      columns.map(headerText),
      ...rows.map((row) => columns.map((column) => sheetValue(column, column.value(row)))),
    ],
    cells: new Map(
      columns.map((column, index) => [
        `0,${index}`,
        { value: headerText(column), style: { font: { bold: true }, numFmt: 'General' } },
      ]),
    ),
    freezePane: { rows: 1 },
  }
  return writeXlsx({ sheets: [sheet], stringMode: 'shared' } as Parameters<typeof writeXlsx>[0])
}

/** A CSV file of the rows and columns given, with a byte order mark: spreadsheets take it for UTF-8. */
export async function toCsv<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): Promise<Uint8Array> {
  return csvOf([
    columns.map(headerText),
    ...rows.map((row) => columns.map((one) => csvValue(one, one.value(row)))),
  ])
}

/** What a value becomes in a CSV file: digits without separators, or text that no spreadsheet calculates. */
export function csvValue(column: { kind?: ColumnKind; decimals?: number }, value: CellValue): string {
  if (value === null || value === undefined || value === '') return ''
  return isNumeric(column) ? Number(value).toFixed(decimalsOf(column)) : inertText(String(value))
}

/** A CSV file of lines of texts. */
export async function csvOf(table: string[][]): Promise<Uint8Array> {
  const { writeCsv } = await load(() => import('hucre/csv'))
  return new TextEncoder().encode(`\uFEFF${writeCsv(table, { lineSeparator: '\r\n' })}`)
}

/** Hands a file to the browser to keep. */
export function saveFile(name: string, content: Uint8Array | Blob, type: string): void {
  // A blob that came from the network may be large: it is not copied.
  const file = content instanceof Blob ? content : new Blob([content as Uint8Array<ArrayBuffer>], { type })
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const CSV_TYPE = 'text/csv'
