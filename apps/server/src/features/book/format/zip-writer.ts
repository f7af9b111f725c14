/** Writes a zip file piece by piece: no file in it ever stands in memory as a whole. */
import { crc32, createDeflateRaw } from 'node:zlib'

const LOCAL = 0x04034b50
const DESCRIPTOR = 0x08074b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const VERSION = 20
/** Sizes follow the content, names are UTF-8. */
const FLAGS = 0x0808
const DEFLATE = 8
/** The first of January 1980: nothing in a file depends on when it was made but what it says. */
const NO_DATE = 0x0021
const MOST = 0xffff_ffff

/** A file of the archive. */
export interface ZipFile {
  readonly name: string
  readonly content: AsyncIterable<string>
}

interface Written {
  readonly name: Buffer
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly at: number
}

const words = (...parts: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer => {
  const out = Buffer.alloc(parts.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of parts) {
    if (bytes === 2) out.writeUInt16LE(value, at)
    else out.writeUInt32LE(value, at)
    at += bytes
  }
  return out
}

/** The bytes of an archive, as they are asked for. @throws RangeError where a file or the whole is 4 GB or more. */
export async function* zipOf(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array> {
  const written: Written[] = []
  let at = 0
  for await (const file of files) {
    const name = Buffer.from(file.name)
    const head = words(
      [4, LOCAL],
      [2, VERSION],
      [2, FLAGS],
      [2, DEFLATE],
      [2, 0],
      [2, NO_DATE],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, name.length],
      [2, 0],
    )
    yield Buffer.concat([head, name])
    const one = { name, crc: 0, packed: 0, size: 0, at }
    for await (const piece of packed(file.content, one)) yield piece
    if (one.size > MOST || one.packed > MOST) throw new RangeError(`${file.name} is too large for a zip file`)
    yield words([4, DESCRIPTOR], [4, one.crc], [4, one.packed], [4, one.size])
    written.push(one)
    at += head.length + name.length + one.packed + 16
    if (at > MOST) throw new RangeError('the book is too large for a zip file')
  }
  const directory = Buffer.concat(written.flatMap((one) => [centralOf(one), one.name]))
  yield directory
  yield words(
    [4, END],
    [2, 0],
    [2, 0],
    [2, written.length],
    [2, written.length],
    [4, directory.length],
    [4, at],
    [2, 0],
  )
}

const centralOf = ({ name, crc, packed: bytes, size, at }: Written) =>
  words(
    [4, CENTRAL],
    [2, VERSION],
    [2, VERSION],
    [2, FLAGS],
    [2, DEFLATE],
    [2, 0],
    [2, NO_DATE],
    [4, crc],
    [4, bytes],
    [4, size],
    [2, name.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, at],
  )

interface Counted {
  crc: number
  packed: number
  size: number
}

async function* packed(content: AsyncIterable<string>, counted: Counted): AsyncGenerator<Uint8Array> {
  const deflate = createDeflateRaw()
  async function feed(): Promise<void> {
    for await (const text of content) {
      const bytes = Buffer.from(text)
      counted.crc = crc32(bytes, counted.crc)
      counted.size += bytes.length
      if (!deflate.write(bytes)) await new Promise((resolve) => deflate.once('drain', resolve))
    }
    deflate.end()
  }
  const fed = feed().catch((error: unknown) => {
    deflate.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  for await (const piece of deflate as AsyncIterable<Uint8Array>) {
    counted.packed += piece.length
    yield piece
  }
  await fed
}
