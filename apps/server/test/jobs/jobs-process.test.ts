/** Imports as jobs of real workers' processes: watched, cancelled, killed, refused, asked for twice, seen from another server. */

import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import {
  type At,
  buyRow,
  holdImports,
  type JobBooks,
  jobBooks,
  PATIENT,
  type WorkerProcess,
} from '../support/job-books.ts'
import { openPatiently } from '../support/open-patiently.ts'
import { childrenOf, isAlive } from '../support/processes.ts'

let books: JobBooks
let worker: WorkerProcess
let at: At
/** Another server, which waits for the end of a job that is cancelled. */
let patient: At
let sql: pg.Client
beforeAll(async () => {
  books = await jobBooks()
  at = books.at
  patient = await books.another(PATIENT)
  worker = books.work()
  sql = new pg.Client(books.fresh.config)
  sql.on('error', () => undefined)
  await sql.connect()
  // The server answers before the worker is there.
  await at.imported([buyRow()])
})
afterAll(() => sql.end())

const releases: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const release of releases.splice(0)) await release()
})
/** Holds imports in the middle until it is called, or the test ends. */
async function held(): Promise<() => Promise<void>> {
  const release = await holdImports(books)
  let done = false
  const once = async () => {
    if (done) return
    done = true
    await release()
  }
  releases.push(once)
  return once
}
const key = (name: string) => ({ 'idempotency-key': name })
const running = (job: { status: string; progress: { words: string | null } }) => job.status === 'running'
const ended = (job: { endedAt: string | null }) => job.endedAt !== null

async function expectAgreement(): Promise<void> {
  const database = await openPatiently(books.fresh.application)
  expect(await verifyBooks(database)).toEqual([])
  await database.close()
}

test('a small import is answered with its record, as ever, and is listed among the jobs', async () => {
  const answer = await at.imported([buyRow()])
  expect(answer).toMatchObject({ status: 201, body: { status: 'success', successfulTransactions: 1 } })
  const { body } = await at.ask<{ id: number; kind: string; status: string }[]>('GET /jobs?limit=1')
  expect(body).toMatchObject([{ kind: 'batches.record', status: 'done', error: null, dryRun: false }])
  expect(await at.job(body[0]?.id)).toMatchObject({ resultStatus: 201, result: answer.body })
})

test('one that takes longer is answered with its job, watched, and its result is the body of the 201', async () => {
  const before = (await at.buys()).length
  const release = await held()
  const sent = await at.importRows([buyRow(), buyRow()])
  expect(sent.status).toBe(202)
  const { jobId } = sent.body
  expect(sent.headers.get('location')).toBe(`/api/jobs/${jobId}`)
  expect(await at.until(jobId, running)).toMatchObject({
    progress: { done: 0, of: 2, words: 'Checking the rows' },
    result: null,
    error: null,
    endedAt: null,
  })
  await release()
  const done = await at.until(jobId, ended)
  expect(done).toMatchObject({ status: 'done', resultStatus: 201, result: { successfulTransactions: 2 } })
  const { id } = done.result as { id: number }
  expect((await at.ask(`GET /trade-batches/${id}`)).body).toEqual(done.result)
  expect(await at.buys()).toHaveLength(before + 2)
})

