/** Imports of opening positions and of statements, and what else grows with the books, as jobs of real workers' processes. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/database/database.ts'
import { verifyBooks } from '../../src/verify/verify.ts'
import {
  type Answered,
  type At,
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
let reconciliation = 0
beforeAll(async () => {
  books = await jobBooks()
  at = books.at
  patient = await books.another(PATIENT)
  worker = books.work()
  await at.ask('POST /portfolios', {
    portfolioId: 'OPEN',
    portfolioName: 'Opened',
    portfolioType: 'Equity Portfolio',
    entity: 'Head Office',
    fundManager: 'N. Perera',
    baseCurrency: 'LKR',
  })
  for (const portfolioId of ['MAIN', 'OPEN'])
    await at.ask('POST /portfolio-costing-method', { portfolioId, costing_method: 'WAP' })
  const accounts = (await at.ask<{ id: number }[]>('GET /accounts')).body
  const begun = await at.ask<{ reconciliation: { id: number } }>('POST /account-reconciliation', {
    accountCode: '1010',
    settlementAccount: accounts[0]?.id,
    startDate: '2026-05-01',
    endDate: '2026-05-31',
  })
  reconciliation = begun.body.reconciliation.id
  // The worker is there once it has done something.
  await ended(await record([lot()], '?dryRun=1'))
})

const releases: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const release of releases.splice(0)) await release()
})
async function held(table: string): Promise<() => Promise<void>> {
  const release = await holdTable(books, table)
  let done = false
  const once = async () => {
    if (done) return
    done = true
    await release()
  }
  releases.push(once)
  return once
}

let references = 0
const lot = () => ({
  symbol: 'JKH.N0000',
  quantity: '100',
  cost: '2050',
  tradeDate: '2020-06-10',
  reference: `LOT-${(references += 1)}`,
})
const record = (rows: readonly object[], query = '', signal?: AbortSignal) =>
  at.ask(
    `POST /openings/OPEN/lots${query}`,
    { openingDate: '2026-01-01', fileName: 'lots.xlsx', rows },
    {},
    signal,
  )
const statement = (amounts: readonly number[], query = '') =>
  at.ask(`POST /account-reconciliation/${reconciliation}/statements${query}`, {
    fileName: 'may.csv',
    format: 'csv',
    account: null,
    currency: 'LKR',
    openingBalance: null,
    closingBalance: null,
    mapping: null,
    lines: amounts.map((amount) => ({ date: '2026-05-12', debit: amount, description: `Line ${amount}` })),
  })
/** The answer of the call, once there is one. */
async function ended(answered: Answered): Promise<Pick<Answered, 'status' | 'body'>> {
  if (answered.status !== 202) return answered
  const job = await at.until(answered.body['jobId'], (now) => now.endedAt !== null)
  return {
    status: job.resultStatus ?? job.error?.status ?? 0,
    body: (job.result ?? job.error) as Answered['body'],
  }
}
const lots = async () => (await at.ask<{ positions: unknown[] }>('GET /openings/OPEN')).body.positions.length
const lines = async () =>
  (await at.ask<unknown[]>(`GET /account-reconciliation/${reconciliation}/external?state=unmatched`)).body
    .length
const running = (job: { status: string }) => job.status === 'running'

