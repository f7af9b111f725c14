/** The table `backups`: a row for each backup and restore, and what follows from them. */
import type pg from 'pg'
import { type Queryable, statement } from '../platform/database/database.ts'
import { SCHEMA } from '../platform/database/steps.ts'
import { openConnection } from './snapshot.ts'

export interface Outcome {
  /** ISO date and time. */
  readonly takenAt: string
  readonly rows: number
  readonly bytes: number
}

export interface RecordOrder {
  readonly file: string
  readonly scheduled: boolean
}

/** Books that an older version keeps have no such table yet; they can be backed up all the same. */
async function hasRecords(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [
    `${SCHEMA}.backups`,
  ])
  return rows[0]?.there ?? false
}

async function withClient<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await openConnection(connection)
  return work(client).finally(() => client.end())
}

/** Makes a backup with a row about it, written when it begins and again when it ends. Throws what the work throws. */
export async function recorded<T extends Outcome>(
  connection: pg.ClientConfig,
  { file, scheduled }: RecordOrder,
  work: () => Promise<T>,
): Promise<T> {
  const id = await withClient(connection, async (client) => {
    if (!(await hasRecords(client))) return undefined
    const { rows } = await client.query<{ id: string }>(
      "INSERT INTO backups (kind, scheduled, file) VALUES ('backup', $1, $2) RETURNING id",
      [scheduled, file],
    )
    return rows[0]?.id
  })
  const finish = async (outcome: Outcome | undefined, error: string | null) => {
    if (id === undefined) return
    await withClient(connection, (client) =>
      client.query(
        `UPDATE backups SET finished_at = clock_timestamp(), taken_at = $2, row_count = $3, bytes = $4, error = $5
          WHERE id = $1`,
        [id, outcome?.takenAt ?? null, outcome?.rows ?? null, outcome?.bytes ?? null, error],
      ),
    )
  }
  try {
    const outcome = await work()
    await finish(outcome, null)
    return outcome
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    // Where the database itself is gone, the age of the last good backup shows it.
    await finish(undefined, text.slice(0, 1_000)).catch(() => undefined)
    throw error
  }
}

/** Writes down that these books come from a backup. */
export async function recordRestore(
  client: pg.Client,
  file: string,
  takenAt: string,
  rows: number,
): Promise<void> {
  await client.query(
    `INSERT INTO backups (kind, file, finished_at, taken_at, row_count)
     VALUES ('restore', $1, clock_timestamp(), $2, $3)`,
    [file, takenAt, rows],
  )
}

/**
 * Records that scheduled backups which never ended were broken off, so that they are reported and not repeated at once.
 * None may be running: the caller holds the lock of the schedule.
 * @param why the error of them.
 * @returns the files that they were to become.
 */
export async function recordBrokenOff(client: pg.Client, why: string): Promise<string[]> {
  if (!(await hasRecords(client))) return []
  const { rows } = await client.query<{ file: string }>(
    `UPDATE backups SET finished_at = clock_timestamp(), error = $1
      WHERE kind = 'backup' AND scheduled AND finished_at IS NULL RETURNING file`,
    [why],
  )
  return rows.map(({ file }) => file)
}

const LAST = statement(
  'backups.last',
  `SELECT g.taken_at AS last_good_at, extract(epoch FROM clock_timestamp() - g.taken_at)::float8 / 3600 AS age_hours,
          extract(epoch FROM clock_timestamp() - g.began_at)::float8 / 3600 AS first_hours, f.error
     FROM (SELECT max(taken_at) AS taken_at, min(started_at) FILTER (WHERE scheduled) AS began_at
             FROM backups WHERE kind = 'backup') g
     LEFT JOIN LATERAL (SELECT started_at, error FROM backups
                         WHERE kind = 'backup' AND error IS NOT NULL ORDER BY id DESC LIMIT 1) f
       ON f.started_at > coalesce(g.taken_at, '-infinity')`,
)

export interface BackupState {
  /** The moment that the last good backup shows, as ISO date and time; null: none was made yet. */
  readonly lastGoodAt: string | null
  readonly ageHours: number | null
  /** By the schedule, there should be a newer one. */
  readonly overdue: boolean
  /** The error of the last one, where it came after the last good one. */
  readonly error: string | null
}

/** An hour late is late: the server was stopped, or retries fail. */
const GRACE_HOURS = 1
const SECONDS_PER_HOUR = 3600

/**
 * The state of the backups. Undefined where there is neither a schedule nor any backup.
 * @param everyHours of the schedule; undefined without one, and then nothing is overdue.
 * @param runningHours since the server started. The first backup is due at once, also where none even begins.
 */
export async function backupState(
  database: Queryable,
  everyHours: number | undefined,
  runningHours = process.uptime() / SECONDS_PER_HOUR,
): Promise<BackupState | undefined> {
  const [last] = await database.query(LAST)
  if (last === undefined) return undefined
  const { last_good_at: lastGoodAt, age_hours: age, error } = last
  if (everyHours === undefined && lastGoodAt === null && error === null) return undefined
  const dueForHours = age === null ? Math.max(last.first_hours ?? 0, runningHours) : age - (everyHours ?? 0)
  return {
    lastGoodAt,
    ageHours: age === null ? null : Math.max(0, Math.round(age * 10) / 10),
    overdue: everyHours !== undefined && (dueForHours > GRACE_HOURS || (age === null && error !== null)),
    error,
  }
}
