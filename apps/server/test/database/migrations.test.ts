/** Migrations: each with its row or not at all, and books that an earlier version left half-way are mended. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FolderOrder, migrationsFolder, ownStep } from '../../../../tools/crash/migrations-folder.ts'
import { beginSnapshot, openConnection } from '../../src/backup/snapshot.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { objectsOf } from '../../src/platform/database/half-steps.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { bringUpToDate } from '../../src/platform/database/owner.ts'
import { ownMigrations, readSteps } from '../../src/platform/database/steps.ts'
import { verify } from '../../src/verify/verify.ts'
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.ts'

let folders: string
let made = 0
beforeAll(async () => {
  folders = await mkdtemp(join(tmpdir(), 'equity-manager-migrations-'))
})
afterAll(async () => rm(folders, { recursive: true, force: true }))
const folderOf = (order: FolderOrder) => {
  made += 1
  return migrationsFolder(join(folders, String(made)), order)
}

/** Works on the database as its owner, in the schema of the books. */
async function asOwner<T>(fresh: FreshDatabase, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(fresh.config)
  await client.connect()
  try {
    await client.query('SET search_path = em')
    return await work(client)
  } finally {
    await client.end()
  }
}
const inSchema = (fresh: FreshDatabase, sql: string) =>
  asOwner(fresh, async (client) => {
    await client.query(sql)
  })
const recordedIn = (fresh: FreshDatabase) =>
  asOwner(fresh, async (client) => {
    const { rows } = await client.query<{ version: string; md5: string }>(
      'SELECT version, md5 FROM schema_versions WHERE version > 0 ORDER BY version',
    )
    return rows.map(({ version, md5 }) => `${version} ${md5}`)
  })
const schemaOf = (fresh: FreshDatabase) => asOwner(fresh, (client) => objectsOf(client, 'em'))

/** The database opens with the schema, the rows and the rights of a new one, and its books agree. */
async function expectAsNew(fresh: FreshDatabase): Promise<void> {
  const asNew = await freshDatabase()
  expect(await schemaOf(fresh)).toEqual(await schemaOf(asNew))
  expect(await recordedIn(fresh)).toEqual(await recordedIn(asNew))
  const database = await openDatabase(fresh.config)
  expect(await verify(database)).toMatchObject({ found: 0 })
  await database.probe()
  await database.close()
}

test('043: who waited before gets the time of the sign-up, who signed up again the time of the change', async () => {
  const fresh = await freshDatabase({ migrated: false })
  const only = (await readSteps(ownMigrations))
    .map(({ version }) => version)
    .filter((version) => version < 43)
  await migrate(fresh.config, { only })
  const account = (email: string, more: string) =>
    inSchema(
      fresh,
      `INSERT INTO users (first_name, last_name, email, password_hash, created_at, is_active, waiting, repeated_signup_hash)
       VALUES ('A', 'B', '${email}', 'x', '2026-01-02T00:00:00Z', ${more})`,
    )
  await account('active', 'true, false, NULL')
  await account('again', "true, false, 'y'")
  await account('both', "false, true, 'y'")
  await account('waits', 'false, true, NULL')
  await migrate(fresh.config)
  const { rows } = await asOwner(fresh, (client) =>
    client.query(
      'SELECT email, last_signup_at = created_at AS as_made, last_signup_network AS network FROM users ORDER BY email',
    ),
  )
  expect(rows).toEqual([
    { email: 'active', as_made: null, network: null },
    { email: 'again', as_made: false, network: null },
    { email: 'both', as_made: true, network: null },
    { email: 'waits', as_made: true, network: null },
  ])
})

