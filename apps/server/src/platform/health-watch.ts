/**
 * Whether the database answers and takes writes, asked by a timer and never by a request: `/health` answers the last
 * outcome, and requests are refused at once while the database is known to be away.
 */
import { statfs } from 'node:fs/promises'
import { type Database, isConnectionLost, PROBE_MS, sqlState } from './database/database.ts'

const EVERY_MS = 10_000
/** While something is wrong it is asked more often, so that the end of it is noticed soon. */
const EVERY_MS_IN_TROUBLE = 1_000
/** A database that says nothing at all for longer than its own limit does not work. */
const PATIENCE_MS = PROBE_MS + 1_000
/** PostgreSQL ends when it finds no room for the next file of its log (16 MB); writes are refused before that. */
const LEAST_FREE = 64 * 1024 * 1024

export interface Finding {
  readonly database: 'ok' | 'down'
  /** PostgreSQL's version; null while it does not answer. */
  readonly version: string | null
  readonly writes: 'ok' | 'failing'
  /** Free bytes of the data folder; null where the database is elsewhere. */
  readonly freeSpace: number | null
  /** Whether so little is free that writes are refused. */
  readonly full: boolean
}

export interface HealthWatch {
  /** The findings of the last probe. */
  latest(): Finding
  /** The embedded PostgreSQL has ended: known at once, without a probe. */
  gone(): void
  /** It is back: probes at once. */
  back(): Promise<void>
  stop(): void
}

export interface WatchOptions {
  /** PostgreSQL's data folder, where it is on this machine. */
  readonly dataFolder?: string | undefined
  /** Milliseconds between two probes; ten seconds when left out. */
  readonly everyMs?: number | undefined
  /** One line for the person at the console when something begins or ceases to be wrong. */
  readonly say?: (line: string) => void
}

/** Probes once, and then by a timer that keeps no process alive. */
export async function watchHealth(database: Database, options: WatchOptions = {}): Promise<HealthWatch> {
  const { say = () => undefined } = options
  let latest: Finding | undefined
  let known: string | null = null
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let isGone = false
  let running: Promise<void> | undefined

  const probe = async () => {
    const [answer, freeSpace] = await Promise.all([ask(database), freeIn(options.dataFolder)])
    const full = freeSpace !== null && freeSpace < LEAST_FREE
    if (answer.version !== null) known = answer.version
    const down = answer.down || isGone
    const before = latest?.writes ?? 'ok'
    latest = {
      database: down ? 'down' : 'ok',
      version: down ? null : known,
      writes: down || full || answer.version === null ? 'failing' : 'ok',
      freeSpace,
      full,
    }
    if (latest.writes !== before) say(inWords(latest, answer.reason))
  }
  const probeAndSchedule = async () => {
    clearTimeout(timer)
    await probe()
    if (stopped) return
    const normal = options.everyMs ?? EVERY_MS
    const pause = latest?.writes === 'ok' ? normal : Math.min(normal, EVERY_MS_IN_TROUBLE)
    timer = setTimeout(() => void again(), pause).unref()
  }
  const again = () => {
    running ??= probeAndSchedule().finally(() => {
      running = undefined
    })
    return running
  }

  await again()
  return {
    latest: () => latest ?? UNKNOWN,
    gone: () => {
      isGone = true
      latest = { ...(latest ?? UNKNOWN), database: 'down', version: null, writes: 'failing' }
    },
    back: async () => {
      isGone = false
      // One that was under way may have met the old database.
      await running
      await again()
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

const UNKNOWN: Finding = {
  database: 'down',
  version: null,
  writes: 'failing',
  freeSpace: null,
  full: false,
}

function inWords(found: Finding, reason: string): string {
  if (found.database === 'down') return `The database does not answer: ${reason}.`
  if (found.full) return 'The disk is almost full: nothing is saved until some space is free.'
  if (found.writes === 'failing') return `The database does not accept changes: ${reason}.`
  return 'The database answers and accepts changes again.'
}

async function freeIn(folder: string | undefined): Promise<number | null> {
  if (folder === undefined) return null
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  )
}

interface Answer {
  readonly version: string | null
  readonly down: boolean
  readonly reason: string
}

/** The version where a write went through; otherwise whether the database could be reached at all. */
async function ask(database: Database): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Answer>((resolve) => {
    const reason = `nothing came within ${PATIENCE_MS / 1_000} seconds`
    timer = setTimeout(() => resolve({ version: null, down: true, reason }), PATIENCE_MS)
  })
  // A connection may have been closed while it was idle: the database counts as away after a second try.
  const probed = database
    .probe()
    .catch((error: unknown) => (isAway(error) ? database.probe() : Promise.reject(error)))
    .then(
      (version): Answer => ({ version, down: false, reason: '' }),
      (error: unknown): Answer => ({
        version: null,
        down: isAway(error),
        reason: error instanceof Error ? error.message : String(error),
      }),
    )
  const answer = await Promise.race([probed, late])
  clearTimeout(timer)
  return answer
}

/** Not reached, or not the database that we know: no such database (3D), no such login (28). */
const isAway = (error: unknown) => isConnectionLost(error) || /^(3D|28)/.test(sqlState(error))
