/** A table of any length as a file: neither its rows nor the file is ever in memory as a whole. */
import { type CellValue as SheetValue, writeXlsxStream } from 'hucre/xlsx'
import { headerText } from '../columns.ts'
import { momentInColombo } from '../dates.ts'
import type { ReportColumn } from '../report.ts'
import { csvValue, sheetStyle, sheetValue } from './cells.ts'
import { csvLines } from './csv.ts'

export interface StreamedTable<Row> {
  /** Of the sheet. */
  readonly name: string
  readonly columns: readonly ReportColumn<Row>[]
  /** Lines above the header, in a workbook. */
  readonly head?: readonly (readonly (string | number)[])[]
  /** Read as the file is written. */
  readonly rows: AsyncIterable<Row>
}

/** The file, piece by piece as it is asked for. */
export const streamedFile = <Row>(
  table: StreamedTable<Row>,
  format: 'xlsx' | 'csv',
): AsyncIterable<Uint8Array | string> => {
  const columns = table.columns.map(forPrograms)
  return format === 'csv' ? csvOf({ ...table, columns }) : workbookOf({ ...table, columns })
}

/** Such a file is read by programs: it names the unit of shares, and moments in the time of Colombo. */
function forPrograms<Row>(column: ReportColumn<Row>): ReportColumn<Row> {
  if (column.kind === 'quantity') return { unit: 'shares', ...column }
  if (column.kind !== 'moment') return column
  const value = (row: Row) => {
    const at = column.value(row)
    return at === null || at === undefined ? null : momentInColombo(String(at))
  }
  return { ...column, kind: 'text', value }
}

/** A workbook of one sheet. The header is frozen where nothing is above it. */
function workbookOf<Row>({ name, columns, head = [], rows }: StreamedTable<Row>): ReadableStream<Uint8Array> {
  async function* lines(): AsyncGenerator<SheetValue[]> {
    for (const line of head) yield [...line]
    yield columns.map(headerText)
    for await (const row of rows) yield columns.map((column) => sheetValue(column, column.value(row)))
  }
  const options: Parameters<typeof writeXlsxStream>[1] = {
    name,
    columns: columns.map((column) => {
      const style = sheetStyle(column)
      return { width: column.sheet?.width ?? 18, ...(style && { style }) }
    }),
    ...(head.length === 0 && { freezePane: { rows: 1 } }),
  }
  return writeXlsxStream(lines(), options)
}

/** Lines of text that go out together. */
const CSV_LINES = 500

async function* csvOf<Row>({ columns, rows }: StreamedTable<Row>): AsyncGenerator<string> {
  let lines: string[][] = [columns.map(headerText)]
  const text = () => `${csvLines(lines)}\r\n`
  for await (const row of rows) {
    lines.push(columns.map((column) => csvValue(column, column.value(row))))
    if (lines.length < CSV_LINES) continue
    yield text()
    lines = []
  }
  if (lines.length > 0) yield text()
}
