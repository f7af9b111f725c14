/** Loads a backup into an empty database. */
import { once } from 'node:events'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { sqlState } from '../platform/database/database.ts'
import { migrateTo } from '../platform/database/migrate.ts'
import { type Logins, updateDatabase } from '../platform/database/owner.ts'
import { BASELINE, lackingOf, OLDEST, ownVersions, titleOf } from '../platform/database/steps.ts'
import { isLeftOut } from '../platform/database/tables.ts'
import { checkBackup, progressLines, schemaOf } from './backup.ts'
import { openBackupFile, readParts } from './file-reader.ts'
import { BackupError, type Contents, type Header, type TableEnd } from './format.ts'
import { recordRestore } from './records.ts'
import { refuseBooks, takeRestoreTarget } from './restore-target.ts'
import { setAside } from './set-aside.ts'
import { openConnection, tableName, tablesOf } from './snapshot.ts'

export interface RestoreOrder {
  readonly file: string
  /** Asked for where the file is encrypted. */
  readonly passphrase: () => Promise<string | undefined>
  /** One line for the person at the console. */
  readonly say: (line: string) => void
  readonly signal?: AbortSignal | undefined
}

/** A file that can be restored. */
export interface Restorable {
  readonly header: Header
  readonly tables: number
  readonly rows: number
  readonly passphrase: string | undefined
}

/**
 * Checks the whole file. It needs no database, so that a file which is refused leaves none behind.
 * @throws BackupError with a sentence for the person at the console.
 */
export async function checkRestorable(order: RestoreOrder): Promise<Restorable> {
  const { file, say, signal } = order
  let known: string | undefined
  const held = await checkBackup(
    file,
    async () => {
      known = await order.passphrase()
      return known
    },
    say,
    signal,
  )
  const { header, tables, rows } = held
  await refuseOtherVersions(header)
  say(
    `The file is complete: ${tables} tables, ${rows.toLocaleString('en')} rows, taken at ${header.takenAt}.`,
  )
  return { header, tables, rows, passphrase: known }
}

/** Work that had not ended when the backup was made is not begun anew here; what waits for approval goes on waiting. */
const END_UNFINISHED = `UPDATE em.jobs SET status = 'cancelled', cancel_asked_at = now(), ended_at = now() WHERE status IN ('waiting', 'running')`

/**
 * Loads a file that was checked in one transaction: whatever happens before its end, the database is as empty as it
 * was. A backup of an older version is loaded into the schema of that version, which is then migrated.
 * The caller verifies the books.
 * @throws BackupError, EmbeddedError with a sentence for the person at the console.
 */
export async function restoreBackup(
  logins: Logins,
  { header, rows, passphrase }: Restorable,
  order: RestoreOrder,
): Promise<void> {
  const { file, say, signal } = order
  const connection = logins.owner ?? logins.application
  const client = await openConnection(connection)
  const stop = () => void client.end()
  signal?.addEventListener('abort', stop)
  try {
    await takeRestoreTarget(client)
    signal?.throwIfAborted()
    await migrateTo(connection, header.migrations)
    await loadRows(client, order, passphrase)
    await updateDatabase(logins)
    await client.query(END_UNFINISHED)
    say('Loaded. Collecting statistics ...')
    const all = (await tablesOf(client)).map(({ name }) => tableName(name))
    await client.query(`ANALYZE ${all.join(', ')}`)
    await recordRestore(client, file, header.takenAt, rows)
  } catch (error) {
    if (sqlState(error) === '42501') {
      throw new BackupError(
        `The database does not let this user make tables (${String(error)}). ` +
          "Set DATABASE_OWNER_URL to the owner's address (see docs/running.md).",
      )
    }
    throw error
  } finally {
    signal?.removeEventListener('abort', stop)
    await client.end()
  }
}

/** @throws BackupError where the file is of a version that this one cannot migrate. */
async function refuseOtherVersions(header: Header): Promise<void> {
  const known = await ownVersions()
  if (header.migrations.some((one) => one > BASELINE && !known.includes(one))) {
    throw new BackupError(
      `This backup was made by a newer version of Equity Manager (${header.product}, schema ${schemaOf(header)}; ` +
        `this one has schema ${Math.max(...known)}). Restore it with that version.`,
    )
  }
  const lacking = await lackingOf(new Set(header.migrations))
  if (lacking === undefined) return
  throw new BackupError(
    `This backup is of a version of Equity Manager from before migration ${titleOf(lacking)}, which this version cannot ` +
      `open. Restore it with the version of ${OLDEST}, and make a backup there.`,
  )
}