describe('opening positions', () => {
  test('recorded within two seconds are answered as ever', async () => {
    const before = await lots()
    const answer = await ended(await record([lot(), lot()]))
    expect(answer).toMatchObject({ status: 201, body: { type: 'opening', totalTransactions: 2 } })
    expect(await lots()).toBe(before + 2)
  })

  test('that take longer are watched, and the result is the body of the 201', async () => {
    const before = await lots()
    const release = await held('chains')
    const sent = await record([lot(), lot(), lot()])
    expect(sent.status).toBe(202)
    expect(await at.until(sent.body['jobId'], (job) => job.progress.words !== null)).toMatchObject({
      kind: 'openings.record-lots',
      progress: { done: 0, of: 3, words: 'Checking the rows' },
    })
    await release()
    const { status, body } = await ended(sent)
    expect([status, body['totalTransactions']]).toEqual([201, 3])
    expect((await at.ask(`GET /trade-batches/${body['id']}`)).body).toEqual(body)
    expect(await lots()).toBe(before + 3)
  })

  test('cancelled before they are recorded leave nothing', async () => {
    const before = await lots()
    const release = await held('chains')
    const { jobId } = (await record([lot()])).body
    await at.until(jobId, running)
    expect((await patient.ask(`DELETE /jobs/${jobId}`)).body).toMatchObject({ status: 'cancelled' })
    await release()
    expect(await ended(await record([lot()]))).toMatchObject({ status: 201 })
    expect(await lots()).toBe(before + 1)
  })

  test('whose process is killed are recorded once', async () => {
    const before = await lots()
    const release = await held('chains')
    const { jobId } = (await record([lot(), lot()])).body
    await at.until(jobId, running)
    for (const pid of await worker.processes()) process.kill(pid, 'SIGKILL')
    await at.until(jobId, ({ progress }) => progress.words?.startsWith('Broken off') ?? false)
    await release()
    expect(await at.until(jobId, (job) => job.endedAt !== null)).toMatchObject({
      status: 'done',
      result: { totalTransactions: 2 },
    })
    expect(await lots()).toBe(before + 2)
  })

  test('at fault are refused with their rows, however long that takes', async () => {
    const release = await held('chains')
    const sent = await record([lot(), { ...lot(), tradeDate: '2026-03-03' }])
    expect(sent.status).toBe(202)
    await release()
    expect(await ended(sent)).toMatchObject({
      status: 422,
      body: { code: 'batch.rows', details: [{ field: 'rows.2.tradeDate' }] },
    })
  })
})

describe('a statement', () => {
  test('that takes longer is watched on another server, and imported once', async () => {
    const other = await books.another()
    const before = await lines()
    const release = await held('statement_lines')
    const sent = await statement([100, 200])
    expect(sent.status).toBe(202)
    expect(await other.until(sent.body['jobId'], (job) => job.progress.words !== null)).toMatchObject({
      kind: 'reconciliation.import-statement',
      progress: { of: 2 },
    })
    await release()
    expect(await ended(sent)).toMatchObject({ status: 201, body: { imported: 2, held: 0 } })
    expect(await lines()).toBe(before + 2)
  })

  test('cancelled before it is kept leaves nothing', async () => {
    const before = await lines()
    const release = await held('statement_lines')
    const { jobId } = (await statement([300])).body
    await at.until(jobId, running)
    expect((await patient.ask(`DELETE /jobs/${jobId}`)).body).toMatchObject({ status: 'cancelled' })
    await release()
    expect(await lines()).toBe(before)
    expect(await ended(await statement([300]))).toMatchObject({ status: 201, body: { imported: 1, held: 0 } })
  })
})

describe('what else grows with the books', () => {
  test('Auto Match', async () => {
    const release = await held('statement_lines')
    const sent = await at.ask(`POST /account-reconciliation/${reconciliation}/auto-match`, {})
    expect(sent.status).toBe(202)
    await release()
    expect(await ended(sent)).toMatchObject({ status: 200, body: { matched: 0, proposed: 0 } })
  })

  test('Confirm All Due', async () => {
    const release = await held('settlement_confirmations')
    const sent = await at.ask('POST /settlements/confirm-due', {
      upTo: '2026-06-15',
      portfolioId: 'all',
      evidence: 'none',
    })
    await release()
    expect(await ended(sent)).toMatchObject({ status: 201, body: { count: 0, remaining: 0 } })
    expect((await at.ask<{ kind: string }[]>('GET /jobs?limit=1')).body).toMatchObject([
      { kind: 'settlements.confirm-due', status: 'done' },
    ])
  })
})

test('a preview whose asker has left is ended: the next one does not wait for it', async () => {
  const newest = async () => (await at.ask<{ id: number; dryRun: boolean }[]>('GET /jobs?limit=1')).body[0]
  const before = await newest()
  const release = await held('chains')
  const asker = new AbortController()
  const left = expect(record([lot()], '?dryRun=1', asker.signal)).rejects.toThrow()
  let preview = await newest()
  while (preview === undefined || preview.id === before?.id) {
    await pause(20)
    preview = await newest()
  }
  expect(preview.dryRun).toBe(true)
  asker.abort()
  await left
  await at.until(preview.id, (job) => job.status === 'cancelled')
  await release()
})

test('after all this the books agree', async () => {
  const database = await openDatabase(books.fresh.application)
  expect(await verifyBooks(database)).toEqual([])
  await database.close()
})
