/** The fee tariff register: what a trade is charged follows its own trade date, and typed fees need no tariff. */
import { batches } from '@em/contract/batches/batches'
import { feeTariffs } from '@em/contract/fee-tariffs/fee-tariffs'
import { sells } from '@em/contract/trades/sells'
import { trades } from '@em/contract/trades/trades'
import { beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'

const RATES = { brokerage: 0.5, cse: 0.1, cds: 0.01, clearing: 0.01, sec: 0.05, stl: 0.2 }
const ABOVE = {
  excessBrokerage: 0.1,
  excessCse: 0.05,
  excessCds: 0.01,
  excessClearing: 0.01,
  excessSec: 0.05,
  excessStl: 0.2,
}
const tariff = (effectiveFrom: string, changes: object = {}) => ({
  securityClass: 'ordinary',
  effectiveFrom,
  bandLimit: 50_000_000,
  ...RATES,
  ...ABOVE,
  ...changes,
})
const TYPED = { brokerage: 100, cseFees: 10, cdsFees: 1, clearingFees: 1, sec: 5, stl: 30 }
const OLD = { tradeDate: '2016-03-01', settlementDate: '2016-03-04', quantity: 100, price: 10 }

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ today: '2026-06-15' })
  books = await startBooks(api)
})

test('without a tariff of its date a trade is refused with the remedy, unless its fees are typed', async () => {
  const refused = await books.buy(OLD)
  expect(refused).toMatchObject({
    status: 422,
    body: {
      code: 'tariff.missing',
      message:
        'No fee tariff is in force on 01 Mar 2016. Add one under Fee Tariffs, or type the fees as charged.',
    },
  })
  const calculation = { ...OLD, symbol: 'JKH.N0000' }
  expect((await api.call(trades.calculateBuy, { body: calculation })).status).toBe(422)
  expect(
    await api.call(trades.calculateBuy, { body: { ...calculation, feeSource: 'manual' } }),
  ).toMatchObject({ status: 200, body: { grossValue: 1000, totalFees: 0 } })
  expect(
    await api.call(sells.calculate, {
      body: { quantity: 100, soldPrice: 12, tradeDate: '2016-03-02', feeSource: 'contract' },
    }),
  ).toMatchObject({ status: 200, body: { grossValue: 1200, totalFees: 0 } })
  const typed = await books.bought({ ...OLD, contractNumber: 'OLD', feeSource: 'manual', ...TYPED })
  expect(typed).toMatchObject({ brokerage: 100, stl: 30, net_value: 1147 })
  const [stored] = await api.database.query(
    'SELECT fee_source, schedule_fees FROM trade_versions WHERE trade_id = $1',
    [typed.id],
  )
  expect(stored).toEqual({ fee_source: 'manual', schedule_fees: null })
})

test('an import takes typed fees without a tariff, and refuses the row without them', async () => {
  const row = {
    side: 'buy',
    symbol: 'JKH.N0000',
    portfolioId: 'GROW',
    settlementAccount: String(books.bank),
    brokerName: 'Asia Securities (Pvt) Ltd',
    ...OLD,
  }
  const send = (rows: object[]) =>
    api.call<Refused>(batches.record, { body: { source: 'import', rows } as never })
  expect(await send([{ ...row, contractNumber: 'I-1' }])).toMatchObject({
    status: 422,
    body: { code: 'batch.rows', details: [{ field: 'rows.1.tradeDate' }] },
  })
  const typed = { ...row, contractNumber: 'I-2', feeSource: 'contract', ...TYPED }
  expect((await send([typed])).status).toBe(201)
})