describe('cancelled', () => {
  test('before its commit it leaves nothing', async () => {
    const before = (await at.buys()).length
    const release = await held()
    const { jobId } = (await at.importRows([buyRow()], key('cancelled'))).body
    await at.until(jobId, running)
    expect((await patient.ask(`DELETE /jobs/${jobId}`)).body).toMatchObject({
      status: 'cancelled',
      result: null,
    })
    await release()
    // A later import waits for whatever would still hold a lock.
    expect((await at.imported([buyRow()])).status).toBe(201)
    expect(await at.buys()).toHaveLength(before + 1)
    expect(await at.job(jobId)).toMatchObject({ status: 'cancelled' })
    expect((await patient.ask(`DELETE /jobs/${jobId}`)).body).toMatchObject({ status: 'cancelled' })
  })

  test('while it waits for another one of the same person', async () => {
    const before = (await at.buys()).length
    const release = await held()
    const first = (await at.importRows([buyRow()])).body['jobId']
    const second = (await at.importRows([buyRow()])).body['jobId']
    expect(await at.job(second)).toMatchObject({ status: 'waiting' })
    expect((await patient.ask(`DELETE /jobs/${second}`)).body).toMatchObject({ status: 'cancelled' })
    await release()
    expect(await at.until(first, ended)).toMatchObject({ status: 'done' })
    expect(await at.buys()).toHaveLength(before + 1)
  })

  test('after its commit the answer is that it is done', async () => {
    await at.imported([buyRow()])
    const [job] = (await at.ask<{ id: number }[]>('GET /jobs?limit=1')).body
    expect(await at.ask(`DELETE /jobs/${job?.id}`)).toMatchObject({
      status: 409,
      body: { code: 'job.ended', message: 'The job has ended already: it is done.' },
    })
  })
})

describe('a refused import', () => {
  const wrong = () => [buyRow({ quantity: '-1' })]
  test('is refused as ever; the refusal is kept in the job with its status and is not tried again', async () => {
    const answer = await at.imported(wrong())
    expect(answer).toMatchObject({ status: 422, body: { code: 'batch.rows' } })
    const [job] = (await at.ask<{ id: number }[]>('GET /jobs?limit=1')).body
    const { requestId: _, ...error } = answer.body
    expect(await at.job(job?.id)).toMatchObject({
      status: 'failed',
      error: { ...error, status: 422 },
      result: null,
      resultStatus: null,
    })
    expect(await runsOf(job?.id)).toBe(1)
  })

  test('is tried again where a user asks for it, and only a failed job is', async () => {
    await at.imported([buyRow({ symbol: 'HNB.N0000' })])
    const [job] = (await at.ask<{ id: number }[]>('GET /jobs?limit=1')).body
    expect(await at.job(job?.id)).toMatchObject({ status: 'failed' })
    await at.ask('POST /equities', { name: 'HNB', symbol: 'HNB.N0000' })
    expect((await at.ask(`POST /jobs/${job?.id}/retry`, {})).status).toBe(200)
    expect(await at.until(job?.id, ended)).toMatchObject({ status: 'done', error: null, resultStatus: 201 })
    expect(await at.ask(`POST /jobs/${job?.id}/retry`, {})).toMatchObject({
      status: 409,
      body: { code: 'job.not-failed' },
    })
  })
})

describe('the kept jobs are bounded', () => {
  test('a failed job whose rows are forgotten cannot be tried again', async () => {
    await at.imported([buyRow({ quantity: '-1' })])
    const [job] = (await at.ask<{ id: number }[]>('GET /jobs?limit=1')).body
    await ask(`DELETE FROM em.job_inputs WHERE job_id = ${job?.id}`)
    expect(await at.ask(`POST /jobs/${job?.id}/retry`, {})).toMatchObject({
      status: 409,
      body: { code: 'job.forgotten' },
    })
    expect(await at.job(job?.id)).toMatchObject({ status: 'failed' })
  })

  test('a person with a hundred jobs that have not ended submits no more', async () => {
    const person = await at.as('hundred@b.lk')
    await ask(
      `INSERT INTO em.jobs (kind, owner_id, body_hash, dry_run) SELECT 'batches.record', ${person.userId}, '', false FROM generate_series(1, 100)`,
    )
    expect(await person.importRows([buyRow()])).toMatchObject({
      status: 429,
      body: { code: 'request.too-many' },
    })
    expect((await at.imported([buyRow()])).status).toBe(201)
    await ask(
      `UPDATE em.jobs SET status = 'cancelled', ended_at = now() WHERE owner_id = ${person.userId} AND ended_at IS NULL`,
    )
    expect((await person.imported([buyRow()])).status).toBe(201)
  })
})

const ask = (statement: string) => sql.query(statement)

/** Until a job waits for the table that imports are held by. */
async function untilWaits(): Promise<void> {
  for (;;) {
    const { rowCount } = await ask(
      "SELECT FROM pg_locks WHERE NOT granted AND relation = 'em.chains'::regclass LIMIT 1",
    )
    if (rowCount) return
    await pause(20)
  }
}

