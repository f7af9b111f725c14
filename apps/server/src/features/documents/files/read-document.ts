/** Reads a broker's document in a reader process. */
import type { TagsOfSenders } from '@em/core/documents/drop-copy'
import type { DocumentRead } from '@em/core/documents/line'
import type { MonthlyAnswers } from '@em/core/documents/monthly-questions'
import type { FileReaders } from '../../../platform/file-readers/pool.ts'
import { type DocumentJson, documentFromJson } from '../facts/line-fields.ts'

export interface DocumentFile extends MonthlyAnswers {
  readonly fileName: string
  /** Base64. */
  readonly data: string
  /** Of a protected PDF. */
  readonly password: string | null
  /** The text of any PDF is wanted, also of one that is no confirmation; default false. */
  readonly anyPdf?: boolean
  /** Of files of FIX messages: which tags their senders use. */
  readonly tags?: TagsOfSenders
}

const SCRIPT = new URL('./document-reader.ts', import.meta.url)

/**
 * The lines of a trade file, a trade confirmation or a monthly list, with what of it could not be read.
 * @throws Refusal `document.kind` (415) for any other file, `document.password` and `document.password-wrong` (422),
 *   `file.date-order` and `file.decimal-mark` (422) for what a list leaves open, `document.nothing-read` (422) where no line is a trade, `file.unreadable`, `file.too-many` (422), `file.too-large`
 *   (413), `server.busy` (503) when many files are read already.
 */
export async function readDocument(
  readers: FileReaders,
  who: number,
  { data, anyPdf = false, ...asked }: DocumentFile,
): Promise<DocumentRead> {
  const parts = await readers.read({ script: SCRIPT, asked: { ...asked, anyPdf }, data, who })
  return documentFromJson(JSON.parse(Buffer.concat(parts).toString()) as DocumentJson)
}