test('each row of an import is charged by the tariff of its own trade date', async () => {
  await ask(api, feeTariffs.routes.create, { body: tariff('2026-06-10') })
  const row = (tradeDate: string, contractNumber: string) => ({
    side: 'buy',
    symbol: 'JKH.N0000',
    portfolioId: 'GROW',
    settlementAccount: String(books.bank),
    brokerName: 'Asia Securities (Pvt) Ltd',
    quantity: 100_000,
    price: 10,
    tradeDate,
    contractNumber,
  })
  const made = await api.call(batches.record, {
    body: { source: 'import', rows: [row('2026-06-09', 'T-1'), row('2026-06-10', 'T-2')] } as never,
  })
  expect(made.status).toBe(201)
  const charged = await api.database.query<{ contract_number: string; brokerage: string }>(
    `SELECT contract_number, brokerage::text FROM trade_versions WHERE contract_number IN ('T-1', 'T-2') ORDER BY 1`,
  )
  expect(charged).toEqual([
    { contract_number: 'T-1', brokerage: '6400.00' },
    { contract_number: 'T-2', brokerage: '5000.00' },
  ])
})

test('a single trade takes the tariff of its trade date, step-up included', async () => {
  // 60,000,000.00: 0.87 % of the first 50,000,000.00 and 0.42 % of the rest.
  const body = { quantity: 6_000_000, price: 10, symbol: 'JKH.N0000', tradeDate: '2026-06-10' }
  expect(await ask(api, trades.calculateBuy, { body })).toMatchObject({ totalFees: 435_000 + 42_000 })
  expect(await ask(api, trades.calculateBuy, { body: { ...body, tradeDate: '2026-06-09' } })).toMatchObject({
    totalFees: 672_000,
    stepUp: null,
  })
})

test('a change applies to trades recorded from now on; a recorded trade keeps its fees', async () => {
  const before = await books.bought({
    tradeDate: '2026-06-12',
    settlementDate: '2026-06-16',
    contractNumber: 'K-1',
  })
  const [own] = await api.ask(feeTariffs.routes.list, { query: { search: 'ordinary' } as never })
  expect(own).toMatchObject({ effectiveFrom: '2026-06-10' })
  await ask(api, feeTariffs.routes.update, {
    params: { id: own?.id },
    body: { brokerage: 0.6, version: own?.version },
  })
  const after = await books.bought({
    tradeDate: '2026-06-12',
    settlementDate: '2026-06-16',
    contractNumber: 'K-2',
  })
  expect([before.brokerage, after.brokerage]).toEqual([5000, 6000])
  const [stored] = await api.database.query<{ brokerage: string }>(
    'SELECT brokerage::text FROM trade_versions WHERE trade_id = $1',
    [before.id],
  )
  expect(stored?.brokerage).toBe('5000.00')
  expect(await verifyBooks(api.database)).toEqual([])
})

test('a class has one tariff from a date, and rates are percentages up to 100', async () => {
  expect(await api.call(feeTariffs.routes.create, { body: tariff('2026-06-10') })).toMatchObject({
    status: 409,
    body: { message: 'A fee tariff of this class already begins on this date.' },
  })
  expect(
    await api.call(feeTariffs.routes.create, { body: tariff('2026-06-11', { stl: 100.5 }) }),
  ).toMatchObject({ status: 400, body: { details: [{ field: 'stl' }] } })
})

test('the only tariff of ordinary shares stays, since every class without its own uses it', async () => {
  const tariffs = await ask(api, feeTariffs.routes.list, { query: {} })
  const ordinary = tariffs.filter((one) => one.securityClass === 'ordinary')
  expect(ordinary).toHaveLength(2)
  const remove = (one: (typeof tariffs)[number] | undefined) =>
    api.call<Refused>(feeTariffs.routes.remove, { params: { id: one?.id }, query: { version: one?.version } })
  expect((await remove(ordinary[0])).status).toBe(200)
  expect(await remove(ordinary[1])).toMatchObject({ status: 409, body: { code: 'record.in-use' } })
  const unit = tariffs.find((one) => one.securityClass === 'unit')
  expect((await remove(unit)).status).toBe(200)
})
