import type { CellStyle, WriteSheet } from 'hucre/xlsx'
import { formatMoment, now } from '../../lib/dates.ts'
import { load } from '../../lib/parts.ts'
import { isNumeric } from '../grid/columns.ts'
import { headerText } from '../grid/copy.ts'
import { sheetName, sheetStyle, sheetValue } from '../grid/export.ts'
import type { Report, ReportTable } from './report.ts'

type Cells = NonNullable<WriteSheet['cells']>
const BOLD: CellStyle = { font: { bold: true } }

/**
 * An .xlsx file with a sheet per table: what the report is on top, then the header (frozen), then the rows with real
 * numbers and dates; headings and totals bold. Text stays text, nothing is a formula.
 */
export async function reportXlsx(report: Report): Promise<Uint8Array> {
  const { writeXlsx } = await load(() => import('hucre/xlsx'))
  const head = headOf(report)
  const names = new Set<string>()
  const sheets = report.tables.map((table) =>
    sheetOf(unused(names, table.title ?? report.title), head, table),
  )
  return writeXlsx({ sheets, stringMode: 'shared' } as Parameters<typeof writeXlsx>[0])
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

function sheetOf(name: string, head: (string | null)[][], table: ReportTable): WriteSheet {
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
      if (row.level !== 'row' && first !== null) {
        cells.set(`${top + 1 + index},${at}`, { value: first, style: { ...sheetStyle(column), ...BOLD } })
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
