/** Sheets for other features: the rows of a .csv or .xlsx file, whatever its columns mean. */
import { ROWS_MAX, SheetRefusal, type Table } from './sheet.ts'
import { readCsv } from './sheet-reading.ts'
import { readWorkbook, sheetNames } from './workbook.ts'

export { isZip } from './foreign-file.ts'
export { SheetRefusal, type Table } from './sheet.ts'

/** @throws SheetRefusal. */
export function readDelimited(bytes: Uint8Array): Table {
  return readCsv(bytes)
}

/** The sheet named; else the first that has rows. @throws SheetRefusal. */
export async function readSheetTable(bytes: Uint8Array, sheet: string | null): Promise<Table> {
  const first = await readWorkbook(bytes, sheet, ROWS_MAX)
  if (sheet !== null || first.lines.length > 1) return first
  for (const name of sheetNames(bytes).slice(1, 10)) {
    const other = await readWorkbook(bytes, name, ROWS_MAX).catch((error: unknown) => {
      if (error instanceof SheetRefusal) return undefined
      throw error
    })
    if (other !== undefined && other.lines.length > 1) return other
  }
  return first
}
