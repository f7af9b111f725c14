/**
 * The worker's process: started by a server, which passes it the database's address and with which it ends; or on its own
 * (`npm run worker`) next to servers that only answer requests.
 */
import type pg from 'pg'
import { fixSettings, keepFixSessions } from './features/fix-sessions/live/keep-sessions.ts'
import { startWorker, type Worker } from './jobs/work.ts'
import { clockOf } from './platform/clock.ts'
import { openDatabase } from './platform/database/database.ts'
import { findLogins } from './platform/database/owner.ts'
import { loadEnvironmentFile, readSettings } from './platform/settings.ts'

const complain = (line: string) => console.error(line)

/** How long jobs and sessions may take to end after an unexpected error. */
const STOP_MS = 10_000

let started: Promise<Worker> | undefined
let ending: Promise<void> | undefined

/** Jobs, and the FIX sessions that this process holds: a flood on one of them keeps no request of the server waiting. */
async function startBoth(connection: pg.PoolConfig): Promise<Worker> {
  const settings = readSettings(process.env)
  const worker = await startWorker(connection, complain, { clock: clockOf(settings) })
  const database = await openDatabase(connection, 2)
  const keeper = keepFixSessions({
    connection,
    database,
    ...fixSettings(settings, process.env),
    report: complain,
  })
  return {
    stop: async () => {
      await Promise.all([worker.stop(), keeper.stop()])
      await database.close()
    },
  }
}

function begin(connection: pg.PoolConfig): void {
  started = startBoth(connection)
  started.then(
    () => process.send?.('ready'),
    (error: unknown) => {
      complain(
        `The worker of jobs could not start: ${error instanceof Error ? error.message : String(error)}`,
      )
      process.exit(1)
    },
  )
}

function end(code = 0): Promise<void> {
  ending ??= (async () => {
    const worker = await started?.catch(() => undefined)
    await worker?.stop()
    process.exit(code)
  })()
  return ending
}

function bySelf(): void {
  loadEnvironmentFile()
  const settings = readSettings(process.env)
  if (settings.databaseUrl === undefined) {
    complain('A worker of its own needs DATABASE_URL: the database inside a server has a worker there.')
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end())
  begin(findLogins(settings).application)
  console.log('Equity Manager: worker of jobs (Ctrl-C stops it)')
}

function ofServer(): void {
  // The server decides when it ends: at Ctrl-C the whole process group gets the signal.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => undefined)
  // The server is gone, and nothing else ends this process: its jobs are taken up by another worker.
  process.on('disconnect', () => process.exit(1))
  process.on('message', (asked: { readonly open: pg.PoolConfig } | 'stop') => {
    if (asked === 'stop') void end()
    else begin(asked.open)
  })
}

// FIX sessions end with the process: another server takes them over, and the broker sends again what was not stored.
for (const kind of ['unhandledRejection', 'uncaughtException'] as const) {
  process.on(kind, (error: unknown) => {
    complain(`Unexpected error; the worker stops.\n${error instanceof Error ? error.stack : String(error)}`)
    setTimeout(() => process.exit(1), STOP_MS)
    void end(1)
  })
}

if (process.send === undefined) bySelf()
else ofServer()