test('046: each line on Suspense is an open item, unless its entry was reversed', async () => {
  const fresh = await freshDatabase({ migrated: false })
  const only = (await readSteps(ownMigrations))
    .map(({ version }) => version)
    .filter((version) => version < 46)
  await migrate(fresh.config, { only })
  await inSchema(
    fresh,
    `INSERT INTO users (first_name, last_name, email, password_hash) VALUES ('A', 'B', 'a', 'x');
     INSERT INTO chart_of_accounts (account_code, account_name) VALUES
       ('1010', 'Cash at Bank'), ('2900', 'Suspense'), ('2950', 'Unidentified');
     INSERT INTO gl_mappings (role, account_id) SELECT 'suspense', id FROM chart_of_accounts WHERE account_code = '2950';
     INSERT INTO journal_entries (entry_date, kind, transaction_type, description, reversal_of, line_count, recorded_by)
       SELECT date '2026-01-01' + n, 'manual', 'Manual', 'Entry ' || n, CASE n WHEN 4 THEN 2 END, 2, 1 FROM generate_series(1, 5) n;
     INSERT INTO journal_lines (entry_id, line_no, entry_date, account_id, role, debit, credit, transaction_type)
       SELECT h.id, k, h.entry_date, a.id, 'manual', CASE WHEN k = 1 THEN 10 * d ELSE 10 * (1 - d) END,
              CASE WHEN k = 1 THEN 10 * (1 - d) ELSE 10 * d END, 'Journal Entry'
         FROM journal_entries h CROSS JOIN generate_series(1, 2) k CROSS JOIN LATERAL (SELECT CASE WHEN h.id = 4 THEN 0 ELSE 1 END AS d) s
         JOIN chart_of_accounts a ON a.account_code = CASE WHEN k = 1 THEN '1010' WHEN h.id = 5 THEN '2950' ELSE '2900' END`,
  )
  await migrate(fresh.config)
  const { rows } = await asOwner(fresh, (client) =>
    client.query('SELECT entry_id::integer, amount, cleared_on::text FROM suspense_items ORDER BY entry_id'),
  )
  expect(rows).toEqual([
    { entry_id: 1, amount: '-10.00', cleared_on: null },
    { entry_id: 2, amount: '-10.00', cleared_on: '2026-01-05' },
    { entry_id: 3, amount: '-10.00', cleared_on: null },
    { entry_id: 4, amount: '10.00', cleared_on: '2026-01-05' },
    { entry_id: 5, amount: '-10.00', cleared_on: null },
  ])
})