async function runsOf(id: unknown): Promise<number> {
  const { rows } = await sql.query<{ turn: number }>('SELECT turn FROM em.jobs WHERE id = $1', [id])
  return rows[0]?.turn ?? 0
}

describe('the same key', () => {
  test('answers the same job while it runs, then its result and status; another body is refused', async () => {
    const before = (await at.buys()).length
    const release = await held()
    const rows = [buyRow()]
    const first = await at.importRows(rows, key('twice'))
    const again = await at.importRows(rows, key('twice'))
    expect([first.status, again.status]).toEqual([202, 202])
    expect(again.body).toEqual(first.body)
    expect(await at.importRows([buyRow()], key('twice'))).toMatchObject({
      status: 422,
      body: { code: 'idempotency.other-body' },
    })
    await release()
    const done = await at.until(first.body['jobId'], ended)
    const after = await at.importRows(rows, key('twice'))
    expect(after).toMatchObject({ status: 201, body: done.result })
    expect(after.headers.get('idempotent-replayed')).toBe('true')
    expect(await at.buys()).toHaveLength(before + 1)
  })

  test('of a preview is another than that of the write', async () => {
    const rows = [buyRow()]
    const preview = await at.imported(rows, key('look'), '?dryRun=1')
    expect(preview).toMatchObject({ status: 200, body: { dryRun: true, ok: true } })
    expect(await at.imported(rows, key('look'))).toMatchObject({ status: 201, body: { status: 'success' } })
  })

  test('of a refused one is carried out anew', async () => {
    const rows = [buyRow({ symbol: 'SAMP.N0000' })]
    expect(await at.imported(rows, key('refused'))).toMatchObject({ status: 422 })
    await at.ask('POST /equities', { name: 'SAMP', symbol: 'SAMP.N0000' })
    expect(await at.imported(rows, key('refused'))).toMatchObject({ status: 201 })
  })
})

describe('of several people', () => {
  test('each sees and ends his own jobs; who manages users sees all', async () => {
    const [one, other] = [await at.as('one@b.lk'), await at.as('other@b.lk')]
    const mine = (await one.imported([buyRow()])).body
    const [job] = (await one.ask<{ id: number; owner: { id: number } }[]>('GET /jobs')).body
    expect(job).toMatchObject({ owner: { id: one.userId, name: 'A B' }, status: 'done' })
    expect(await one.job(job?.id)).toMatchObject({ result: mine })
    expect((await other.ask('GET /jobs')).body).toEqual([])
    for (const where of [`GET /jobs/${job?.id}`, `DELETE /jobs/${job?.id}`])
      expect(await other.ask(where)).toMatchObject({ status: 404, body: { code: 'record.missing' } })
    expect((await at.ask<{ id: number }[]>('GET /jobs?limit=1')).body).toMatchObject([{ id: job?.id }])
    const page = await at.ask<{ id: number }[]>('GET /jobs?limit=1')
    const next = await at.ask<{ id: number }[]>(
      `GET /jobs?limit=1&cursor=${page.headers.get('x-next-cursor')}`,
    )
    expect(next.body[0]?.id).toBeLessThan(page.body[0]?.id ?? 0)
    expect((await at.ask('GET /jobs?cursor=x')).status).toBe(400)
  })

  test('a user disabled since may not any more: his rights are checked again when the job starts', async () => {
    const before = (await at.buys()).length
    const person = await at.as('disabled@b.lk')
    const release = await held()
    const first = (await person.importRows([buyRow()])).body['jobId']
    const second = (await person.importRows([buyRow()])).body['jobId']
    await at.until(first, running)
    // It asked for its rights when it started, and waits in the middle of its work.
    await untilWaits()
    const people = (await at.ask<{ id: number; version: number }[]>('GET /users')).body
    const version = people.find(({ id }) => id === person.userId)?.version
    const disabled = await at.ask(`PUT /users/${person.userId}`, { isActive: false, version })
    expect(disabled.status).toBe(200)
    await release()
    expect(await at.until(second, ended)).toMatchObject({
      status: 'failed',
      error: { status: 403, code: 'account.disabled' },
    })
    expect(await at.job(first)).toMatchObject({ status: 'done' })
    expect(await at.buys()).toHaveLength(before + 1)
  })
})

