/** Reads uploaded files in workers, so that a hostile file can take neither the server's memory nor its time. */
import { Worker } from 'node:worker_threads'
import type { RefusalCode } from '@em/contract'
import { FILE_BYTES_MAX } from '@em/contract/books/batches'
import { type Facts, Refusal } from './refusal.ts'

/** What a worker answers. */
export type FileAnswer<Reading> =
  | { readonly ok: true; readonly reading: Reading }
  | { readonly ok: false; readonly code: RefusalCode; readonly facts: Facts }

const MEMORY_MAX_MB = 400
// Of all kinds of files together: each may take so much memory.
const AT_ONCE = 2
const WAITING_MAX = 8
let running = 0
const waiting: (() => void)[] = []

/** The bytes of a file in base64. @throws Refusal `file.too-large` (413), `request.invalid` where it is no base64. */
export function bytesOf(base64: string): Uint8Array {
  if (base64.length > Math.ceil(FILE_BYTES_MAX / 3) * 4) {
    throw new Refusal('file.too-large', { limit: '10 MB' })
  }
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) {
    throw new Refusal('request.invalid', {}, [{ field: 'data', message: 'The file must be sent in base64.' }])
  }
  return new Uint8Array(Buffer.from(base64, 'base64'))
}

/**
 * What the worker of a script makes of a file; `asked` is its `workerData`, with the bytes. In its turn where other files
 * are being read.
 * @throws Refusal that the worker answers, `file.unreadable` (422) where it fails or takes longer than `timeMax`
 *   milliseconds, `file.too-many` where its memory does not suffice, `server.busy` where many wait already.
 */
export async function readInWorker<Reading>(script: URL, asked: object, timeMax: number): Promise<Reading> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING_MAX) throw new Refusal('server.busy')
    await new Promise<void>((go) => waiting.push(go))
  }
  running += 1
  try {
    const answer = await inWorker<Reading>(script, asked, timeMax)
    if (answer.ok) return answer.reading
    throw new Refusal(answer.code, answer.facts)
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

function inWorker<Reading>(script: URL, asked: object, timeMax: number): Promise<FileAnswer<Reading>> {
  const worker = new Worker(script, {
    workerData: asked,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MB },
    execArgv: [],
    env: {},
    stdout: true,
    stderr: true,
  })
  return new Promise((settle) => {
    const end = (answer: FileAnswer<Reading>) => {
      clearTimeout(timer)
      settle(answer)
      void worker.terminate()
    }
    const unreadable = (reason: string) => end({ ok: false, code: 'file.unreadable', facts: { reason } })
    const timer = setTimeout(() => unreadable('it takes too long.'), timeMax)
    worker.once('message', end)
    worker.once('error', (error: Error & { code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
        end({ ok: false, code: 'file.too-many', facts: { limit: 'can be read at once' } })
      } else unreadable('it is damaged.')
    })
    worker.once('exit', () => unreadable('it is damaged.'))
  })
}
