/** Reads an uploaded statement in a worker, so that a hostile file can take neither the server's memory nor its time. */
import { Worker } from 'node:worker_threads'
import type { RefusalCode } from '@em/contract'
import { FILE_BYTES_MAX } from '@em/contract/books/batches'
import type { StatementMapping, StatementReading } from '@em/contract/books/reconciliation-statements'
import { type Facts, Refusal } from '../../../platform/refusal.ts'
import type { FileAsked } from './answer.ts'

export interface StatementFile {
  readonly fileName: string
  /** Base64. */
  readonly data: string
  readonly sheet: string | null
  readonly part: string | null
  readonly mapping: StatementMapping | null
  readonly remembered: StatementMapping | null
}
/** What the worker answers. */
export type WorkerAnswer =
  | { readonly ok: true; readonly reading: StatementReading }
  | { readonly ok: false; readonly code: RefusalCode; readonly facts: Facts }

const TIME_MAX = 30_000
const MEMORY_MAX_MB = 400
const AT_ONCE = 2
const WAITING_MAX = 8
let running = 0
const waiting: (() => void)[] = []

/**
 * The lines of a statement file, or what must be asked first.
 * @throws Refusal `statement.kind` (415), `file.too-large` (413), `statement.unreadable` (422) with the line,
 *   `statement.currency` (422); `server.busy` when many files are read already.
 */
export async function readStatement(file: StatementFile): Promise<StatementReading> {
  const { data, ...asked } = file
  const bytes = bytesOf(data)
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING_MAX) throw new Refusal('server.busy')
    await new Promise<void>((go) => waiting.push(go))
  }
  running += 1
  try {
    const answer = await inWorker({ ...asked, bytes })
    if (answer.ok) return answer.reading
    throw new Refusal(answer.code, answer.facts)
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

function bytesOf(base64: string): Uint8Array {
  if (base64.length > Math.ceil(FILE_BYTES_MAX / 3) * 4) {
    throw new Refusal('file.too-large', { limit: '10 MB' })
  }
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) {
    throw new Refusal('request.invalid', {}, [{ field: 'data', message: 'The file must be sent in base64.' }])
  }
  return new Uint8Array(Buffer.from(base64, 'base64'))
}

function inWorker(asked: FileAsked): Promise<WorkerAnswer> {
  const worker = new Worker(new URL('./statement-worker.ts', import.meta.url), {
    workerData: asked,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MB },
    execArgv: [],
    env: {},
    stdout: true,
    stderr: true,
  })
  return new Promise((settle) => {
    const end = (answer: WorkerAnswer) => {
      clearTimeout(timer)
      settle(answer)
      void worker.terminate()
    }
    const unreadable = (reason: string) => end({ ok: false, code: 'file.unreadable', facts: { reason } })
    const timer = setTimeout(() => unreadable('it takes too long.'), TIME_MAX)
    worker.once('message', end)
    worker.once('error', (error: Error & { code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
        end({ ok: false, code: 'file.too-many', facts: { limit: 'can be read at once' } })
      } else unreadable('it is damaged.')
    })
    worker.once('exit', () => unreadable('it is damaged.'))
  })
}
