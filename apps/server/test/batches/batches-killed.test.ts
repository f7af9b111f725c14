/** An import or a broker's document that is killed half-way: nothing of it is there, it is taken up again and done once, the books agree. */
import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { BATCH_WORDS } from '@em/contract/batches/batches'
import type { Job } from '@em/contract/jobs/jobs'
import { exampleFill } from '@em/core/documents/sample'
import { formatTradeLine } from '@em/core/documents/trade-file'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runningPostmaster } from '../../src/platform/postgres/postmaster-file.ts'
import { PASSWORD } from '../support/api.ts'
import { post, type ServerProcess, startServer } from '../support/server-process.ts'
import { throwAwayFolder } from '../support/throw-away-cluster.ts'

/** So many that the recording is seen before it is over. */
const ROWS = 1_500
const verify = fileURLToPath(new URL('../../../../tools/verify.ts', import.meta.url))
const person = { first_name: 'A', last_name: 'B', email: 'a@b.lk', password: PASSWORD }

let DATA_DIR: string
let token: string
let server: ServerProcess
let url: string

async function start(): Promise<void> {
  server = startServer({ DATA_DIR, TODAY: '2026-06-15', WORKERS: '1' })
  url = (await server.ready()).url
}
const send = (path: string, body: object) => post(url, path, body, token)
async function read<T>(path: string): Promise<T> {
  const answer = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  return (await answer.json()) as T
}
const buysRecorded = async () => (await read<{ buys: number }>('/trades/summary')).buys
const batchesRecorded = async () => (await read<unknown[]>('/trade-batches')).length

/** Several chains: the first of them is written while the others are still walked. */
const SYMBOLS = ['JKH.N0000', 'COMB.N0000', 'HNB.N0000', 'SAMP.N0000', 'LOLC.N0000']
const rows = (file: string) =>
  Array.from({ length: ROWS }, (_, at) => ({
    side: 'buy',
    symbol: SYMBOLS[at % SYMBOLS.length],
    tradeDate: '2026-06-10',
    quantity: String(at + 1),
    price: '20.50',
    contractNumber: `${file}-${at}`,
  }))
const submission = (file: string) => ({
  source: 'import',
  fileName: `${file}.csv`,
  defaults: { portfolioId: 'MAIN', settlementAccount: account, brokerName: 'Asha Securities' },
  rows: rows(file),
})
let account: number

beforeAll(async () => {
  DATA_DIR = await throwAwayFolder()
  await start()
  token = ((await (await post(url, '/auth/signup', person)).json()) as { token: string }).token
  for (const symbol of SYMBOLS) await send('/equities', { name: symbol, symbol })
  await send('/portfolios', {
    portfolioId: 'MAIN',
    portfolioName: 'Main',
    portfolioType: 'Equity Portfolio',
    entity: 'Head Office',
    fundManager: 'N. Perera',
    baseCurrency: 'LKR',
  })
  const made = await send('/accounts', {
    payment_method: 'Bank Transfer',
    account_name: 'Trading account',
    account_number: '1000123456',
    bank_name: 'Commercial Bank',
    branch_name: 'Colombo 3',
  })
  account = ((await made.json()) as { id: number }).id
})
afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  await rm(DATA_DIR, { recursive: true, force: true })
})

/** Sends all rows and strikes as soon as they are being recorded. */
const importUntil = (file: string, strike: () => Promise<void>) =>
  recordUntil('/trade-batches', submission(file), strike)

async function recordUntil(path: string, body: object, strike: () => Promise<void>): Promise<void> {
  const before = (await read<Job[]>('/jobs?limit=1'))[0]?.id ?? 0
  const answer = send(path, body).then(
    async (reply) => `${reply.status} ${await reply.text()}`,
    () => 'no answer',
  )
  const isRecording = async () => {
    const [job] = await read<Job[]>('/jobs?limit=1')
    if (job === undefined || job.id <= before) return false
    expect(job.endedAt).toBeNull()
    return job.progress.words === BATCH_WORDS.recording
  }
  while (!(await isRecording())) await pause(2)
  await strike()
  expect(await answer).toMatch(/^(no answer$|503 |202 )/)
}

