/** The contents of all tables at one moment, read by COPY while people work. */
import { createHash } from 'node:crypto'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { SCHEMA } from '../platform/database/steps.ts'
import { isLeftOut } from '../platform/database/tables.ts'
import { BackupError, type Contents, type Part } from './format.ts'

/** Of all tables of the books, `em.` before the name and quoted. */
export const tableName = (name: string) => `${SCHEMA}.${pg.escapeIdentifier(name)}`

/** Values are written in one way whatever the server's own settings are. */
const SESSION = `
  SET search_path = ${SCHEMA}; SET TimeZone = 'UTC'; SET DateStyle = 'ISO'; SET IntervalStyle = 'postgres';
  SET bytea_output = 'hex'; SET extra_float_digits = 3; SET statement_timeout = 0; SET lock_timeout = '60s';
  SET idle_in_transaction_session_timeout = 0; SET synchronous_commit = on; SET client_min_messages = warning`

/** Opens a connection for one backup or restore; `close` ends it even in the middle of a COPY. */
export async function openConnection(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    application_name: 'backup of equity-manager',
    connectionTimeoutMillis: 10_000,
  })
  // The running statement gets the error of a connection that breaks.
  client.on('error', () => undefined)
  await client.connect()
  await client.query("SET client_encoding = 'UTF8'")
  await client.query(SESSION)
  return client
}

export interface Snapshot {
  /** The numbers of the migrations that ran. */
  readonly migrations: number[]
  readonly postgres: string
  /** ISO date and time in UTC. */
  readonly takenAt: string
  readonly contents: Contents
}

/** The tables of the schema with the columns that hold facts (not the generated ones), also the tables left out. */
export async function tablesOf(client: pg.Client): Promise<Contents['tables']> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name,
            array(SELECT a.attname::text FROM pg_attribute a
                   WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
                   ORDER BY a.attnum) AS columns
       FROM pg_class c WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r' ORDER BY c.relname COLLATE "C"`,
    [SCHEMA],
  )
  return rows
}

async function sequencesOf(client: pg.Client): Promise<Contents['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind = 'S' ORDER BY relname COLLATE "C"`,
    [SCHEMA],
  )
  const found: Contents['sequences'] = []
  for (const { name } of rows) {
    const [at] = (
      await client.query<{ last: string; called: boolean }>(
        `SELECT last_value::text AS last, is_called AS called FROM ${tableName(name)}`,
      )
    ).rows
    if (at) found.push({ name, ...at })
  }
  return found
}

/**
 * Begins the transaction whose snapshot everything is read from. The tables are locked before, against migrations only:
 * a table that one rewrites would be empty for this snapshot. Ends with the connection.
 * @throws BackupError where there are no books.
 */
export async function beginSnapshot(client: pg.Client): Promise<Snapshot> {
  const { rows } = await client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [
    `${SCHEMA}.schema_versions`,
  ])
  if (!rows[0]?.there) throw new BackupError('There are no books in this database yet.')
  const names = (await tablesOf(client)).map(({ name }) => tableName(name))
  await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
  await client.query(`LOCK TABLE ${names.join(', ')} IN ACCESS SHARE MODE`)
  const [state] = (
    await client.query<Omit<Snapshot, 'contents'>>(
      `SELECT array(SELECT version::int FROM ${SCHEMA}.schema_versions WHERE version > 0 ORDER BY 1) AS migrations,
              current_setting('server_version') AS postgres,
              to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "takenAt"`,
    )
  ).rows
  if (state === undefined || state.migrations.length === 0)
    throw new BackupError('There are no books in this database yet.')
  const tables = (await tablesOf(client)).filter(({ name }) => !isLeftOut(name))
  if (tables.some(({ name }) => !names.includes(tableName(name)))) {
    throw new BackupError('The tables are being changed by a newer version at this moment. Try again.')
  }
  // A sequence may be ahead of the snapshot, never behind it: what has an id took it before.
  return { ...state, contents: { tables, sequences: await sequencesOf(client) } }
}

/** Reads everything of the snapshot, table by table. `progress` hears of every piece of rows. */
export async function* partsOf(
  client: pg.Client,
  { contents }: Snapshot,
  progress: (table: string, bytes: number) => void,
): AsyncGenerator<Part> {
  yield { kind: 'contents', contents }
  for (const { name, columns } of contents.tables) {
    const sum = createHash('sha256')
    const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
    const rows = client.query(copyTo(`COPY ${tableName(name)} (${list}) TO STDOUT`))
    for await (const bytes of rows as AsyncIterable<Buffer>) {
      sum.update(bytes)
      progress(name, bytes.length)
      yield { kind: 'rows', bytes }
    }
    // The count comes after the rows; an answer to a later statement says that it has come.
    await client.query('SELECT 1')
    yield { kind: 'table end', end: { name, rows: rows.rowCount, sha256: sum.digest('hex') } }
  }
}
