/** Writes a backup file: next to its target under another name, to the disk, then renamed to it, never over another file. */
import { createHash } from 'node:crypto'
import { type FileHandle, link, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { errorCode } from '../platform/postgres/embedded-error.ts'
import { isAlive } from '../platform/postgres/postmaster-file.ts'
import { newKey, type Sealing, sealingWith, unsealed } from './cipher.ts'
import { BackupError, type Header, LAST_PIECE, LETTER, type Part, PIECE_BYTES, TITLE } from './format.ts'

export interface WriteOrder {
  /** The path of the file; its folder exists, it does not. */
  readonly target: string
  readonly header: Omit<Header, 'compression' | 'encryption'>
  /** Encrypts with it. */
  readonly passphrase?: string | undefined
  readonly parts: AsyncIterable<Part>
  /** Checks the finished file before it gets its name. */
  readonly check?: (path: string) => Promise<void>
  readonly signal?: AbortSignal | undefined
}

/** The disk is full, or the user's quota, or the largest file that may be. */
const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** The path of an unfinished file, while this process writes it. */
export const unfinishedOf = (target: string) => `${target}.part-${process.pid}`

/**
 * Writes the file whole or not at all. Answers its size in bytes.
 * @throws BackupError where there is a file already or the folder cannot be written.
 */
export async function writeBackupFile(order: WriteOrder): Promise<number> {
  const target = resolve(order.target)
  await refuseExisting(target)
  await sweepAbandoned(target)
  const unfinished = unfinishedOf(target)
  const handle = await open(unfinished, 'wx', 0o600).catch((error: unknown) => {
    throw new BackupError(`The backup cannot be written to ${dirname(target)} (${errorCode(error)}).`)
  })
  try {
    const bytes = await writeAll(handle, order).finally(() => handle.close())
    await order.check?.(unfinished)
    order.signal?.throwIfAborted()
    await renameOver(unfinished, target)
    return bytes
  } catch (error) {
    if (NO_ROOM.includes(errorCode(error))) {
      throw new BackupError(
        `There is no room for the backup in ${dirname(target)}. The unfinished file was removed.`,
      )
    }
    throw error
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** @throws BackupError where the target is there already, is a folder or cannot be looked at. */
export async function refuseExisting(target: string): Promise<void> {
  const found = await stat(target).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw new BackupError(`The backup cannot be written to ${target} (${errorCode(error)}).`)
  })
  if (found?.isDirectory()) throw new BackupError(`${target} is a folder. Name a file in it.`)
  if (found) throw new BackupError(`${target} already exists. Name another file, or move the existing one.`)
}

/** Removes what a killed backup of the same name left behind. */
async function sweepAbandoned(target: string): Promise<void> {
  const prefix = `${basename(target)}.part-`
  for (const name of await readdir(dirname(target)).catch(() => [])) {
    if (!name.startsWith(prefix) || !/^\d+$/.test(name.slice(prefix.length))) continue
    if (await isAlive(Number(name.slice(prefix.length)))) continue
    await rm(join(dirname(target), name), { force: true })
  }
}

async function writeAll(handle: FileHandle, order: WriteOrder): Promise<number> {
  const made = order.passphrase === undefined ? undefined : await newKey(order.passphrase)
  const head = headOf({ ...order.header, compression: 'zstd', encryption: made?.encryption ?? null })
  const sealing = made === undefined ? unsealed : sealingWith(made.key, head)
  const sum = createHash('sha256')
  let bytes = 0
  const put = async (some: Buffer) => {
    sum.update(some)
    bytes += some.length
    await writeFully(handle, some)
  }
  await put(head)
  await pipeline(
    recordsOf(order.parts),
    createZstdCompress({ chunkSize: PIECE_BYTES, params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
    async (packed: AsyncIterable<Buffer>) => {
      for await (const piece of piecesOf(packed, sealing)) await put(piece)
    },
    ...(order.signal ? [{ signal: order.signal }] : []),
  )
  await writeFully(handle, sum.digest())
  await handle.sync()
  return bytes + 32
}

async function writeFully(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at)).bytesWritten
}

function headOf(header: Header): Buffer {
  const json = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(json.length)
  return Buffer.concat([Buffer.from(TITLE), length, json])
}

async function* recordsOf(parts: AsyncIterable<Part>): AsyncGenerator<Buffer> {
  const sum = createHash('sha256')
  let tables = 0
  let rows = 0
  const json = (letter: number, value: object) => {
    const bytes = Buffer.from(JSON.stringify(value))
    sum.update(bytes)
    return record(letter, bytes)
  }
  for await (const part of parts) {
    if (part.kind === 'rows') yield* [recordHead(LETTER.rows, part.bytes.length), part.bytes]
    else if (part.kind === 'contents') yield json(LETTER.contents, part.contents)
    else {
      tables += 1
      rows += part.end.rows
      yield json(LETTER.tableEnd, part.end)
    }
  }
  yield record(LETTER.end, Buffer.from(JSON.stringify({ tables, rows, sha256: sum.digest('hex') })))
}

function recordHead(letter: number, length: number): Buffer {
  const head = Buffer.alloc(5)
  head[0] = letter
  head.writeUInt32BE(length, 1)
  return head
}

const record = (letter: number, bytes: Buffer) => Buffer.concat([recordHead(letter, bytes.length), bytes])

/** Cuts a stream of bytes into pieces of one size, sealed, each after its length. The last may be shorter, or empty. */
async function* piecesOf(packed: AsyncIterable<Buffer>, sealing: Sealing): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let size = 0
  let at = 0
  const close = (last: boolean) => {
    const all = Buffer.concat(waiting)
    const sealed = sealing.seal(last ? all : all.subarray(0, PIECE_BYTES), at, last)
    waiting = last ? [] : [all.subarray(PIECE_BYTES)]
    size -= PIECE_BYTES
    at += 1
    const length = Buffer.alloc(4)
    length.writeUInt32BE((sealed.length | (last ? LAST_PIECE : 0)) >>> 0)
    return Buffer.concat([length, sealed])
  }
  for await (const bytes of packed) {
    waiting.push(bytes)
    size += bytes.length
    // The last piece is marked as such, so a full one waits until something follows it.
    while (size > PIECE_BYTES) yield close(false)
  }
  yield close(true)
}

/** Some file systems (of USB sticks, of networks) know no second name for a file. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']

/** Gives the file its name, which no other file may have got in the meantime. */
async function renameOver(unfinished: string, target: string): Promise<void> {
  await link(unfinished, target).catch(async (error: unknown) => {
    if (!NO_LINKS.includes(errorCode(error)) && errorCode(error) !== 'EEXIST') throw error
    await refuseExisting(target)
    await rename(unfinished, target)
  })
  const folder = await open(dirname(target))
  await folder.sync().finally(() => folder.close())
}
