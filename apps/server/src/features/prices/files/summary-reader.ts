/** The reader of trade summaries: runs in a reader process. */
import { FileRefusal } from '../../../platform/file-readers/file-refusal.ts'
import { isZip } from '../../../sheets/foreign-file.ts'
import { readCsv } from '../../../sheets/sheet-reading.ts'
import { openWorkbook } from '../../../sheets/workbook.ts'
import { isQuestion } from '../../../sheets/writing.ts'
import { type SummaryAsked, type SummaryReading, summaryOf } from './summary-table.ts'

/** Sheets searched for the table: it may come after a cover. */
const SHEETS_TRIED = 10

/** @throws FileRefusal. */
export async function read(bytes: Uint8Array, asked: SummaryAsked): Promise<SummaryReading> {
  if (!isZip(bytes)) return summaryOf(readCsv(bytes), asked)
  const workbook = await openWorkbook(bytes)
  let first: unknown
  for (const sheet of workbook.sheets.slice(0, SHEETS_TRIED)) {
    try {
      return summaryOf(await workbook.read(sheet), asked)
    } catch (error) {
      if (!(error instanceof FileRefusal) || isQuestion(error)) throw error
      first ??= error
    }
  }
  throw first ?? new FileRefusal('prices.no-table')
}
