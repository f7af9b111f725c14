/**
 * Reads a broker's document in a reader process, and how it comes from there: its lines are texts with the fields one behind the
 * other, since a file of 30,000 lines is taken apart in slices, between which others get their answers.
 */
import type { TagsOfSenders } from '@em/core/documents/drop-copy'
import type { DocumentLine, DocumentRead } from '@em/core/documents/line'
import type { MonthlyAnswers } from '@em/core/documents/monthly-questions'
import type { FileReaders } from '../../../platform/file-readers/pool.ts'
import { LINE_FIELDS, lineOfValues } from '../facts/lines.ts'
import { statedOf, storedStated } from '../facts/stored-totals.ts'

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

/** No text of a document holds this character: readers refuse lines with control characters. */
const BETWEEN = '\u007f'
/** Lines taken apart at once. */
const SLICE = 1_000

export interface DocumentJson extends Omit<DocumentRead, 'lines' | 'statedTotals'> {
  readonly rows: readonly string[]
  /** As they are stored. */
  readonly statedTotals: string | null
}

export function documentJson({ lines, statedTotals, ...document }: DocumentRead): DocumentJson {
  return { ...document, rows: lines.map(rowOf), statedTotals: statedTotals && storedStated(statedTotals) }
}

/** @throws RangeError where it is none of ours. */
export async function documentFromJson({
  rows,
  statedTotals,
  ...document
}: DocumentJson): Promise<DocumentRead> {
  const lines: DocumentLine[] = []
  for (let from = 0; from < rows.length; from += SLICE) {
    if (from > 0) await new Promise((done) => setImmediate(done))
    for (const row of rows.slice(from, from + SLICE)) lines.push(lineOf(row))
  }
  return {
    ...document,
    lines,
    statedTotals: statedTotals === null ? null : statedOf(JSON.parse(statedTotals)),
  }
}

/** Null is a blank: no text of a line is one. */
const rowOf = (line: DocumentLine): string =>
  [...LINE_FIELDS.map(({ of }) => of(line) ?? ''), ...Object.entries(line.rest).flat()].join(BETWEEN)

function lineOf(row: string): DocumentLine {
  const texts = row.split(BETWEEN)
  if (texts.length < LINE_FIELDS.length) throw new RangeError('a line of a document has too few fields')
  const rest: Record<string, string> = {}
  for (let at = LINE_FIELDS.length; at + 1 < texts.length; at += 2)
    rest[texts[at] ?? ''] = texts[at + 1] ?? ''
  return lineOfValues(({ fromText }, at) => (texts[at] ? fromText(texts[at]) : null), rest)
}
