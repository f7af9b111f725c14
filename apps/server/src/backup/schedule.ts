/** Backups by schedule: which is due, made by one of the servers, the oldest beyond the number removed. */
import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type pg from 'pg'
import { tryForSession } from '../platform/postgres/locks.ts'
import type { BackupSettings } from '../platform/settings.ts'
import { type Made, makeBackup } from './backup.ts'
import { checkPassphrase } from './cipher.ts'
import { passphraseOfSettings } from './passphrase.ts'
import { recordBrokenOff, recorded } from './records.ts'
import { openConnection } from './snapshot.ts'

/** The two halves are ASCII for "EqMg" and "Bkup". */
/** Hours to wait after a failed backup, or the schedule's interval if that is shorter. */
const RETRY_HOURS = 0.25

export interface Task {
  /** Of the owner of the books. */
  readonly connection: pg.ClientConfig
  readonly settings: BackupSettings & { readonly dir: string }
  readonly product: string
}

/** SQL: whether a scheduled backup is due; takes the hours between two, and after a failure. */
export const DUE = `
  SELECT NOT EXISTS (SELECT FROM backups WHERE kind = 'backup' AND scheduled
                        AND taken_at > clock_timestamp() - make_interval(secs => $1::float8 * 3600))
     AND NOT EXISTS (SELECT FROM backups WHERE kind = 'backup' AND scheduled AND error IS NOT NULL
                        AND finished_at > clock_timestamp() - make_interval(secs => $2::float8 * 3600)) AS due`

export const dueValues = (everyHours: number): [number, number] => [
  everyHours,
  Math.min(everyHours, RETRY_HOURS),
]

const KILLED = 'The backup was interrupted because the server stopped.'

/** Does the work while this connection alone holds the schedule; answers undefined where another server holds it. */
async function alone<T>(task: Task, work: (holder: pg.Client) => Promise<T>): Promise<T | undefined> {
  // The lock ends with this connection, also where the process is killed.
  const holder = await openConnection(task.connection)
  try {
    const { rows: locks } = await holder.query<{ held: boolean }>(tryForSession('scheduled backup'))
    return locks[0]?.held ? await work(holder) : undefined
  } finally {
    await holder.end()
  }
}

/** Records what was broken off and removes what it left in the folder of the schedule. */
async function clearBrokenOff(holder: pg.Client, { settings }: Task, why: string): Promise<void> {
  const folder = resolve(settings.dir)
  const files = (await recordBrokenOff(holder, why)).filter((file) => dirname(file) === folder)
  const there = files.length === 0 ? [] : await readdir(folder).catch(() => [])
  for (const file of files)
    for (const name of there)
      if (isPartOf(name, basename(file))) await rm(join(folder, name), { force: true })
}

/**
 * Records scheduled backups that never ended, and removes their unfinished files; nothing while a server makes one.
 * @param why recorded as their error; that the server was stopped or killed when left out.
 */
export async function settleBrokenOff(task: Task, why = KILLED): Promise<void> {
  await alone(task, (holder) => clearBrokenOff(holder, task, why))
}

/**
 * Makes the backup that is due. Answers undefined where none is, or where another server is making it.
 * @param begins is called with the file before anything of it is written.
 * @throws BackupError, recorded in the table `backups` already.
 */
export async function makeScheduledBackup(
  task: Task,
  begins: (file: string) => void = () => undefined,
): Promise<(Made & { file: string }) | undefined> {
  return alone(task, async (holder) => {
    await clearBrokenOff(holder, task, KILLED)
    const { rows } = await holder.query<{ due: boolean; stamp: string }>(
      `SELECT d.due, to_char(now() AT TIME ZONE 'UTC', 'YYYYMMDD"T"HH24MISS"Z"') AS stamp FROM (${DUE}) d`,
      dueValues(task.settings.everyHours),
    )
    if (!rows[0]?.due) return undefined
    const file = join(resolve(task.settings.dir), `equity-manager-${rows[0].stamp}.backup`)
    begins(file)
    const made = await recorded(task.connection, { file, scheduled: true }, () => make(task, file))
    await removeOld(holder, dirname(file), task.settings.keep)
    return { ...made, file }
  })
}

async function make({ connection, settings, product }: Task, target: string): Promise<Made> {
  const passphrase = await passphraseOfSettings(settings)
  if (passphrase !== undefined) checkPassphrase(passphrase)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  return makeBackup({ connection, target, product, passphrase, say: () => undefined })
}

/** Whether it is the name of a file's unfinished contents. */
const isPartOf = (other: string, name: string) =>
  other.startsWith(name) && /^\.part-\d+$/.test(other.slice(name.length))

/** Removes what the schedule made and keeps no longer, and what it broke off. Other files are never touched. */
async function removeOld(client: pg.Client, folder: string, keep: number): Promise<void> {
  const { rows } = await client.query<{ id: string; file: string; whole: boolean; place: number }>(
    `SELECT id, file, taken_at IS NOT NULL AS whole,
            row_number() OVER (PARTITION BY taken_at IS NOT NULL ORDER BY id DESC)::int AS place
       FROM backups WHERE kind = 'backup' AND scheduled AND removed_at IS NULL`,
  )
  const there = await readdir(folder)
  for (const { id, file, whole, place } of rows) {
    if (dirname(file) !== folder || (whole && place <= keep)) continue
    const name = basename(file)
    for (const other of there)
      if ((whole && other === name) || isPartOf(other, name)) await rm(join(folder, other), { force: true })
    await client.query('UPDATE backups SET removed_at = clock_timestamp() WHERE id = $1', [id])
  }
}
