/** Trades under a name that is not in Brokers: listed, adopted by a broker, followed by every report, taken back. */

import { brokerReports } from '@em/contract/broker-reports/broker-reports'
import { brokerNames } from '@em/contract/brokers/broker-names'
import { brokers } from '@em/contract/brokers/brokers'
import { ledger } from '@em/contract/ledger/ledger'
import { payments } from '@em/contract/settlements/payments'
import { settlements } from '@em/contract/settlements/settlements'
import { transactions } from '@em/contract/trades/transactions'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'
import { personWith } from '../support/identity.ts'

let api: Api
let books: Books
let asia: number
const JUNE = { startDate: '2026-06-01', endDate: '2026-06-30' }
const statementOf = (broker: string, more = {}) =>
  ask(api, brokerReports.statement, { query: { ...JUNE, broker, ...more } })
const open = () => ask(api, brokerNames.open, {})
const adopted = async () =>
  (await ask(api, brokerNames.adopted, {})).map(({ name, broker }) => `${name}: ${broker.name}`)
const call = (path: string, body: object, token?: string) =>
  api.call<Refused & { id?: number }>(path, { body, ...(token !== undefined && { token }) })
const adopt = (name: string, id = asia, token?: string) => call(`POST /brokers/${id}/names`, { name }, token)
const takeBack = (name: string, id = asia) => call(`POST /brokers/${id}/names/take-back`, { name })
const register = async (body: object) =>
  (await ask(api, brokers.routes.create, { body })) as { id: number; version: number }

beforeAll(async () => {
  api = await startApi({ today: '2026-06-16' })
  books = await startBooks(api)
  await api.call('POST /portfolio-costing-method', { body: { portfolioId: 'GROW', costing_method: 'WAP' } })
  // 1,000,000.00 with fees of 11,200.00, and 20,000.00 with 224.00: both settle on 17 June.
  await books.bought({ contractNumber: '1', brokerName: 'ASIA SEC', generatePayment: 'Yes' })
  await books.bought({ contractNumber: '2', brokerName: 'Asia  sec', quantity: 2_000 })
  // 10,000.00 with 112.00, and 1,000.00 with 11.20 in another portfolio.
  await books.bought({ contractNumber: '3', brokerName: 'NDB Stockbrokers', quantity: 1_000 })
  await books.bought({ contractNumber: '4', brokerName: 'Lanka Trust', quantity: 100, portfolioId: 'HOLD' })
})

test('names that are not in Brokers are listed with the sums of their trades, and read as a broker is', async () => {
  expect(await open()).toMatchObject({
    names: [
      { name: 'ASIA SEC', trades: 2, bought: 1_031_424, sold: 0, lastMonth: '2026-06' },
      { name: 'NDB Stockbrokers', trades: 1, bought: 10_112, near: [] },
      { name: 'Lanka Trust', trades: 1, bought: 1_011.2 },
    ],
    trades: 4,
    bought: 1_042_547.2,
    nameless: { trades: 0, bought: 0, sold: 0 },
    hasMore: false,
  })
  expect((await open()).names[0]?.near).toEqual([{ id: books.broker, name: 'Asia Securities (Pvt) Ltd' }])
  expect(await statementOf('asia sec')).toMatchObject({
    broker: { id: null },
    days: [{ date: '2026-06-15', bought: 1_031_424 }, { paid: 1_031_424 }],
  })
})

test('a broker registered later shows nothing of another name until he adopts it; then all of it, to the cent', async () => {
  asia = (await register({ name: 'Asia Securities' })).id
  expect((await statementOf('Asia Securities')).days).toEqual([])
  expect(await adopt(' asia sec ')).toMatchObject({
    status: 201,
    body: { name: 'asia sec', broker: { id: asia, name: 'Asia Securities' } },
  })
  expect((await statementOf('Asia Securities')).days).toMatchObject([
    { date: '2026-06-15', bought: 1_031_424, net: 1_031_424, balance: 1_031_424 },
    { date: '2026-06-17', paid: 1_031_424, net: -1_031_424, balance: 0 },
  ])
  // By a name of his he is found as by his own.
  expect((await statementOf('ASIA SEC')).broker).toEqual({ id: asia, name: 'Asia Securities' })
  expect((await open()).names.map(({ name }) => name)).toEqual(['NDB Stockbrokers', 'Lanka Trust'])
})

