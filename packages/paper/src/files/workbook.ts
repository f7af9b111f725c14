/** Tables and reports as workbooks. */
import { type CellStyle, type WriteSheet, writeXlsx } from 'hucre/xlsx'
import { headerText, isNumeric } from '../columns.ts'
import { formatMoment } from '../dates.ts'
import type { Report, ReportCellColumn, ReportTable, SheetAddresses } from '../report.ts'
import { sheetStyle, sheetValue } from './cells.ts'

type Cells = NonNullable<WriteSheet['cells']>
const BOLD: CellStyle = { font: { bold: true } }
const GENERAL = 'General'

/**
 * An .xlsx file with a sheet per table: what the report is on top, then the header (frozen), then the rows with real
 * numbers and dates; headings and totals bold. Text stays text: what is calculated is said by the report alone.
 */
export function reportXlsx(report: Report, exportedAt: string): Promise<Uint8Array> {
  const head = headOf(report, exportedAt)
  const names = new Set<string>()
  const sheetNames = report.tables.map((table) => unused(names, table.title ?? report.title))
  return workbookOf(
    report.tables.map((table, index) =>
      sheetOf(sheetNames[index] ?? '', head, table, addressesIn(sheetNames, index, head.length)),
    ),
  )
}

/** An .xlsx file of a table alone, its first row frozen and bold. */
export function tableXlsx(title: string, table: ReportTable): Promise<Uint8Array> {
  const name = sheetName(title)
  return workbookOf([sheetOf(name, [], { ...table, empty: null }, addressesIn([name], 0, 0))])
}

const workbookOf = (sheets: WriteSheet[]) =>
  writeXlsx({ sheets, stringMode: 'shared' } as Parameters<typeof writeXlsx>[0])

/**
 * The addresses of cells, seen from one of the sheets: rows begin under the header, which is under the title of
 * the report.
 */
function addressesIn(sheets: readonly string[], own: number, top: number): SheetAddresses {
  const before = (table: number | undefined) =>
    table === undefined || table === own ? '' : `'${(sheets[table] ?? '').replaceAll("'", "''")}'!`
  const addressOf = (row: number, column: number) => `${letters(column)}${top + 2 + row}`
  return {
    cell: (row, column, table) => before(table) + addressOf(row, column),
    range: (column, from, to, table) => `${before(table)}${addressOf(from, column)}:${addressOf(to, column)}`,
  }
}

/** 0 is A, 25 Z, 26 AA. */
function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last
}

/** A title as Excel takes it for the name of a sheet. */
export function sheetName(title: string): string {
  return title.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31) || 'Sheet'
}

/** Two sheets of one name make a file that Excel repairs. */
function unused(names: Set<string>, title: string): string {
  let name = sheetName(title)
  for (let count = 2; names.has(name.toLowerCase()); count += 1) {
    name = `${sheetName(title).slice(0, 27)} ${count}`
  }
  names.add(name.toLowerCase())
  return name
}

type HeadLine = readonly (string | null)[]
function headOf(report: Report, exportedAt: string): HeadLine[] {
  return [
    [report.title],
    ...(report.subtitle ?? []).map((line) => [line]),
    ...(report.facts ?? []).map((fact) => [fact.label, fact.value]),
    ...(report.notes ?? []).map((note) => [note]),
    [`Equity Manager, exported ${formatMoment(exportedAt)} by ${report.by}`],
    [],
  ]
}

/** A sheet; `empty` null: a table without rows has nothing under its header. */
function sheetOf(
  name: string,
  head: readonly HeadLine[],
  table: Omit<ReportTable, 'empty'> & { readonly empty: string | null },
  addresses: SheetAddresses,
): WriteSheet {
  const cells: Cells = new Map()
  // A column's number format must not reach into the lines above its header.
  for (const [index, line] of head.entries()) {
    for (const [at, value] of line.entries()) {
      const title = index === 0 ? { font: { bold: true, size: 14 } } : {}
      if (value !== null) cells.set(`${index},${at}`, { value, style: { ...title, numFmt: GENERAL } })
    }
  }
  const top = head.length
  for (const [at, column] of table.columns.entries()) {
    cells.set(`${top},${at}`, { value: headerText(column), style: { ...BOLD, numFmt: GENERAL } })
  }
  const rows = table.rows.map((row, index) =>
    table.columns.map((column, at) => {
      const value = sheetValue(column, row.cells[at])
      const first = at === 0 && typeof value === 'string' ? `${'    '.repeat(row.indent)}${value}` : value
      const formula = row.formulas?.[at]
      const style = { ...sheetStyle(column), ...(row.level === 'row' ? {} : BOLD) }
      if (formula !== undefined) {
        cells.set(`${top + 1 + index},${at}`, { formula: formula(addresses), formulaResult: first, style })
      } else if (row.level !== 'row' && first !== null) {
        cells.set(`${top + 1 + index},${at}`, { value: first, style })
      }
      return first
    }),
  )
  return {
    name,
    columns: table.columns.map((column, at) => {
      const style = sheetStyle(column)
      return { width: column.sheet?.width ?? usualWidth(column, at), ...(style && { style }) }
    }),
    rows: [
      ...head.map((line) => [...line]),
      table.columns.map(headerText),
      ...(rows.length === 0 && table.empty !== null ? [[table.empty]] : rows),
    ],
    cells,
    freezePane: { rows: top + 1 },
  }
}

const usualWidth = (column: ReportCellColumn, at: number): number =>
  isNumeric(column) || column.kind === 'date' ? 18 : at === 0 ? 30 : 26
