/** The check of the books as a job of a real worker's process: it keeps no save waiting, reads one moment, and ends when asked to. */
import type { Job } from '@em/contract/jobs/jobs'
import { afterEach, beforeAll, expect, test } from 'vitest'
import {
  type At,
  buyRow,
  holdTable,
  type JobBooks,
  jobBooks,
  PATIENT,
  type WorkerProcess,
} from '../support/job-books.ts'

let books: JobBooks
let worker: WorkerProcess
let at: At
/** Another server, which waits for the end of a job that is cancelled. */
let patient: At
beforeAll(async () => {
  books = await jobBooks()
  at = books.at
  patient = await books.another(PATIENT)
  worker = books.work()
  await at.ask('POST /portfolio-costing-method', { portfolioId: 'MAIN', costing_method: 'WAP' })
  expect((await at.imported([buyRow()])).status).toBe(201)
})

const releases: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const release of releases.splice(0)) await release().catch(() => undefined)
})
/** A check that is held at one of its last questions, by a table that no save asks for. */
async function heldCheck(): Promise<{ readonly jobId: unknown; release(): Promise<void> }> {
  const release = await holdTable(books, 'reconciliation_matches')
  releases.push(release)
  const sent = await at.ask('POST /verify')
  expect(sent.status).toBe(202)
  const jobId = sent.body['jobId']
  await at.until(jobId, ({ progress }) => progress.words === 'Matches whose sides agree')
  return { jobId, release }
}
async function heldCheckLetGo(): Promise<{ readonly jobId: unknown }> {
  const { jobId, release } = await heldCheck()
  await release()
  return { jobId }
}
const ended = ({ endedAt }: Job) => endedAt !== null
/** Months that the last question of a check counts: it is asked after the check was held. */
const monthsIn = ({ result }: Job) =>
  (result as { checked: { name: string; count: number }[] }).checked.find(
    ({ name }) => name === 'monthly sums of settlements',
  )?.count

test('saves go on while it runs, and it checks the books as of the moment that it began', async () => {
  const earlier = await at.until((await heldCheckLetGo()).jobId, ended)
  const { jobId, release } = await heldCheck()
  const { progress } = await at.job(jobId)
  expect(progress.of).toBeGreaterThan(progress.done)
  const before = (await at.buys()).length
  const colleague = await at.as('colleague@b.lk')
  expect((await colleague.imported([buyRow({ tradeDate: '2026-04-08' })])).status).toBe(201)
  expect(await at.buys()).toHaveLength(before + 1)
  expect((await at.ask<{ working: { id: number } | null }>('GET /verify')).body.working?.id).toBe(jobId)
  await release()
  const done = await at.until(jobId, ended)
  expect(done).toMatchObject({ status: 'done', resultStatus: 200, result: { found: 0 } })
  expect(monthsIn(done)).toBe(monthsIn(earlier))
  const later = await at.until((await heldCheckLetGo()).jobId, ended)
  expect(monthsIn(later)).toBeGreaterThan(monthsIn(earlier) ?? Number.NaN)
  expect((await at.ask<{ last: unknown; working: unknown }>('GET /verify')).body).toMatchObject({
    working: null,
    last: { by: 'A B', report: later.result },
  })
})

test('cancelled it ends, and the last result stays', async () => {
  const last = (await at.ask<{ last: unknown }>('GET /verify')).body.last
  const { jobId } = await heldCheck()
  expect((await patient.ask(`DELETE /jobs/${jobId}`)).body).toMatchObject({
    status: 'cancelled',
    result: null,
  })
  expect((await at.ask('GET /verify')).body).toEqual({ last, working: null })
})

test('a killed process is tried again', async () => {
  const { jobId, release } = await heldCheck()
  for (const pid of await worker.processes()) process.kill(pid, 'SIGKILL')
  await at.until(jobId, ({ progress }) => progress.words?.startsWith('Broken off') ?? false)
  await release()
  expect(await at.until(jobId, ended)).toMatchObject({ status: 'done', result: { found: 0 } })
})

test('a check by a user who has lost the right meanwhile is refused when it starts', async () => {
  const person = await at.as('member@b.lk')
  const release = await holdTable(books, 'reconciliation_matches')
  releases.push(release)
  const first = (await person.ask('POST /verify')).body['jobId']
  const second = (await person.ask('POST /verify')).body['jobId']
  const people = (await at.ask<{ id: number; version: number }[]>('GET /users')).body
  const version = people.find(({ id }) => id === person.userId)?.version
  expect((await at.ask(`PUT /users/${person.userId}`, { roles: ['Dealer'], version })).status).toBe(200)
  await release()
  expect(await at.until(first, ended)).toMatchObject({ status: 'done' })
  expect(await at.until(second, ended)).toMatchObject({
    status: 'failed',
    error: { status: 403, code: 'rights.missing' },
  })
})
