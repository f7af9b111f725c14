/** How the two logins come about, on a data folder from before and on an outside server, and which write protection is found. */
import { rm } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findLogins, ownerConnection, updateDatabase } from '../../src/platform/database/owner.ts'
import { startEmbedded } from '../../src/platform/postgres/embedded.ts'
import { throwAwaySettings } from '../../src/platform/postgres/settings.ts'
import { readSettings } from '../../src/platform/settings.ts'
import { openPatiently } from '../support/open-patiently.ts'
import { startThrowAway, type ThrowAwayCluster, throwAwayFolder } from '../support/throw-away-cluster.ts'

let cluster: ThrowAwayCluster
let made = 0
beforeAll(async () => {
  cluster = await startThrowAway()
})
afterAll(() => cluster.remove())

async function run(connection: pg.ClientConfig, ...statements: string[]): Promise<pg.QueryResult> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    let answer = await client.query('SELECT')
    for (const statement of statements) answer = await client.query(statement)
    return answer
  } finally {
    await client.end()
  }
}

/** A database of its own on the outside server: an owner with these attributes and a login without any. */
async function outside(attributes = '') {
  made += 1
  const [owner, login, database] = [`owner_${made}`, `server_${made}`, `books_${made}`]
  const admin = { ...cluster.admin, database: 'postgres' }
  await run(
    admin,
    `CREATE ROLE ${owner} LOGIN ${attributes}`,
    `CREATE ROLE ${login} LOGIN`,
    `CREATE DATABASE ${database} OWNER ${owner}`,
  )
  return {
    owner: { ...cluster.owner, user: owner, database },
    application: { ...cluster.application, user: login, database },
    admin: { ...cluster.admin, database },
  }
}

type Outside = Awaited<ReturnType<typeof outside>>

/** The same books with another login for the application. */
async function copyOf({ owner, application, admin }: Outside): Promise<Outside> {
  made += 1
  const [login, database] = [`server_${made}`, `books_${made}`]
  await run(
    { ...admin, database: 'postgres' },
    `CREATE ROLE ${login} LOGIN`,
    `GRANT equity_manager_app TO ${login}`,
    `CREATE DATABASE ${database} TEMPLATE ${owner.database} OWNER ${owner.user} STRATEGY file_copy`,
  )
  return {
    owner: { ...owner, database },
    application: { ...application, user: login, database },
    admin: { ...admin, database },
  }
}

async function writeProtectionOf(connection: pg.PoolConfig): Promise<string> {
  const database = await openPatiently(connection, 1)
  await database.close()
  return database.writeProtection
}

/** The message with which a refused start ends. */
async function refusal(logins: Parameters<typeof updateDatabase>[0]): Promise<string> {
  return updateDatabase(logins).then(
    () => 'started',
    (error: Error) => error.message,
  )
}

describe('on an outside server where the owner may not create roles', () => {
  test('one login: the triggers alone protect the books; two logins: the refusal says which SQL to run, and the wall holds after that', async () => {
    // As on a server that Equity Manager has never seen.
    await run(cluster.admin, 'DROP ROLE equity_manager_app')
    const { owner, application, admin } = await outside('')
    expect((await updateDatabase({ application: owner })).length).toBeGreaterThan(0)
    expect(await writeProtectionOf(owner)).toBe('triggers')

    const { user } = application
    const first = await refusal({ application, owner })
    expect(first).toContain(`The user "${user}" of DATABASE_URL has no rights on the books yet`)
    expect(first).toContain(`CREATE ROLE equity_manager_app NOLOGIN; GRANT equity_manager_app TO "${user}";`)
    await run(admin, 'CREATE ROLE equity_manager_app NOLOGIN')
    const second = await refusal({ application, owner })
    expect(second).not.toContain('CREATE ROLE')
    const line = /GRANT equity_manager_app TO ".*";/.exec(second)?.[0] ?? ''
    await run(admin, line)
    expect(await updateDatabase({ application, owner })).toEqual([])
    expect(await writeProtectionOf(application)).toBe('two logins')
  })
})