describe('a migration and its row', () => {
  test('stay away together when a statement fails, and the ones before stay', async () => {
    const fresh = await freshDatabase({ migrated: false })
    const extra = {
      '901.do.good.sql': 'CREATE TABLE good (n integer)',
      '902.do.bad.sql': 'CREATE TABLE bad (n integer); SELECT 1 / 0',
    }
    await expect(migrate(fresh.config, { folder: await folderOf({ through: 1, extra }) })).rejects.toThrow(
      /^Migration 902 \(bad\) failed, and nothing of it was kept: division by zero\.$/,
    )
    expect((await recordedIn(fresh)).map((row) => row.split(' ')[0])).toEqual(['1', '901'])
    expect([...(await schemaOf(fresh))].join()).not.toMatch(/\bbad\b/)
    const mended = { ...extra, '902.do.bad.sql': 'CREATE TABLE bad (n integer)' }
    const ran = await migrate(fresh.config, { folder: await folderOf({ through: 1, extra: mended }) })
    expect(ran.map((file) => file.replace(/.*\//, ''))).toEqual(['902.do.bad.sql'])
  })

  test('are one transaction: a file that ends it is refused', async () => {
    const fresh = await freshDatabase({ migrated: false })
    const extra = { '901.do.own-commit.sql': 'CREATE TABLE a (n integer); COMMIT; BEGIN;' }
    await expect(migrate(fresh.config, { folder: await folderOf({ through: 0, extra }) })).rejects.toThrow(
      /901 \(own-commit\).*ends its own transaction/,
    )
    expect(await recordedIn(fresh)).toEqual([])
  })

  test('come with the rights on what was made', async () => {
    const fresh = await freshDatabase()
    const extra = { '901.do.more.sql': 'CREATE TABLE more (n integer)' }
    await migrate(fresh.config, { folder: await folderOf({ extra }) })
    const database = await openDatabase(fresh.config)
    expect(await database.query('SELECT * FROM more')).toEqual([])
    await database.close()
  })

  test('run in the order of their numbers, also one that came late', async () => {
    const fresh = await freshDatabase({ migrated: false })
    const late = await ownStep(24)
    await migrate(fresh.config, { folder: await folderOf({ through: 27, without: late.version }) })
    expect(await migrate(fresh.config)).toContain(late.file)
    expect(await recordedIn(fresh)).toEqual(await recordedIn(await freshDatabase()))
    expect(await migrate(fresh.config)).toEqual([])
  })

  test('are held against the file: one that was changed afterwards is named', async () => {
    const fresh = await freshDatabase()
    await inSchema(fresh, "UPDATE schema_versions SET md5 = 'other' WHERE version = 18")
    await expect(migrate(fresh.config)).rejects.toThrow(/^Migration 018 \(reconciliation\) was changed after/)
  })

  test('of a newer version are refused by name, unless an earlier schema is asked for', async () => {
    const fresh = await freshDatabase()
    const extra = { '901.do.from-the-future.sql': 'CREATE TABLE future (n integer)' }
    await migrate(fresh.config, { folder: await folderOf({ extra }) })
    const newer =
      /^A newer version of Equity Manager has run migration 901 \(from-the-future\).*knows is \d{3} \(.*Start the newer version, or restore a backup of this version/
    await expect(migrate(fresh.config)).rejects.toThrow(newer)
    await expect(bringUpToDate({ application: fresh.config })).rejects.toThrow(newer)
    await expect(bringUpToDate({ application: fresh.application })).rejects.toThrow(newer)
    expect(await migrate(fresh.config, { only: [1, 2] })).toEqual([])
  })

  test('wait for nobody who reads while there is nothing to do', async () => {
    const fresh = await freshDatabase()
    const reader = await openConnection(fresh.config)
    try {
      await beginSnapshot(reader)
      expect(await migrate(fresh.config)).toEqual([])
    } finally {
      await reader.end()
    }
  })

  test.each([
    ['a column of their table', 'ALTER TABLE schema_versions DROP COLUMN run_at', {}],
    ['a table that is changed', 'SELECT', { '901.do.more.sql': 'ALTER TABLE users ADD COLUMN more integer' }],
  ])('wait for a backup that reads %s, and say so', async (_, before, extra) => {
    const fresh = await freshDatabase()
    await inSchema(fresh, before)
    const reader = await openConnection(fresh.config)
    await beginSnapshot(reader)
    const said: string[] = []
    const say = (line: string) => {
      said.push(line)
      void reader.end()
    }
    const ran = await migrate(fresh.config, { folder: await folderOf({ extra }), say })
    expect(ran).toHaveLength(Object.keys(extra).length)
    expect(said).toEqual([
      expect.stringMatching(/^The start waits .* In use by: backup of equity-manager \(process \d+\)\.$/),
    ])
  })

  test('are run by one of several servers that start at once', async () => {
    const fresh = await freshDatabase({ migrated: false })
    const all = await Promise.all([1, 2, 3].map(() => migrate(fresh.config)))
    expect(all.map((ran) => ran.length).toSorted((a, b) => a - b)).toEqual([
      0,
      0,
      (await readSteps(ownMigrations)).length,
    ])
    await expectAsNew(fresh)
  })
})

/** What an earlier version did: the table of the steps in five statements, a step committed, its row afterwards. */
async function asEarlierVersion(fresh: FreshDatabase, through: number): Promise<void> {
  const steps = (await readSteps(ownMigrations)).filter((step) => step.version <= through)
  await asOwner(fresh, async (client) => {
    await client.query('CREATE SCHEMA em; CREATE TABLE schema_versions (version BIGINT PRIMARY KEY)')
    await client.query('INSERT INTO schema_versions (version) VALUES (0)')
    await client.query('ALTER TABLE schema_versions ADD COLUMN name TEXT')
    await client.query('ALTER TABLE schema_versions ADD COLUMN md5 TEXT')
    await client.query('ALTER TABLE schema_versions ADD COLUMN run_at TIMESTAMP WITH TIME ZONE')
    for (const { sql, version, name, md5 } of steps) {
      await client.query(sql)
      await client.query('INSERT INTO schema_versions VALUES ($1, $2, $3, now())', [version, name, md5])
    }
  })
}

describe('books of an earlier version', () => {
  test('go on', async () => {
    const fresh = await freshDatabase({ migrated: false })
    await asEarlierVersion(fresh, 30)
    await migrate(fresh.config)
    await expectAsNew(fresh)
  })

  test.each([
    'CREATE SCHEMA em',
    'CREATE SCHEMA em; CREATE TABLE em.schema_versions (version BIGINT PRIMARY KEY); ALTER TABLE em.schema_versions ADD COLUMN name TEXT',
  ])('go on where the first start was cut off after: %s', async (sql) => {
    const fresh = await freshDatabase({ migrated: false })
    await inSchema(fresh, sql)
    await migrate(fresh.config)
    await expectAsNew(fresh)
  })

  // The first, two that would run a second time without an error, and the last three.
  test.each([1, 12, 28, 29, 30])(
    'with migration %s committed but not recorded are mended',
    async (version) => {
      const fresh = await freshDatabase({ migrated: false })
      await asEarlierVersion(fresh, version - 1)
      const { sql, name } = await ownStep(version)
      await inSchema(fresh, `BEGIN; ${sql}; COMMIT`)
      const said: string[] = []
      const ran = await migrate(fresh.config, { say: (line) => said.push(line) })
      expect(ran.some((file) => file.includes(name))).toBe(false)
      expect(said).toEqual([expect.stringMatching(`${name}\\) was in the database but not recorded`)])
      await expectAsNew(fresh)
    },
  )

  test.each([
    ['the table of the steps is missing', 'DROP TABLE schema_versions'],
    ['its rows are missing', 'DELETE FROM schema_versions'],
  ])('are mended where %s', async (_, sql) => {
    const fresh = await freshDatabase({ migrated: false })
    await asEarlierVersion(fresh, 30)
    await inSchema(fresh, sql)
    await migrate(fresh.config)
    await expectAsNew(fresh)
  })

  test('with something by hand on them are mended all the same', async () => {
    const fresh = await freshDatabase({ migrated: false })
    await asEarlierVersion(fresh, 29)
    await inSchema(fresh, `${(await ownStep(30)).sql}; CREATE INDEX by_hand ON audit (at)`)
    const ran = await migrate(fresh.config)
    expect(ran.some((file) => file.includes('030'))).toBe(false)
  })

  test('that hold something else under the name are refused with what to do, and left as they are', async () => {
    const fresh = await freshDatabase({ migrated: false })
    await asEarlierVersion(fresh, 29)
    await inSchema(fresh, 'CREATE TABLE settlement_months (mine integer)')
    const before = await schemaOf(fresh)
    await expect(migrate(fresh.config)).rejects.toThrow(
      /^Migration 030 \(sums-of-settlements\) failed, and nothing of it was kept: relation "settlement_months" already exists\. The database is not as its list of migrations says\. Restore the last backup; or/,
    )
    expect(await schemaOf(fresh)).toEqual(before)
    await inSchema(fresh, 'ALTER TABLE settlement_months RENAME TO mine')
    await migrate(fresh.config)
    expect(await recordedIn(fresh)).toEqual(await recordedIn(await freshDatabase()))
  })
})
