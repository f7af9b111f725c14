import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'

export interface FreshDatabase {
  /** For the application and most tests: the role that owns the database. */
  readonly config: pg.ClientConfig & { host: string; port: number; user: string; database: string }
  /** PostgreSQL's superuser on the same database (on an outside server: the same role as `config`). */
  readonly admin: pg.ClientConfig & { host: string; port: number; user: string; database: string }
  /** The same as `config`, in the form of DATABASE_URL. Only for an outside server (TCP) or as a socket URL. */
  readonly url: string
  /** Removes the database, closing connections left open. It is also done when the file's tests end. */
  drop(): Promise<void>
}

const open = new Set<FreshDatabase>()

// Registered when a test file loads this module, so it runs after the file's own afterAll hooks.
afterAll(async () => {
  for (const database of open) await database.drop()
})

async function maintain(statement: string): Promise<void> {
  const client = new pg.Client({ ...inject('server').address, database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const DROP_TRIES = 40
const DROP_PAUSE_MS = 250

/** Drops a database; while PostgreSQL itself cleans up in it, which only its superuser may stop, it waits. */
async function dropForced(quoted: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await maintain(`DROP DATABASE IF EXISTS ${quoted} WITH (FORCE)`)
    } catch (error) {
      if (attempt === DROP_TRIES || (error as { code?: unknown }).code !== '42501') throw error
      await new Promise((done) => setTimeout(done, DROP_PAUSE_MS))
    }
  }
}

/**
 * A new, migrated, otherwise empty database of this test's own: a copy of the run's template, made in
 * tens of milliseconds.
 */
export async function freshDatabase(): Promise<FreshDatabase> {
  const server = inject('server')
  const name = `${server.prefix}${randomBytes(6).toString('hex')}`
  const quoted = pg.escapeIdentifier(name)
  await maintain(`CREATE DATABASE ${quoted} TEMPLATE ${pg.escapeIdentifier(server.template)}`)
  const { host, port, user, password } = server.address
  const login = password ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}` : user
  const url = server.outside
    ? `postgres://${login}@${host}:${port}/${name}`
    : `postgres://${login}@/${name}?host=${encodeURIComponent(host)}&port=${port}`
  const database: FreshDatabase = {
    config: { ...server.address, database: name },
    admin: { ...server.admin, database: name },
    url,
    drop: async () => {
      open.delete(database)
      await dropForced(quoted)
    },
  }
  open.add(database)
  return database
}
