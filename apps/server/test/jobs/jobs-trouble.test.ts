/** Trouble of workers and of the queue: what is no fault of a job's does not fail it, and no job stays for ever. */
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { JobProcesses } from '../../src/jobs/job-processes.ts'
import { superviseWorker } from '../../src/jobs/supervise.ts'
import { startWorker, type Worker } from '../../src/jobs/work.ts'
import { takeLock } from '../../src/platform/database/locks.ts'
import { type At, buyRow, holdImports, type JobBooks, jobBooks } from '../support/job-books.ts'

let books: JobBooks
/** A server without a worker. */
let at: At
let sql: pg.Client
beforeAll(async () => {
  books = await jobBooks()
  at = books.at
  sql = new pg.Client(books.fresh.config)
  sql.on('error', () => undefined)
  await sql.connect()
})

let worker: Worker | undefined
const work = async (longestRunMs?: number) => {
  worker = await startWorker(
    books.fresh.application,
    () => undefined,
    longestRunMs === undefined ? {} : { longestRunMs },
  )
}
afterEach(async () => {
  await worker?.stop()
  worker = undefined
})
const ended = (job: { endedAt: string | null }) => job.endedAt !== null
const submitted = async (headers?: Record<string, string>) =>
  (await at.importRows([buyRow()], headers)).body['jobId']
const runOf = async (id: unknown) =>
  (await sql.query<{ turn: number }>('SELECT turn FROM em.jobs WHERE id = $1', [id])).rows[0]?.turn ?? 0

test('a job waits for the end of an earlier run of it, however often it is tried meanwhile', async () => {
  const id = await submitted({ 'idempotency-key': 'held' })
  const owner = (await at.job(id)).owner?.id
  await sql.query('BEGIN')
  const taken = `${owner} batches.record held`
  await sql.query(`SELECT em.${takeLock('key of a request', { key: 'hashtext($1)' })}`, [taken])
  await work()
  while ((await runOf(id)) < 5) await new Promise((done) => setTimeout(done, 20))
  expect((await at.job(id)).error).toBeNull()
  await sql.query('ROLLBACK')
  expect(await at.until(id, ended)).toMatchObject({ status: 'done', error: null })
})

test('a run that takes too long is broken off, and has had one of the few tries', async () => {
  const release = await holdImports(books)
  const id = await submitted()
  await work(500)
  expect(await at.until(id, ended)).toMatchObject({
    status: 'failed',
    error: { code: 'job.crashed', status: 500 },
  })
  await release()
})

test('a job that the queue has lost is put into it again', async () => {
  const id = await submitted()
  await sql.query('DELETE FROM em_jobs.job')
  await work()
  expect(await at.until(id, ended)).toMatchObject({ status: 'done' })
})

test('a key that looks like that of a job without one is another', async () => {
  const next = Number(await submitted()) + 2
  const [named, bare] = [await submitted({ 'idempotency-key': `job ${next}` }), await submitted()]
  expect(bare).toBe(next)
  await work()
  for (const id of [named, bare])
    expect(await at.until(id, ended)).toMatchObject({ status: 'done', error: null })
})

describe('where no process can be started', () => {
  const { execPath } = process
  afterEach(() => {
    process.execPath = execPath
  })

  test('a run has crashed', async () => {
    process.execPath = '/nowhere/node'
    const processes = new JobProcesses(books.fresh.application)
    const finish = await processes.run({ run: { id: 1, turn: 1 } }, new AbortController().signal, false)
    expect(finish).toMatchObject({ crashed: expect.any(String) })
    processes.close()
  })

  test('the worker is started once it can be', async () => {
    process.execPath = '/nowhere/node'
    const said: string[] = []
    const supervised = superviseWorker(books.fresh.application, {}, (line) => {
      said.push(line)
      process.execPath = execPath
    })
    while (said.length === 0 || supervised.pid() === undefined)
      await new Promise((done) => setTimeout(done, 20))
    expect(said).toEqual([expect.stringContaining('ENOENT')])
    await supervised.stop(new AbortController().signal)
  })
})
