/** One reader process, seen from the server: started with as few rights as a process can have, measured while it reads. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { builtOf } from '../built.ts'
import type { ReaderLimits } from '../settings.ts'
import { FileRefusal, isDamaged, tookTooLong, tookTooMuchMemory } from './file-refusal.ts'
import {
  ANSWER,
  ANSWER_BYTES_MAX,
  ANSWER_HEAD_BYTES,
  type AnsweredRefusal,
  BEGUN,
  type RequestHead,
} from './reader-frame.ts'

const SCRIPT = new URL('./reader-process.ts', import.meta.url)
const program = (path: string) => fileURLToPath(new URL(`../../../../../${path}`, import.meta.url))
/** The program itself: no data folder lies in these. */
const MAY_READ = ['node_modules', 'packages', 'apps/server']

/**
 * The second line behind the server's own watch, kept by the operating system: no core file, no file may be written, so
 * much memory for data (kilobytes; a part of it is never resident) and processor time (seconds).
 */
const ulimits = ({ timeMs, memoryMb }: ReaderLimits) =>
  `ulimit -c 0; ulimit -f 0; ulimit -d ${2 * memoryMb * 1024} 2>/dev/null; ulimit -t ${Math.ceil((2 * timeMs) / 1000)}; exec "$@"`
const MEMORY_EVERY_MS = 50
/** Standard error is kept for the log up to so many characters. */
const COMPLAINT_MAX = 2_000

export interface ReaderProcess {
  readonly pid: number
  /** `fresh`: it has read nothing yet. `kept`: it has read and stayed. Either can be given a file. */
  readonly state: () => 'fresh' | 'reading' | 'kept' | 'gone'
  /**
   * Sends a request and answers what the reader wrote, as `readingOf` takes it. The process stays where the request says so;
   * else the answer comes when it is gone. @throws FileRefusal.
   */
  readonly serve: (head: RequestHead, file: Uint8Array) => Promise<Buffer[]>
  readonly end: () => void
  /** When the process is gone and its exit status was taken. */
  readonly gone: Promise<void>
}

/** In: URLs of the reader scripts to load ahead; where a process that broke down is reported. */
export function startReader(
  scripts: Iterable<string>,
  limits: ReaderLimits,
  report: (complaint: string) => void,
): ReaderProcess {
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      ulimits(limits),
      'sh',
      process.execPath,
      '--permission',
      ...MAY_READ.map((path) => `--allow-fs-read=${program(path)}`),
      `--max-old-space-size=${Math.floor(0.8 * limits.memoryMb)}`,
      '--max-semi-space-size=16',
      '--no-warnings',
      '--disallow-code-generation-from-strings',
      fileURLToPath(builtOf(SCRIPT)),
      ...scripts,
    ],
    { env: {}, cwd: '/', stdio: ['pipe', 'pipe', 'pipe'] },
  )
  const streams = [child.stdin, child.stdout, child.stderr] as unknown as Socket[]
  // A waiting process keeps nothing alive; one that reads does.
  const hold = (held: boolean) => {
    for (const one of [child, ...streams]) {
      if (held) one.ref()
      else one.unref()
    }
  }
  let state: ReturnType<ReaderProcess['state']> = 'fresh'
  let complaint = ''
  let stopped: FileRefusal | undefined
  child.stderr.on('data', (part: Buffer) => {
    complaint = `${complaint}${part.toString('latin1')}`.slice(0, COMPLAINT_MAX)
  })
  // The end of the process reports what cannot be written any more.
  child.stdin.on('error', () => undefined)
  const gone = new Promise<void>((settle) => {
    const over = () => {
      state = 'gone'
      settle()
    }
    child.once('close', over)
    // The system has no process to give.
    child.once('error', () => {
      stopped ??= new FileRefusal('server.busy')
      over()
    })
  })
  hold(false)
  const end = () => {
    // The server waits until the process is gone.
    if (state !== 'gone') hold(true)
    child.kill('SIGKILL')
  }
  const serve = async (head: RequestHead, file: Uint8Array) => {
    state = 'reading'
    hold(true)
    const stop = (refusal: FileRefusal) => {
      stopped ??= refusal
      end()
    }
    const { begun, unwatch } = watch(child, limits, stop)
    const answer = collect(child, begun, () => stop(isDamaged()))
    child.stdin.write(`${JSON.stringify(head)}\n`)
    child.stdin.write(file)
    await Promise.race(head.stay ? [gone, answer.whole] : [gone])
    unwatch()
    answer.stop()
    if (stopped !== undefined) throw stopped
    if (answer.isWhole()) {
      if (state === 'reading') {
        state = 'kept'
        hold(false)
      }
      return answer.parts
    }
    report(complaint)
    throw /out of memory|allocation failed/i.test(complaint) ? tookTooMuchMemory(limits) : isDamaged()
  }
  return { pid: child.pid ?? 0, state: () => state, serve, end, gone }
}

