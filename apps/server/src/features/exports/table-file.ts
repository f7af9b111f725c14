/** Lines as a workbook or as CSV: neither the lines nor the file ever stand in memory as a whole. */
import type { ExportFormat } from '@em/contract/exports'
import { decimalOf, formatDecimal } from '@em/core/values/decimal'
import { inertText } from '@em/core/values/inert-text'
import { writeCsv } from 'hucre/csv'
import { writeXlsxStream } from 'hucre/xlsx'

type Cell = string | number | Date | null
/** How a sheet shows a value, and with how many decimals a CSV writes it. */
interface FileStyle {
  readonly numFmt: string
  readonly decimals?: number
}
export interface FileColumn<Line> {
  readonly header: string
  readonly width: number
  readonly style?: FileStyle
  /** Money in rupees, dates as YYYY-MM-DD. */
  readonly value: (line: Line) => string | number | null
}

export const MONEY: FileStyle = { numFmt: '#,##0.00', decimals: 2 }
export const PRICE: FileStyle = { numFmt: '#,##0.0000', decimals: 4 }
export const SHARES: FileStyle = { numFmt: '#,##0', decimals: 0 }
export const PERCENT: FileStyle = { numFmt: '0.00', decimals: 2 }
export const DAY: FileStyle = { numFmt: 'yyyy-mm-dd' }

export interface FormatFacts {
  readonly mediaType: string
  /** Lines that a file holds. */
  readonly most: number
  /** What a refusal calls it. */
  readonly what: string
}
export const FILE_FORMATS: Readonly<Record<ExportFormat, FormatFacts>> = {
  // Excel takes 1,048,576 rows with the header.
  xlsx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    most: 1_000_000,
    what: 'a sheet',
  },
  csv: { mediaType: 'text/csv; charset=utf-8', most: 5_000_000, what: 'a CSV file' },
}

interface TableFile<Line> {
  /** Of the sheet. */
  readonly name: string
  readonly columns: readonly FileColumn<Line>[]
}

/** The file of some lines, piece by piece, as it is asked for. */
export const fileOf = <Line>(
  table: TableFile<Line>,
  lines: AsyncIterable<Line>,
  format: ExportFormat,
): AsyncIterable<Uint8Array | string> =>
  format === 'csv' ? csvOf(table.columns, lines) : workbookOf(table, lines)

function workbookOf<Line>(
  { name, columns }: TableFile<Line>,
  lines: AsyncIterable<Line>,
): AsyncIterable<Uint8Array> {
  async function* rows(): AsyncGenerator<Cell[]> {
    for await (const line of lines) {
      yield columns.map(({ value, style }) => {
        const cell = value(line)
        return style === DAY && cell !== null ? new Date(`${cell}T00:00:00Z`) : cell
      })
    }
  }
  const options: Parameters<typeof writeXlsxStream>[1] = {
    name,
    columns: columns.map(({ header, width, style }) => ({
      header,
      width,
      ...(style && { style: { numFmt: style.numFmt } }),
    })),
    freezePane: { rows: 1 },
  }
  return writeXlsxStream(rows(), options)
}

/** Lines of text that go out together. */
const CSV_LINES = 500

async function* csvOf<Line>(
  columns: readonly FileColumn<Line>[],
  lines: AsyncIterable<Line>,
): AsyncGenerator<string> {
  let rows: string[][] = [columns.map(({ header }) => header)]
  const text = () => `${writeCsv(rows, { lineSeparator: '\r\n' })}\r\n`
  for await (const line of lines) {
    rows.push(columns.map((column) => csvCell(column, line)))
    if (rows.length < CSV_LINES) continue
    yield text()
    rows = []
  }
  if (rows.length > 0) yield text()
}

function csvCell<Line>({ value, style }: FileColumn<Line>, line: Line): string {
  const cell = value(line)
  if (cell === null) return ''
  if (typeof cell === 'string') return inertText(cell)
  const { decimals } = style ?? {}
  return decimals === undefined ? String(cell) : formatDecimal(decimalOf(String(cell), decimals), decimals)
}
