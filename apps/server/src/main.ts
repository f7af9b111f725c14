/** The server's process: database up, schema current, lists in place, listening; and all of it down again in order. */
import * as crypto from 'node:crypto'
import { resolve } from 'node:path'
import { clockOf } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import type { Logins } from './platform/database/owner.ts'
import type { HealthWatch } from './platform/health-watch.ts'
import { openHttpNote, refuseOpenHttp } from './platform/http/listening.ts'
import { loadEnvironmentFile, readSettings, type Settings } from './platform/settings.ts'

const say = (line: string) => console.log(line)
const complain = (line: string) => console.error(line)
/** A fault in the console's words, without a stack where it is not ours. */
const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** How long running requests may take to end after the first Ctrl-C. */
const DRAIN_MS = 10_000
/** How long the pool may then take to close; PostgreSQL's stop ends what is left. */
const CLOSE_MS = 2_000

const within = (work: Promise<unknown>, ms: number, give: AbortSignal) =>
  new Promise<void>((done) => {
    const timer = setTimeout(done, ms)
    give.addEventListener('abort', () => done(), { once: true })
    work.then(
      () => done(),
      () => done(),
    )
    void work.finally(() => clearTimeout(timer)).catch(() => undefined)
  })

/** The parts to close again, the newest first. */
const closers: ((hurry: AbortSignal) => Promise<unknown>)[] = []
const hurry = new AbortController()
let ending: Promise<void> | undefined
let started: Promise<void> = Promise.resolve()

function end(status: number): Promise<void> {
  ending ??= (async () => {
    await started.catch(() => undefined)
    for (const close of closers.reverse())
      await close(hurry.signal).catch((error) => complain(sentence(error)))
    process.exit(status)
  })()
  return ending
}

function onSignal(): void {
  if (!ending) {
    say('Stopping ...')
    void end(0)
    return
  }
  if (hurry.signal.aborted) process.exit(1)
  say('Stopping at once ...')
  hurry.abort()
}

interface OpenedDatabase {
  readonly logins: Logins
  /** For the line on the console. */
  readonly words: string
  /** The data folder of our own PostgreSQL. */
  readonly folder?: string
}

/** From the moment when the books are open. */
let watching: HealthWatch | undefined

/** The database: the one that DATABASE_URL names, or our own in DATA_DIR. */
async function openServer(settings: Settings): Promise<OpenedDatabase> {
  const owners = import('./platform/database/owner.ts')
  owners.catch(() => undefined)
  if (settings.databaseUrl !== undefined) {
    const { hostname, pathname } = new URL(settings.databaseUrl)
    return {
      logins: (await owners).findLogins(settings),
      words: `database ${pathname.slice(1)}${hostname ? ` on ${hostname}` : ''}`,
    }
  }
  const { startSupervised } = await import('./platform/postgres/supervised.ts')
  const { embedded, stop } = await startSupervised({
    dataDir: settings.dataDir,
    log: say,
    onGone: () => watching?.gone(),
    onBack: () => void watching?.back(),
    onLost: (reason) => {
      complain(reason)
      void end(1)
    },
  })
  closers.push(stop)
  const { findLogins } = await owners
  return {
    logins: findLogins(settings, embedded),
    words: `data in ${resolve(settings.dataDir)}`,
    folder: embedded.where.cluster,
  }
}

async function openBooks(
  opened: OpenedDatabase,
  settings: Settings,
): Promise<{ database: Database; health: HealthWatch }> {
  const { updateDatabase } = await import('./platform/database/owner.ts')
  const { writeProtectionText } = await import('./platform/database/write-protection.ts')
  const { openDatabase } = await import('./platform/database/database.ts')
  const { watchHealth } = await import('./platform/health-watch.ts')
  const { seed } = await import('./first-start.ts')
  const ran = await updateDatabase(opened.logins, { say })
  if (ran.length > 0) {
    say(`Database brought up to date (${ran.length === 1 ? '1 step' : `${ran.length} steps`}).`)
  }
  const database = await openDatabase(opened.logins.application)
  closers.push((signal) => within(database.close(), CLOSE_MS, signal))
  say(writeProtectionText(database.writeProtection))
  await seed(database, settings.performance)
  const { recordSettings } = await import('./settings-act.ts')
  await recordSettings(database, settings)
  const watch = await watchHealth(database, { dataFolder: opened.folder, say: complain })
  closers.push(async () => watch.stop())
  watching = watch
  return { database, health: watch }
}

