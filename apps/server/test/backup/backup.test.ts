/** The drill: a book of every kind is backed up while people write, restored elsewhere, and is the same. */
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBackup } from '../../src/backup/backup.ts'
import { isLeftOut, TABLE_USES } from '../../src/platform/database/tables.ts'
import { attachOrStart } from '../../src/platform/postgres/embedded.ts'
import { holdServerLock } from '../../src/platform/postgres/server-lock.ts'
import { throwAwaySettings } from '../../src/platform/postgres/settings.ts'
import { verify } from '../../src/verify/verify.ts'
import type { Api } from '../support/api.ts'
import { contentsOf, schemaOf } from '../support/contents.ts'
import { startEveryKind } from '../support/every-kind.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { waitingForLock } from '../support/locks.ts'
import { openPatiently } from '../support/open-patiently.ts'
import { restored } from '../support/restored.ts'
import { throwAwayFolder } from '../support/throw-away-cluster.ts'

const PASSPHRASE = 'sinhala පැරණි තැපැල්පෙට්ටිය'
const leftOut = [...TABLE_USES.keys()].filter(isLeftOut)
const quiet = () => undefined
let api: Api
let buy: (date: string, contract: string) => Promise<unknown>
let folder: string
let plain: string
/** Of a new installation with one person: what refuses a restore does not look into it. */
let small: string

const backup = (target: string, passphrase?: string) =>
  makeBackup({ connection: api.fresh.config, target, product: '0.1.0', passphrase, say: quiet })
const rowsOf = async <Row extends object>(connection: pg.ClientConfig, sql: string): Promise<Row[]> => {
  const client = new pg.Client(connection)
  await client.connect()
  return client
    .query<Row>(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}
const verified = async (connection: pg.ClientConfig) => {
  const database = await openPatiently(connection, 2)
  return verify(database).finally(() => database.close())
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'equity-manager-backup-test-'))
  const started = await startEveryKind()
  api = started.api
  buy = started.buy
  plain = join(folder, 'plain.backup')
  await backup(plain)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the drill', () => {
  test('no table of the books is empty here, so each is tried', async () => {
    const contents = await contentsOf(api.fresh.config, leftOut)
    const empty = Object.entries(contents).filter(([, { rows }]) => rows === 0)
    expect(empty.map(([name]) => name)).toEqual([])
  })

  test('an encrypted backup made while people write, into a fresh data folder: whole, and verified', async () => {
    const target = join(folder, 'busy.backup')
    const before = await contentsOf(api.fresh.config, leftOut)
    let ended = false
    let written = 0
    const writing = (async () => {
      while (!ended) {
        await buy('2026-06-10', `B-${written}`)
        written += 1
      }
    })()
    const made = await backup(target, PASSPHRASE)
    ended = true
    await writing
    expect(written).toBeGreaterThan(0)
    const dataDir = await throwAwayFolder()
    const embedded = await attachOrStart({ dataDir, log: quiet, settings: throwAwaySettings })
    try {
      const held = await restored(embedded.owner, target, PASSPHRASE)
      expect(held).toMatchObject({ rows: made.rows, tables: Object.keys(before).length })
      const report = await verified(embedded.owner)
      expect(report.differences).toEqual([])
      // Of a table that is only added to, the backup holds the first of the current rows, unchanged.
      for (const table of ['audit', 'journal_entries', 'trade_versions']) {
        const query = `SELECT t::text AS text FROM em.${table} t`
        const now = new Set((await rowsOf<{ text: string }>(api.fresh.config, query)).map(({ text }) => text))
        const then = await rowsOf<{ text: string }>(embedded.owner, query)
        expect(then.length).toBeGreaterThanOrEqual(before[table]?.rows ?? 0)
        expect(then.filter(({ text }) => !now.has(text))).toEqual([])
      }
      // And the copy gives a backup of the very same contents.
      const second = join(folder, 'second.backup')
      const order = { connection: embedded.owner, target: second, product: '0.1.0', say: quiet }
      expect((await makeBackup(order)).rows).toBe(made.rows)
    } finally {
      await embedded.release()
      await rm(dataDir, { recursive: true, force: true })
    }
  })

  test('the restored books are those that were backed up, table by table, with triggers, references, indexes and rights', async () => {
    const target = join(folder, 'quiet.backup')
    await backup(target)
    const elsewhere = await freshDatabase({ migrated: false })
    await restored(elsewhere.config, target)
    expect(await contentsOf(elsewhere.config, leftOut)).toEqual(await contentsOf(api.fresh.config, leftOut))
    expect(await schemaOf(elsewhere.config)).toEqual(await schemaOf(api.fresh.config))
    const [found] = await rowsOf<{ sessions: string; keys: string; kind: string }>(
      elsewhere.config,
      `SELECT (SELECT count(*) FROM em.sessions) AS sessions, (SELECT count(*) FROM em.idempotency_keys) AS keys,
              (SELECT string_agg(kind, ' ') FROM em.backups) AS kind`,
    )
    expect(found).toEqual({ sessions: '0', keys: '0', kind: 'restore' })
  })
})

