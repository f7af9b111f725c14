/** Tables and reports as CSV files. */
import { inertText } from '@em/core/values/inert-text'
import { writeCsv } from 'hucre/csv'
import { headerText } from '../columns.ts'
import { formatMoment } from '../dates.ts'
import type { Report, ReportTable } from '../report.ts'
import { csvValue } from './cells.ts'

/** Lines of texts as they are in a CSV file. */
export const csvLines = (lines: string[][], delimiter = ','): string =>
  writeCsv(lines, { lineSeparator: '\r\n', delimiter })

/** A CSV file of lines of texts, with a byte order mark: spreadsheets take it for UTF-8. */
export const csvOf = (lines: string[][]): Uint8Array => new TextEncoder().encode(`\uFEFF${csvLines(lines)}`)

/** A CSV file of a table alone. */
export const tableCsv = (table: ReportTable): Uint8Array => csvOf(tableLines(table))

/** A CSV file of a report: what it is on top, then its tables one after the other, each under its name, with values only. */
export function reportCsv(report: Report, exportedAt: string): Uint8Array {
  const several = report.tables.length > 1
  return csvOf([
    [inertText(report.title)],
    ...(report.subtitle ?? []).map((line) => [inertText(line)]),
    ...(report.facts ?? []).map(({ label, value }) => [inertText(label), inertText(value)]),
    [`Equity Manager, exported ${formatMoment(exportedAt)} by ${inertText(report.by)}`],
    ...report.tables.flatMap((table) => [
      [],
      ...(several && table.title !== undefined ? [[inertText(table.title)]] : []),
      ...tableLines(table, [[table.empty]]),
    ]),
    ...(report.notes === undefined ? [] : [[], ...report.notes.map((note) => [inertText(note)])]),
  ])
}

const tableLines = ({ columns, rows }: ReportTable, empty: string[][] = []): string[][] => [
  columns.map(headerText),
  ...(rows.length === 0
    ? empty
    : rows.map(({ cells }) => columns.map((column, at) => csvValue(column, cells[at])))),
]
