/** The worker's side of read-statement.ts: bytes in, a reading or the reason against it out. */
import { parentPort, workerData } from 'node:worker_threads'
import type { FileAsked } from './answer.ts'
import { readBytes } from './read-bytes.ts'
import type { WorkerAnswer } from './read-statement.ts'
import { StatementRefusal } from './statement.ts'

async function answer(): Promise<WorkerAnswer> {
  try {
    return { ok: true, reading: await readBytes(workerData as FileAsked) }
  } catch (error) {
    if (error instanceof StatementRefusal) return { ok: false, code: error.code, facts: error.facts }
    return { ok: false, code: 'file.unreadable', facts: { reason: 'it is damaged.' } }
  }
}

parentPort?.postMessage(await answer())
