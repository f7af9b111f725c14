/** An import that is killed half-way: nothing of it is there, the same file goes in again, the books agree. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runningPostmaster } from '../../src/platform/postgres/postmaster-file.ts'
import { PASSWORD } from '../support/api.ts'
import { post, type ServerProcess, startServer } from '../support/server-process.ts'
import { throwAwayFolder } from '../support/throw-away-cluster.ts'

const ROWS = 5_000
const verify = fileURLToPath(new URL('../../../../tools/verify.ts', import.meta.url))
const person = { first_name: 'A', last_name: 'B', email: 'a@b.lk', password: PASSWORD }

let DATA_DIR: string
let token: string
let server: ServerProcess
let url: string

async function start(): Promise<void> {
  server = startServer({ DATA_DIR, TODAY: '2026-06-15' })
  url = (await server.ready()).url
}
const send = (path: string, body: object) => post(url, path, body, token)
async function read<T>(path: string): Promise<T> {
  const answer = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  return (await answer.json()) as T
}
const buysRecorded = async () => (await read<unknown[]>('/transaction-entries/buy-all')).length
const batchesRecorded = async () => (await read<unknown[]>('/trade-batches')).length

/** Several chains: the first of them is written while the others are still walked. */
const SYMBOLS = ['JKH.N0000', 'COMB.N0000', 'HNB.N0000', 'SAMP.N0000', 'LOLC.N0000']
const rows = Array.from({ length: ROWS }, (_, at) => ({
  side: 'buy',
  symbol: SYMBOLS[at % SYMBOLS.length],
  tradeDate: '2026-06-10',
  quantity: String(at + 1),
  price: '20.50',
  contractNumber: `C-${at}`,
}))
const submission = (settlementAccount: number) => ({
  source: 'import',
  fileName: 'statement.csv',
  ticket: randomUUID(),
  defaults: { portfolioId: 'MAIN', settlementAccount, brokerName: 'Asha Securities' },
  rows,
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

/** Sends all rows and strikes as soon as they are being recorded; the answer never comes. */
async function importUntil(strike: () => Promise<void>): Promise<void> {
  const sent = submission(account)
  let told: string | undefined
  const answer = send('/trade-batches', sent).then(
    async (reply) => (told = `${reply.status} ${await reply.text()}`),
    () => (told = 'no answer'),
  )
  const stage = async () => (await read<{ stage: string }>(`/trade-batches/${sent.ticket}/progress`)).stage
  while (told === undefined && (await stage()) !== 'recording');
  expect(told).toBeUndefined()
  await strike()
  expect(await answer).toMatch(/^(no answer$|503 )/)
}

async function expectNothingThere(): Promise<void> {
  expect(await buysRecorded()).toBe(0)
  expect(await batchesRecorded()).toBe(0)
  await expectAgreement()
}

/** `npm run verify` ends with 0. */
async function expectAgreement(): Promise<void> {
  await promisify(execFile)(process.execPath, [verify], { env: { ...process.env, DATA_DIR } })
}

test('kill -9 of the server in the middle', async () => {
  await importUntil(async () => {
    server.child.kill('SIGKILL')
    expect(await server.ended).toBe('SIGKILL')
  })
  await start()
  await expectNothingThere()
})

test('kill -9 of PostgreSQL in the middle: the server starts it again and goes on', async () => {
  await importUntil(async () => {
    const { pid } = (await runningPostmaster(join(DATA_DIR, 'postgres'))) ?? {}
    if (pid === undefined) throw new Error('PostgreSQL does not run')
    process.kill(pid, 'SIGKILL')
  })
  while (!server.said().includes('it was started again')) await pause(20)
  while ((await fetch(`${url}/api/health`)).status !== 200) await pause(20)
  await expectNothingThere()
})

test('the same rows then go in once', async () => {
  expect((await send('/trade-batches', submission(account))).status).toBe(201)
  expect(await buysRecorded()).toBe(ROWS)
  await expectAgreement()
})
