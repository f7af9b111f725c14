/** Payments to make: Generate Payment = Yes puts a buy into a list that becomes a file. Today is Monday 2026-06-15. */
import { payments } from '@em/contract/settlements/payments'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, settleManually, startBooks } from '../support/books.ts'
import { waitingForLock } from '../support/locks.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'

let api: Api
let books: Books
let of: OneHolding
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-15' })
  books = await startBooks(api)
  await settleManually(books, [books.cheque])
  of = await oneHolding(books, 'WAP')
})

const BROKER = 'Asia Securities (Pvt) Ltd'
const BANK = {
  bank_name: 'Sampath Bank PLC',
  branch_name: 'Colombo 01',
  account_number: '0012 "A"',
  swift_code: 'BSAMLKLX',
}
const buy = async (settlementDate: string, more: object = {}) =>
  (
    await of.buy('2026-06-10', 1000, 10, {
      settlementDate,
      brokerName: BROKER,
      generatePayment: 'Yes',
      ...more,
    })
  ).id
const list = () => ask(api, payments.list, { query: { portfolioId: of.portfolioId } })
const made = (body: object = {}, query: object = {}) =>
  api.call<{ count: number; total: number; csv: string } & Refused>(payments.export, {
    body: { portfolioId: of.portfolioId, ...body },
    query,
  } as never)
const states = async () => (await list()).map((row) => [row.trade_id, row.state])
const act = (word: string, tradeId: number, item: object = {}) =>
  api.call(`POST /settlements/${word}`, { body: { items: [{ tradeId, ...item }] } })

test('a payment is listed, completed, exported once, and open again where its amount changes', async () => {
  const first = await buy('2026-06-17')
  const late = await buy('2026-06-12', { settlementAccount: books.cheque })
  await buy('2026-06-17', { generatePayment: 'No' })
  // Due before today on an automatic account: it counts as paid.
  await buy('2026-06-12')
  const foreign = await buy('2026-06-18', { brokerName: 'Another broker' })
  const put = (body: object) => api.call(`PUT /brokers/${books.broker}`, { body })

  expect(await list()).toMatchObject([
    {
      trade_id: late,
      due_date: '2026-06-12',
      missing: ['Bank Name', 'Branch Name', 'Account Number', 'SWIFT Code'],
    },
    { trade_id: first, state: 'incomplete', amount: 10_112, broker_name: BROKER },
    { trade_id: foreign, state: 'incomplete' },
  ])
  expect(await made()).toMatchObject({ status: 409, body: { code: 'payments.none' } })
  expect((await put(BANK)).status).toBe(200)
  expect(await states()).toEqual([
    [late, 'ready'],
    [first, 'ready'],
    [foreign, 'incomplete'],
  ])
  expect(await made({ tradeIds: [foreign] })).toMatchObject({
    status: 422,
    body: { code: 'payments.incomplete', message: expect.stringContaining('SWIFT Code') },
  })
  expect(await made({ tradeIds: [999_999] })).toMatchObject({ status: 404 })

  expect(await made({}, { dryRun: 1 })).toMatchObject({ status: 200, body: { count: 2 } })
  const file = await made()
  expect(file).toMatchObject({ status: 201, body: { count: 2, total: 20_224 } })
  // Each line has its end, the last one too.
  expect(file.body.csv).toMatch(/[^\r\n]\r\n$/)
  const [head, ...lines] = file.body.csv.trim().split('\r\n')
  expect(head).toMatch(/^Payment date,Amount,Currency,Payee,/)
  expect(lines[0]).toContain(
    `2026-06-15,10112.00,LKR,${BROKER},Sampath Bank PLC,Colombo 01,"0012 ""A""",BSAMLKLX,`,
  )
  expect(lines[1]).toMatch(/^2026-06-17,10112\.00,/)
  expect(await list()).toMatchObject([
    { state: 'exported', exported_by: 'Nimal Perera' },
    { state: 'exported' },
    { state: 'incomplete', exported_at: null },
  ])
  expect(await made()).toMatchObject({ status: 409, body: { code: 'payments.none' } })
  // Asked for by name it is written again.
  expect((await made({ tradeIds: [first] })).body).toMatchObject({ count: 1 })

  // The former file has the former bank details: both payments are for the next file, which has the present ones.
  expect((await put({ account_number: '0013' })).status).toBe(200)
  expect(await list()).toMatchObject([
    { state: 'ready', bankDetailsChanged: true, account_number: '0013' },
    { state: 'ready', bankDetailsChanged: true },
    { state: 'incomplete', bankDetailsChanged: false },
  ])
  const again = await made()
  expect(again.body).toMatchObject({ count: 2 })
  expect(again.body.csv).toContain(',Colombo 01,0013,BSAMLKLX,')
  expect(await list()).toMatchObject([
    { state: 'exported', bankDetailsChanged: false },
    { state: 'exported', bankDetailsChanged: false },
    { state: 'incomplete' },
  ])
  expect(await put({ swift_code: 'BSAMLK' })).toMatchObject({
    status: 400,
    body: { details: [{ field: 'swift_code', message: 'SWIFT Code must have 8 or 11 letters and digits.' }] },
  })

  await act('confirm', late)
  await act('confirm', first, { amount: 112, date: '2026-06-15' })
  expect(await states()).toEqual([
    [first, 'ready'],
    [foreign, 'incomplete'],
  ])
  expect((await made()).body).toMatchObject({ count: 1, total: 10_000 })
  await act('fail', foreign)
  expect(await states()).toEqual([[first, 'exported']])
  expect(await verifyBooks(api.database)).toEqual([])
})

