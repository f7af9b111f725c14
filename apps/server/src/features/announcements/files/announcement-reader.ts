/** The reader of files of announcements: runs in a reader process. */
import { ANNOUNCEMENT_CONTENT_MAX } from '@em/contract/announcements/announcements'
import type { FileAnswers } from '@em/contract/kit/file-answers'
import { FileRefusal } from '../../../platform/file-readers/file-refusal.ts'
import { isZip } from '../../../sheets/foreign-file.ts'
import { readCsv } from '../../../sheets/sheet-reading.ts'
import { openWorkbook } from '../../../sheets/workbook.ts'
import { isQuestion } from '../../../sheets/writing.ts'
import { type AnnouncementFile, announcementsOf } from './announcement-table.ts'

/** Sheets searched for the table: it may come after a cover. */
const SHEETS_TRIED = 10

/** @throws FileRefusal. */
export async function read(bytes: Uint8Array, answers: FileAnswers = {}): Promise<AnnouncementFile> {
  if (!isZip(bytes)) return announcementsOf(readCsv(bytes, ANNOUNCEMENT_CONTENT_MAX), answers)
  const workbook = await openWorkbook(bytes, ANNOUNCEMENT_CONTENT_MAX)
  let first: unknown
  for (const sheet of workbook.sheets.slice(0, SHEETS_TRIED)) {
    try {
      return announcementsOf(await workbook.read(sheet), answers)
    } catch (error) {
      if (!(error instanceof FileRefusal) || isQuestion(error)) throw error
      first ??= error
    }
  }
  throw first ?? new FileRefusal('announcements.no-table')
}
