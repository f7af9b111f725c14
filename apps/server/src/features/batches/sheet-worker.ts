/** The worker's side of read-file.ts: bytes in, a reading or the reason against it out. */
import { parentPort, workerData } from 'node:worker_threads'
import type { WorkerAnswer } from './read-file.ts'
import { SheetRefusal } from './sheet.ts'
import { readSheet } from './sheet-reading.ts'

const { bytes, fileName, sheet } = workerData as { bytes: Uint8Array; fileName: string; sheet: string | null }

async function answer(): Promise<WorkerAnswer> {
  try {
    return { ok: true, reading: await readSheet(bytes, fileName, sheet) }
  } catch (error) {
    if (error instanceof SheetRefusal) return { ok: false, code: error.code, facts: error.facts }
    return { ok: false, code: 'file.unreadable', facts: { reason: 'it is damaged.' } }
  }
}

parentPort?.postMessage(await answer())
