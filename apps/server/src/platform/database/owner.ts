/** The two logins of the books: which connection is whose, and what the owner does before the application works. */
import pg from 'pg'
import type { Embedded } from '../postgres/embedded.ts'
import { holdForSession, tryForSession } from '../postgres/locks.ts'
import { applicationRole } from '../postgres/logins.ts'
import { sqlState } from './database.ts'
import { isBehind, type MigrateOptions, migrate } from './migrate.ts'
import { SCHEMA } from './steps.ts'

export interface Logins {
  /** The connection of the server's requests. */
  readonly application: pg.PoolConfig
  /** The connection of migrations, backup and restore; absent where one address serves both. */
  readonly owner?: pg.PoolConfig
}

/** Where a database of one's own is, by the settings. */
interface Addresses {
  readonly databaseUrl?: string | undefined
  readonly databaseOwnerUrl?: string | undefined
}

/**
 * The logins that the settings name, or those of the embedded database.
 * @param embedded what `startEmbedded` or `attachOrStart` answered; needed where DATABASE_URL is not set.
 */
export function findLogins(settings: Addresses, embedded?: Pick<Embedded, 'application' | 'owner'>): Logins {
  const { databaseUrl, databaseOwnerUrl } = settings
  if (databaseUrl === undefined) {
    if (embedded === undefined) throw new Error('The embedded database has not been started.')
    return { application: embedded.application, owner: embedded.owner }
  }
  const application = { connectionString: databaseUrl }
  if (databaseOwnerUrl === undefined) return { application }
  return { application, owner: { connectionString: databaseOwnerUrl } }
}

/**
 * The connection of the login that owns the books, for migrations, backup and restore: DATABASE_OWNER_URL, else
 * DATABASE_URL, else the embedded database's owner. With DATABASE_URL alone it may be a login that owns nothing.
 * @param embedded what `startEmbedded` or `attachOrStart` answered; needed where DATABASE_URL is not set.
 */
export function ownerConnection(settings: Addresses, embedded?: Pick<Embedded, 'application' | 'owner'>) {
  const { application, owner } = findLogins(settings, embedded)
  return owner ?? application
}

async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Migrates as the owner and lets the application's login in. Answers the migrations that ran.
 * @throws Error with a sentence for the console: which setting is missing, or which SQL an administrator must run.
 */
export async function updateDatabase(
  { application, owner }: Logins,
  options: MigrateOptions = {},
): Promise<string[]> {
  if (owner !== undefined) await refuseTwoDatabases(application, owner)
  const { may, login } = await withClient(owner ?? application, mayMigrate)
  if (may) {
    const ran = await migrate(owner ?? application, options)
    if (owner !== undefined) await letIn(application, owner)
    return ran
  }
  if (owner !== undefined) {
    throw new Error(
      `The user "${login}" of DATABASE_OWNER_URL does not own the schema ${SCHEMA} and may not create it. ` +
        'Name the user there who owns it.',
    )
  }
  if (await withClient(application, behind)) {
    throw new Error(
      'The database must be brought up to date, or opened to the user ' +
        `"${login}" of DATABASE_URL, and only the owner of the books can do that. ` +
        "Set DATABASE_OWNER_URL to the owner's address (see docs/running.md).",
    )
  }
  return []
}

/** Whether the login may create the schema, or change it where it exists. */
async function mayMigrate(client: pg.Client): Promise<{ may: boolean; login: string }> {
  const { rows } = await client.query<{ may: boolean; login: string }>(
    `SELECT session_user AS login,
            coalesce((SELECT pg_has_role(nspowner, 'USAGE') FROM pg_namespace WHERE nspname = $1),
                     has_database_privilege(current_database(), 'CREATE')) AS may`,
    [SCHEMA],
  )
  return rows[0] ?? { may: false, login: '' }
}

/** Whether migrations are missing, asked by a login that may only read; also true where it may not even read. */
async function behind(client: pg.Client): Promise<boolean> {
  return isBehind(client).catch((error: unknown) => {
    if (sqlState(error) === '42501') return true
    throw error
  })
}

/** An advisory lock is held within one database: what the owner holds there, the application cannot take. */
async function refuseTwoDatabases(application: pg.ClientConfig, owner: pg.ClientConfig): Promise<void> {
  const key = Math.floor(Math.random() * 2 ** 31)
  const same = await withClient(owner, async (holder) => {
    await holder.query(holdForSession('one database', key))
    return withClient(application, async (other) => {
      const { rows } = await other.query<{ held: boolean }>(tryForSession('one database', key))
      return rows[0]?.held === false
    })
  })
  if (same) return
  throw new Error(
    'DATABASE_URL and DATABASE_OWNER_URL name different databases. Both must name the same one.',
  )
}

/** Gives the application's login the application's rights, unless it has them. */
async function letIn(application: pg.ClientConfig, owner: pg.ClientConfig): Promise<void> {
  const { login, inside } = await withClient(application, async (client) => {
    const { rows } = await client.query<{ login: string; inside: boolean }>(
      `SELECT session_user AS login, EXISTS (SELECT FROM pg_roles WHERE rolname = $1
          AND pg_has_role(session_user, oid, 'MEMBER')) AS inside`,
      [applicationRole],
    )
    return rows[0] ?? { login: '', inside: false }
  })
  if (inside) return
  const grant = `GRANT ${applicationRole} TO ${pg.escapeIdentifier(login)}`
  await withClient(owner, async (client) => {
    const known = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [applicationRole])
    if (!known.rowCount)
      throw new Error(missingRole(`CREATE ROLE ${applicationRole} NOLOGIN; ${grant};`, login))
    await client.query(grant).catch((error: unknown) => {
      if (sqlState(error) === '42501') throw new Error(missingRole(`${grant};`, login))
      throw error
    })
  })
}

const missingRole = (sql: string, login: string) =>
  `The user "${login}" of DATABASE_URL has no rights on the books yet, and the owner may not give them. ` +
  `Run this as an administrator of the database, then start again:\n  ${sql}`
