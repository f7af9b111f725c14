/** The commands as an operator runs them, killed at any moment, without room, and against each other. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seed } from '../../src/first-start.ts'
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.ts'
import { openPatiently } from '../support/open-patiently.ts'
import { COMPILED } from '../support/server-process.ts'

const tool = (name: string) => fileURLToPath(new URL(`../../../../tools/${name}.ts`, import.meta.url))
/** Kills of each command, spread over its work; more by KILL_ROUNDS. */
const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 3)
let folder: string
let books: FreshDatabase
let whole: string

interface Ended {
  readonly status: number | string
  readonly said: string
}
interface Running {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
}

/** Runs a command as npm does, with these settings and none of our own. */
function run(name: string, args: string[], settings: Record<string, string>, input = ''): Running {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [tool(name), ...args], {
    env: { PATH, HOME, NODE_COMPILE_CACHE: COMPILED, INIT_CWD: folder, ...settings },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(input)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part))
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (status, signal) => resolve({ status: status ?? signal ?? '', said }))
  })
  return { child, ended }
}
const done = (name: string, args: string[], settings: Record<string, string>, input = '') =>
  run(name, args, settings, input).ended
const left = async (start: string) => (await readdir(folder)).filter((name) => name.startsWith(start)).sort()
const one = async <Row extends object>(target: FreshDatabase, sql: string) => {
  const client = new pg.Client(target.config)
  await client.connect()
  return client
    .query<Row>(sql)
    .then(({ rows }) => rows[0])
    .finally(() => client.end())
}