describe('every report follows', () => {
  test('commission and contract notes', async () => {
    const { rows } = await ask(api, brokerReports.commission, {
      query: { ...JUNE, broker: 'Asia Securities' },
    })
    expect(rows).toMatchObject([{ broker: 'Asia Securities', trades: 2, bought: 1_020_000, total: 11_424 }])
    const notes = await ask(api, brokerReports.notes, { query: { ...JUNE, broker: 'Asia Securities' } })
    expect(notes.map(({ number, broker }) => [number, broker])).toEqual([
      ['1', 'Asia Securities'],
      ['2', 'Asia Securities'],
    ])
  })
  test('settlements, their sums and what is netted', async () => {
    const query = { status: 'all', broker: 'Asia Securities' }
    const rows = await ask(api, settlements.list, { query })
    expect(rows.map((row) => row.broker_name)).toEqual(['Asia Securities', 'Asia Securities'])
    expect(await ask(api, settlements.summary, { query })).toMatchObject({ count: 2, net: -1_031_424 })
    expect(await ask(api, settlements.netted, { query })).toMatchObject([
      { broker_name: 'Asia Securities', count: 2, payable: 1_031_424 },
    ])
    expect(await ask(api, settlements.list, { query: { status: 'all', search: 'securities' } })).toHaveLength(
      2,
    )
  })
  test('payments go to his account', async () => {
    const [before] = await ask(api, payments.list, { query: {} })
    expect(before).toMatchObject({ broker_name: 'Asia Securities', state: 'incomplete' })
    const bank = { bank_name: 'HNB', branch_name: 'Fort', account_number: '77', swift_code: 'HBLILKLX' }
    await ask(api, brokers.routes.update, { params: { id: asia }, body: bank })
    expect((await ask(api, payments.list, { query: {} }))[0]).toMatchObject({
      account_number: '77',
      state: 'ready',
    })
  })
  test('trades and ledger lines are filtered and found by him', async () => {
    const found = async (query: object) => (await ask(api, transactions.list, { query })).length
    expect([await found({ broker: 'Asia Securities' }), await found({ search: 'Asia Secur' })]).toEqual([
      2, 2,
    ])
    const lines = (query: object) => ask(api, ledger.summary, { query })
    const asiaLines = await lines({ broker: 'ASIA  SECURITIES' })
    expect(asiaLines).toMatchObject({ entries: (await lines({ broker: 'asia sec' })).entries })
    expect(await lines({ search: 'Asia Securities' })).toMatchObject({ entries: asiaLines.entries })
    expect(asiaLines).toMatchObject({ entries: 20, debits: 2_062_848, credits: 2_062_848 })
  })
})

describe('a name is one broker’s only', () => {
  test('one that is adopted, and the own name of a broker, are refused to others', async () => {
    const other = books.broker
    expect(await adopt('AsiaSec', other)).toMatchObject({
      status: 409,
      body: { code: 'broker.name-adopted', message: expect.stringContaining('Asia Securities') },
    })
    expect(await adopt('asia SECURITIES', other)).toMatchObject({ body: { code: 'broker.name-own' } })
    expect(await call('POST /brokers', { name: 'Asia Sec' })).toMatchObject({
      status: 409,
      body: { code: 'broker.name-adopted' },
    })
    expect(await call('POST /brokers', { name: 'AsiaSecurities' })).toMatchObject({
      status: 409,
      body: { code: 'broker.name-own' },
    })
    expect(await call(`PUT /brokers/${other}`, { name: 'asia sec' })).toMatchObject({ status: 409 })
    expect(await adopt('Any name', 99_999)).toMatchObject({ status: 404 })
  })
  test('one that is taken back belongs to no broker, and is free for another', async () => {
    expect(await takeBack('Not adopted')).toMatchObject({ body: { code: 'broker.name-not-adopted' } })
    expect(await takeBack('asia SEC', books.broker)).toMatchObject({ status: 409 })
    expect(await takeBack('asia SEC')).toMatchObject({ status: 200 })
    expect((await statementOf('Asia Securities')).days).toEqual([])
    expect((await open()).names[0]).toMatchObject({ name: 'ASIA SEC', trades: 2 })
    expect(await adopt('ASIA SEC', books.broker)).toMatchObject({ status: 201 })
    expect((await statementOf('Asia Securities (Pvt) Ltd')).days[0]).toMatchObject({ bought: 1_031_424 })
    expect(await takeBack('ASIA SEC', books.broker)).toMatchObject({ status: 200 })
    expect(await adopt('ASIA SEC')).toMatchObject({ status: 201 })
  })
  test('rows are kept of it all, with who and when', async () => {
    const rows = await api.database.query<{ version: number; broker_id: number | null; by: boolean }>(
      "SELECT version, broker_id, recorded_by IS NOT NULL AS by FROM broker_names WHERE key = 'asiasec' ORDER BY version",
    )
    expect(rows.map(({ broker_id }) => broker_id)).toEqual([asia, null, books.broker, null, asia])
    expect(rows.every(({ by }) => by)).toBe(true)
    await expect(api.database.query('UPDATE broker_names SET broker_id = 1')).rejects.toThrow()
  })
})