test('a job started on one server is watched and ended on another', async () => {
  const other = await books.another()
  const release = await held()
  const rows = [buyRow()]
  const { jobId } = (await other.importRows(rows, key('from another'))).body
  expect(await at.until(jobId, running)).toMatchObject({ kind: 'batches.record' })
  const waits = at.imported(rows, key('from another'))
  await release()
  expect(await waits).toMatchObject({ status: 201 })
  expect(await other.job(jobId)).toMatchObject({ status: 'done', result: (await waits).body })
})

describe('a run that does not count any more keeps nothing, though its process was not ended', () => {
  /** Changes the row of a job that is held in the middle, and waits until its run is over. */
  async function changedMeanwhile(change: string) {
    const release = await held()
    const { jobId } = (await at.importRows([buyRow()])).body
    await at.until(jobId, running)
    const before = (await at.buys()).length
    await ask(`UPDATE em.jobs SET ${change} WHERE id = ${Number(jobId)}`)
    await release()
    // Of one person one job at a time: this one is done after the other.
    expect((await at.imported([buyRow()])).status).toBe(201)
    expect(await at.buys()).toHaveLength(before + 1)
    return at.job(jobId)
  }

  test('as another has begun', async () => {
    const job = await changedMeanwhile('turn = turn + 1')
    expect(job).toMatchObject({ status: 'running', result: null })
    await ask(`UPDATE em.jobs SET status = 'cancelled', ended_at = now() WHERE id = ${job.id}`)
  })

  test('as a user asked to cancel it', async () => {
    expect(await changedMeanwhile('cancel_asked_at = now()')).toMatchObject({
      status: 'cancelled',
      result: null,
    })
  })
})

describe('killed in the middle', () => {
  test('the process of the job: nothing half, tried again and done', async () => {
    const before = (await at.buys()).length
    const release = await held()
    const { jobId } = (await at.importRows([buyRow(), buyRow()])).body
    await at.until(jobId, running)
    for (const pid of await worker.processes()) process.kill(pid, 'SIGKILL')
    await at.until(jobId, ({ progress }) => progress.words?.startsWith('Broken off') ?? false)
    expect(await at.job(jobId)).toMatchObject({ status: 'waiting', result: null })
    await release()
    expect(await at.until(jobId, ended)).toMatchObject({
      status: 'done',
      result: { successfulTransactions: 2 },
    })
    expect(await at.buys()).toHaveLength(before + 2)
    expect(await runsOf(jobId)).toBeGreaterThan(1)
  })

  test('the worker: nothing half, taken up by the next worker and done', { timeout: 120_000 }, async () => {
    const before = (await at.buys()).length
    const release = await held()
    const { jobId } = (await at.importRows([buyRow(), buyRow()])).body
    await at.until(jobId, running)
    const pids = await worker.processes()
    process.kill(await worker.pid(), 'SIGKILL')
    while (pids.some(isAlive)) await new Promise((done) => setTimeout(done, 20))
    // As if its last heartbeat were ten seconds earlier: the queue waits that long for a worker.
    await ask(
      "UPDATE em_jobs.job SET heartbeat_on = heartbeat_on - interval '10 seconds' WHERE state = 'active'",
    )
    await release()
    expect(await at.until(jobId, ended)).toMatchObject({
      status: 'done',
      result: { successfulTransactions: 2 },
    })
    expect(await at.buys()).toHaveLength(before + 2)
    expect(await runsOf(jobId)).toBe(2)
  })

  test('the server: its worker ends with it', async () => {
    const other = await books.server()
    let itsWorker: number | undefined
    while (itsWorker === undefined) [itsWorker] = await childrenOf(other.process.child.pid ?? 0)
    other.process.child.kill('SIGKILL')
    await other.process.ended
    while (isAlive(itsWorker)) await new Promise((done) => setTimeout(done, 20))
  })
})

test('after all this the books agree', expectAgreement)