/** Connections to a place besides the one that asks. */
const othersAt = async (target: FreshDatabase) =>
  (
    await one<{ others: number }>(
      target,
      `SELECT count(*)::int AS others FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
    )
  )?.others ?? 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'equity-manager-backup-test-'))
  books = await freshDatabase()
  const database = await openPatiently(books.config, 2)
  await seed(database)
  // Enough for a backup to take longer than a process needs to start.
  await database.query(
    `SELECT record_acts(begin_acts(ARRAY[NULL::bigint]), array_agg('a'::text), array_agg('b'::text), array_agg(n::text), NULL,
            array_agg(json_build_object('text', (SELECT string_agg(md5(random()::text), '') FROM generate_series(1, 20) WHERE n > 0))::text), NULL)
       FROM generate_series(1, 60000) n`,
  )
  await database.close()
  const made = await done('backup', ['whole.backup'], books.settings)
  expect(made).toMatchObject({ status: 0 })
  whole = join(folder, 'whole.backup')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Waits until it holds, or the process has ended. */
async function until(process: Running, holds: () => Promise<boolean>): Promise<void> {
  let over = false
  void process.ended.then(() => {
    over = true
  })
  while (!over && !(await holds())) await new Promise((resolve) => setTimeout(resolve, 5))
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('npm run backup', () => {
  test('says what it wrote, checks it, and is asked for the passphrase, never given it', async () => {
    expect(await done('backup', ['--encrypt', 'sealed.backup'], books.settings, 'short\n')).toEqual({
      status: 2,
      said: expect.stringMatching(/^The passphrase must have at least 12 characters/),
    })
    const asked = await done(
      'backup',
      ['--encrypt', 'sealed.backup'],
      books.settings,
      'correct horse battery\n',
    )
    expect(asked).toEqual({
      status: 0,
      said: expect.stringMatching(
        /sealed\.backup: 60,\d+ rows, [\d.]+ MB, encrypted, taken at .* in [\d.]+ s\.\n$/,
      ),
    })
    const known = join(folder, 'passphrase')
    await writeFile(known, 'correct horse battery\r\nand more', { mode: 0o600 })
    const check = (settings = {}) => done('backup', ['--check', 'sealed.backup'], settings)
    expect(await check()).toMatchObject({
      status: 0,
      said: expect.stringMatching(/was not opened: no passphrase/),
    })
    expect(await check({ BACKUP_PASSPHRASE_FILE: known })).toMatchObject({
      status: 0,
      said: expect.stringMatching(/is whole: \d+ tables, 60,\d+ rows/),
    })
    expect(await check({ BACKUP_PASSPHRASE: 'another passphrase' })).toMatchObject({
      status: 2,
      said: expect.stringMatching(/passphrase is not the one/),
    })
    await chmod(known, 0o644)
    expect(await check({ BACKUP_PASSPHRASE_FILE: known })).toMatchObject({
      status: 2,
      said: expect.stringMatching(/can be read by other users of this machine\. Restrict it: chmod 600/),
    })
  })

  test('killed at any moment leaves no file of that name; the next one sweeps up and is whole', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const going = run('backup', ['killed.backup'], books.settings)
      await until(going, async () => (await left('killed')).length > 0)
      await pause((round * 480) / ROUNDS)
      going.child.kill('SIGKILL')
      const { status } = await going.ended
      // A later round may find it finished already.
      if (status === 0) await rm(join(folder, 'killed.backup'))
      expect(await left('killed.backup')).toEqual(status === 0 ? [] : [expect.stringMatching(/\.part-\d+$/)])
    }
    expect(await done('backup', ['killed.backup'], books.settings)).toMatchObject({ status: 0 })
    expect(await left('killed')).toEqual(['killed.backup'])
    expect(await done('backup', ['--check', 'killed.backup'], {})).toMatchObject({ status: 0 })
  })

  test('stopped by a signal tidies up', async () => {
    const going = run('backup', ['stopped.backup'], books.settings)
    await until(going, async () => (await left('stopped')).length > 0)
    going.child.kill('SIGTERM')
    expect(await going.ended).toEqual({ status: 143, said: 'Stopped.\n' })
    expect(await left('stopped')).toEqual([])
  })

  test('without room says so and leaves nothing', async () => {
    const { PATH = '' } = process.env
    // A limit on the size of files simulates a full disk; it is half of what is needed.
    const blocks = Math.floor((await stat(whole)).size / 2 / 512)
    const script = `trap '' XFSZ; ulimit -f ${blocks}; exec "$0" "$@"`
    const child = spawn('sh', ['-c', script, process.execPath, tool('backup'), 'full.backup'], {
      env: { PATH, INIT_CWD: folder, ...books.settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (part) => (said += part))
    const status = await new Promise((resolve) => child.on('close', resolve))
    expect([status, said]).toEqual([2, expect.stringMatching(/There is no room for the backup in/)])
    expect(await left('full')).toEqual([])
    expect(await one(books, "SELECT error FROM em.backups WHERE file LIKE '%full.backup'")).toEqual({
      error: expect.stringMatching(/no room/),
    })
  })
})

describe('npm run restore', () => {
  test('killed at any moment leaves a place that can be restored into', async () => {
    const target = await freshDatabase({ migrated: false })
    const isUsed = async () => {
      const found = await one<{ used: boolean }>(target, "SELECT to_regclass('em.audit') IS NOT NULL AS used")
      if (!found?.used) return false
      return (await one(target, "SELECT FROM em.audit WHERE entity <> 'books' LIMIT 1")) !== undefined
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      const going = run('restore', [whole], target.settings)
      await until(going, async () => {
        const found = await one<{ began: boolean }>(
          target,
          "SELECT to_regclass('em.users') IS NOT NULL AS began",
        )
        return found?.began ?? false
      })
      await pause((round * 1_500) / ROUNDS)
      going.child.kill('SIGKILL')
      const { status } = await going.ended
      if (status === 0) break
      // The server finishes a running statement before it notices that the connection has ended.
      while ((await othersAt(target)) > 0) await pause(50)
      // All of the books came, and what followed was killed: below they are counted.
      if (await isUsed()) break
    }
    const ended = await done('restore', [whole], target.settings)
    if (ended.status !== 0) expect(ended.said).toMatch(/This database already holds books/)
    expect(await one(target, "SELECT count(*)::int AS rows FROM em.audit WHERE entity <> 'books'")).toEqual({
      rows: 60_000,
    })
    expect((await done('verify', [], target.settings)).said).toMatch(/Everything agrees/)
  })

  test('ends in verify, with 1 where the books are not as their facts say', async () => {
    const wrong = await freshDatabase()
    const database = await openPatiently(wrong.config, 1)
    await seed(database)
    await database.transaction(async (tx) => {
      await tx.query('SET LOCAL ROLE NONE')
      await tx.query(
        `INSERT INTO ledger_days (day, account_id, portfolio_id, settlement_account_id, transaction_type, slot, debit, credit, lines)
       VALUES ('2026-01-05', 1, 1, 0, 'Loan', 0, 1, 1, 2)`,
      )
    })
    await database.close()
    expect(await done('backup', ['wrong.backup'], wrong.settings)).toMatchObject({ status: 0 })
    const target = await freshDatabase({ migrated: false })
    expect(await done('restore', ['wrong.backup'], target.settings)).toMatchObject({
      status: 1,
      said: expect.stringMatching(/daily balances:[\s\S]*\d+ differences?/),
    })
  })

  test('of a damaged file ends with 2 and writes nothing', async () => {
    const bytes = await readFile(whole)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    await writeFile(join(folder, 'damaged.backup'), bytes)
    const target = await freshDatabase({ migrated: false })
    expect(await done('restore', ['damaged.backup'], target.settings)).toEqual({
      status: 2,
      said: 'The file is damaged or incomplete: its checksum is wrong. Use another backup.\n',
    })
    expect(await one(target, "SELECT to_regnamespace('em') AS em")).toEqual({ em: null })
    // Nor is a data folder made for it.
    const DATA_DIR = join(folder, 'never-made')
    expect(await done('restore', ['damaged.backup'], { DATA_DIR })).toMatchObject({ status: 2 })
    expect(await left('never-made')).toEqual([])
  })
})