describe('a broker that is registered', () => {
  test('takes his own name, however it is written, and adopts those that are ticked', async () => {
    const { id } = await register({ name: 'ndb  STOCKBROKERS', adopts: ['lanka trust', 'Lanka Trust'] })
    expect((await statementOf('NDB Stockbrokers')).days[0]).toMatchObject({ bought: 11_123.2 })
    expect((await open()).names).toEqual([])
    expect(await adopted()).toEqual(['ASIA SEC: Asia Securities', 'lanka trust: ndb  STOCKBROKERS'])
    expect(await call(`DELETE /brokers/${id}`, {})).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('1 name that he adopted') },
    })
  })
  test('is not saved where a ticked name is another’s', async () => {
    expect(await call('POST /brokers', { name: 'Third', adopts: ['asia sec'] })).toMatchObject({
      status: 409,
    })
    expect(await ask(api, brokers.routes.list, { query: { search: 'Third' } })).toEqual([])
  })
  test('and is called otherwise later keeps the trades under his former name', async () => {
    await books.bought({ contractNumber: '5', brokerName: 'Asia Securities', quantity: 500 })
    const before = await statementOf('Asia Securities')
    await ask(api, brokers.routes.update, { params: { id: asia }, body: { name: 'Asia Capital' } })
    expect(await statementOf('Asia Capital')).toEqual({
      ...before,
      broker: { id: asia, name: 'Asia Capital' },
    })
    const query = { status: 'all', broker: 'Asia Capital' }
    expect(await ask(api, settlements.netted, { query })).toMatchObject([{ count: 3 }])
    expect((await open()).names).toEqual([])
    // Its trade was recorded with the broker himself.
    expect(await takeBack('Asia Securities')).toMatchObject({
      status: 409,
      body: { code: 'broker.name-recorded' },
    })
  })
  test('and a trade of before that is corrected later is his to the cent', async () => {
    const [trade] = await ask(api, transactions.list, { query: { search: 'Lanka Trust' } })
    const changed = await api.call(`PUT /transaction-entries/buy/${trade?.id}`, {
      body: {
        ...books.usual,
        contractNumber: trade?.contract_number,
        portfolioId: trade?.portfolioId,
        brokerName: 'ndb  STOCKBROKERS',
        quantity: 200,
        reason: 'Typed wrongly',
      },
    })
    expect(changed.status).toBe(200)
    const after = await statementOf('NDB Stockbrokers')
    // 100 shares more at 10.00 with their fees.
    expect(after.days[0]).toMatchObject({ date: '2026-06-15', net: 12_134.4 })
    expect(after.closing).toBe(0)
  })
})

test('trades without any broker have a statement of their own', async () => {
  // 5,000.00 less fees of 56.00.
  const sold = await api.call('POST /trade-summary/save-bulk-sell-transaction', {
    body: {
      companyName: 'John Keells Holdings PLC',
      symbol: 'JKH.N0000',
      portfolioId: 'GROW',
      settlementAccount: books.bank,
      tradeDate: '2026-06-16',
      settlementDate: '2026-06-18',
      quantity: 500,
      soldPrice: 10,
    },
  })
  expect(sold.status).toBe(201)
  expect((await open()).nameless).toEqual({ trades: 1, bought: 0, sold: 4_944 })
  expect((await statementOf('-')).days).toMatchObject([
    { date: '2026-06-16', sold: 4_944 },
    { date: '2026-06-18', received: 4_944 },
  ])
  expect((await statementOf('-')).broker).toEqual({ id: null, name: '' })
})

test('to adopt concerns all portfolios: it is refused to who has a list, and he sees the names of his own trades', async () => {
  const [hold] = await api.database.query<{ id: number }>(
    "SELECT id FROM portfolios WHERE portfolio_id = 'HOLD'",
  )
  const { token } = await personWith(api, { sees: [hold?.id ?? 0] })
  await books.bought({ contractNumber: '7', brokerName: 'Other Brokers', quantity: 100 })
  await books.bought({ contractNumber: '8', brokerName: 'Anybody', quantity: 100, portfolioId: 'HOLD' })
  expect(await adopt('Other Brokers', asia, token)).toMatchObject({ status: 403 })
  expect(await call('POST /brokers', { name: 'Anybody' }, token)).toMatchObject({ status: 403 })
  const seen = await api.call<{ names: { name: string }[] }>(brokerNames.open, { token })
  expect(seen.body.names.map(({ name }) => name)).toEqual(['Anybody'])
  const [his, hidden] = await Promise.all(
    ['Anybody', 'Other Brokers'].map((broker) =>
      api.call(brokerReports.statement, { query: { ...JUNE, broker }, token }),
    ),
  )
  expect([his?.status, hidden?.status]).toEqual([200, 404])
})

test('the books verify', async () => {
  expect(await verifyBooks(api.database)).toEqual([])
})
