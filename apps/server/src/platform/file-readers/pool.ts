/**
 * All files that people send are read here: in processes of their own, so that a hostile file can take neither the server's
 * memory nor its time, and neither sees nor changes anything of it. A process reads one file. Only small files of plain text
 * that one person sends one after the other (500 days of prices) are read by one process: starting it takes longer than they do.
 */
import { FILE_BYTES_MAX } from '@em/contract/kit/bounds'
import { builtOf } from '../built.ts'
import { Refusal } from '../refusal.ts'
import type { ReaderLimits } from '../settings.ts'
import { FileRefusal } from './file-refusal.ts'
import { type ReaderProcess, readingOf, startReader } from './process.ts'
import type { RequestHead } from './reader-frame.ts'

/** Of all people together; each takes up to the memory of a reader. */
const AT_ONCE = 2
/** Files that wait are held in memory. */
const WAITING_MAX = 8
/** How long a process waits for the next file after the last one. */
const SPARE_MS = 60_000
/** How long one that was kept for a person waits for their next file, and how many files it reads altogether. */
const IDLE_MS = 5_000
const IDLE_FILES_MAX = 100
/** Bytes of a file after which a process is kept. */
const SMALL_BYTES_MAX = 256 * 1024

export interface FileToRead {
  /** The script that reads it: exports `read` as `ReadScript`. */
  readonly script: URL
  readonly asked: object
  /** Base64. */
  readonly data: string
  /** The person's id: of those who wait, another person's file comes before a second one of one person. */
  readonly who: number
}

export interface FileReaders {
  /**
   * The reading of a file as JSON text, in the parts that it came in.
   * @throws Refusal that the script says; `file.too-large` (413); `request.invalid` where it is no base64;
   *   `file.unreadable` (422) where it takes too long or is damaged, `file.too-many` where it takes too much memory,
   *   `server.busy` (503) where many wait already.
   */
  readonly read: (file: FileToRead) => Promise<Buffer[]>
  /** Ends every process; what is being read is refused. */
  readonly close: () => Promise<void>
}

export interface FileReadersParts {
  readonly limits: ReaderLimits
  /** Milliseconds that a process which was kept for a person waits; five seconds. */
  readonly idleMs?: number
  /** Called with a report when a reader breaks down. */
  readonly report?: (complaint: string) => void
}

export function fileReaders(parts: FileReadersParts): FileReaders {
  const { limits } = parts
  const report = parts.report ?? (() => undefined)
  const idleMs = parts.idleMs ?? IDLE_MS
  const queue = entrance()
  const processes = new Set<ReaderProcess>()
  /** By person. At most as many as read at once. */
  const idle = new Map<
    number,
    { readonly reader: ReaderProcess; readonly files: number; until: NodeJS.Timeout }
  >()
  const scripts = new Set<string>()
  let spareTimer: NodeJS.Timeout | undefined
  let closed = false

  const start = (): ReaderProcess => {
    const one = startReader(scripts, limits, report)
    processes.add(one)
    void one.gone.then(() => processes.delete(one))
    return one
  }
  const spare = () => [...processes].find((one) => one.state() === 'fresh')
  // Starting takes a quarter of a second: after a file the next process is started ahead, for the next reading of it.
  const keepSpare = () => {
    if (closed) return
    if (spare() === undefined) start()
    clearTimeout(spareTimer)
    spareTimer = setTimeout(() => spare()?.end(), SPARE_MS)
    spareTimer.unref()
  }
  const endIdle = (who: number) => {
    const one = idle.get(who)
    if (one === undefined) return
    clearTimeout(one.until)
    idle.delete(who)
    one.reader.end()
  }
  /** The process that was kept for a person is theirs alone from here on. */
  const takeIdle = (who: number) => {
    const one = idle.get(who)
    if (one === undefined) return undefined
    clearTimeout(one.until)
    idle.delete(who)
    return one.reader.state() === 'kept' ? one : undefined
  }
  const keep = (who: number, reader: ReaderProcess, files: number) => {
    endIdle(who)
    const [longest] = idle.keys()
    if (longest !== undefined && idle.size >= AT_ONCE) endIdle(longest)
    const until = setTimeout(() => endIdle(who), idleMs)
    until.unref()
    idle.set(who, { reader, files, until })
  }
  const read = async ({ script, asked, data, who }: FileToRead): Promise<Buffer[]> => {
    const file = bytesOf(data)
    const done = await queue.enter(who)
    try {
      if (closed) throw new Refusal('server.busy')
      const { href } = builtOf(script)
      scripts.add(href)
      const plain = isSmallText(file)
      const theirs = plain ? takeIdle(who) : undefined
      const files = (theirs?.files ?? 0) + 1
      const stay = plain && files < IDLE_FILES_MAX
      const head: RequestHead = { script: href, asked, bytes: file.length, stay, limits }
      const reader = theirs?.reader ?? spare() ?? start()
      const answer = await reader.serve(head, file)
      if (reader.state() === 'kept') keep(who, reader, files)
      return readingOf(answer)
    } catch (error) {
      throw error instanceof FileRefusal ? new Refusal(error.code, error.facts) : error
    } finally {
      done()
      keepSpare()
    }
  }
  const close = async () => {
    closed = true
    clearTimeout(spareTimer)
    for (const { until } of idle.values()) clearTimeout(until)
    const all = [...processes]
    for (const one of all) one.end()
    await Promise.all(all.map((one) => one.gone))
  }
  return { read, close }
}

/** Whether a file is plain text, and small: no archive, no PDF, nothing whose reading is more than splitting lines. */
const isSmallText = (file: Buffer) =>
  file.length <= SMALL_BYTES_MAX && !file.includes(0) && !file.subarray(0, 1024).includes('%PDF')

/** Lets so many in at once; the others wait in a line. */
function entrance() {
  const running: number[] = []
  const waiting: { readonly who: number; readonly go: () => void }[] = []
  const leave = (who: number) => {
    running.splice(running.indexOf(who), 1)
    const other = waiting.findIndex((one) => !running.includes(one.who))
    const [next] = waiting.splice(Math.max(0, other), 1)
    if (next === undefined) return
    running.push(next.who)
    next.go()
  }
  return {
    /** Answers what must be called in the end. @throws Refusal `server.busy` where many wait already. */
    enter: async (who: number): Promise<() => void> => {
      if (running.length < AT_ONCE) running.push(who)
      else {
        if (waiting.length >= WAITING_MAX) throw new Refusal('server.busy')
        await new Promise<void>((go) => waiting.push({ who, go }))
      }
      return () => leave(who)
    },
  }
}

/** The bytes of a file in base64. @throws Refusal `file.too-large` (413), `request.invalid` where it is no base64. */
function bytesOf(base64: string): Buffer {
  if (base64.length > Math.ceil(FILE_BYTES_MAX / 3) * 4) {
    throw new Refusal('file.too-large', { limit: '10 MB' })
  }
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) {
    throw new Refusal('request.invalid', {}, [{ field: 'data', message: 'The file must be sent in base64.' }])
  }
  return Buffer.from(base64, 'base64')
}
