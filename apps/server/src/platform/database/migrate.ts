/**
 * Brings a database to the newest schema: plain SQL files, in order, each once, with a checksum, under an
 * advisory lock so that several servers may start at once.
 */
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import Postgrator from 'postgrator'

const migrations = fileURLToPath(new URL('../../../migrations/', import.meta.url))
/** All tables stand in a schema of their own, so that a shared database keeps its other tenants apart. */
export const SCHEMA = 'em'
const LOCK = [0x45714d67, 0x4d696772] as const

/**
 * Runs what is missing and answers the files that ran.
 * @throws when a file that already ran was changed afterwards, or when a statement fails (the file's
 *   transaction is rolled back, so the schema is the old one or the new one, never between).
 */
export async function migrate(connection: pg.ClientConfig): Promise<string[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1, $2)', [...LOCK])
    // Who owns the schema need not have the right to create another one.
    const schema = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [SCHEMA])
    if (!schema.rowCount) await client.query(`CREATE SCHEMA ${SCHEMA}`)
    await client.query(`SET search_path = ${SCHEMA}, public`)
    await client.query('SET client_min_messages = warning')
    const postgrator = new Postgrator({
      driver: 'pg',
      migrationPattern: `${migrations}*.sql`,
      schemaTable: `${SCHEMA}.schema_versions`,
      currentSchema: SCHEMA,
      execQuery: (query) => client.query(query),
      execSqlScript: async (script) => {
        await client.query(`BEGIN;\n${script}\n;COMMIT`).catch(async (error: unknown) => {
          await client.query('ROLLBACK')
          throw error
        })
      },
    })
    const ran = await postgrator.migrate()
    // Also where nothing ran: an earlier start may have been killed in between. It changes only what differs.
    await client.query('SELECT grant_app_rights()')
    return ran.map((migration) => migration.filename)
  } finally {
    await client.end()
  }
}

/** Whether migrations of this program are missing. @throws where the connection may not read which have run. */
export async function isBehind(client: pg.ClientBase): Promise<boolean> {
  const table = `${SCHEMA}.schema_versions`
  const { rows: found } = await client.query<{ there: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS there',
    [table],
  )
  if (!found[0]?.there) return true
  const { rows } = await client.query<{ version: string }>(`SELECT version::text FROM ${table}`)
  const ran = new Set(rows.map((row) => Number(row.version)))
  const files = (await readdir(migrations)).filter((name) => /^\d+\.do\..*\.sql$/.test(name))
  return files.some((name) => !ran.has(Number.parseInt(name, 10)))
}