const SIGNS = ['=', '+', '-', '@', '\uff1d', '\uff0b', '\uff0d', '\uff20']

test('one file at a time; no name is one that a sheet would take for a formula', async () => {
  const own = await oneHolding(books, 'WAP')
  for (const sign of SIGNS) {
    const name = `${sign}1+1 Brokers`
    expect((await api.call('POST /brokers', { body: { name, ...BANK } })).status).toBe(201)
    const more = { settlementDate: '2026-06-17', brokerName: name, generatePayment: 'Yes' }
    await own.buy('2026-06-10', 10, 10, more)
  }
  const body = { portfolioId: own.portfolioId }
  const answers = await Promise.all([made(body), made(body)])
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 409])
  const csv = answers.find((answer) => answer.status === 201)?.body.csv
  for (const sign of SIGNS) expect(csv).toContain(`,'${sign}1+1 Brokers,`)
  await expect(api.database.query('DELETE FROM payment_exports')).rejects.toThrow(/permission denied|append/i)
})

test('an export counts no more once its payment has failed or was reopened', async () => {
  const own = await oneHolding(books, 'WAP')
  const more = { settlementDate: '2026-06-17', brokerName: BROKER, generatePayment: 'Yes' }
  const { id } = await own.buy('2026-06-10', 1000, 10, more)
  const query = { portfolioId: own.portfolioId }
  const rows = async () => (await ask(api, payments.list, { query })).map((row) => row.state)
  const exported = async () => {
    expect(await rows()).toEqual(['ready'])
    expect(await made(query)).toMatchObject({ status: 201, body: { count: 1, total: 10_112 } })
    expect(await rows()).toEqual(['exported'])
  }
  const acted = async (word: string, item: object = {}) =>
    expect((await act(word, id, item)).status).toBe(201)

  await exported()
  await acted('reschedule', { date: '2026-06-18' })
  expect(await rows()).toEqual(['exported'])
  await acted('fail')
  expect(await rows()).toEqual([])
  await acted('reschedule', { date: '2026-06-19' })
  await exported()
  await acted('confirm', { date: '2026-06-15' })
  expect(await rows()).toEqual([])
  await acted('reopen')
  await exported()
  expect(await verifyBooks(api.database, { portfolioId: own.id })).toEqual([])
})

test('a payment that arrives while an export waits for its locks is left to the next file', async () => {
  const own = await oneHolding(books, 'WAP')
  const more = { settlementDate: '2026-06-17', brokerName: BROKER, generatePayment: 'Yes' }
  const { id } = await own.buy('2026-06-10', 1000, 10, more)
  const body = { portfolioId: own.portfolioId }
  const holder = new pg.Client(api.fresh.config)
  await holder.connect()
  try {
    await holder.query('BEGIN')
    await holder.query('SELECT FROM em.trades WHERE id = $1 FOR UPDATE', [id])
    const waiting = made(body)
    await waitingForLock(holder)
    await own.buy('2026-06-10', 1000, 10, more)
    await holder.query('COMMIT')
    expect(await waiting).toMatchObject({ status: 201, body: { count: 1 } })
  } finally {
    await holder.end()
  }
  expect(await made(body)).toMatchObject({ status: 201, body: { count: 1 } })
})
