/** The server's timer for backups. */
import { Worker } from 'node:worker_threads'
import type { Database } from '../platform/database/database.ts'
import { type Made, megabytes } from './backup.ts'
import { DUE, dueValues, type Task } from './schedule.ts'

const LOOK_EVERY_MS = 30_000
const FIRST_LOOK_MS = 3_000
const MEMORY_MAX_MB = 300
const script = new URL('./worker.ts', import.meta.url)

export interface Timer {
  /** No more backups; one at work is broken off and leaves nothing. */
  stop(): Promise<void>
}

/** Looks every half minute whether a backup is due, and has it made. `say` and `complain` take a line for the console. */
export function startBackups(
  database: Database,
  task: Task,
  say: (line: string) => void,
  complain: (line: string) => void,
): Timer {
  let worker: Worker | undefined
  const look = async () => {
    if (worker !== undefined) return
    const [found] = await database.query<{ due: boolean }>(DUE, dueValues(task.settings.everyHours))
    if (!found?.due) return
    worker = new Worker(script, {
      workerData: task,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MB },
    })
    worker.on('message', ({ made, error }: { made?: Made & { file: string }; error?: string }) => {
      if (made) say(`Backup: ${made.file} (${made.rows.toLocaleString('en')} rows, ${megabytes(made.bytes)})`)
      if (error !== undefined) complain(`The backup failed: ${error}`)
    })
    worker.on('error', (error) => complain(`The backup failed: ${error.message}`))
    worker.on('exit', () => {
      worker = undefined
    })
  }
  let wrong = ''
  // What cannot be asked now is asked at the next look; a reason is said once.
  const ask = () =>
    void look().then(
      () => {
        wrong = ''
      },
      (error: Error) => {
        if (error.message !== wrong) complain(`Whether a backup is due cannot be asked: ${error.message}`)
        wrong = error.message
      },
    )
  const first = setTimeout(ask, FIRST_LOOK_MS).unref()
  const timer = setInterval(ask, LOOK_EVERY_MS).unref()
  return {
    stop: async () => {
      clearTimeout(first)
      clearInterval(timer)
      await worker?.terminate()
    },
  }
}
