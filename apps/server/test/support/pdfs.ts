/** The text of a PDF that the server made. */

import { pdfPages } from '../../src/pdfs/page-rows.ts'
import { FileRefusal } from '../../src/platform/file-readers/file-refusal.ts'

/** Its lines from the top down, the texts of one height with " | " between them. */
export async function linesOfPdf(bytes: Uint8Array): Promise<string[]> {
  const pages = await pdfPages(bytes, {
    pagesMax: 100,
    locked: () => new FileRefusal('file.unreadable', { reason: 'it is locked.' }),
  })
  return pages.flatMap((rows) => rows.map((row) => row.map(({ text }) => text).join(' | ')))
}
