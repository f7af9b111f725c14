/** A value of a column as a cell of a file: of a workbook, or of a CSV file. */
import { inertText } from '@em/core/values/inert-text'
import type { CellStyle, CellValue as SheetValue } from 'hucre/xlsx'
import { type CellValue, decimalsOf, isNumeric } from '../columns.ts'
import type { ReportCellColumn } from '../report.ts'

/** Excel keeps 15 digits; a longer number goes over as text rather than wrong. */
const EXACT = /^-?0*\d{1,15}$/

type Kind = Pick<ReportCellColumn, 'decimals' | 'sheet'> & { readonly kind?: ReportCellColumn['kind'] }

/** A cell of a workbook: a real number, a real date, or text (never a formula). */
export function sheetValue(column: Kind, value: CellValue): SheetValue {
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
export function sheetStyle(column: Kind): CellStyle | undefined {
  if (column.sheet?.format === null) return undefined
  if (column.sheet?.format !== undefined) return { numFmt: column.sheet.format }
  if (column.kind === 'date') return { numFmt: 'yyyy-mm-dd' }
  if (!isNumeric(column)) return undefined
  const decimals = decimalsOf(column)
  return { numFmt: `#,##0${decimals === 0 ? '' : `.${'0'.repeat(decimals)}`}` }
}

/** A cell of a CSV file: digits without separators, or text that no spreadsheet calculates. */
export function csvValue(column: Kind, value: CellValue): string {
  if (value === null || value === undefined || value === '') return ''
  return isNumeric(column) ? Number(value).toFixed(decimalsOf(column)) : inertText(String(value))
}
