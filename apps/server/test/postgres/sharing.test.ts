import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { attachOrStart } from '../../src/platform/postgres/embedded.ts'
import { isAlive } from '../../src/platform/postgres/postmaster-file.ts'
import { holdServerLock } from '../../src/platform/postgres/server-lock.ts'
import { killHard, pressCtrlC, startKeeper } from './keeper-process.ts'
import { ask, openWorkshop } from './workshop.ts'

const workshop = openWorkshop()

async function newOrder() {
  return { dataDir: await workshop.dataDir(), systemFolder: workshop.systemFolder }
}

async function usedOrder() {
  return { dataDir: await workshop.usedDataDir(), systemFolder: workshop.systemFolder }
}

const quiet = { log: () => undefined }

test('a second server on the same data says so in one line and leaves the first alone', async () => {
  const order = await usedOrder()
  const first = startKeeper(workshop.installation, order)
  const { owner, pid } = await first.ready
  const second = await startKeeper(workshop.installation, order).ended
  expect(second.status).toBe(1)
  expect(second.refused).toBe(
    `Another Equity Manager server (process ${first.process.pid}) already runs on these data. ` +
      'Stop it first, or choose another folder with DATA_DIR.',
  )
  expect(await ask(owner, 'INSERT INTO kept (n) VALUES (1) RETURNING n')).toEqual([[1]])
  expect(await isAlive(pid)).toBe(true)
  expect(await pressCtrlC(first)).toMatchObject({ status: 0 })
})

test('a server takes the place of a killed one at once', async () => {
  const order = await usedOrder()
  const first = startKeeper(workshop.installation, order)
  await first.ready
  first.process.kill('SIGKILL')
  const second = startKeeper(workshop.installation, order)
  await second.ready
  await pressCtrlC(second)
})

test('the connection of a server that is just ending is waited for a moment', async () => {
  const database = await attachOrStart({ ...(await usedOrder()), ...quiet })
  const [ending, coming] = [new pg.Client(database.owner), new pg.Client(database.owner)]
  for (const client of [ending, coming]) await client.connect()
  await holdServerLock(ending)
  const held = holdServerLock(coming)
  await pause(200)
  await ending.end()
  await expect(held).resolves.toBeUndefined()
  await coming.end()
  await database.release()
})

test('a tool works while a server is running, and leaves it running', async () => {
  const order = await usedOrder()
  const server = startKeeper(workshop.installation, order)
  const { pid } = await server.ready
  const tool = await attachOrStart({ ...order, ...quiet })
  expect([tool.adopted, tool.pid]).toEqual([true, pid])
  expect(await ask(tool.owner, 'SELECT count(*)::int FROM kept')).toEqual([[0]])
  await tool.release()
  expect(await isAlive(pid)).toBe(true)
  await pressCtrlC(server)
})

test('a tool starts the database where no server runs, and stops it again', async () => {
  const order = await newOrder()
  const tool = await attachOrStart({ ...order, ...quiet })
  expect(tool.adopted).toBe(false)
  expect(await ask(tool.owner, 'SELECT 1')).toEqual([[1]])
  await tool.release()
  expect(await isAlive(tool.pid)).toBe(false)
})

test('of two tools the last one to leave stops the database', async () => {
  const order = await usedOrder()
  const first = await attachOrStart({ ...order, ...quiet })
  const second = await attachOrStart({ ...order, ...quiet })
  const working = new pg.Client(second.owner)
  working.on('error', () => undefined)
  await working.connect()
  await first.release()
  expect(await isAlive(first.pid)).toBe(true)
  await working.end()
  await second.release()
  expect(await isAlive(first.pid)).toBe(false)
})

test('a server that came to a database which a tool had started keeps it', async () => {
  const order = await usedOrder()
  const tool = await attachOrStart({ ...order, ...quiet })
  const server = startKeeper(workshop.installation, order)
  expect((await server.ready).adopted).toBe(true)
  await tool.release()
  expect(await isAlive(tool.pid)).toBe(true)
  expect(await pressCtrlC(server)).toMatchObject({ status: 0 })
  expect(await isAlive(tool.pid)).toBe(false)
})

test('a tool does not stop what a killed server left running', async () => {
  const order = await usedOrder()
  const server = startKeeper(workshop.installation, order)
  const { pid } = await server.ready
  await killHard(server)
  const tool = await attachOrStart({ ...order, ...quiet })
  await tool.release()
  expect(await isAlive(pid)).toBe(true)
})
