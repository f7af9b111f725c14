import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { afterFile } from './after-file.ts'

type Config = pg.ClientConfig & { host: string; port: number; user: string; database: string }

export interface FreshDatabase {
  /** The login that owns the database. */
  readonly config: Config
  /** The login that the application uses. */
  readonly application: Config
  /** PostgreSQL's superuser on the same database (on an outside server: the same role as `config`). */
  readonly admin: Config
  /** Both logins in the form of settings for a server of its own. */
  readonly settings: { readonly DATABASE_URL: string; readonly DATABASE_OWNER_URL: string }
  /** Removes the database, closing connections left open. It is also done when the file's tests end. */
  drop(): Promise<void>
}

async function maintain(statement: string, as: 'address' | 'admin' = 'address'): Promise<void> {
  const client = new pg.Client({ ...inject('server')[as], database: 'postgres' })
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
      return await maintain(`DROP DATABASE IF EXISTS ${quoted} WITH (FORCE)`, 'admin')
    } catch (error) {
      if (attempt === DROP_TRIES || (error as { code?: unknown }).code !== '42501') throw error
      await new Promise((done) => setTimeout(done, DROP_PAUSE_MS))
    }
  }
}

/** A login as an address, as DATABASE_URL takes it. A socket is named in the host parameter. */
export function urlOf({ host, port, user, password, database }: Config): string {
  const login = password ? `${encodeURIComponent(user)}:${encodeURIComponent(String(password))}` : user
  return host.startsWith('/')
    ? `postgres://${login}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    : `postgres://${login}@${host}:${port}/${database}`
}

/**
 * A new, migrated database of this test's own with the seeds of a first start: a copy of the run's template, file by file,
 * made in tens of milliseconds (by way of the log it is seven times as much, and dropping it waits for that).
 * @param options `migrated: false`: one in which nothing has been made yet; `outlives`: it is not removed when the file's tests end.
 */
export async function freshDatabase({ migrated = true, outlives = false } = {}): Promise<FreshDatabase> {
  const server = inject('server')
  const name = `${server.prefix}${randomBytes(6).toString('hex')}`
  const quoted = pg.escapeIdentifier(name)
  const template = migrated ? ` TEMPLATE ${pg.escapeIdentifier(server.template)} STRATEGY file_copy` : ''
  await maintain(`CREATE DATABASE ${quoted}${template}`)
  const config = { ...server.address, database: name }
  const application = { ...server.application, database: name }
  const database: FreshDatabase = {
    config,
    application,
    admin: { ...server.admin, database: name },
    settings: { DATABASE_URL: urlOf(application), DATABASE_OWNER_URL: urlOf(config) },
    drop: async () => {
      forget()
      await dropForced(quoted)
    },
  }
  const forget = outlives ? () => undefined : afterFile(() => dropForced(quoted))
  return database
}
