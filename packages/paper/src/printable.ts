/** Values of a report as paper says them. */
import { type CellValue, decimalsOf, isNumeric } from './columns.ts'
import { formatDate, formatMoment } from './dates.ts'
import { formatNumber } from './numerals.ts'
import type { Report, ReportCellColumn, ReportRow, ReportTable } from './report.ts'

/** A value as paper says it: figures with their decimals, nothing for what is absent. */
export function paperText(column: ReportCellColumn, value: CellValue): string {
  if (value === null || value === undefined || value === '') return ''
  if (column.paper !== undefined) return clean(column.paper(value))
  if (isNumeric(column)) {
    return formatNumber(value as number | string, {
      decimals: decimalsOf(column),
      signed: column.signed ?? false,
    })
  }
  if (column.kind === 'date') return formatDate(String(value))
  if (column.kind === 'moment') return formatMoment(String(value))
  if (column.kind === 'boolean') return value === true ? 'Yes' : 'No'
  return clean(String(value))
}

/** Rows of all tables together; with more it would take minutes. */
export const PDF_MAX_ROWS = 10_000

/** Text without the characters that are none. */
export function clean(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim()
}

/** A report whose cells are texts: nothing in it is a function, so that it can be handed to another thread. */
export interface PrintableReport extends Omit<Report, 'tables'> {
  readonly tables: readonly (Omit<ReportTable, 'rows'> & {
    readonly rows: readonly (Omit<ReportRow, 'cells' | 'formulas'> & { readonly cells: readonly string[] })[]
  })[]
}

export function printable(report: Report): PrintableReport {
  return {
    ...report,
    tables: report.tables.map((table) => ({
      ...table,
      columns: table.columns.map(withoutPaper),
      rows: table.rows.map((row) => ({
        level: row.level,
        indent: row.indent,
        cells: table.columns.map((column, at) => paperText(column, row.cells[at])),
      })),
    })),
  }
}

function withoutPaper(column: ReportCellColumn): ReportCellColumn {
  const copy = { ...column }
  delete (copy as { paper?: unknown }).paper
  return copy
}
