/** How command-line tools come to the books. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import pg from 'pg'
import { type Database, openDatabase } from '../../apps/server/src/platform/database/database.ts'
import { refuseOlderBooks } from '../../apps/server/src/platform/database/migrate.ts'
import { findLogins, type Logins } from '../../apps/server/src/platform/database/owner.ts'
import { attachOrStart } from '../../apps/server/src/platform/postgres/embedded.ts'
import { loadEnvironmentFile, readSettings, type Settings } from '../../apps/server/src/platform/settings.ts'

const CONNECTIONS = 2

/** The settings of the environment and of `.env`, as the server takes them. */
export function toolSettings(): Settings {
  loadEnvironmentFile()
  return readSettings(process.env)
}

/**
 * Lends the logins of the books: of the settings, or of the embedded PostgreSQL, which is started where it does not run
 * and stopped again.
 * @param create makes the data folder where there is none.
 * @throws Error where there are no books and none may be made.
 */
export async function withLogins<T>(
  settings: Settings,
  work: (logins: Logins) => Promise<T>,
  create = false,
): Promise<T> {
  const { databaseUrl, dataDir } = settings
  if (databaseUrl !== undefined) return work(findLogins(settings))
  if (!create && !existsSync(dataDir)) {
    throw new Error(`No books in ${resolve(dataDir)}. Set DATA_DIR to the folder that has them.`)
  }
  const embedded = await attachOrStart({ dataDir, log: (line) => console.error(line) })
  return work(findLogins(settings, embedded)).finally(() => embedded.release())
}

/**
 * Opens the database of the settings as the application, lends it and closes it again; the server may be running.
 * @throws Error where the books are of an earlier version.
 */
export function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  return withLogins(toolSettings(), async ({ application }) => {
    const client = new pg.Client(application)
    await client.connect()
    await refuseOlderBooks(client).finally(() => client.end())
    const database = await openDatabase(application, CONNECTIONS)
    return work(database).finally(() => database.close())
  })
}
