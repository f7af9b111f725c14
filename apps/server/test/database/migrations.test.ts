/** The schema: a new database is made of its document, older ones follow, and all of a start's work is kept or nothing. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrationsFolder } from '../../../../tools/crash/migrations-folder.ts'
import { beginSnapshot, openConnection } from '../../src/backup/snapshot.ts'
import { QUEUE_SCHEMA } from '../../src/jobs/queue-names.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { updateDatabase } from '../../src/platform/database/owner.ts'
import { readSchema, statementsOf } from '../../src/platform/database/schema-document.ts'
import { ownVersions } from '../../src/platform/database/steps.ts'
import { verify } from '../../src/verify/verify.ts'
import { catalogOf } from '../support/catalog.ts'
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.ts'
import { booksOfVersion } from '../support/older-books.ts'
import { openPatiently } from '../support/open-patiently.ts'

let folders: string
let made = 0
beforeAll(async () => {
  folders = await mkdtemp(join(tmpdir(), 'equity-manager-migrations-'))
})
afterAll(async () => rm(folders, { recursive: true, force: true }))
const folderOf = (extra: Record<string, string>) => {
  made += 1
  return migrationsFolder(join(folders, String(made)), extra)
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
      'SELECT version, md5 FROM schema_versions ORDER BY version',
    )
    return rows.map(({ version, md5 }) => `${version} ${md5}`)
  })
const schemaOf = (fresh: FreshDatabase) => asOwner(fresh, (client) => catalogOf(client))
const queueOf = (fresh: FreshDatabase) => asOwner(fresh, (client) => catalogOf(client, QUEUE_SCHEMA))
const shapeOf = async (fresh: FreshDatabase) => ({
  schema: await schemaOf(fresh),
  queue: await queueOf(fresh),
  recorded: await recordedIn(fresh),
})
let newShape: Awaited<ReturnType<typeof shapeOf>>
beforeAll(async () => {
  newShape = await shapeOf(await freshDatabase())
})

/** The database opens with the schema, the rows and the rights of a new one, and its books agree. */
async function expectAsNew(fresh: FreshDatabase): Promise<void> {
  expect(await shapeOf(fresh)).toEqual(newShape)
  const database = await openPatiently(fresh.config)
  expect(await verify(database)).toMatchObject({ found: 0 })
  await database.probe()
  await database.close()
}

/** All steps after these books' run, it says so, and the next start finds nothing to do. */
async function expectUpdated(fresh: FreshDatabase): Promise<void> {
  const said: string[] = []
  const ran = await migrate(fresh.config, { say: (line) => said.push(line) })
  expect(ran.length).toBe((await ownVersions()).length)
  expect(said).toEqual([
    expect.stringMatching(/^These books are of an earlier version .*schema 168\).* brought up to date now/),
    'The books are up to date.',
  ])
  await expectAsNew(fresh)
  expect(await migrate(fresh.config)).toEqual([])
}

describe('the document', () => {
  test('is read statement by statement, whatever texts, bodies and comments contain', () => {
    const text = `-- one; two
CREATE TABLE a (t text DEFAULT 'it''s; fine');
-- about b
CREATE OR REPLACE FUNCTION b() RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM ';'; END $$;
DO $do$ BEGIN EXECUTE $$ SELECT 1; $$; END $do$;`
    expect(statementsOf(text).map((one) => one.slice(0, 12))).toEqual([
      'CREATE TABLE',
      'CREATE OR RE',
      'DO $do$ BEGI',
    ])
  })

  test('has each function and each trigger once, and every one of them can be run again', async () => {
    const fresh = await freshDatabase()
    const { again } = await readSchema()
    const named = [...again.matchAll(/^CREATE OR REPLACE (FUNCTION \w+|TRIGGER \w+)/gm)].map(
      ([, name]) => name,
    )
    expect(named.filter((name, at) => named.indexOf(name) !== at)).toEqual([])
    const functions = await asOwner(fresh, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        "SELECT 'FUNCTION ' || proname AS name FROM pg_proc WHERE pronamespace = 'em'::regnamespace ORDER BY 1",
      )
      return rows.map(({ name }) => name)
    })
    expect(named.filter((name) => name?.startsWith('FUNCTION')).toSorted()).toEqual(functions)
  })

  test('says of every table what it is', async () => {
    const fresh = await freshDatabase()
    const { rows } = await asOwner(fresh, (client) =>
      client.query(
        `SELECT relname FROM pg_class
          WHERE relnamespace = 'em'::regnamespace AND relkind = 'r' AND obj_description(oid, 'pg_class') IS NULL`,
      ),
    )
    expect(rows).toEqual([])
  })
})

