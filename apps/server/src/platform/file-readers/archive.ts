/** A zip archive within bounds: nothing that its own directory says is believed. Runs in a reader process. */
import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { FileRefusal, isDamaged } from './file-refusal.ts'

const ENTRIES_MAX = 2_000
const MB = 1024 * 1024
/** Bytes unpacked of all parts together: far above 100,000 rows of trades, far below what would hurt. */
const UNPACKED_MAX = 150 * MB
/** Unpacked bytes for each packed one, once a part is large: sheets come to 50, a bomb to 1,000. */
const RATIO_MAX = 400
const RATIO_FROM = 10 * MB

const unreadable = (reason: string) => new FileRefusal('file.unreadable', { reason })
const tooLarge = (limit: string) => new FileRefusal('file.too-large', { limit })

export class Archive {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>
  #unpacked = 0

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  /**
   * @throws FileRefusal `file.unreadable` for one that is cut off or damaged, whose parts overlap, occur twice, are
   *   locked by a password or have a path for a name; `file.too-many` for more than 2,000 parts.
   */
  static async open(bytes: Uint8Array): Promise<Archive> {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    try {
      const zip = await fromBufferPromise(buffer, { lazyEntries: true, autoClose: false })
      if (zip.entryCount > ENTRIES_MAX) {
        throw new FileRefusal('file.too-many', { limit: `${ENTRIES_MAX.toLocaleString('en')} parts` })
      }
      const entries = new Map<string, Entry>()
      for await (const entry of zip.eachEntry()) {
        if (entry.isEncrypted()) throw unreadable('it is locked by a password.')
        if (entries.has(entry.fileName)) throw unreadable('a part of it stands in it twice.')
        entries.set(entry.fileName, entry)
      }
      refuseOverlaps([...entries.values()])
      return new Archive(zip, entries)
    } catch (error) {
      throw inOurWords(error)
    }
  }

  /** The names of its parts. */
  get names(): ReadonlySet<string> {
    return new Set(this.#entries.keys())
  }

  /**
   * A part, unpacked bit by bit; undefined where there is none.
   * @throws FileRefusal `file.too-large` where it, or all that was unpacked so far, is more than the bounds or than the
   *   archive's directory says; `file.unreadable` where it is damaged.
   */
  part(name: string): AsyncGenerator<Buffer> | undefined {
    const entry = this.#entries.get(name)
    return entry === undefined ? undefined : this.#unpack(entry)
  }

  /** A part as text of at most so many bytes; undefined where there is none. */
  async text(name: string, bytesMax: number): Promise<string | undefined> {
    const parts = this.part(name)
    if (parts === undefined) return undefined
    const collected: Buffer[] = []
    let length = 0
    for await (const part of parts) {
      length += part.length
      if (length > bytesMax) throw tooLarge(`what a part of it may be (${bytesMax / MB} MB)`)
      collected.push(part)
    }
    return new TextDecoder().decode(Buffer.concat(collected))
  }

  async *#unpack(entry: Entry): AsyncGenerator<Buffer> {
    try {
      const stream = await this.#zip.openReadStreamPromise(entry)
      let [length, sum] = [0, 0]
      for await (const part of stream as AsyncIterable<Buffer>) {
        length += part.length
        this.#unpacked += part.length
        if (length > RATIO_FROM && length > RATIO_MAX * entry.compressedSize) {
          throw tooLarge(`${RATIO_MAX} times what its packed parts have`)
        }
        if (this.#unpacked > UNPACKED_MAX) throw tooLarge('what can be unpacked (150 MB)')
        sum = crc32(part, sum)
        yield part
      }
      // Writers that do not compute one leave it zero.
      if (entry.crc32 !== 0 && entry.crc32 !== sum) throw isDamaged()
    } catch (error) {
      throw inOurWords(error)
    }
  }
}

/** Parts that share bytes are how a small archive holds the same bomb many times. */
function refuseOverlaps(entries: readonly Entry[]): void {
  const entriesToRead = entries
    .map((entry) => ({
      from: entry.relativeOffsetOfLocalHeader,
      // The fixed head of a part, its name and its bytes.
      to: entry.relativeOffsetOfLocalHeader + 30 + entry.fileNameLength + entry.compressedSize,
    }))
    .toSorted((a, b) => a.from - b.from)
  for (const [at, entry] of entriesToRead.entries()) {
    const before = entriesToRead[at - 1]
    if (before !== undefined && entry.from < before.to) throw unreadable('its parts overlap.')
  }
}

/** The library's message about an archive that is not in the expected form. */
function inOurWords(error: unknown): FileRefusal {
  if (error instanceof FileRefusal) return error
  const said = error instanceof Error ? error.message : ''
  if (/too many bytes in the stream/.test(said)) return tooLarge('its own table of contents says')
  if (/invalid relative path|absolute path|invalid characters in fileName/.test(said)) {
    return unreadable('a part of it has a path for a name.')
  }
  if (/strong encryption/.test(said)) return unreadable('it is locked by a password.')
  if (/end of central directory|unexpected EOF|overflows file bounds|unexpected end of file/i.test(said)) {
    return unreadable('it is cut off.')
  }
  return isDamaged()
}
