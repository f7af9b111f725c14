/** Makes the backup that is due in a thread of its own: requests do not wait for its work. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Made } from './backup.ts'
import { makeScheduledBackup, type Task } from './schedule.ts'

/** A message of the thread: the file when it begins, then one of the others; `made` is undefined where none was due. */
export type Message =
  | { readonly begun: string }
  | { readonly made: (Made & { readonly file: string }) | undefined }
  | { readonly error: string }

const send = (message: Message) => parentPort?.postMessage(message)

makeScheduledBackup(workerData as Task, (begun) => send({ begun })).then(
  (made) => send({ made }),
  (error: unknown) => send({ error: error instanceof Error ? error.message : String(error) }),
)
