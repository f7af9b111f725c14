/** Commission summary, register of contract notes, statement of a broker against 1200 and 2100. */
import { brokerReports } from '@em/contract/broker-reports/broker-reports'
import { feeReliefs } from '@em/contract/fee-tariffs/fee-reliefs'
import { corrections } from '@em/contract/trades/corrections'
import { sells } from '@em/contract/trades/sells'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'

let api: Api
let books: Books
const BROKER = 'Asia Securities (Pvt) Ltd'
const JUNE = { startDate: '2026-06-01', endDate: '2026-06-30' }

beforeAll(async () => {
  api = await startApi({ today: '2026-06-30' })
  books = await startBooks(api)
  await api.call('POST /portfolio-costing-method', { body: { portfolioId: 'GROW', costing_method: 'WAP' } })
  // 1,000,000.00 bought: fees 11,200.00.
  await books.bought({ contractNumber: '100' })
  // As charged: 0.05 more brokerage than the schedule.
  await books.bought({
    contractNumber: '103',
    quantity: 1_000,
    price: 20,
    tradeDate: '2026-06-16',
    settlementDate: '2026-06-18',
    feeSource: 'contract',
    brokerage: 128.05,
    cseFees: 16.8,
    cdsFees: 2.4,
    clearingFees: 2.4,
    sec: 14.4,
    stl: 60,
  })
  await books.bought({
    contractNumber: '103',
    portfolioId: 'HOLD',
    quantity: 10,
    tradeDate: '2026-06-16',
    settlementDate: '2026-06-18',
  })
  await ask(api, sells.save, {
    body: {
      ...books.usual,
      contractNumber: '104',
      soldPrice: 12,
      quantity: 50_000,
      tradeDate: '2026-06-17',
      settlementDate: '2026-06-19',
    },
  })
  const gone = await books.bought({ contractNumber: '106', quantity: 5 })
  await ask(api, corrections.removeBuy, {
    params: { id: gone.id },
    query: { reason: 'Cancelled by the broker' },
  })
})

test('commission by broker and month, with the effective rate and what is over the schedule', async () => {
  const { rows, total } = await ask(api, brokerReports.commission, {
    query: { ...JUNE, portfolioId: 'GROW' },
  })
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    broker: BROKER,
    month: '2026-06',
    trades: 3,
    bought: 1_020_000,
    sold: 600_000,
    turnover: 1_620_000,
    total: 18_144.05,
    effectiveRate: 1.12,
    schedule: 18_144,
    difference: 0.05,
  })
  expect(total.brokerage).toBe(10_368.05)
  const none = await ask(api, brokerReports.commission, {
    query: { startDate: '2026-05-01', endDate: '2026-05-31' },
  })
  expect(none).toMatchObject({ rows: [], total: { trades: 0, effectiveRate: 0 } })
})

test('trades of a client, security, side and day are charged together, with intraday relief, whatever portfolio is asked for', async () => {
  const days = { startDate: '2026-05-04', endDate: '2026-05-08' }
  await ask(api, feeReliefs.routes.create, {
    body: { effectiveFrom: '2026-05-06', effectiveTo: '2026-05-06', source: 'Circular 2' },
  })
  const of = (tradeDate: string, contractNumber: string) => ({
    tradeDate,
    settlementDate: '2026-05-20',
    contractNumber,
  })
  await books.bought({ ...of('2026-05-04', '60'), quantity: 6_000_000 })
  await books.bought({ ...of('2026-05-04', '61'), quantity: 6_000_000 })
  // Another client: each portfolio has its own account.
  await books.bought({ ...of('2026-05-04', '62'), quantity: 6_000_000, portfolioId: 'HOLD' })
  await books.bought({ ...of('2026-05-06', '63'), quantity: 100_000 })
  await ask(api, sells.save, {
    body: { ...books.usual, ...of('2026-05-06', '64'), soldPrice: 10, quantity: 40_000 },
  })
  const asked = async (portfolioId: string) =>
    (await ask(api, brokerReports.commission, { query: { ...days, portfolioId } })).total
  // 1,344,000.00 + 11,200.00 + 4,480.00 as computed trade by trade; together 1,242,500.00 + 11,200.00 + 1,200.00.
  expect(await asked('GROW')).toMatchObject({ total: 1_359_680, schedule: 1_254_900, difference: 104_780 })
  expect(await asked('HOLD')).toMatchObject({ total: 672_000, schedule: 672_000, difference: 0 })
  expect((await ask(api, brokerReports.commission, { query: days })).total).toMatchObject({
    schedule: 1_926_900,
    difference: 104_780,
  })
})

