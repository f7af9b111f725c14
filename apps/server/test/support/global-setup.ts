/**
 * One PostgreSQL for the whole API test run, with one migrated and seeded template that every test file copies.
 * TEST_DATABASE_URL names an outside server to use instead (its role must be able to create databases);
 * then only databases and a login with this run's prefix are made there, and removed at the end.
 */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { seed } from '../../src/first-start.ts'
import { updateDatabase } from '../../src/platform/database/owner.ts'
import { openPatiently } from './open-patiently.ts'
import { startThrowAway, sweepAbandoned } from './throw-away-cluster.ts'

/** How to reach a server; plain data, because vitest hands it to its worker processes. */
export interface ServerAddress {
  host: string
  port: number
  user: string
  password?: string
}

export interface TestServer {
  /** The login that owns the databases. */
  address: ServerAddress
  /** The login that the application uses. */
  application: ServerAddress
  /** A superuser, where the run has one; equal to `address` on an outside server. */
  admin: ServerAddress
  /** Name of the migrated and seeded database that tests copy. */
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
    await client.query(`DROP ROLE IF EXISTS ${pg.escapeIdentifier(server.application.user)}`)
  })
}

/** A login of the application's on an outside server, made as docs/running.md describes. */
async function makeApplication(owner: ServerAddress, user: string): Promise<ServerAddress> {
  const password = randomBytes(12).toString('hex')
  await withClient({ ...owner, database: 'postgres' }, async (client) => {
    const name = pg.escapeIdentifier(user)
    await client.query(`CREATE ROLE ${name} LOGIN PASSWORD ${pg.escapeLiteral(password)}`)
    // So that the run may end connections that tests leave open.
    await client.query(`GRANT ${name} TO CURRENT_USER`)
  })
  return { ...owner, user, password }
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
    ? { host: own.owner.host, port: own.owner.port, user: own.owner.user }
    : addressOf(url ?? '')
  const admin = own ? { ...address, user: own.admin.user } : address
  const application = own
    ? { ...address, user: own.application.user }
    : await makeApplication(address, `${prefix}application`)
  const server: TestServer = { address, application, admin, template, prefix, outside: !own }
  const tidyUp = async () => (own ? own.remove() : dropRun(server))
  try {
    await withClient({ ...address, database: 'postgres' }, async (client) => {
      await client.query(`CREATE DATABASE ${pg.escapeIdentifier(template)}`)
    })
    await updateDatabase({
      application: { ...application, database: template },
      owner: { ...address, database: template },
    })
    const database = await openPatiently({ ...application, database: template }, 1)
    await seed(database).finally(() => database.close())
  } catch (error) {
    await tidyUp()
    throw error
  }
  project.provide('server', server)
  return tidyUp
}
