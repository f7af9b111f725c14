/** The books that the settings name, for commands that run beside a server or without one. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Database, openDatabase } from '../../apps/server/src/platform/database/database.ts'
import { attachOrStart } from '../../apps/server/src/platform/postgres/embedded.ts'
import { readSettings } from '../../apps/server/src/platform/settings.ts'

const CONNECTIONS = 2

/** Opens the database, lends it and closes it again. Reads `.env` as the server does. */
export async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const ownEnvironment = fileURLToPath(new URL('../../.env', import.meta.url))
  if (existsSync(ownEnvironment)) process.loadEnvFile(ownEnvironment)
  const { databaseUrl, dataDir } = readSettings(process.env)
  const lend = async (connection: Parameters<typeof openDatabase>[0]) => {
    const database = await openDatabase(connection, CONNECTIONS)
    return work(database).finally(() => database.close())
  }
  if (databaseUrl !== undefined) return lend({ connectionString: databaseUrl })
  if (!existsSync(dataDir)) {
    throw new Error(`There are no books in ${resolve(dataDir)}. DATA_DIR names another folder.`)
  }
  const embedded = await attachOrStart({ dataDir, log: (line) => console.error(line) })
  return lend(embedded.application).finally(() => embedded.release())
}
