/** Where a restore may write: an unused database, while no server runs on it. */
import pg from 'pg'
import { SCHEMA } from '../platform/database/steps.ts'
import { holdServerLock } from '../platform/postgres/server-lock.ts'
import { BackupError } from './format.ts'

const IN_USE =
  'This database already holds books, and a restore never overwrites books. ' +
  'Name an empty folder with DATA_DIR, or an empty database with DATABASE_URL.'

/** Tables that have rows as soon as anybody has used an installation; what migrations and a first start put in is none. */
const USED = ['users', 'audit', 'trades', 'journal_entries', 'portfolios', 'equities']

/** Answers whether there are tables at all. @throws BackupError where the database holds books, or tables not ours. */
export async function refuseBooks(client: pg.Client): Promise<boolean> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = to_regnamespace($1) AND relkind IN ('r', 'p', 'v', 'm', 'f')`,
    [SCHEMA],
  )
  const names = new Set(tables.map(({ name }) => name))
  if (names.size > 0 && !names.has('schema_versions')) {
    throw new BackupError(
      `The schema "${SCHEMA}" of this database holds tables that are not ours. Use another database.`,
    )
  }
  for (const name of USED.filter((one) => names.has(one))) {
    // The audit rows of migrations and of a first start do not make a database used.
    const used = name === 'audit' ? "WHERE entity <> 'books'" : ''
    const { rowCount } = await client.query(
      `SELECT FROM ${SCHEMA}.${pg.escapeIdentifier(name)} ${used} LIMIT 1`,
    )
    if (rowCount) throw new BackupError(IN_USE)
  }
  return names.size > 0
}

/**
 * Takes the target of a restore: the lock that a server holds, until the connection ends. Tables of an unused
 * installation are removed.
 * @throws BackupError, or EmbeddedError of the lock, where a server runs or the database is in use.
 */
export async function takeRestoreTarget(client: pg.Client): Promise<void> {
  await holdServerLock(client)
  // A server on an outside database takes no lock; it is known by its connections.
  const { rowCount } = await client.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND application_name IN ('equity-manager') LIMIT 1`,
  )
  if (rowCount) {
    throw new BackupError('A server is using this database. Stop it before you restore.')
  }
  if (!(await refuseBooks(client))) return
  const { rows } = await client.query<{ may: boolean }>(
    "SELECT has_database_privilege(current_database(), 'CREATE') AS may",
  )
  if (!rows[0]?.may) {
    throw new BackupError(
      `The schema "${SCHEMA}" holds an unused installation, and this user may not create the schema again. ` +
        'Empty the schema, or use another database.',
    )
  }
  await removeUnused(client)
}

/** Every use of an installation writes into one of them first. */
const ENTRANCES = ['users', 'audit']

/** Removes the tables of an unused installation. @throws BackupError where it is in use. */
async function removeUnused(client: pg.Client): Promise<void> {
  await client.query('BEGIN')
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class
        WHERE relnamespace = to_regnamespace($1) AND relkind = 'r' AND relname = ANY ($2::text[]) ORDER BY relname`,
      [SCHEMA, ENTRANCES],
    )
    const names = rows.map(({ name }) => `${SCHEMA}.${pg.escapeIdentifier(name)}`)
    if (names.length > 0) await client.query(`LOCK TABLE ${names.join(', ')} IN ACCESS EXCLUSIVE MODE`)
    // Asked again now that no other connection can begin: what was being written a moment ago is seen.
    await refuseBooks(client)
    await client.query(`DROP SCHEMA ${SCHEMA} CASCADE`)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}
