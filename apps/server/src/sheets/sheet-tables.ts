/** Sheets for other features: the rows of a .csv or .xlsx file, whatever its columns mean. */
import { FileRefusal } from '../platform/file-readers/file-refusal.ts'
import type { Table } from './sheet.ts'
import { readCsv, readCsvText } from './sheet-reading.ts'
import type { Workbook } from './workbook.ts'

export { foreignBytes, isZip } from './foreign-file.ts'
export { type CellProblem, type Table, TextBounds } from './sheet.ts'
export { openWorkbook, type Workbook } from './workbook.ts'

/** @throws FileRefusal. */
export function readDelimited(bytes: Uint8Array): Table {
  return readCsv(bytes)
}

/** The same of a text that was decoded before. @throws FileRefusal. */
export function readDelimitedText(text: string): Table {
  return readCsvText(text)
}

/** The sheet named; else the first that has rows. @throws FileRefusal. */
export async function readSheetTable(workbook: Workbook, sheet: string | null): Promise<Table> {
  const first = await workbook.read(sheet)
  if (sheet !== null || first.lines.length > 1) return first
  for (const name of workbook.sheets.slice(1, 10)) {
    const other = await workbook.read(name).catch((error: unknown) => {
      if (error instanceof FileRefusal) return undefined
      throw error
    })
    if (other !== undefined && other.lines.length > 1) return other
  }
  return first
}