/** The newest job is tried again until it is done: the rows of all files are there, each once. */
async function expectDone(files: number): Promise<void> {
  let job: Job | undefined
  do {
    await pause(50)
    job = (await read<Job[]>('/jobs?limit=1'))[0]
  } while (job?.endedAt === null)
  expect(job).toMatchObject({ status: 'done', error: null })
  expect(await buysRecorded()).toBe(files * ROWS)
  expect(await batchesRecorded()).toBe(files)
}

/** The refusal of a job, once it has ended. */
async function refusalOf(id: number | undefined): Promise<{ code?: string; status?: number }> {
  for (;;) {
    const job = await read<Job>(`/jobs/${id}`)
    if (job.endedAt !== null) return job.error ?? {}
    await pause(20)
  }
}

test('kill -9 of the server in the middle: the next start takes the import up and does it once', async () => {
  await importUntil('A', async () => {
    server.child.kill('SIGKILL')
    expect(await server.ended).toBe('SIGKILL')
  })
  await start()
  expect(await buysRecorded()).toBe(0)
  expect(await batchesRecorded()).toBe(0)
  await expectDone(1)
})

test('kill -9 of PostgreSQL in the middle: it is started again and the import goes on', async () => {
  await importUntil('B', async () => {
    const { pid } = (await runningPostmaster(join(DATA_DIR, 'postgres'))) ?? {}
    if (pid === undefined) throw new Error('PostgreSQL does not run')
    process.kill(pid, 'SIGKILL')
  })
  while (!server.said().includes('it was started again')) await pause(20)
  while ((await fetch(`${url}/api/health`)).status !== 200) await pause(20)
  await expectDone(2)
})

test('kill -9 of the server while a document is recorded: it is taken up again, and every line has its one trade', async () => {
  const fill = exampleFill()
  const lines = Array.from({ length: ROWS }, (_, at) =>
    formatTradeLine({
      ...fill,
      symbol: SYMBOLS[at % SYMBOLS.length] ?? '',
      // A day of its own: what the imports recorded would be missing in a document of their day.
      tradeDate: '2026-06-11',
      settlementDate: '2026-06-15',
      contractNumber: `D${at}`,
      executionId: `ED${at}`,
    }),
  )
  const data = Buffer.from(lines.join('\r\n'), 'latin1').toString('base64')
  const stored = await send('/trade-documents', { file: { fileName: 'D.txt', data } })
  expect(stored.status).toBe(201)
  const path = `/trade-documents/${((await stored.json()) as { id: number }).id}`
  const order = { portfolioId: 'MAIN', brokerName: 'Asha Securities', settlementAccount: account }
  await recordUntil(`${path}/record`, order, async () => {
    server.child.kill('SIGKILL')
    expect(await server.ended).toBe('SIGKILL')
  })
  await start()
  expect(await buysRecorded()).toBe(2 * ROWS)
  const states = async () => [
    ...new Set((await read<{ state: string }[]>(`${path}/lines?limit=10000`)).map(({ state }) => state)),
  ]
  expect(await states()).toEqual(['new'])
  await expectDone(3)
  expect(await states()).toEqual(['recorded'])
  // A busy machine answers with a job; either way nothing is added.
  expect([200, 202]).toContain((await send(`${path}/record`, order)).status)
  await expectDone(3)
})

test('the same rows are known as repeats', async () => {
  const answer = await send('/trade-batches', submission('A'))
  let refusal = (await answer.json()) as { code?: string; status?: number; jobId?: number }
  // A busy machine answers with a job, which reports the refusal.
  if (answer.status === 202) refusal = await refusalOf(refusal.jobId)
  else refusal.status = answer.status
  expect([refusal.status, refusal.code]).toEqual([409, 'batch.undecided'])
})

test('after all that was killed the books agree', async () => {
  await promisify(execFile)(process.execPath, [verify], { env: { ...process.env, DATA_DIR } })
})
