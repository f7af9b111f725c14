import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { isAlive, isKnown } from '../../src/platform/postgres/postmaster-file.ts'
import { killHard, pressCtrlC, startKeeper } from './keeper-process.ts'
import { ask, asRoot, openWorkshop } from './workshop.ts'

const workshop = openWorkshop()

async function newOrder() {
  return { dataDir: await workshop.dataDir(), systemFolder: workshop.systemFolder }
}

async function usedOrder() {
  return { dataDir: await workshop.usedDataDir(), systemFolder: workshop.systemFolder }
}

test('kill -9 of the server: the next start adopts the PostgreSQL left running, with all data', async () => {
  const order = await usedOrder()
  const first = startKeeper(workshop.installation, order)
  const before = await first.ready
  await ask(before.owner, 'INSERT INTO kept (n) SELECT generate_series(1, 1000)')
  await killHard(first)
  expect(await isAlive(before.pid)).toBe(true)

  const second = startKeeper(workshop.installation, order)
  const after = await second.ready
  expect([before.adopted, after.adopted, after.pid]).toEqual([false, true, before.pid])
  expect(await ask(after.owner, 'SELECT count(*)::int, sum(n)::int FROM kept')).toEqual([[1000, 500500]])
  expect(await pressCtrlC(second)).toMatchObject({ status: 0 })
  expect(await isAlive(before.pid)).toBe(false)
})

test('kill -9 of the server under load: every acknowledged row is there', async () => {
  const order = await usedOrder()
  const first = startKeeper(workshop.installation, { ...order, writers: 4 })
  const before = await first.ready
  await pause(400)
  await killHard(first)
  const second = startKeeper(workshop.installation, order)
  const after = await second.ready
  const rows = await ask(after.owner, 'SELECT count(*)::int % 20, count(*) > 0 FROM kept')
  expect(rows).toEqual([[0, true]])
  expect(after.pid).toBe(before.pid)
  await pressCtrlC(second)
})

test('PostgreSQL itself killed while one of its processes lives on: waits, then recovers', async () => {
  const order = await usedOrder()
  const first = startKeeper(workshop.installation, order)
  const { pid, admin, owner, where } = await first.ready
  await ask(owner, 'INSERT INTO kept (n) VALUES (3)')
  const busy = new pg.Client(admin)
  busy.on('error', () => undefined)
  await busy.connect()
  // A process that computes does not notice that its postmaster is gone, and keeps the shared memory.
  const [[backend]] = (await busy.query({ text: 'SELECT pg_backend_pid()', rowMode: 'array' })).rows as [
    [number],
  ]
  const work = busy.query('DO $$ BEGIN LOOP END LOOP; END $$').catch(() => undefined)
  await pause(100)
  process.kill(pid, 'SIGKILL')
  await killHard(first)

  const second = startKeeper(workshop.installation, order)
  while (!second.said.some((line) => /waiting for processes of a killed server/.test(line))) await pause(20)
  process.kill(backend, 'SIGTERM')
  const after = await second.ready
  expect(after.adopted).toBe(false)
  expect(await readFile(where.log, 'utf8')).toMatch(/pre-existing shared memory block/)
  expect(await ask(after.owner, 'SELECT n FROM kept')).toEqual([[3]])
  await pressCtrlC(second)
  await work
  await busy.end().catch(() => undefined)
})

test('a process number in postmaster.pid that now belongs to another program does not stop the start', async () => {
  const order = await usedOrder()
  const first = startKeeper(workshop.installation, order)
  const { where, pid } = await first.ready
  process.kill(pid, 'SIGKILL')
  await killHard(first)
  // As after a restart of the machine: that number is some other program of the same account.
  const { uid, gid } = await stat(where.cluster)
  const other = spawn('sleep', ['60'], { ...(asRoot ? { uid, gid } : {}), cwd: '/', stdio: 'ignore' })
  for (const note of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
    const text = await readFile(join(where.cluster, note), 'utf8')
    await writeFile(join(where.cluster, note), text.replace(/^\d+/, String(other.pid)))
  }
  const second = startKeeper(workshop.installation, order)
  expect((await second.ready).adopted).toBe(false)
  await pressCtrlC(second)
  expect(await isAlive(other.pid ?? 0)).toBe(true)
  other.kill()
})

test('a dead postmaster that its parent does not bury does not stop the start', async () => {
  const order = await usedOrder()
  const first = startKeeper(workshop.installation, order)
  const { pid } = await first.ready
  // Its parent, the keeper, is stopped and cannot bury it.
  first.process.kill('SIGSTOP')
  process.kill(pid, 'SIGKILL')
  while (await isAlive(pid)) await pause(5)
  expect(isKnown(pid)).toBe(true)
  const second = startKeeper(workshop.installation, order)
  const after = await second.ready
  expect([after.adopted, after.pid === pid]).toEqual([false, false])
  await pressCtrlC(second)
})