/** Makes backups by schedule where a folder for them is set. */
async function keepBackups(
  database: Database,
  { logins }: OpenedDatabase,
  { backup }: Settings,
): Promise<void> {
  const { dir } = backup
  if (dir === undefined) return
  const { startBackups } = await import('./backup/timer.ts')
  const { VERSION: product } = await import('./features/system/health.routes.ts')
  const task = { connection: logins.owner ?? logins.application, product, settings: { ...backup, dir } }
  const backups = startBackups(database, task, say, complain)
  closers.push(() => backups.stop())
}

/** The worker of jobs lives as long as the server; it ends once requests are answered. Answers what starts it. */
function workerStarter({ logins }: OpenedDatabase, settings: Settings): () => Promise<void> {
  let stop: ((hurry: AbortSignal) => Promise<void>) | undefined
  closers.push(async (signal) => stop?.(signal))
  return async () => {
    if (!settings.worker || ending) return
    const { superviseWorker } = await import('./jobs/supervise.ts')
    const env = settings.today === undefined ? {} : { TODAY: settings.today }
    const worker = superviseWorker(logins.application, env, (line) => {
      if (!ending) complain(line)
    })
    stop = worker.stop
  }
}

async function start(): Promise<void> {
  loadEnvironmentFile()
  if (!('argon2' in crypto)) throw new Error(`Node 24.7 or newer is needed here; this is ${process.version}.`)
  const demo = process.argv.includes('--demo')
    ? await (await import('./demo-start.ts')).findDemo()
    : undefined
  const read = readSettings(process.env)
  const settings = { ...read, today: read.today ?? demo?.today }
  refuseOpenHttp(settings)
  const note = openHttpNote(settings)
  if (note !== undefined) complain(note)

  // The program's parts load while PostgreSQL starts.
  const parts = import('./app.ts')
  parts.catch(() => undefined)
  const opened = await openServer(settings)
  if (ending) return
  const { database, health } = await openBooks(opened, settings)
  if (ending) return
  const startWorker = workerStarter(opened, settings)
  const clock = clockOf(settings)
  // The demo opens its own account before anybody can reach the server.
  const { firstRunOf } = await import('./features/identity/sign-in/first-run-code.ts')
  const firstRun = demo === undefined ? await firstRunOf(database, settings) : {}
  const app = await (await parts).buildApp({
    database,
    clock,
    settings,
    health,
    firstRunCode: firstRun.code?.check,
    // One click signs in as its administrator: nothing for a server that other machines reach.
    demo: settings.reachesOthers ? undefined : demo?.server,
  })
  closers.push(async (signal) => {
    const closed = app.close()
    // A connection whose last request has ended would be kept for the next one, which will not come.
    const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
    await within(closed, DRAIN_MS, signal)
    clearInterval(sweep)
    app.server.closeAllConnections()
    await within(closed, CLOSE_MS, signal)
  })
  await demo?.load({ app, database, clock, settings, log: say })
  if (ending) return
  const address = await app.listen({ port: settings.port, host: settings.host }).catch((error: unknown) => {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
    throw new Error(`Port ${settings.port} is in use. Stop the other program, or choose another with PORT.`)
  })
  await startWorker()
  await keepBackups(database, opened, settings)
  if (firstRun.note !== undefined) say(firstRun.note)
  if (firstRun.code !== undefined) {
    say(
      `First-run code: ${firstRun.code.printed}   (the first sign-up asks for it; the next start makes another)`,
    )
  }
  say(`Equity Manager: ${address.replace('[::1]', 'localhost')}   (${opened.words}; Ctrl-C stops it)`)
}

// A closed console is no fault: a complaint about it would be written to it again, without end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
process.on('SIGINT', onSignal)
process.on('SIGTERM', onSignal)
for (const kind of ['unhandledRejection', 'uncaughtException'] as const) {
  process.on(kind, (error: unknown) => {
    complain(`Unexpected error; the server stops.\n${error instanceof Error ? error.stack : String(error)}`)
    void end(1)
  })
}

started = start()
started.catch(async (error: unknown) => {
  const { isConnectionLost } = await import('./platform/database/database.ts')
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown }
  const ofAFile = code === 'ENOENT' && syscall !== 'connect'
  complain(
    isConnectionLost(error) && !ofAFile
      ? `The database could not be reached or ended during the start (${sentence(error)}). Start the server again.`
      : sentence(error),
  )
  void end(1)
})
