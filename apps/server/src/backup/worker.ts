/** Makes the backup that is due in a thread of its own: requests do not wait for its work. */
import { parentPort, workerData } from 'node:worker_threads'
import { makeScheduledBackup, type Task } from './schedule.ts'

makeScheduledBackup(workerData as Task).then(
  (made) => parentPort?.postMessage({ made }),
  (error: unknown) =>
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) }),
)
