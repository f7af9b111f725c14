/** Reads a book file: its head, and the rows of each section as they are asked for. */
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { z } from 'zod'
import { csvName, FORMAT, FORMAT_VERSION, HEAD, type Head, jsonName } from '../format/book.ts'
import { csvRows } from '../format/csv-rows.ts'
import { type Column, faultOf, fromCell, type Row, type Section, type Value } from '../format/section.ts'
import { BookFault, faultAt } from './book-fault.ts'

const FILES_MOST = 500
const LINE_MOST = 8 * 1024 * 1024
const HEAD_MOST = 1024 * 1024
/** Unpacked bytes for each packed one, once a file is large: rows come to 20, a bomb to 1,000. */
const RATIO_MAX = 400
const RATIO_FROM = 64 * 1024 * 1024

const head = z.object({
  format: z.literal(FORMAT),
  version: z.number().int(),
  exported_at: z.iso.datetime(),
  currency: z.literal('LKR'),
  sections: z.record(z.string().max(100), z.number().int().min(0)),
})

/** A row with its number in its section, from 1. */
export interface NumberedRow {
  readonly row: Row
  readonly number: number
}

export class BookFile {
  readonly head: Head
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, head: Head) {
    this.#zip = zip
    this.#entries = entries
    this.head = head
  }

  /** @throws BookFault for a file that is no book, damaged, or of a later format. */
  static async open(path: string): Promise<BookFile> {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((error: unknown) => {
      throw new BookFault(`${path} is no book: it is not a whole zip file.`, { cause: error })
    })
    try {
      const entries = new Map<string, Entry>()
      for await (const entry of zip.eachEntry()) {
        if (entries.size >= FILES_MOST) throw new BookFault('The file holds too many files.')
        entries.set(entry.fileName, entry)
      }
      const entry = entries.get(HEAD)
      if (entry === undefined) throw new BookFault(`${path} is no book: it has no ${HEAD}.`)
      const head = await readHead(zip, entry)
      // Damage shows before anything is done: a number that was hit could still be one.
      for (const one of entries.values()) for await (const _piece of textOf(zip, one));
      return new BookFile(zip, entries, head)
    } catch (error) {
      zip.close()
      throw error instanceof BookFault ? error : new BookFault(`${path} is damaged.`, { cause: error })
    }
  }

  close(): void {
    this.#zip.close()
  }

  /**
   * The rows of a section, as JSON where the file has it, else as CSV; none where it has neither.
   * @throws BookFault naming the row that cannot be read, and where there are not as many rows as the head says.
   */
  async *rows(section: Section): AsyncGenerator<NumberedRow> {
    let number = 0
    try {
      for await (const sent of this.#sent(section)) {
        number += 1
        yield { row: checked(section, sent, number), number }
      }
    } catch (error) {
      if (error instanceof BookFault) throw error
      throw faultAt({ section: section.name, row: number + 1 }, 'it cannot be read: the file is damaged.', {
        cause: error,
      })
    }
    const rows = this.head.sections[section.name]
    if (rows !== undefined && rows !== number)
      throw new BookFault(`${section.name}: the file has ${number} rows, its head says ${rows}.`)
  }

  #sent(section: Section): AsyncGenerator<Readonly<Record<string, Value>>> {
    const json = this.#entries.get(jsonName(section))
    if (json !== undefined) return jsonRows(textOf(this.#zip, json))
    const csv = this.#entries.get(csvName(section))
    return csv === undefined ? none() : cellRows(section, csvRows(textOf(this.#zip, csv)))
  }
}

async function* none(): AsyncGenerator<never> {}

async function readHead(zip: ZipFile, entry: Entry): Promise<Head> {
  let text = ''
  for await (const piece of textOf(zip, entry)) {
    text += piece
    if (text.length > HEAD_MOST) throw new BookFault(`${HEAD} is too long.`)
  }
  const found = head.safeParse(JSON.parse(text))
  if (!found.success) {
    const [issue] = found.error.issues
    throw new BookFault(
      `${HEAD} is not that of a book: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim(),
    )
  }
  if (found.data.version > FORMAT_VERSION)
    throw new BookFault(
      `The file has version ${found.data.version} of the format; this program reads ${FORMAT_VERSION}.`,
    )
  return found.data as Head
}

/** A file's text as it is unpacked. @throws BookFault where it is damaged or unpacks to far more than it is. */
async function* textOf(zip: ZipFile, entry: Entry): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let [sum, length] = [0, 0]
  try {
    for await (const part of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      sum = crc32(part, sum)
      length += part.length
      if (length > RATIO_FROM && length > RATIO_MAX * entry.compressedSize)
        throw new BookFault(`${entry.fileName} unpacks to more than a book would.`)
      yield decoder.decode(part, { stream: true })
    }
    yield decoder.decode()
  } catch (error) {
    if (error instanceof BookFault) throw error
    throw new BookFault(`${entry.fileName} is damaged.`, { cause: error })
  }
  if (entry.crc32 !== 0 && entry.crc32 !== sum) throw new BookFault(`${entry.fileName} is damaged.`)
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of text) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > LINE_MOST) throw new SyntaxError('a line has no end')
    yield* lines
  }
  yield rest
}

/** One row on each line, as the format has it. */
async function* jsonRows(text: AsyncIterable<string>): AsyncGenerator<Readonly<Record<string, Value>>> {
  for await (const line of linesOf(text)) {
    const bare = line.trim().replace(/,$/, '')
    if (bare === '' || bare === '[' || bare === ']' || bare === '[]') continue
    const row = JSON.parse(bare) as unknown
    if (typeof row !== 'object' || row === null || Array.isArray(row))
      throw new SyntaxError('a row is no object')
    yield row as Readonly<Record<string, Value>>
  }
}

async function* cellRows(
  section: Section,
  rows: AsyncIterable<string[]>,
): AsyncGenerator<Readonly<Record<string, Value>>> {
  let names: (Column | undefined)[] | undefined
  for await (const cells of rows) {
    if (names === undefined) {
      // A byte order mark, as spreadsheets write it.
      names = cells.map((cell) =>
        section.columns.find(({ name }) => name === cell.replace(/^\uFEFF/, '').trim()),
      )
      continue
    }
    if (cells.length === 1 && cells[0] === '') continue
    const row: Record<string, Value> = {}
    for (const [at, column] of names.entries())
      if (column !== undefined) row[column.name] = fromCell(cells[at] ?? '', column.kind)
    yield row
  }
}

/** @throws BookFault naming the column. */
function checked(section: Section, sent: Readonly<Record<string, Value>>, number: number): Row {
  for (const column of section.columns) {
    const fault = faultOf(sent[column.name], column)
    if (fault !== null) throw faultAt({ section: section.name, row: number }, `${column.name} ${fault}.`)
  }
  if (section.isActs === true && typeof sent['order'] !== 'number')
    throw faultAt({ section: section.name, row: number }, 'it has no order.')
  return sent
}