describe('contract notes', () => {
  const notes = (query: object = {}) => ask(api, brokerReports.notes, { query: { ...JUNE, ...query } })

  test('are listed by their number, deleted ones with the reason', async () => {
    expect(
      (await notes()).map(({ number, status, portfolio, reason }) => [number, status, portfolio, reason]),
    ).toEqual([
      ['100', 'recorded', 'Growth Fund', null],
      ['103', 'recorded', 'Growth Fund', null],
      ['103', 'recorded', 'Holding Fund', null],
      ['104', 'recorded', 'Growth Fund', null],
      ['106', 'deleted', 'Growth Fund', 'Cancelled by the broker'],
    ])
    expect((await notes({ status: 'deleted' })).map(({ number }) => number)).toEqual(['106'])
    expect((await notes({ search: '104' })).map(({ total_fees, net }) => [total_fees, net])).toEqual([
      [6_720, 593_280],
    ])
  })
  test('a number twice in one portfolio, on one side and day, is a duplicate', async () => {
    await books.bought({ contractNumber: '100', quantity: 7 })
    expect((await notes({ status: 'duplicate' })).map(({ number, quantity }) => [number, quantity])).toEqual([
      ['100', 100_000],
      ['100', 7],
    ])
  })
  test('numbers between them that are not recorded are gaps', async () => {
    const gaps = await ask(api, brokerReports.gaps, { query: JUNE })
    expect(gaps).toEqual([
      { broker: BROKER, after: '100', before: '103', missing: 2 },
      { broker: BROKER, after: '104', before: '106', missing: 1 },
    ])
  })
  test('dates out of order are refused by field', async () => {
    const answer = await api.call<{ details: { field: string }[] }>(brokerReports.notes, {
      query: { startDate: '2026-06-02', endDate: '2026-06-01' },
    })
    expect([answer.status, answer.body.details[0]?.field]).toEqual([400, 'endDate'])
  })
})

describe('open trades of a broker', () => {
  const of = (query: object) =>
    ask(api, brokerReports.statement, { query: { broker: BROKER, portfolioId: 'GROW', ...query } })

  test('is netted per day, and a period begins where the one before ended', async () => {
    const whole = await of({ startDate: '2026-06-16', endDate: '2026-06-30' })
    expect(whole.days.map(({ date }) => date)).toEqual([
      '2026-06-16',
      '2026-06-17',
      '2026-06-18',
      '2026-06-19',
    ])
    expect(whole.days[1]).toMatchObject({ sold: 593_280, paid: expect.any(Number) })
    expect(whole.closing).toBe(0)
    for (const startDate of ['2026-06-16', '2026-06-17', '2026-06-18', '2026-06-19', '2026-06-20']) {
      const before = await of({
        startDate: '2026-06-01',
        endDate:
          startDate === '2026-06-16'
            ? '2026-06-15'
            : whole.days.findLast(({ date }) => date < startDate)?.date,
      })
      expect((await of({ startDate, endDate: '2026-06-30' })).opening).toBe(before.closing)
    }
  })
  test('is held against a statement of the broker', async () => {
    const { days } = await of({ startDate: '2026-06-16', endDate: '2026-06-30' })
    const lines = days.map(({ date, net }, at) => {
      const said = net + (at === 0 ? 0.05 : 0)
      return said >= 0 ? { date, debit: said } : { date, credit: -said }
    })
    const compared = await ask(api, brokerReports.compare, {
      body: { broker: BROKER, portfolioId: 'GROW', startDate: '2026-06-16', endDate: '2026-06-30', lines },
    })
    expect(compared.differing).toBe(1)
    expect(compared.days[0]).toMatchObject({ date: '2026-06-16', difference: 0.05 })
  })
  test('whose file is longer than the period keeps only the balance of a day within', async () => {
    const compare = (startDate: string, endDate: string) =>
      ask(api, brokerReports.compare, {
        body: {
          broker: BROKER,
          startDate,
          endDate,
          lines: [
            { date: '2026-06-16', debit: 5 },
            { date: '2026-06-18', credit: 5 },
          ],
          statedOpening: 7,
          statedClosing: 9,
        },
      })
    expect(await compare('2026-06-16', '2026-06-18')).toMatchObject({
      statedOpening: 7,
      statedClosing: 9,
      outside: 0,
    })
    expect(await compare('2026-06-17', '2026-06-18')).toMatchObject({
      statedOpening: null,
      statedClosing: 9,
      outside: 1,
    })
    expect(await compare('2026-06-16', '2026-06-17')).toMatchObject({
      statedOpening: 7,
      statedClosing: null,
      outside: 1,
    })
  })
  test('an unknown broker is 404', async () => {
    const answer = await api.call(brokerReports.statement, { query: { ...JUNE, broker: 'Unknown' } })
    expect(answer.status).toBe(404)
  })
})