/** One answer of a reader, as it comes in. `wrong` is called where it is longer than it may be, or than it says itself. */
function collect(child: ChildProcess, begun: () => void, wrong: () => void) {
  const parts: Buffer[] = []
  let length = 0
  let expected: number | undefined
  let settle: () => void = () => undefined
  const whole = new Promise<void>((done) => {
    settle = done
  })
  const take = (chunk: Buffer) => {
    const isFirst = length === 0 && chunk[0] === BEGUN
    if (isFirst) begun()
    const part = isFirst ? chunk.subarray(1) : chunk
    if (part.length === 0) return
    length += part.length
    parts.push(part)
    if (expected === undefined && length >= ANSWER_HEAD_BYTES) {
      const head = Buffer.concat(parts)
      expected = ANSWER_HEAD_BYTES + head.readUInt32BE(1)
      parts.splice(0, parts.length, head)
    }
    if (expected === undefined) return
    if (length > expected || expected > ANSWER_HEAD_BYTES + ANSWER_BYTES_MAX) {
      parts.length = 0
      wrong()
    } else if (length === expected) settle()
  }
  child.stdout?.on('data', take)
  return { parts, whole, isWhole: () => length === expected, stop: () => child.stdout?.off('data', take) }
}

/** Starting takes a third of a second, and longer where many programs want the processors: it is none of the file's time. */
const START_MS = 30_000

/** Ends a reading that takes too long or too much memory. `begun` is called when it begins, `unwatch` when it is over. */
function watch(child: ChildProcess, limits: ReaderLimits, stop: (refusal: FileRefusal) => void) {
  let clock = setTimeout(() => stop(new FileRefusal('server.busy')), START_MS)
  const measure = setInterval(() => {
    residentKb(child.pid ?? 0, (kb) => {
      if (kb > limits.memoryMb * 1024) stop(tookTooMuchMemory(limits))
    })
  }, MEMORY_EVERY_MS)
  const begun = () => {
    clearTimeout(clock)
    clock = setTimeout(() => stop(tookTooLong(limits)), limits.timeMs)
  }
  const unwatch = () => {
    clearTimeout(clock)
    clearInterval(measure)
  }
  return { begun, unwatch }
}

/** The resident memory of a process in kilobytes; nothing is said of one that is gone. */
function residentKb(pid: number, say: (kb: number) => void): void {
  if (process.platform === 'linux') {
    try {
      const found = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))
      if (found !== null) say(Number(found[1]))
    } catch {
      // It has ended in between.
    }
    return
  }
  execFile('ps', ['-o', 'rss=', '-p', String(pid)], (_, kb) => say(Number(kb)))
}

/** The reading as JSON text, out of what a reader wrote. @throws FileRefusal that it says. */
export function readingOf(parts: Buffer[]): Buffer[] {
  const [first, ...rest] = parts
  if (first?.[0] === ANSWER.reading) return [first.subarray(ANSWER_HEAD_BYTES), ...rest]
  if (first?.[0] !== ANSWER.refusal) throw isDamaged()
  const said = Buffer.concat(parts).subarray(ANSWER_HEAD_BYTES).toString()
  const { code, facts } = JSON.parse(said) as AnsweredRefusal
  throw new FileRefusal(code, facts)
}
