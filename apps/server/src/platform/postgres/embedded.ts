/**
 * The embedded PostgreSQL: started by the server or a command-line tool when no DATABASE_URL is set.
 * On a unix socket only; nothing listens on the network.
 */
import { existsSync } from 'node:fs'
import { rmdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { ensureCluster, superuser } from './cluster.ts'
import { type DataFolder, findDataFolder, systemFolder } from './data-folder.ts'
import { EmbeddedError, errorCode } from './embedded-error.ts'
import { applicationLogin, ensureLoginsAndDatabase, ownerLogin } from './logins.ts'
import { type Opened, openPostmaster, stopPostmaster } from './postmaster.ts'
import { packagedFolder, prepareProgram } from './program.ts'
import { defaultSettings, type Settings } from './settings.ts'

export interface EmbeddedOptions {
  /** The installation's data folder (DATA_DIR); created if missing. */
  readonly dataDir: string
  /** One line for the person at the console. */
  readonly log: (line: string) => void
  /** A `native` folder with `bin`, `lib`, `share` instead of the installed package's. */
  readonly binaries?: string
  /** PostgreSQL settings over the defaults of `settings.ts`. */
  readonly settings?: Settings
  /** Name of the database; `equity_manager` when left out. */
  readonly database?: string
  /** Where programs and data go that cannot stay where they are; `/var/lib/equity-manager`. */
  readonly systemFolder?: string
}

/** A way to connect: where, as whom, to which database. */
export type Login = pg.PoolConfig & { host: string; port: number; user: string; database: string }

export interface Embedded {
  /** For the server's requests: a login that owns nothing and cannot become the owner. */
  readonly application: Login
  /** For migrations, backup and restore: the login that owns the database and the books, not a superuser. */
  readonly owner: Login
  /** For the supervisor and tests: PostgreSQL's superuser, same database. */
  readonly admin: Login
  /** True when a running PostgreSQL was found and taken over. */
  readonly adopted: boolean
  /** Process number of the postmaster. */
  readonly pid: number
  readonly where: {
    /** PostgreSQL's data folder. */
    readonly cluster: string
    /** PostgreSQL's log file. */
    readonly log: string
    readonly socketDir: string
    /** The `native` folder whose programs run. */
    readonly program: string
    /** User number PostgreSQL runs as; `undefined`: the same as ours. */
    readonly uid: number | undefined
  }
  /** Closes every connection, stops PostgreSQL and waits until it is gone. May be called twice. */
  stop(): Promise<void>
}

/** PostgreSQL ended between our finding it and our using it: look again. */
const goneAgain = ['57P01', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE']

/** The purpose of an opening. */
interface Purpose {
  readonly startedBy: 'server' | 'tool'
  /** The socket's folder of the PostgreSQL that ended: it is opened again, and nothing is created. */
  readonly again?: string
}

async function openOnce(
  options: EmbeddedOptions,
  folder: DataFolder,
  { startedBy, again }: Purpose,
): Promise<[Opened, string]> {
  const settings: Settings = {
    ...defaultSettings(),
    ...options.settings,
    'equity_manager.started_by': startedBy,
  }
  const shelf = join(folder.runAs ? (options.systemFolder ?? systemFolder) : folder.dataDir, 'program')
  const program = await prepareProgram(
    resolve(options.binaries ?? packagedFolder()),
    folder.runAs,
    shelf,
    options.log,
  )
  const { cluster, runAs } = folder
  // Data that were there a moment ago and are gone must not be answered with an empty database.
  if (again !== undefined && !existsSync(join(cluster, 'PG_VERSION')))
    throw new EmbeddedError(`The database in ${cluster} is gone. Nothing was created in its place.`)
  await ensureCluster(cluster, program, runAs, settings['fsync'] !== 'off')
  await folder.settle()
  const opened = await openPostmaster({
    cluster,
    program,
    runAs,
    settings,
    logFile: folder.log,
    log: options.log,
    ...(again === undefined ? {} : { socketDir: again }),
  })
  return [opened, program.folder]
}

async function stop(folder: DataFolder, opened: Opened): Promise<void> {
  await stopPostmaster(folder.cluster, opened.pid)
  if (opened.socketDir !== folder.cluster) await rmdir(opened.socketDir).catch(() => undefined)
}

async function open(options: EmbeddedOptions, purpose: Purpose): Promise<Embedded> {
  const database = options.database ?? 'equity_manager'
  const folder = await findDataFolder(options.dataDir, options.log, options.systemFolder)
  for (let attempt = 1; ; attempt += 1) {
    const [opened, program] = await openOnce(options, folder, purpose)
    // Said outright: the caller's PGSSLMODE is meant for other servers.
    const base = { host: opened.socketDir, port: opened.port, ssl: false }
    try {
      await ensureLoginsAndDatabase({ ...base, user: superuser, database: 'postgres' }, database)
    } catch (error) {
      if (attempt === 5 || !goneAgain.includes(errorCode(error))) throw error
      await pause(100)
      continue
    }
    let stopping: Promise<void> | undefined
    return {
      application: { ...base, user: applicationLogin, database },
      owner: { ...base, user: ownerLogin, database },
      admin: { ...base, user: superuser, database },
      adopted: opened.adopted,
      pid: opened.pid,
      where: {
        cluster: folder.cluster,
        log: folder.log,
        socketDir: opened.socketDir,
        program,
        uid: folder.runAs?.uid,
      },
      stop: () => (stopping ??= stop(folder, opened)),
    }
  }
}

/**
 * Starts the embedded PostgreSQL of a data folder for a server, or adopts the one that a killed server
 * left running. Creates logins and database where missing. Follow it with `holdServerLock`; where that
 * throws, do not call `stop`: the database is the other server's.
 * @throws EmbeddedError with a message for the person at the console.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  return open(options, { startedBy: 'server' })
}

/**
 * Starts the PostgreSQL of a running server again after it ended, or adopts it where it runs again already, at the same
 * address. Creates no data folder.
 * @param socketDir where its socket was.
 * @throws EmbeddedError with a message for the person at the console.
 */
export async function reopenEmbedded(options: EmbeddedOptions, socketDir: string): Promise<Embedded> {
  const embedded = await open(options, { startedBy: 'server', again: socketDir })
  if (embedded.where.socketDir !== socketDir)
    throw new EmbeddedError(`PostgreSQL is no longer reached in ${socketDir}. Start the server again.`)
  return embedded
}

/** A command-line tool's hold on the database. */
export interface Attached extends Omit<Embedded, 'stop'> {
  /** Lets go: stops PostgreSQL when tools alone started it and no other connection uses it. */
  release(): Promise<void>
}

/** Whether PostgreSQL was started by a tool and is unused now (a server always holds its lock's connection). */
async function isLeftToUs(admin: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(admin)
  client.on('error', () => undefined)
  await client.connect()
  try {
    const answer = await client.query<{ ours: boolean }>(
      `SELECT current_setting('equity_manager.started_by', true) = 'tool' AND NOT EXISTS (
         SELECT 1 FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()) AS ours`,
    )
    return answer.rows[0]?.ours ?? false
  } finally {
    await client.end()
  }
}

/**
 * For command-line tools (verify, bench, backup): attaches to the running database of a data folder or
 * starts it. Close your own connections before `release`.
 */
export async function attachOrStart(options: EmbeddedOptions): Promise<Attached> {
  const embedded = await open(options, { startedBy: 'tool' })
  return {
    ...embedded,
    release: async () => {
      if (await isLeftToUs(embedded.admin)) await embedded.stop()
    },
  }
}
