/** Reads a backup file and believes nothing in it: every sum, every order and the end are checked on the way. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { z } from 'zod'
import { errorCode } from '../platform/postgres/embedded-error.ts'
import { keyOf, type Sealing, sealingWith, TAG_BYTES, unsealed } from './cipher.ts'
import {
  BackupError,
  CHECKSUM_BYTES,
  type Contents,
  contentsShape,
  endShape,
  FORMAT,
  HEADER_BYTES_MAX,
  type Header,
  headerShape,
  LAST_PIECE,
  LETTER,
  type Part,
  PIECE_BYTES,
  RECORD_BYTES_MAX,
  TITLE,
  TITLE_BYTES_MAX,
  TITLE_PATTERN,
  tableEndShape,
} from './format.ts'

const DAMAGED = 'The file is damaged or incomplete: its checksum is wrong. Use another backup.'

export interface BackupFile {
  readonly path: string
  readonly header: Header
  /** Bytes before the first piece. */
  readonly head: Buffer
}

/**
 * Reads the header and compares the checksum of the whole file, which needs no passphrase.
 * @throws BackupError where it is no backup, of a newer format, damaged or cut.
 */
export async function openBackupFile(path: string): Promise<BackupFile> {
  const handle = await open(path).catch((error: unknown) => {
    throw new BackupError(
      errorCode(error) === 'ENOENT'
        ? `There is no file ${path}.`
        : `${path} cannot be read (${errorCode(error)}).`,
    )
  })
  try {
    const start = await readStart(handle, path)
    await compareChecksum(handle, path)
    return { path, ...readHead(start) }
  } finally {
    await handle.close()
  }
}

async function readStart(handle: FileHandle, path: string): Promise<Buffer> {
  const start = Buffer.alloc(TITLE_BYTES_MAX + 4 + HEADER_BYTES_MAX)
  const { bytesRead } = await handle.read(start, 0, start.length, 0).catch((error: unknown) => {
    throw new BackupError(`${path} cannot be read (${errorCode(error)}).`)
  })
  const format = TITLE_PATTERN.exec(start.toString('latin1', 0, Math.min(bytesRead, TITLE_BYTES_MAX)))?.[1]
  if (format === undefined) throw new BackupError(`${path} is not a backup of Equity Manager.`)
  if (Number(format) !== FORMAT) {
    throw new BackupError(
      `${path} has the file format ${format}; this version of Equity Manager reads format ${FORMAT}. ` +
        'Use the version that made it, or a newer one.',
    )
  }
  return start.subarray(0, bytesRead)
}

async function compareChecksum(handle: FileHandle, path: string): Promise<void> {
  const { size } = await handle.stat()
  const end = size - CHECKSUM_BYTES
  const sum = createHash('sha256')
  const tail = Buffer.alloc(CHECKSUM_BYTES)
  if (end < TITLE.length + 4) throw new BackupError(DAMAGED)
  for await (const bytes of createReadStream(path, { end: end - 1, highWaterMark: 1024 * 1024 })) {
    sum.update(bytes as Buffer)
  }
  await handle.read(tail, 0, CHECKSUM_BYTES, end)
  if (!sum.digest().equals(tail)) throw new BackupError(DAMAGED)
}

function readHead(start: Buffer): { header: Header; head: Buffer } {
  const from = TITLE.length + 4
  const length = start.readUInt32BE(TITLE.length)
  const json = start.subarray(from, from + length)
  const header = length > HEADER_BYTES_MAX ? undefined : parseJson(json, headerShape)
  if (header === undefined) throw new BackupError('The header of the file cannot be understood.')
  return { header, head: start.subarray(0, from + length) }
}

function parseJson<T>(bytes: Buffer, shape: z.ZodType<T>): T | undefined {
  try {
    return shape.parse(JSON.parse(bytes.toString('utf8')))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined
    throw error
  }
}

/**
 * Hands over the parts in their order, each checked; the call ends after the last was handed over and everything fits.
 * @throws BackupError for a missing or wrong passphrase, and where something does not fit; whatever `take` throws.
 */
export async function readParts(
  file: BackupFile,
  passphrase: string | undefined,
  take: (part: Part) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const sealing = await sealingOf(file, passphrase)
  await pipeline(
    createReadStream(file.path, { start: file.head.length, highWaterMark: PIECE_BYTES }),
    (bytes: AsyncIterable<Buffer>) => openPieces(bytes, sealing),
    createZstdDecompress({ chunkSize: PIECE_BYTES }),
    async (unpacked: AsyncIterable<Buffer>) => {
      for await (const part of partsOf(unpacked)) await take(part)
    },
    ...(signal ? [{ signal }] : []),
  ).catch((error: unknown) => {
    if (/^(ZSTD_|ERR_CRYPTO|ERR_OSSL|Z_)/.test(errorCode(error)) || isSealBroken(error)) {
      throw new BackupError('The contents of the file are damaged.')
    }
    throw error
  })
}

