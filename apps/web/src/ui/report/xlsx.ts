import { headerText } from '@em/paper/columns'
import type { Report, ReportTable, SheetPlaces } from '@em/paper/report'
import type { CellStyle, WriteSheet } from 'hucre/xlsx'
import { formatMoment, now } from '../../lib/dates.ts'
import { load } from '../../lib/parts.ts'
import { isNumeric } from '../grid/columns.ts'
import { sheetName, sheetStyle, sheetValue } from '../grid/export.ts'

type Cells = NonNullable<WriteSheet['cells']>
const BOLD: CellStyle = { font: { bold: true } }

/**
 * An .xlsx file with a sheet per table: what the report is on top, then the header (frozen), then the rows with real
 * numbers and dates; headings and totals bold. Text stays text: what is calculated is said by the report alone.
 */
export async function reportXlsx(report: Report): Promise<Uint8Array> {
  const { writeXlsx } = await load(() => import('hucre/xlsx'))
  const head = headOf(report)
  const names = new Set<string>()
  const sheetNames = report.tables.map((table) => unused(names, table.title ?? report.title))
  const sheets = report.tables.map((table, place) =>
    sheetOf(sheetNames[place] ?? '', head, table, placesIn(sheetNames, place, head.length)),
  )
  return writeXlsx({ sheets, stringMode: 'shared' } as Parameters<typeof writeXlsx>[0])
}

/** Where cells stand, seen from one of the sheets: rows begin under the header, which stands under what the report is. */
function placesIn(sheets: readonly string[], own: number, top: number): SheetPlaces {
  const before = (table: number | undefined) =>
    table === undefined || table === own ? '' : `'${(sheets[table] ?? '').replaceAll("'", "''")}'!`
  const place = (row: number, column: number) => `${letters(column)}${top + 2 + row}`
  return {
    cell: (row, column, table) => before(table) + place(row, column),
    range: (column, from, to, table) => `${before(table)}${place(from, column)}:${place(to, column)}`,
  }
}

/** 0 is A, 25 Z, 26 AA. */
function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last
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

function headOf(report: Report): (string | null)[][] {
  return [
    [report.title],
    ...(report.subtitle ?? []).map((line) => [line]),
    ...(report.facts ?? []).map((fact) => [fact.label, fact.value]),
    ...(report.notes ?? []).map((note) => [note]),
    [`Equity Manager, exported ${formatMoment(now().toISOString())} by ${report.by}`],
    [],
  ]
}

function sheetOf(
  name: string,
  head: (string | null)[][],
  table: ReportTable,
  places: SheetPlaces,
): WriteSheet {
  const cells: Cells = new Map()
  cells.set('0,0', {
    value: head[0]?.[0] ?? '',
    style: { font: { bold: true, size: 14 }, numFmt: 'General' },
  })
  // A column's number format must not reach into the lines above its header.
  for (const [index, line] of head.entries()) {
    if (index === 0) continue
    for (const [at, value] of line.entries()) {
      if (value !== null) cells.set(`${index},${at}`, { value, style: { numFmt: 'General' } })
    }
  }
  const top = head.length
  for (const [at, column] of table.columns.entries()) {
    cells.set(`${top},${at}`, { value: headerText(column), style: { ...BOLD, numFmt: 'General' } })
  }
  const rows = table.rows.map((row, index) =>
    table.columns.map((column, at) => {
      const value = sheetValue(column, row.cells[at])
      const first = at === 0 && typeof value === 'string' ? `${'    '.repeat(row.indent)}${value}` : value
      const formula = row.formulas?.[at]
      const style = { ...sheetStyle(column), ...(row.level === 'row' ? {} : BOLD) }
      if (formula !== undefined) {
        cells.set(`${top + 1 + index},${at}`, { formula: formula(places), formulaResult: first, style })
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
      const width = isNumeric(column) || column.kind === 'date' ? 18 : at === 0 ? 30 : 26
      return { width, ...(style && { style }) }
    }),
    rows: [...head, table.columns.map(headerText), ...(rows.length === 0 ? [[table.empty]] : rows)],
    cells,
    freezePane: { rows: top + 1 },
  }
}
