/** The reader of brokers' documents: runs in a reader process. Recognises the kind of a file by its bytes, whatever its name. */
import { isConfirmation, parseConfirmation } from '@em/core/documents/confirmation'
import { isDropCopy, parseDropCopy, type TagsOfSenders } from '@em/core/documents/drop-copy'
import { DOCUMENT_LINES_MAX, type DocumentRead } from '@em/core/documents/line'
import type { MonthlyAnswers } from '@em/core/documents/monthly-questions'
import { isTradeFile, parseTradeFile } from '@em/core/documents/trade-file'
import { textOfBytes as textByByte } from '@em/core/fix-sessions/message'
import { FileRefusal } from '../../../platform/file-readers/file-refusal.ts'
import { textOfBytes } from '../../../platform/file-readers/text.ts'
import {
  foreignBytes,
  isZip,
  openWorkbook,
  readDelimitedText,
  type Table,
} from '../../../sheets/sheet-tables.ts'
import { isQuestion } from '../../../sheets/writing.ts'
import { type DocumentJson, documentJson } from '../facts/line-fields.ts'
import { monthlyOf } from './monthly-table.ts'

export interface DocumentAsked extends MonthlyAnswers {
  readonly fileName: string
  readonly password: string | null
  /** The text of any PDF is wanted, also of one that is no confirmation. */
  readonly anyPdf: boolean
  /** Of files of FIX messages. */
  readonly tags?: TagsOfSenders
}

const PAGES_MAX = 200
const TEXT_MAX = 2_000_000
/** Sheets searched for the table: it may come after a cover. */
const SHEETS_TRIED = 10
/** Lines above, between and below the trades. */
const OTHER_LINES = 1_000

/** @throws FileRefusal. */
export async function read(bytes: Uint8Array, asked: DocumentAsked): Promise<DocumentJson> {
  return documentJson(await documentOf(bytes, asked))
}

/** @throws FileRefusal `document.kind`, `document.password`, `document.password-wrong`, `document.nothing-read`, `file.*`. */
export async function documentOf(bytes: Uint8Array, asked: DocumentAsked): Promise<DocumentRead> {
  if (isPdf(bytes)) {
    const document = await ofPdf(bytes, asked)
    return asked.anyPdf ? document : withTrades(document)
  }
  if (isZip(bytes)) return withTrades(await ofWorkbook(bytes, asked))
  const dropCopy = dropCopyIn(bytes, asked.tags)
  if (dropCopy !== undefined) return withTrades(dropCopy)
  const foreign = foreignBytes(bytes)
  if (foreign !== undefined) throw foreign
  const text = textOfBytes(bytes, { damaged: true })
  if (text === undefined) throw notOurs('it holds no text.')
  if (text.trim() === '') throw new FileRefusal('file.unreadable', { reason: 'it is empty.' })
  return withTrades(ofText(text, asked))
}

const notOurs = (reason: string) => new FileRefusal('document.kind', { reason })
const EXPECTED =
  'no line has a date such as 2026/01/05 in front and B or S at place 21, no row names columns such as Client A/C No, Trade Date and Stock Code, and no line begins with “Purchase of” or “Sale of”.'

/** Some programs write a few bytes before the mark. */
const isPdf = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1_024)).includes('%PDF-')

/** @throws FileRefusal where no line of it is a trade: with what is wrong with the first one. */
function withTrades(document: DocumentRead): DocumentRead {
  if (document.lines.length > 0) return document
  const [first] = document.problems
  if (first === undefined) throw new FileRefusal('file.unreadable', { reason: 'it holds no trades.' })
  const { line, column, message } = first
  const what = column === null ? message : `${column}: ${message}`
  throw new FileRefusal('document.nothing-read', { count: document.problemCount, line, what })
}

/** Bytes in which the beginning of a file of messages is searched. */
const SEARCHED_BYTES = 262_144

/** A file of FIX messages: a text with a character for each byte, since lengths and checksums count bytes. */
function dropCopyIn(bytes: Uint8Array, tags: TagsOfSenders | undefined): DocumentRead | undefined {
  if (!isDropCopy(textByByte(bytes.subarray(0, SEARCHED_BYTES)))) return undefined
  const text = textByByte(bytes)
  refuseTooManyLines(text)
  return parseDropCopy(text, tags)
}

function ofText(text: string, answers: MonthlyAnswers): DocumentRead {
  if (isTradeFile(text)) {
    refuseTooManyLines(text)
    return parseTradeFile(text)
  }
  const table = tableOf(text)
  const monthly = table === undefined ? undefined : monthlyOf(table, answers)
  if (monthly !== undefined) return monthly
  const lines = text.split(/\r?\n/, DOCUMENT_LINES_MAX)
  if (isConfirmation(lines)) return parseConfirmation(lines)
  throw notOurs(EXPECTED)
}

function refuseTooManyLines(text: string): void {
  let lines = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1
  if (lines > DOCUMENT_LINES_MAX + OTHER_LINES) {
    throw new FileRefusal('file.too-many', { limit: `${DOCUMENT_LINES_MAX.toLocaleString('en')} lines` })
  }
}

/** The rows of delimited text; undefined for text that is none. */
function tableOf(text: string): Table | undefined {
  try {
    return readDelimitedText(text)
  } catch (error) {
    if (error instanceof FileRefusal && error.code === 'file.kind') return undefined
    throw error
  }
}

async function ofWorkbook(bytes: Uint8Array, answers: MonthlyAnswers): Promise<DocumentRead> {
  const workbook = await openWorkbook(bytes)
  let refusal: FileRefusal | undefined
  for (const name of workbook.sheets.slice(0, SHEETS_TRIED)) {
    try {
      const monthly = monthlyOf(await workbook.read(name), answers)
      if (monthly !== undefined) return monthly
    } catch (error) {
      if (!(error instanceof FileRefusal) || isQuestion(error)) throw error
      refusal ??= error
    }
  }
  throw refusal ?? notOurs('no row of it names columns such as Client A/C No, Trade Date and Stock Code.')
}

async function ofPdf(bytes: Uint8Array, { password, anyPdf }: DocumentAsked): Promise<DocumentRead> {
  const { pdfPages } = await import('../../../pdfs/page-rows.ts')
  const pages = await pdfPages(bytes, {
    pagesMax: PAGES_MAX,
    password: password ?? undefined,
    locked: (wrong) => new FileRefusal(wrong ? 'document.password-wrong' : 'document.password'),
  })
  const lines = pages.flatMap((rows) => rows.map((row) => row.map(({ text }) => plain(text)).join(' ')))
  if (!anyPdf && !isConfirmation(lines)) {
    throw notOurs('no line of the PDF begins with “Purchase of” or “Sale of”, or names a Client A/C No.')
  }
  return { ...parseConfirmation(lines), text: lines.join('\n').slice(0, TEXT_MAX).toWellFormed() }
}

/** Letters that a font has no sign for come as control characters; none of a trade's figures are among them. */
const plain = (text: string) => text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ')