/** Loads the rows of a file into the empty tables of its version, in one transaction of `client`. */
export async function loadRows(
  client: pg.Client,
  order: Pick<RestoreOrder, 'file' | 'say' | 'signal'>,
  passphrase: string | undefined,
): Promise<void> {
  const progress = progressLines(order.say)
  await client.query('BEGIN')
  const tables = await tablesOf(client)
  const names = tables.map(({ name }) => tableName(name))
  await client.query(`LOCK TABLE ${names.join(', ')} IN ACCESS EXCLUSIVE MODE`)
  // Asked again now that no other connection can write: a server may have been started a moment ago.
  await refuseBooks(client)
  const putBack = await setAside(client)
  let contents: Contents = { tables: [], sequences: [] }
  let at = 0
  let copy: Copy | undefined
  const current = () => (copy ??= startCopy(client, contents.tables[at]))
  const file = await openBackupFile(order.file)
  await readParts(
    file,
    passphrase,
    async (part) => {
      if (part.kind === 'contents') {
        contents = part.contents
        compareTables(contents, tables)
        // Migrations put rows into some; they come with the file.
        await client.query(`TRUNCATE ${contents.tables.map(({ name }) => tableName(name)).join(', ')}`)
      } else if (part.kind === 'rows') {
        progress(contents.tables[at]?.name ?? '', part.bytes.length)
        await current().write(part.bytes)
      } else {
        await current().end(part.end)
        copy = undefined
        at += 1
      }
    },
    order.signal,
  )
  order.say('Rows loaded. Building indexes and checking references ...')
  for (const { name, last, called } of contents.sequences) {
    await client.query('SELECT setval($1::regclass, $2, $3)', [tableName(name), last, called])
  }
  await putBack()
  await client.query('COMMIT')
}

/** Backups had no jobs before writes could wait in them. */
const LEFT_OUT_ONCE: ReadonlySet<string> = new Set(['jobs', 'job_inputs'])

/** The file's tables are those of its version, with the same columns. @throws BackupError naming what differs. */
function compareTables(contents: Contents, there: Contents['tables']): void {
  const differs = (name: string) =>
    new BackupError(
      `The table "${name}" of the file does not fit the schema of its version. Nothing was restored.`,
    )
  const wanted = new Map(there.map(({ name, columns }) => [name, columns]))
  for (const { name, columns } of contents.tables) {
    const expected = wanted.get(name)
    if (expected?.toSorted().join('\n') !== columns.toSorted().join('\n')) throw differs(name)
    wanted.delete(name)
  }
  for (const name of wanted.keys()) if (!isLeftOut(name) && !LEFT_OUT_ONCE.has(name)) throw differs(name)
}

interface Copy {
  write(bytes: Buffer): Promise<void>
  /** @throws BackupError where the database took another number of rows than the file says. */
  end(of: TableEnd): Promise<void>
}

function startCopy(client: pg.Client, table: Contents['tables'][number] | undefined): Copy {
  if (table === undefined) throw new BackupError('The file holds more tables than it lists.')
  const list = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  // FREEZE: no other connection sees the rows before the commit, and PostgreSQL need not write them once more later.
  const stream = client.query(copyFrom(`COPY ${tableName(table.name)} (${list}) FROM STDIN (FREEZE)`))
  const ended = new Promise<void>((done, fail) => {
    stream.once('finish', done)
    stream.once('error', fail)
  })
  ended.catch(() => undefined)
  return {
    write: async (bytes) => {
      if (!stream.write(bytes)) await Promise.race([once(stream, 'drain'), ended])
    },
    end: async ({ name, rows }) => {
      stream.end()
      await ended
      if (stream.rowCount === rows) return
      throw new BackupError(`The table "${name}" took ${stream.rowCount} rows, the file holds ${rows}.`)
    },
  }
}