const isSealBroken = (error: unknown) =>
  error instanceof Error && error.message.includes('unable to authenticate data')

async function sealingOf({ header, head }: BackupFile, passphrase: string | undefined): Promise<Sealing> {
  if (header.encryption === null) return unsealed
  if (passphrase === undefined) throw new BackupError('This backup is encrypted: its passphrase is needed.')
  return sealingWith(await keyOf(passphrase, header.encryption), head)
}

/** Takes from a stream of bytes as many as are wanted at a time. */
class Cursor {
  readonly #source: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async #more(): Promise<boolean> {
    const next = await this.#source.next()
    if (next.done === true) return false
    this.#rest = this.#rest.length === 0 ? next.value : Buffer.concat([this.#rest, next.value])
    return true
  }

  async take(count: number): Promise<Buffer> {
    while (this.#rest.length < count) {
      if (!(await this.#more())) throw new BackupError('The contents of the file end too early.')
    }
    const taken = this.#rest.subarray(0, count)
    this.#rest = this.#rest.subarray(count)
    return taken
  }

  /** What is there already, or comes next: at least one byte and at most so many. */
  async takeSome(most: number): Promise<Buffer> {
    if (await this.isAtEnd()) throw new BackupError('The contents of the file end too early.')
    return this.take(Math.min(most, this.#rest.length))
  }

  /** The next byte, which stays; undefined at the end. */
  async peek(): Promise<number | undefined> {
    return (await this.isAtEnd()) ? undefined : this.#rest[0]
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#rest.length === 0) if (!(await this.#more())) return true
    return false
  }
}

async function* openPieces(bytes: AsyncIterable<Buffer>, sealing: Sealing): AsyncGenerator<Buffer> {
  const cursor = new Cursor(bytes)
  for (let at = 0; ; at += 1) {
    const word = (await cursor.take(4)).readUInt32BE()
    const last = word >= LAST_PIECE
    const length = last ? word - LAST_PIECE : word
    if (length > PIECE_BYTES + TAG_BYTES) throw new BackupError('The contents of the file are damaged.')
    yield sealing.open(await cursor.take(length), at, last)
    if (last) break
  }
  await cursor.take(CHECKSUM_BYTES)
  if (!(await cursor.isAtEnd())) throw new BackupError('The file continues after the end of the backup.')
}

/** Reads records and holds them against each other. */
async function* partsOf(unpacked: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  const cursor = new Cursor(unpacked)
  const sum = createHash('sha256')
  const json = async <T>(letter: number, shape: z.ZodType<T>): Promise<T> => {
    const head = await cursor.take(5)
    const length = head.readUInt32BE(1)
    if (head[0] !== letter || length > RECORD_BYTES_MAX) throw new BackupError(NOT_IN_ORDER)
    const bytes = await cursor.take(length)
    if (letter !== LETTER.end) sum.update(bytes)
    const value = parseJson(bytes, shape)
    if (value === undefined) throw new BackupError(NOT_IN_ORDER)
    return value
  }
  const contents: Contents = await json(LETTER.contents, contentsShape)
  yield { kind: 'contents', contents }
  let rows = 0
  for (const { name } of contents.tables) {
    const tableSum = createHash('sha256')
    for await (const bytes of rowsOf(cursor)) {
      tableSum.update(bytes)
      yield { kind: 'rows', bytes }
    }
    const end = await json(LETTER.tableEnd, tableEndShape)
    if (end.name !== name || end.sha256 !== tableSum.digest('hex')) throw new BackupError(NOT_IN_ORDER)
    rows += end.rows
    yield { kind: 'table end', end }
  }
  const end = await json(LETTER.end, endShape)
  const fits = end.tables === contents.tables.length && end.rows === rows && end.sha256 === sum.digest('hex')
  if (!fits || !(await cursor.isAtEnd())) throw new BackupError(NOT_IN_ORDER)
}

const NOT_IN_ORDER = 'The contents of the file are inconsistent. Equity Manager did not write it.'

/** The bytes of the records of rows until a record of another kind comes, which is left for the next call. */
async function* rowsOf(cursor: Cursor): AsyncGenerator<Buffer> {
  while ((await cursor.peek()) === LETTER.rows) {
    let left = (await cursor.take(5)).readUInt32BE(1)
    while (left > 0) {
      const some = await cursor.takeSome(left)
      left -= some.length
      yield some
    }
  }
}