describe('a restore refuses', () => {
  beforeAll(async () => {
    small = join(folder, 'small.backup')
    const { config } = await books()
    await makeBackup({
      connection: config,
      target: small,
      product: '0.1.0',
      passphrase: undefined,
      say: quiet,
    })
  })

  const books = async () => {
    const target = await freshDatabase()
    await rowsOf(
      target.config,
      "INSERT INTO em.users (first_name, last_name, email, password_hash) VALUES ('A', 'B', 'a@b.lk', 'x')",
    )
    return target
  }

  test('books, and leaves them as they are', async () => {
    const target = await books()
    const before = await contentsOf(target.config)
    await expect(restored(target.config, small)).rejects.toThrow(/This database already holds books/)
    expect(await contentsOf(target.config)).toEqual(before)
  })

  test('a schema that holds other tables', async () => {
    const target = await freshDatabase({ migrated: false })
    await rowsOf(target.config, 'CREATE SCHEMA em; CREATE TABLE em.theirs (n int)')
    await expect(restored(target.config, small)).rejects.toThrow(/holds tables that are not ours/)
  })

  test('a database on which a server runs, embedded or outside', async () => {
    const embedded = await freshDatabase()
    const client = new pg.Client(embedded.config)
    await client.connect()
    await holdServerLock(client)
    await expect(restored(embedded.config, small)).rejects.toThrow(/already runs on these data/)
    await client.end()
    const outside = await freshDatabase()
    const database = await openPatiently(outside.config)
    await database.query('SELECT 1')
    await expect(restored(outside.config, small)).rejects.toThrow(/A server is using this database/)
    await database.close()
    // PostgreSQL lists a connection for a moment after it was closed.
    const connections = () =>
      rowsOf(
        outside.config,
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'equity-manager'`,
      )
    await expect.poll(connections, { timeout: 10_000 }).toEqual([])
    expect((await restored(outside.config, small)).tables).toBeGreaterThan(40)
  })

  test('books that begin while it clears an unused installation away', async () => {
    const target = await freshDatabase()
    const other = new pg.Client(target.config)
    await other.connect()
    try {
      await other.query('BEGIN')
      await other.query(
        "INSERT INTO em.users (first_name, last_name, email, password_hash) VALUES ('A', 'B', 'a@b.lk', 'x')",
      )
      const restoring = restored(target.config, small).then(
        () => 'restored',
        (error: Error) => error.message,
      )
      await waitingForLock(other)
      await other.query('COMMIT')
      expect(await restoring).toMatch(/This database already holds books/)
    } finally {
      await other.end()
    }
    expect(await rowsOf(target.config, 'SELECT email FROM em.users')).toEqual([{ email: 'a@b.lk' }])
  })

  test('books that begin while it makes the tables', async () => {
    const target = await freshDatabase({ migrated: false })
    const person = "('A', 'B', 'a@b.lk', 'x')"
    const signUp = `INSERT INTO em.users (first_name, last_name, email, password_hash) VALUES ${person}`
    let ended = false
    // On one connection: the tables are there for a moment only, and a new connection takes longer.
    const signUpRepeatedly = async () => {
      const client = new pg.Client(target.config)
      await client.connect()
      try {
        while (!ended) {
          const came = await client.query(signUp).then(
            () => true,
            () => false,
          )
          if (came) return true
        }
        return false
      } finally {
        await client.end()
      }
    }
    const signing = signUpRepeatedly()
    const outcome = await restored(target.config, small).then(
      () => 'restored',
      (error: Error) => error.message,
    )
    ended = true
    expect(await signing).toBe(true)
    expect(outcome).toMatch(/This database already holds books/)
    expect(await rowsOf(target.config, 'SELECT email FROM em.users')).toEqual([{ email: 'a@b.lk' }])
  })

  test('a wrong passphrase, and none', async () => {
    const target = join(folder, 'sealed.backup')
    const { config } = await books()
    await makeBackup({ connection: config, target, product: '0.1.0', passphrase: PASSPHRASE, say: quiet })
    const emptyDatabase = await freshDatabase({ migrated: false })
    await expect(restored(emptyDatabase.config, target, `${PASSPHRASE}.`)).rejects.toThrow(
      /passphrase is not the one/,
    )
    await expect(restored(emptyDatabase.config, target)).rejects.toThrow(/its passphrase is needed/)
    expect(await rowsOf(emptyDatabase.config, "SELECT to_regnamespace('em') AS em")).toEqual([{ em: null }])
    // The same letters, composed in another way by another keyboard.
    await restored(emptyDatabase.config, target, PASSPHRASE.normalize('NFD'))
  })
})

describe('a backup', () => {
  test('is one file for its owner alone and never written over another', async () => {
    const target = join(folder, 'mine.backup')
    await writeFile(target, 'something else')
    await expect(backup(target)).rejects.toThrow(/already exists/)
    await expect(backup(folder)).rejects.toThrow(/is a folder/)
    await expect(backup(join(folder, 'nowhere', 'x'))).rejects.toThrow(
      /cannot be written to .*nowhere \(ENOENT\)/,
    )
    expect((await stat(plain)).mode & 0o777).toBe(0o600)
    expect((await readdir(folder)).filter((name) => name.includes('.part'))).toEqual([])
  })

  test.each([0, 20, 60, 120])('whose connection is lost after %i ms leaves nothing', async (after) => {
    const target = join(folder, 'lost.backup')
    let ended = false
    const kill = async () => {
      await new Promise((resolve) => setTimeout(resolve, after))
      while (!ended) {
        const found = await rowsOf(
          api.fresh.admin,
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND application_name = 'backup of equity-manager'`,
        )
        if (found.length > 0) return true
      }
      return false
    }
    const killing = kill()
    const outcome = await backup(target).then(
      () => 'made',
      () => 'failed',
    )
    ended = true
    const expected = (await killing) ? 'failed' : 'made'
    expect(outcome).toBe(expected)
    const left = (await readdir(folder)).filter((name) => name.startsWith('lost'))
    expect(left).toEqual(outcome === 'made' ? ['lost.backup'] : [])
    await rm(target, { force: true })
  })
})
