/** Exports as jobs of a real worker's processes: watched, cancelled, killed, made by one server and downloaded from another. */
import type { ExportFile } from '@em/contract/exports/exports'
import pg from 'pg'
import { afterEach, beforeAll, expect, test } from 'vitest'
import {
  type At,
  buyRow,
  holdExports,
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
/** Another server; both have one worker. */
let other: At
beforeAll(async () => {
  books = await jobBooks()
  at = books.at
  patient = await books.another(PATIENT)
  worker = books.work()
  other = await books.another()
  expect((await at.imported([buyRow(), buyRow()])).status).toBe(201)
})

const releases: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const release of releases.splice(0)) await release()
})
async function held(): Promise<() => Promise<void>> {
  const release = await holdExports(books)
  let done = false
  const once = async () => {
    if (done) return
    done = true
    await release()
  }
  releases.push(once)
  return once
}
type Answer = ExportFile & { jobId?: number }
const send = (to: At, key: string) =>
  to.ask<Answer>('POST /general-ledger/exports', { format: 'csv' }, { 'idempotency-key': key })
const running = ({ status, progress }: { status: string; progress: { of: number } }) =>
  status === 'running' && progress.of > 0
const ended = ({ endedAt }: { endedAt: string | null }) => endedAt !== null

async function rows(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(books.fresh.config)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}
const stored = async () => [
  await rows('SELECT id FROM em.export_files ORDER BY id'),
  await rows('SELECT file_id, part FROM em.export_parts ORDER BY 1, 2'),
]

test('one that is done at once is answered with its file', async () => {
  const { status, body } = await send(at, 'at once')
  const made = status === 201 ? body : ((await at.until(body.jobId, ended)).result as ExportFile)
  const { text } = await at.download(`/exports/${made.id}/file`)
  expect(Buffer.byteLength(text)).toBe(made.bytes)
  expect(text.trimEnd().split('\r\n')).toHaveLength(made.rows + 1)
})

test('one that takes longer is watched on another server, and downloaded from there', async () => {
  const release = await held()
  const sent = await send(at, 'watched')
  expect(sent.status).toBe(202)
  const { jobId } = sent.body
  const [{ count } = {}] = await rows('SELECT count(*)::integer FROM em.journal_lines')
  expect(await other.until(jobId, running)).toMatchObject({
    kind: 'ledger.export',
    progress: { of: count, words: 'Reading the lines' },
    file: null,
  })
  // The same key is the same job, on either server.
  expect((await send(other, 'watched')).body).toEqual({ jobId })
  await release()
  const done = await other.until(jobId, ended)
  expect(done).toMatchObject({ status: 'done', resultStatus: 201, result: done.file })
  expect(done.file?.rows).toBe(count)
  const [here, there] = [
    await at.download(`/exports/${done.file?.id}/file`),
    await other.download(`/exports/${done.file?.id}/file`),
  ]
  expect(here.status).toBe(200)
  expect(there).toEqual(here)
  expect((await send(other, 'watched')).body).toEqual(done.result)
})

test('cancelled it leaves neither a file nor a part of one', async () => {
  const before = await stored()
  const release = await held()
  const { jobId } = (await send(at, 'cancelled')).body
  await at.until(jobId, running)
  expect((await patient.ask(`DELETE /jobs/${jobId}`)).body).toMatchObject({ status: 'cancelled', file: null })
  await release()
  // One of the same person comes after what is left of the other.
  const next = (await send(at, 'after')).body
  if (next.jobId !== undefined) await at.until(next.jobId, ended)
  const [files, parts] = await stored()
  expect([files?.length, parts?.length]).toEqual([(before[0]?.length ?? 0) + 1, (before[1]?.length ?? 0) + 1])
})

test('killed in the middle it is made anew, once', async () => {
  const before = await stored()
  const release = await held()
  const { jobId } = (await send(at, 'killed')).body
  await at.until(jobId, running)
  for (const pid of await worker.processes()) process.kill(pid, 'SIGKILL')
  await at.until(jobId, ({ progress }) => progress.words?.startsWith('Broken off') ?? false)
  await release()
  expect(await at.until(jobId, ended)).toMatchObject({ status: 'done' })
  const [files, parts] = await stored()
  expect([files?.length, parts?.length]).toEqual([(before[0]?.length ?? 0) + 1, (before[1]?.length ?? 0) + 1])
})

test('saves do not wait for one that is being made, and it locks no row of its person', async () => {
  const release = await held()
  const { jobId } = (await send(at, 'meanwhile')).body
  await at.until(jobId, running)
  expect((await at.ask('POST /equities', { name: 'SAMP', symbol: 'SAMP.N0000' })).status).toBe(201)
  const client = new pg.Client(books.fresh.config)
  await client.connect()
  await client.query("SET lock_timeout = '1s'; BEGIN")
  await client.query('SELECT FROM em.users FOR UPDATE')
  await client.query('LOCK TABLE em.journal_lines, em.journal_entries, em.ledger_days IN SHARE MODE')
  await client.query('ROLLBACK')
  await client.end()
  await release()
  expect(await at.until(jobId, ended)).toMatchObject({ status: 'done' })
})
