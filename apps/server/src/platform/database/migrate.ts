/**
 * Brings a database to the newest schema: plain SQL files, in order, each once, with a checksum, under an
 * advisory lock so that several servers may start at once.
 */
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
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`)
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
    if (ran.length > 0) await client.query('SELECT grant_app_rights()')
    return ran.map((migration) => migration.filename)
  } finally {
    await client.end()
  }
}
