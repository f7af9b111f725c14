/**
 * One PostgreSQL for the whole API test run, with one migrated template that every test file copies.
 * TEST_DATABASE_URL names an outside server to use instead (its role must be able to create databases);
 * then only databases with this run's prefix are made there, and removed at the end.
 */
import { existsSync } from 'node:fs'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startThrowAway, sweepAbandoned } from './throw-away-cluster.ts'

/** How to reach a server; plain data, because vitest hands it to its worker processes. */
export interface ServerAddress {
  host: string
  port: number
  user: string
  password?: string
}

export interface TestServer {
  /** The role the application uses. */
  address: ServerAddress
  /** A superuser, where the run has one; equal to `address` on an outside server. */
  admin: ServerAddress
  /** Name of the migrated database that tests copy. */
  template: string
  /** Every database of this run begins with it. */
  prefix: string
  /** True on an outside server reached over TCP. */
  outside: boolean
}

declare module 'vitest' {
  interface ProvidedContext {
    server: TestServer
  }
}

const migrations = new URL('../../src/platform/database/migrate.ts', import.meta.url)

async function migrateTemplate(connection: pg.ClientConfig): Promise<void> {
  if (!existsSync(migrations)) return
  const { migrate } = (await import(migrations.href)) as {
    migrate: (connection: pg.ClientConfig) => Promise<unknown>
  }
  await migrate(connection)
}

async function withClient(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

async function dropRun(server: TestServer): Promise<void> {
  await withClient({ ...server.address, database: 'postgres' }, async (client) => {
    const found = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [server.prefix],
    )
    for (const { datname } of found.rows) {
      await client.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(datname)} WITH (FORCE)`)
    }
  })
}

function addressOf(url: string): ServerAddress {
  const { hostname, port, username, password } = new URL(url)
  const address = { host: hostname, port: Number(port || 5432), user: decodeURIComponent(username) }
  return password ? { ...address, password: decodeURIComponent(password) } : address
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await sweepAbandoned()
  const url = process.env['TEST_DATABASE_URL']
  const prefix = `em_test_${process.pid}_`
  const template = `${prefix}template`
  const own = url ? undefined : await startThrowAway()
  const address = own
    ? { host: own.connection.host, port: own.connection.port, user: own.connection.user }
    : addressOf(url ?? '')
  const admin = own ? { ...address, user: own.admin.user } : address
  const server: TestServer = { address, admin, template, prefix, outside: !own }
  const tidyUp = async () => (own ? own.remove() : dropRun(server))
  try {
    await withClient({ ...address, database: 'postgres' }, async (client) => {
      await client.query(`CREATE DATABASE ${pg.escapeIdentifier(template)}`)
    })
    await migrateTemplate({ ...address, database: template })
  } catch (error) {
    await tidyUp()
    throw error
  }
  project.provide('server', server)
  return tidyUp
}