/** The newest step of the oldest books, those of commit a80682df. */
const OLDEST = 168

describe('books of an earlier version', () => {
  test('become what a new database is', async () => {
    await expectUpdated(await booksOfVersion(OLDEST))
  })

  // Of a day between, as who works on the program has them.
  test('with some of the steps since get the others', async () => {
    const fresh = await booksOfVersion(230)
    const ran = await migrate(fresh.config)
    expect(ran.length).toBe((await ownVersions()).filter((version) => version > 230).length)
    await expectAsNew(fresh)
  })

  test('from before the oldest that are opened are refused and left as they are', async () => {
    const fresh = await booksOfVersion(OLDEST)
    await inSchema(fresh, 'DELETE FROM schema_versions WHERE version = 168')
    const before = [await schemaOf(fresh), await recordedIn(fresh)]
    await expect(migrate(fresh.config)).rejects.toThrow(
      /from before migration 168 \(reports-as-pdf\), which this version cannot open\. Nothing was changed\. Start the version of commit a80682df/,
    )
    expect([await schemaOf(fresh), await recordedIn(fresh)]).toEqual(before)
  })

  test('that a version before a80682df made are refused with what to do', async () => {
    const fresh = await booksOfVersion(OLDEST)
    await inSchema(
      fresh,
      "DELETE FROM schema_versions; INSERT INTO schema_versions VALUES (43, 'places-to-wait', 'x', now())",
    )
    await expect(migrate(fresh.config)).rejects.toThrow(
      /from before migration 100 .*Start the version of commit a80682df/,
    )
  })

  test('with a step that was changed are refused', async () => {
    const fresh = await booksOfVersion(OLDEST)
    await inSchema(fresh, "UPDATE schema_versions SET md5 = 'other' WHERE version = 106")
    await expect(migrate(fresh.config)).rejects.toThrow(/^Migration 106 \(scheduled-jobs\) was changed after/)
  })

  test('with another baseline, of an unfinished version, are refused', async () => {
    const fresh = await freshDatabase()
    await inSchema(fresh, "UPDATE schema_versions SET md5 = 'other' WHERE name = 'baseline'")
    await expect(migrate(fresh.config)).rejects.toThrow(/^These books were made by an unfinished version/)
  })

  test.each([
    ['the list of steps is missing', 'DROP TABLE schema_versions'],
    ['the list is empty', 'DELETE FROM schema_versions'],
  ])('are refused where %s', async (_, sql) => {
    const fresh = await booksOfVersion(OLDEST)
    await inSchema(fresh, sql)
    await expect(migrate(fresh.config)).rejects.toThrow(
      /holds tables \(action_allotments\) and no list of what made them\. Nothing was changed\./,
    )
  })

  test('that hold something else under a name are refused with what to do, and left as they are', async () => {
    const fresh = await booksOfVersion(OLDEST)
    await inSchema(fresh, 'CREATE TABLE orders (mine integer)')
    const before = [await schemaOf(fresh), await recordedIn(fresh)]
    await expect(migrate(fresh.config)).rejects.toThrow(
      /^Migration 216 \(orders\) failed, and nothing of it was kept: relation "orders" already exists\. The database is not as its list of migrations says\. Restore the last backup; or/,
    )
    expect([await schemaOf(fresh), await recordedIn(fresh)]).toEqual(before)
    await inSchema(fresh, 'ALTER TABLE orders RENAME TO mine')
    await migrate(fresh.config)
    expect(await recordedIn(fresh)).toEqual(newShape.recorded)
  })

  test('that are killed on the way stay as they were, and become what a new database is', async () => {
    const fresh = await booksOfVersion(OLDEST)
    const before = [await schemaOf(fresh), await recordedIn(fresh)]
    const reader = await openConnection(fresh.config)
    // A step that changes this table waits for this reader; others before it are done by then.
    await reader.query('BEGIN; LOCK em.report_schedules IN ACCESS SHARE MODE')
    const outcome = migrate(fresh.config).then(
      () => 'done',
      () => 'killed',
    )
    await asOwner(fresh, async (client) => {
      for (let killed = 0; killed === 0; ) {
        const { rowCount } = await client.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()`,
        )
        killed = rowCount ?? 0
      }
    })
    expect(await outcome).toBe('killed')
    await reader.end()
    expect([await schemaOf(fresh), await recordedIn(fresh)]).toEqual(before)
    await expectUpdated(fresh)
  })

  test.each([
    'CREATE SCHEMA em',
    'CREATE SCHEMA em; CREATE TABLE em.schema_versions (version BIGINT PRIMARY KEY); ALTER TABLE em.schema_versions ADD COLUMN name TEXT',
  ])('of which a first start left only this are made anew: %s', async (sql) => {
    const fresh = await freshDatabase({ migrated: false })
    await inSchema(fresh, sql)
    await migrate(fresh.config)
    await expectAsNew(fresh)
  })
})

test('200: write-offs have an account, the next free number of 64xx, and older ones keep what they were posted against', async () => {
  const fresh = await booksOfVersion(195)
  await inSchema(
    fresh,
    `INSERT INTO users (first_name, last_name, email, password_hash) VALUES ('A', 'B', 'a', 'x');
     INSERT INTO seeds (name) VALUES ('chart of accounts'), ('posting roles');
     INSERT INTO chart_of_accounts (account_code, account_name) VALUES ('6400', 'Travel'), ('6402', 'Post');
     INSERT INTO portfolios (portfolio_id, portfolio_name, portfolio_type, entity, fund_manager, base_currency, status)
       VALUES ('P', 'P', 'Equity Portfolio', 'Fund', 'M', 'LKR', 'Active');
     INSERT INTO corporate_actions (kind, state, title, security_name, recorded_by)
       SELECT kind, 'processed', 'An event', 'A', 1 FROM unnest(ARRAY['dividend', 'tender']) kind;
     INSERT INTO action_money (action_id, turn, portfolio_id, kind, money_date, amount, recorded_by)
       SELECT a.id, 1, p.id, k.kind, '2026-03-24', 5, 1 FROM corporate_actions a, portfolios p, (VALUES ('received'), ('written-off')) AS k (kind)`,
  )
  await migrate(fresh.config)
  const asked = (sql: string) => asOwner(fresh, async (client) => (await client.query(sql)).rows)
  expect(
    await asked(
      `SELECT a.account_code, a.account_name, a.is_system, m.effective_from::text FROM gl_mappings m JOIN chart_of_accounts a ON a.id = m.account_id
        WHERE m.role = 'impairment'`,
    ),
  ).toEqual([
    {
      account_code: '6401',
      account_name: 'Impairment of Receivables',
      is_system: true,
      effective_from: '1900-01-01',
    },
  ])
  expect(
    await asked(
      'SELECT a.kind AS action, m.kind, m.against FROM action_money m JOIN corporate_actions a ON a.id = m.action_id ORDER BY 1, 2',
    ),
  ).toEqual([
    { action: 'dividend', kind: 'received', against: null },
    { action: 'dividend', kind: 'written-off', against: 'dividend-income' },
    { action: 'tender', kind: 'received', against: null },
    { action: 'tender', kind: 'written-off', against: 'other-income' },
  ])
})

describe('functions', () => {
  test('that differ from the document are made again at the next start, and rights on them with them', async () => {
    const fresh = await freshDatabase()
    await inSchema(
      fresh,
      `CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
       DROP TRIGGER journal_lines_append_only ON journal_lines; COMMENT ON TABLE trades IS 'else';
       UPDATE schema_versions SET md5 = 'of another document' WHERE version = 0`,
    )
    await expect(updateDatabase({ application: fresh.application })).rejects.toThrow('Set DATABASE_OWNER_URL')
    expect(await migrate(fresh.config)).toEqual([])
    await expectAsNew(fresh)
  })
})

describe('a migration that has run', () => {
  const sql =
    'CREATE TABLE more (n integer); DROP TRIGGER audit_append_only ON audit; ALTER TABLE audit ADD more integer'
  let fresh: FreshDatabase
  beforeAll(async () => {
    fresh = await freshDatabase()
    await migrate(fresh.config, { folder: await folderOf({ '901.do.more.sql': sql }) })
  })

  test('need not name the functions and triggers: they are made again after it', async () => {
    expect((await schemaOf(fresh)).join()).toContain('trigger audit.audit_append_only')
  })

  test('comes with the rights on what was made', async () => {
    const database = await openPatiently(fresh.config)
    expect(await database.query('SELECT * FROM more')).toEqual([])
    await database.close()
  })

  test('is held against the file: one that was changed afterwards is named', async () => {
    const folder = await folderOf({ '901.do.more.sql': `${sql};` })
    await expect(migrate(fresh.config, { folder })).rejects.toThrow(
      /^Migration 901 \(more\) was changed after/,
    )
  })

  test('and is of a newer version is refused by name', async () => {
    const newer =
      /^A newer version of Equity Manager has run migration 901 \(more\).*knows is \d{3} \(.*Start the newer version, or restore a backup of this version/
    await expect(migrate(fresh.config)).rejects.toThrow(newer)
    await expect(updateDatabase({ application: fresh.config })).rejects.toThrow(newer)
    await expect(updateDatabase({ application: fresh.application })).rejects.toThrow(newer)
  })
})

describe('a migration and its row', () => {
  test('stay away together when a statement fails, and those before it with them', async () => {
    const fresh = await freshDatabase()
    const extra = {
      '901.do.good.sql': 'CREATE TABLE good (n integer)',
      '902.do.bad.sql': 'CREATE TABLE bad (n integer); SELECT 1 / 0',
    }
    await expect(migrate(fresh.config, { folder: await folderOf(extra) })).rejects.toThrow(
      /^Migration 902 \(bad\) failed, and nothing of it was kept: division by zero\.$/,
    )
    await expectAsNew(fresh)
    const mended = { ...extra, '902.do.bad.sql': 'CREATE TABLE bad (n integer)' }
    const ran = await migrate(fresh.config, { folder: await folderOf(mended) })
    expect(ran.map((file) => file.replace(/.*\//, ''))).toEqual(['901.do.good.sql', '902.do.bad.sql'])
  })

  test('are one transaction: a file that ends it is refused', async () => {
    const fresh = await freshDatabase()
    const extra = { '901.do.own-commit.sql': 'CREATE TABLE a (n integer); COMMIT; BEGIN;' }
    await expect(migrate(fresh.config, { folder: await folderOf(extra) })).rejects.toThrow(
      /901 \(own-commit\).*ends its own transaction/,
    )
    expect((await recordedIn(fresh)).some((row) => row.startsWith('901'))).toBe(false)
  })

  test('run in the order of their numbers, also one that came late', async () => {
    const fresh = await freshDatabase()
    const later = { '902.do.later.sql': 'CREATE TABLE later (n integer)' }
    await migrate(fresh.config, { folder: await folderOf(later) })
    const both = { ...later, '901.do.sooner.sql': 'CREATE TABLE sooner (n integer)' }
    expect(await migrate(fresh.config, { folder: await folderOf(both) })).toEqual([
      expect.stringContaining('901.do.sooner.sql'),
    ])
  })

  test('are numbered after the baseline', async () => {
    const fresh = await freshDatabase()
    const folder = await folderOf({ '169.do.early.sql': 'SELECT 1' })
    await expect(migrate(fresh.config, { folder })).rejects.toThrow(
      '169.do.early.sql stands on the wrong side of the baseline',
    )
  })

  test('do not wait for readers while there is nothing to do', async () => {
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
    const ran = await migrate(fresh.config, { folder: await folderOf(extra), say })
    expect(ran).toHaveLength(Object.keys(extra).length)
    expect(said).toEqual([
      expect.stringMatching(/^The start waits .* In use by: backup of equity-manager \(process \d+\)\.$/),
    ])
  })

  test('are run by one of several servers that start at once', async () => {
    const fresh = await freshDatabase({ migrated: false })
    const all = await Promise.all([1, 2, 3].map(() => migrate(fresh.config)))
    expect(all.map((ran) => ran.length).toSorted((a, b) => a - b)).toEqual([0, 0, 1])
    await expectAsNew(fresh)
  })
})
