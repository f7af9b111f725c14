/** The server's timer for backups. */
import { rm } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { builtOf } from '../platform/built.ts'
import type { Database } from '../platform/database/database.ts'
import { megabytes } from './backup.ts'
import { unfinishedOf } from './file-writer.ts'
import { DUE, dueValues, settleBrokenOff, type Task } from './schedule.ts'
import type { Message } from './worker.ts'

const CHECK_EVERY_MS = 30_000
const FIRST_CHECK_MS = 3_000
const MEMORY_MAX_MB = 300
const script = new URL('./worker.ts', import.meta.url)

export interface Timer {
  /** No more backups; a running one is broken off and leaves nothing. */
  stop(): Promise<void>
}

/** Checks every half minute whether a backup is due, and has it made. `say` and `complain` take a line for the console. */
export function startBackups(
  database: Database,
  task: Task,
  say: (line: string) => void,
  complain: (line: string) => void,
): Timer {
  let making: Making | undefined
  let settled = false
  let stopped = false
  const check = async () => {
    if (making !== undefined) return
    if (!settled) await settleBrokenOff(task)
    settled = true
    const [found] = await database.query<{ due: boolean }>(DUE, dueValues(task.settings.everyHours))
    if (!found?.due || stopped) return
    making = makeInThread(task, say, complain)
    void making.ended.then(async (fault) => {
      // Recorded at once, so that it is reported and not tried again at the next check.
      if (fault !== undefined && !stopped) await settleBrokenOff(task, fault).catch(() => undefined)
      making = undefined
    })
  }
  let wrong = ''
  // A check that fails is repeated at the next interval; a reason is reported once.
  const ask = () =>
    void check().then(
      () => {
        wrong = ''
      },
      (error: Error) => {
        if (error.message !== wrong) complain(`Cannot check whether a backup is due: ${error.message}`)
        wrong = error.message
      },
    )
  const first = setTimeout(ask, FIRST_CHECK_MS).unref()
  const timer = setInterval(ask, CHECK_EVERY_MS).unref()
  return {
    stop: async () => {
      clearTimeout(first)
      clearInterval(timer)
      stopped = true
      await making?.stop()
    },
  }
}

interface Making {
  /** The error that ended the thread itself, if one did. */
  readonly ended: Promise<string | undefined>
  stop(): Promise<void>
}

function makeInThread(task: Task, say: (line: string) => void, complain: (line: string) => void): Making {
  const worker = new Worker(builtOf(script), {
    workerData: task,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MB },
  })
  let file: string | undefined
  let fault: string | undefined
  worker.on('message', (message: Message) => {
    if ('begun' in message) file = message.begun
    else if ('error' in message) complain(`The backup failed: ${message.error}`)
    else if (message.made) {
      const { file: name, rows, bytes } = message.made
      say(`Backup: ${name} (${rows.toLocaleString('en')} rows, ${megabytes(bytes)})`)
    }
  })
  worker.on('error', (error) => {
    fault = error.message
    complain(`The backup failed: ${fault}`)
  })
  const ended = new Promise<string | undefined>((resolve) => worker.on('exit', () => resolve(fault)))
  return {
    ended,
    stop: async () => {
      // A thread that is ended tidies up nothing itself. The next start records that it was broken off.
      await worker.terminate()
      if (file !== undefined) await rm(unfinishedOf(file), { force: true })
    },
  }
}
