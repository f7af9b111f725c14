/** Starts, adopts and stops the PostgreSQL process of one data folder. */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { cleanEnvironment, superuser } from './cluster.ts'
import { EmbeddedError, errorCode, errorText } from './embedded-error.ts'
import { isAlive, isKnown, processesOf, readPostmasterFile, runningPostmaster } from './postmaster-file.ts'
import type { Program } from './program.ts'
import type { RunAs } from './run-as.ts'
import { asArguments, type Settings } from './settings.ts'
import { chooseSocketDir, socketPort } from './socket-folder.ts'

export interface Opened {
  readonly pid: number
  readonly socketDir: string
  readonly port: number
  /** True when it was running before we came. */
  readonly adopted: boolean
}

export interface OpenOrder {
  readonly cluster: string
  readonly program: Program
  readonly runAs: RunAs
  readonly settings: Settings
  readonly logFile: string
  readonly log: (line: string) => void
  /** A folder for the socket that is used again while it exists. */
  readonly socketDir?: string
}

/** How long leftovers of a killed PostgreSQL may hold the data before we give up. */
const leftoverPatienceMs = 30_000
const logLimitBytes = 20 * 1024 * 1024
const stepMs = 25

type Answer = 'ready' | 'not yet'

/** Asks for a connection once. Answers that only mean "still starting" or "stopping" are not errors. */
async function knock(socketDir: string, port: number): Promise<Answer> {
  const client = new pg.Client({
    host: socketDir,
    port,
    user: superuser,
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return 'ready'
  } catch (error) {
    const notYet = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', '57P03', '57P01', 'EPIPE']
    if (notYet.includes(errorCode(error)) || /terminated|timeout/i.test(errorText(error))) return 'not yet'
    throw error
  }
}

/** Says every few seconds that it still takes time: recovery after a power cut may last minutes. */
function reportsWaiting(order: OpenOrder): (stopping: boolean) => void {
  let next = Date.now() + 5_000
  return (stopping) => {
    if (Date.now() < next) return
    next += 5_000
    order.log(`PostgreSQL: still ${stopping ? 'stopping' : 'starting'} (see ${order.logFile}).`)
  }
}

/** Waits for a running PostgreSQL to answer. `undefined` when it went away instead. */
async function waitForRunning(order: OpenOrder): Promise<Opened | undefined> {
  const report = reportsWaiting(order)
  for (;;) {
    const found = await runningPostmaster(order.cluster)
    if (!found) return undefined
    const { pid, socketDir, port, status } = found
    const answers = socketDir !== '' && status !== 'stopping'
    if (answers && (await knock(socketDir, port)) === 'ready') return { pid, socketDir, port, adopted: true }
    report(status === 'stopping')
    await pause(stepMs)
  }
}

async function logSize(path: string): Promise<number> {
  return stat(path).then(
    (found) => found.size,
    () => 0,
  )
}

async function logSince(path: string, offset: number): Promise<string> {
  const handle = await open(path)
  try {
    const text = Buffer.alloc(16_384)
    const { bytesRead } = await handle.read(text, 0, text.length, offset)
    return text.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

function spawnPostgres(order: OpenOrder, socketDir: string): ChildProcess {
  const output = openSync(order.logFile, 'a', 0o600)
  const settings = {
    unix_socket_directories: socketDir,
    port: String(socketPort),
    ...order.settings,
  }
  try {
    // Detached: Ctrl-C goes to every process of the console's group, and PostgreSQL would stop before
    // the server has finished its last requests.
    const child = spawn(order.program.postgres, ['-D', order.cluster, ...asArguments(settings)], {
      ...order.runAs,
      cwd: order.cluster,
      env: cleanEnvironment(),
      detached: true,
      stdio: ['ignore', output, output],
    })
    child.unref()
    return child
  } finally {
    closeSync(output)
  }
}

type Outcome = Opened | 'in use elsewhere' | 'leftovers'

/** One attempt: spawns PostgreSQL and waits until it answers or ends. */
async function attempt(order: OpenOrder): Promise<Outcome> {
  const existing = order.socketDir !== undefined && existsSync(order.socketDir) ? order.socketDir : undefined
  const socketDir = existing ?? (await chooseSocketDir(order.cluster, order.runAs))
  const port = Number(order.settings['port'] ?? socketPort)
  const offset = await logSize(order.logFile)
  const child = spawnPostgres(order, socketDir)
  let ended: string | undefined
  child.on('error', (error) => (ended = errorText(error)))
  child.on('exit', (status, signal) => (ended = `it ended with ${signal ?? `status ${status}`}`))
  const report = reportsWaiting(order)
  while (ended === undefined) {
    const pid = (await readPostmasterFile(order.cluster))?.pid
    if (pid !== undefined && pid === child.pid && (await knock(socketDir, port)) === 'ready') {
      return { pid, socketDir, port, adopted: false }
    }
    report(false)
    await pause(stepMs)
  }
  const words = await logSince(order.logFile, offset).catch(() => '')
  if (/lock file "postmaster\.pid" already exists|lock file ".*" is empty/.test(words))
    return 'in use elsewhere'
  if (/pre-existing shared memory block/.test(words)) return 'leftovers'
  throw new EmbeddedError(
    `PostgreSQL did not start: ${ended}. The last words in ${order.logFile}:\n${words.trim()}`,
  )
}

/**
 * PostgreSQL does not start while the number in `postmaster.pid` exists as a process. That process may be
 * another program by now, or a dead one that its parent never buries (the first process of many
 * containers). Without the file PostgreSQL still notices leftovers of its own by their shared memory.
 */
async function dropStaleNote(order: OpenOrder): Promise<void> {
  const named = await readPostmasterFile(order.cluster)
  if (!named || process.platform !== 'linux' || !isKnown(named.pid)) return
  if (await runningPostmaster(order.cluster)) return
  order.log(`PostgreSQL: removed a stale postmaster.pid (process ${named.pid} is not a PostgreSQL).`)
  await rm(join(order.cluster, 'postmaster.pid'), { force: true })
  await rm(join(named.socketDir || order.cluster, `.s.PGSQL.${named.port}.lock`), { force: true })
}

/** Asks processes that outlived their postmaster to end: one that runs a long statement would hold the data until then. */
async function endLeftovers(cluster: string): Promise<void> {
  for (const pid of await processesOf(cluster)) {
    try {
      process.kill(pid, 'SIGTERM')
    } catch (error) {
      if (errorCode(error) !== 'ESRCH') throw error
    }
  }
}

/** Adopts the PostgreSQL that runs on these data, or starts one. */
export async function openPostmaster(order: OpenOrder): Promise<Opened> {
  if ((await logSize(order.logFile)) > logLimitBytes) await rename(order.logFile, `${order.logFile}.1`)
  const giveUpAt = Date.now() + leftoverPatienceMs
  let asked = false
  for (;;) {
    const adopted = await waitForRunning(order)
    if (adopted) return adopted
    await dropStaleNote(order)
    const outcome = await attempt(order)
    if (typeof outcome === 'object') return outcome
    if (Date.now() > giveUpAt) {
      throw new EmbeddedError(
        `Processes of an earlier PostgreSQL still use ${order.cluster} (see ${order.logFile}).`,
      )
    }
    if (outcome === 'leftovers' && !asked) {
      order.log('PostgreSQL: waiting for processes of a killed server to end.')
      asked = true
      await endLeftovers(order.cluster)
    }
    await pause(200)
  }
}

/**
 * Stops PostgreSQL: connections are closed, everything is written, nothing is left running.
 * @throws EmbeddedError when it has not ended after two minutes; it is never killed hard.
 */
export async function stopPostmaster(cluster: string, pid: number): Promise<void> {
  const running = await runningPostmaster(cluster)
  if (running?.pid !== pid) return
  process.kill(pid, 'SIGINT')
  const giveUpAt = Date.now() + 120_000
  while (await isAlive(pid)) {
    if (Date.now() > giveUpAt) throw new EmbeddedError(`PostgreSQL (process ${pid}) has not stopped yet.`)
    await pause(stepMs)
  }
}
