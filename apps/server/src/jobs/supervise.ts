/** Starts the worker's process for a server and starts it again when it ends, until the server stops. */
import { type ChildProcess, fork } from 'node:child_process'
import type pg from 'pg'
import { builtOf } from '../platform/built.ts'

const script = new URL('../worker.ts', import.meta.url)
/** It does nothing heavy itself: a small young generation keeps its memory small. */
const FLAGS = ['--max-semi-space-size=2']
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000
/** A worker that lived so long was well: the next one is started after the first wait again. */
const WELL_MS = 60_000
/** How long the worker may take to stop. */
const STOP_MS = 10_000

export interface Supervised {
  /** Of the running worker; undefined between two. */
  pid(): number | undefined
  stop(hurry: AbortSignal): Promise<void>
}

/**
 * @param env further variables of the worker's environment.
 * @param complain takes a line for the console.
 */
export function superviseWorker(
  connection: pg.PoolConfig,
  env: Readonly<Record<string, string>>,
  complain: (line: string) => void,
): Supervised {
  let child: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let wait = FIRST_WAIT_MS
  const start = () => {
    const began = performance.now()
    const gone = (why: string) => {
      child = undefined
      if (stopped) return
      wait = performance.now() - began > WELL_MS ? FIRST_WAIT_MS : Math.min(2 * wait, LONGEST_WAIT_MS)
      complain(`The worker of jobs ended (${why}); it is started again.`)
      timer = setTimeout(start, wait)
    }
    try {
      const worker = fork(builtOf(script), [], { execArgv: FLAGS, env: { ...process.env, ...env } })
      child = worker
      // A process that could not be started, as for want of memory, has no exit event.
      worker.on('error', (error) => {
        if (worker.pid === undefined) gone(error.message)
      })
      worker.on('exit', (code, signal) => gone(String(signal ?? code)))
      worker.send({ open: connection }, () => undefined)
    } catch (error) {
      gone(String(error))
    }
  }
  start()
  return {
    pid: () => child?.pid,
    stop: async (hurry) => {
      stopped = true
      clearTimeout(timer)
      const worker = child
      if (worker === undefined) return
      const gone = new Promise<void>((done) => worker.once('exit', () => done()))
      const kill = () => worker.kill('SIGKILL')
      const late = setTimeout(kill, STOP_MS)
      hurry.addEventListener('abort', kill)
      if (hurry.aborted) kill()
      worker.send('stop', () => undefined)
      await gone
      clearTimeout(late)
    },
  }
}
