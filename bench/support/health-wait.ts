/** Asks a server for its health again and again from a thread of its own, and answers the longest wait so far. */
import { setTimeout as pause } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

const EVERY_MS = 20

export interface HealthWait {
  /** The longest wait in milliseconds since the last time this was asked. */
  longest(): Promise<number>
  stop(): Promise<void>
}

/** In: the address of `/api/health`. */
export function healthWait(address: string): HealthWait {
  const worker = new Worker(new URL(import.meta.url), { workerData: address })
  return {
    longest: () =>
      new Promise((settle) => {
        worker.once('message', settle)
        worker.postMessage('longest')
      }),
    stop: async () => void (await worker.terminate()),
  }
}

async function askAgain(address: string): Promise<void> {
  let longest = 0
  let since: number | undefined
  parentPort?.on('message', () => {
    // A question that is not answered yet counts with the time that it has waited.
    parentPort?.postMessage(Math.max(longest, since === undefined ? 0 : performance.now() - since))
    longest = 0
  })
  for (;;) {
    since = performance.now()
    await fetch(address).then((answer) => answer.text())
    longest = Math.max(longest, performance.now() - since)
    since = undefined
    await pause(EVERY_MS)
  }
}

if (!isMainThread) await askAgain(workerData as string)