test.each([
  ['only the server is killed', 1],
  ['the whole group is killed', -1],
])('a first start killed half-way leaves nothing in the way of the next (%s)', async (_, sign) => {
  const order = await newOrder()
  const first = startKeeper(workshop.installation, order)
  const half = join(order.dataDir, `postgres.new-${first.process.pid}`)
  while (!existsSync(join(half, 'base'))) await pause(2)
  process.kill(sign * (first.process.pid ?? 0), 'SIGKILL')
  await first.ended
  expect(existsSync(join(order.dataDir, 'postgres'))).toBe(false)

  const second = startKeeper(workshop.installation, order)
  const { owner } = await second.ready
  expect(await ask(owner, 'SELECT count(*)::int FROM kept')).toEqual([[0]])
  expect((await readdir(order.dataDir)).filter((name) => name.includes('.new-'))).toEqual([])
  await pressCtrlC(second)
})

/** Where root's folder is closed to PostgreSQL's account, the database lives elsewhere and a file says where. */
test.each([
  ['by this version', false],
  ['by a version that noted the place first', true],
])('a first start below a closed folder, killed half-way %s, is done again', async (_, noted) => {
  const order = await newOrder()
  await chmod(order.dataDir, 0o700)
  const first = startKeeper(workshop.installation, order)
  const unfinished = async () => {
    const homes = asRoot ? await readdir(order.systemFolder).catch(() => []) : []
    const folders = asRoot ? homes.map((name) => join(order.systemFolder, name)) : [order.dataDir]
    return folders.find((folder) => existsSync(join(folder, `postgres.new-${first.process.pid}`, 'base')))
  }
  let home: string | undefined
  while (home === undefined) home = await unfinished()
  process.kill(-(first.process.pid ?? 0), 'SIGKILL')
  await first.ended
  const note = join(order.dataDir, 'database-lives-elsewhere.txt')
  expect(existsSync(note)).toBe(false)
  if (asRoot && noted) await writeFile(note, `${home}\n`)

  const second = startKeeper(workshop.installation, order)
  const { owner, where } = await second.ready
  expect(where.cluster).toBe(join(home, 'postgres'))
  expect(existsSync(note)).toBe(asRoot)
  expect(await ask(owner, 'SELECT count(*)::int FROM kept')).toEqual([[0]])
  await pressCtrlC(second)
})

test('two first starts at once: one of them serves, the other says so', async () => {
  const order = await newOrder()
  const both = [startKeeper(workshop.installation, order), startKeeper(workshop.installation, order)]
  const outcomes = await Promise.all(
    both.map(async (keeper) =>
      keeper.ready.then(
        () => 'serves',
        async () => (await keeper.ended).refused,
      ),
    ),
  )
  expect(outcomes).toContain('serves')
  expect(outcomes).toContainEqual(expect.stringMatching(/Another Equity Manager server/))
  for (const keeper of both) if (keeper.process.exitCode === null) await pressCtrlC(keeper)
})

test('a folder that holds something else is refused and left as it is', async () => {
  const order = await newOrder()
  const cluster = join(order.dataDir, 'postgres')
  await mkdir(cluster)
  await writeFile(join(cluster, 'letters.txt'), 'dear all')
  const { status, refused } = await startKeeper(workshop.installation, order).ended
  expect([status, refused]).toEqual([1, expect.stringMatching(/not a database \(no PG_VERSION\)/)])
  expect(await readFile(join(cluster, 'letters.txt'), 'utf8')).toBe('dear all')
  await rm(join(cluster, 'letters.txt'))
  const keeper = startKeeper(workshop.installation, order)
  await keeper.ready
  await pressCtrlC(keeper)
})

test('data of another PostgreSQL version are refused and left as they are', async () => {
  const order = await usedOrder()
  const first = startKeeper(workshop.installation, order)
  const { where } = await first.ready
  await pressCtrlC(first)
  await writeFile(join(where.cluster, 'PG_VERSION'), '16\n')
  const { status, refused } = await startKeeper(workshop.installation, order).ended
  expect([status, refused]).toEqual([
    1,
    expect.stringMatching(/written by PostgreSQL 16, this program includes 18/),
  ])
  await writeFile(join(where.cluster, 'PG_VERSION'), '18\n')
  const again = startKeeper(workshop.installation, order)
  await again.ready
  await pressCtrlC(again)
})