describe('on an outside server', () => {
  /** Books that the owner migrated and the application was let in to; they are copied, never changed. */
  let base: Outside
  test('the owner migrates and lets the application in; a server with one address starts at the same time', async () => {
    // As on a server that Equity Manager has never seen: the owner makes the role in between as well.
    await run({ ...cluster.admin, database: 'books_1' }, 'DROP OWNED BY equity_manager_app')
    await run(cluster.admin, 'DROP ROLE equity_manager_app')
    const { owner, application, admin } = await outside('CREATEROLE')
    expect((await updateDatabase({ application, owner })).length).toBeGreaterThan(0)
    expect(await writeProtectionOf(application)).toBe('two logins')
    const both = await Promise.all([
      updateDatabase({ application, owner }),
      updateDatabase({ application }),
      updateDatabase({ application: owner }),
    ])
    expect(both).toEqual([[], [], []])
    expect(await writeProtectionOf(owner)).toBe('set role')
    base = { owner, application, admin }
  })

  test('without the owner’s address the application cannot migrate, and says which setting is missing', async () => {
    const { owner, application, admin } = await outside()
    const missing = /DATABASE_URL, and only the owner.*Set DATABASE_OWNER_URL/
    expect(await refusal({ application })).toMatch(missing)
    await run(admin, `GRANT equity_manager_app TO ${owner.user} WITH ADMIN OPTION`)
    await updateDatabase({ application, owner })
    expect(await updateDatabase({ application })).toEqual([])
    await run(
      admin,
      'DELETE FROM em.schema_versions WHERE version = (SELECT max(version) FROM em.schema_versions)',
    )
    expect(await refusal({ application })).toMatch(missing)
  })

  test('a login that was not let in yet gets the same refusal', async () => {
    const { application, admin } = await copyOf(base)
    await run(admin, `REVOKE equity_manager_app FROM ${application.user}`)
    expect(await refusal({ application })).toMatch(/opened to the user "server_\d+".*DATABASE_OWNER_URL/)
  })

  test('addresses of two databases are refused, and nothing is migrated', async () => {
    const [one, other] = [await outside(), await outside()]
    expect(await refusal({ application: one.application, owner: other.owner })).toMatch(
      /name different databases/,
    )
    const { rows } = await run(other.admin, "SELECT to_regnamespace('em') IS NULL AS empty")
    expect(rows).toEqual([{ empty: true }])
  })

  test('an owner’s address with a login that does not own the books is refused', async () => {
    const { application } = await copyOf(base)
    expect(await refusal({ application, owner: application })).toMatch(
      /DATABASE_OWNER_URL does not own the schema em/,
    )
  })

  test('rights that were given too widely are taken back at the owner’s next start', async () => {
    const { owner, application } = await copyOf(base)
    const grant = 'GRANT UPDATE, DELETE, TRUNCATE ON em.journal_lines, em.entities TO equity_manager_app'
    await run(owner, grant, 'REVOKE INSERT ON em.trades FROM equity_manager_app')
    expect(await writeProtectionOf(application)).toBe('set role')
    await updateDatabase({ application, owner })
    expect(await writeProtectionOf(application)).toBe('two logins')
    const { rows } = await run(
      application,
      `SELECT has_table_privilege('em.entities', 'UPDATE') AS renames, has_table_privilege('em.entities', 'DELETE') AS deletes,
              has_table_privilege('em.trades', 'INSERT') AS inserts`,
    )
    expect(rows).toEqual([{ renames: true, deletes: false, inserts: true }])
  })

  test.each([
    ['a superuser', (login: string) => `ALTER ROLE ${login} SUPERUSER`],
    ['a member of the owner', (login: string, owner: string) => `GRANT ${owner} TO ${login}`],
    [
      'a member that does not inherit, of a member',
      (login: string, owner: string) =>
        `CREATE ROLE way_${login} NOINHERIT; GRANT ${owner} TO way_${login}; ALTER ROLE ${login} NOINHERIT; GRANT way_${login} TO ${login}`,
    ],
    ['who owns a table', (login: string) => `ALTER TABLE em.brokers OWNER TO ${login}`],
    ['who owns a function', (login: string) => `ALTER FUNCTION em.refuse_change() OWNER TO ${login}`],
    ['who may create in the schema', (login: string) => `GRANT CREATE ON SCHEMA em TO ${login}`],
    ['who may empty a table', (login: string) => `GRANT TRUNCATE ON em.chains TO ${login}`],
    [
      'who may change one column of a fact',
      (login: string) => `GRANT UPDATE (debit) ON em.journal_lines TO ${login}`,
    ],
    ['with all data', (login: string) => `GRANT pg_write_all_data TO ${login}`],
    [
      'who may switch triggers off',
      (login: string) => `GRANT SET ON PARAMETER session_replication_role TO ${login}`,
    ],
    ['who may run programs', (login: string) => `GRANT pg_execute_server_program TO ${login}`],
  ])('a login of %s is not called a wall', async (_, give) => {
    const { owner, application, admin } = await copyOf(base)
    expect(await writeProtectionOf(application)).toBe('two logins')
    await run(admin, give(application.user, owner.user))
    expect(await writeProtectionOf(application)).toBe('set role')
  })
})

describe('a data folder of our own', () => {
  test('from the time of one login gets the second at its next start, with its books', async () => {
    const dataDir = await throwAwayFolder()
    const order = { dataDir, log: () => undefined, settings: throwAwaySettings }
    try {
      const before = await startEmbedded(order)
      // Such a folder: the owner made the role, and no other login exists.
      await run(before.admin, 'DROP ROLE equity_manager_server', 'DROP ROLE equity_manager_app')
      await updateDatabase({ application: before.owner })
      await run(before.owner, "INSERT INTO em.brokers (name) VALUES ('Kept')")
      await before.stop()

      const after = await startEmbedded(order)
      const logins = findLogins(readSettings({}), after)
      expect(await updateDatabase(logins)).toEqual([])
      expect(await writeProtectionOf(after.application)).toBe('two logins')
      expect((await run(after.application, 'SELECT name FROM em.brokers')).rows).toEqual([{ name: 'Kept' }])
      await after.stop()
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  })

  test('the owner’s connection is its own login, outside that of DATABASE_OWNER_URL, else DATABASE_URL', () => {
    const [DATABASE_URL, DATABASE_OWNER_URL] = ['postgres://a@host/x', 'postgres://b@host/x']
    expect(ownerConnection(readSettings({}), cluster)).toBe(cluster.owner)
    expect(ownerConnection(readSettings({ DATABASE_URL }))).toEqual({ connectionString: DATABASE_URL })
    expect(ownerConnection(readSettings({ DATABASE_URL, DATABASE_OWNER_URL }))).toEqual({
      connectionString: DATABASE_OWNER_URL,
    })
    expect(() => readSettings({ DATABASE_OWNER_URL })).toThrow(/without DATABASE_URL/)
  })
})
