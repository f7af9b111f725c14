/** Reads an uploaded file of announcements in a reader process. */
import type { FileAnswers } from '@em/contract/kit/file-answers'
import type { FileReaders } from '../../platform/file-readers/pool.ts'
import type { AnnouncementFile } from './files/announcement-table.ts'

const SCRIPT = new URL('./files/announcement-reader.ts', import.meta.url)

/**
 * @throws Refusal `file.kind` (415), `file.too-large`, `file.unreadable`, `announcements.no-table`, `file.date-order` and the like; `server.busy` when
 *   many files are read already.
 */
export async function readAnnouncements(
  readers: FileReaders,
  who: number,
  data: string,
  answers: FileAnswers,
): Promise<AnnouncementFile> {
  const parts = await readers.read({ script: SCRIPT, asked: answers, data, who })
  return JSON.parse(Buffer.concat(parts).toString()) as AnnouncementFile
}
