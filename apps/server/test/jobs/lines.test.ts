/** Each kind of work has a line of its own, and a line takes the people who wait in it in rotation (decision 047). */
import type { Job } from '@em/contract/jobs/jobs'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { takeLock } from '../../src/platform/database/locks.ts'
import {
  type At,
  buyRow,
  holdExports,
  type JobBooks,
  jobBooks,
  type WorkerProcess,
} from '../support/job-books.ts'

let books: JobBooks
let worker: WorkerProcess
let at: At
let people: [At, At, At, At]
let sql: pg.Client
beforeAll(async () => {
  books = await jobBooks()
  at = books.at
  worker = books.work()
  sql = new pg.Client(books.fresh.config)
  sql.on('error', () => undefined)
  await sql.connect()
  await at.ask('POST /portfolios', {
    portfolioId: 'OTHER',
    portfolioName: 'Other',
    portfolioType: 'Equity Portfolio',
    entity: 'Head Office',
    fundManager: 'N. Perera',
    baseCurrency: 'LKR',
  })
  await at.imported([buyRow()])
  const person = (name: string) => at.as(`${name}@lines.lk`)
  people = [await person('one'), await person('two'), await person('three'), await person('four')]
})
afterAll(() => sql.end())

/** A pause between polls: without it they take the processor from the jobs that they wait for. */
const soon = () => new Promise((done) => setTimeout(done, 20))

const holds: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const release of holds.splice(0)) await release()
  // Each test begins with empty lines.
  for (;;) {
    const { rowCount } = await sql.query('SELECT FROM em.jobs WHERE ended_at IS NULL LIMIT 1')
    if (rowCount === 0) return
    await soon()
  }
})
/** Holds work in the middle until it is let go, or the test ends. */
function letGo(release: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  const once = () => (done ??= release())
  holds.push(once)
  return once
}
const heldExports = async () => letGo(await holdExports(books))
/** Holds imports into MAIN, before they hold anything that others wait for. */
async function heldLongWork(): Promise<() => Promise<void>> {
  const client = new pg.Client(books.fresh.config)
  client.on('error', () => undefined)
  await client.connect()
  const lock = takeLock('imports into a portfolio', {
    key: "(SELECT (id % 1024)::integer FROM em.portfolios WHERE portfolio_id = 'MAIN')",
  })
  await client.query('SET search_path = em')
  await client.query('BEGIN')
  await client.query(`SELECT ${lock}`)
  return letGo(() => client.end())
}

/** Hands in a job and answers its id, whether it has ended by then or not. */
async function jobOf(who: At, submit: () => Promise<unknown>): Promise<number> {
  await submit()
  return (await who.ask<[{ id: number }]>('GET /jobs?limit=1')).body[0].id
}
const exportOf = (who: At) => jobOf(who, () => who.ask('POST /general-ledger/exports', { format: 'csv' }))
/** So many rows that the import is long work. */
const MANY = 1_000
const longOf = (who: At) => jobOf(who, () => who.importRows(Array.from({ length: MANY }, () => buyRow())))
/** Into a portfolio that is not locked. */
const short = () => [buyRow({ portfolioId: 'OTHER' })]
const shortOf = (who: At) => jobOf(who, () => who.importRows(short()))

const running = (job: Job) => job.status === 'running'
const ended = (job: Job) => job.endedAt !== null
/** Jobs in the order in which workers began them. */
async function begun(ids: unknown[]): Promise<number[]> {
  const { rows } = await sql.query<{ id: string }>(
    'SELECT id FROM em.jobs WHERE id = ANY ($1::bigint[]) ORDER BY started_at',
    [ids],
  )
  return rows.map(({ id }) => Number(id))
}

test('an import of one row passes long work, an export and a check of three other people', async () => {
  const [one, two, three, four] = people
  await heldLongWork()
  await heldExports()
  const [long, exported] = [await longOf(one), await exportOf(two)]
  await one.until(long, running)
  await two.until(exported, running)
  const check = await jobOf(at, () => at.ask('POST /verify'))
  // Checks and exports wait in one queue.
  expect(await at.job(check)).toMatchObject({ status: 'waiting' })
  expect((await three.imported(short())).status).toBe(201)
  expect((await four.imported(short())).status).toBe(201)
  expect(await one.job(long)).toMatchObject({ endedAt: null })
})

test('a line takes one job of each person in turn', async () => {
  const [one, two] = people
  const release = await heldExports()
  const mine = [await exportOf(one), await exportOf(one), await exportOf(one)]
  const others = [await exportOf(two), await exportOf(two)]
  await one.until(mine[0], running)
  await release()
  for (const id of mine) await one.until(id, ended)
  for (const id of others) await two.until(id, ended)
  expect(await begun([...mine, ...others])).toEqual([mine[0], others[0], mine[1], others[1], mine[2]])
})

test('the changes of a person keep their order also where they wait in two queues; his reads do not wait for them', async () => {
  const [one, two] = people
  const release = await heldLongWork()
  const long = await longOf(one)
  await one.until(long, running)
  const after = await shortOf(one)
  const read = await exportOf(one)
  expect((await two.imported(short())).status).toBe(201)
  await one.until(read, ended)
  expect(await one.job(after)).toMatchObject({ status: 'waiting' })
  await release()
  await one.until(after, ended)
  expect(await begun([after, long])).toEqual([long, after])
})

test('a job that waited behind a cancelled one takes its place', async () => {
  const [one, two] = people
  const release = await heldExports()
  const first = await exportOf(two)
  await two.until(first, running)
  const [gone, next] = [await exportOf(one), await exportOf(one)]
  const last = await exportOf(at)
  await one.ask(`DELETE /jobs/${gone}`)
  await release()
  await one.until(next, ended)
  await at.until(last, ended)
  expect(await one.job(gone)).toMatchObject({ status: 'cancelled', startedAt: null })
})

test('the second of two jobs at once has a process that stood ready, too', async () => {
  const [one, two] = people
  const ready = await untilReady()
  await heldExports()
  await one.until(await exportOf(one), running)
  expect((await two.imported(short())).status).toBe(201)
  // A third one may be ready already for the next job.
  expect(await worker.processes()).toEqual(expect.arrayContaining(ready))
})

/** The processes that are ready while nothing is done: the same two for a second, since one that ends is still there for a moment. */
async function untilReady(): Promise<number[]> {
  const settled = async (before: readonly number[]): Promise<number[]> => {
    const until = Date.now() + 1_000
    while (Date.now() < until) {
      const pids = await worker.processes()
      if (pids.join() !== before.join()) return settled(pids)
      await soon()
    }
    return before.length === 2 ? [...before] : settled(before)
  }
  return settled([])
}
