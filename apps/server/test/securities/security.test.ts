/** The page of a security: its figures against those of the trades, one by one. */
import { holdings } from '@em/contract/holdings/holdings'
import { security } from '@em/contract/securities/security'
import { transactions } from '@em/contract/trades/transactions'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { type Books, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { recordPrices } from '../support/prices.ts'

let api: Api
let books: Books
let [wap, fifo]: (OneHolding | undefined)[] = []
const page = (query: object = {}, symbol = 'JKH.N0000') =>
  api.ask(security.page, { params: { symbol }, query })

beforeAll(async () => {
  api = await startApi({ today: '2026-06-15' })
  books = await startBooks(api)
  ;[wap, fifo] = [await oneHolding(books, 'WAP'), await oneHolding(books, 'FIFO', 'FVOCI')]
  await wap.buy('2026-05-04', 1_000, 20)
  await wap.buy('2026-05-05', 500, 22.5)
  await wap.sell('2026-05-20', 400, 25)
  await fifo.buy('2026-05-04', 300, 21)
  const gone = await fifo.buy('2026-05-06', 700, 30)
  await fifo.remove('buy', gone.id)
  await recordPrices(api, '2026-05-19', { 'JKH.N0000': 24 })
  await recordPrices(api, '2026-05-20', { 'JKH.N0000': 25.5 })
})

test('adds up what its trades say, deleted ones left out', async () => {
  const { bought, sold, realized } = await page()
  const trades = await api.ask(transactions.list, { query: { symbol: 'JKH.N0000', from: null, to: null } })
  const sum = (side: string, of: (trade: (typeof trades)[number]) => number) =>
    Math.round(
      trades.filter((trade) => trade.side === side).reduce((total, trade) => total + of(trade) * 100, 0),
    ) / 100
  expect(trades).toHaveLength(4)
  for (const [side, sums] of [
    ['buy', bought],
    ['sell', sold],
  ] as const) {
    expect(sums).toMatchObject({
      trades: trades.filter((trade) => trade.side === side).length,
      quantity: sum(side, ({ quantity }) => quantity),
      gross: sum(side, (trade) => trade.gross_value),
      fees: sum(side, (trade) => trade.total_fees),
      net: sum(side, (trade) => trade.net_value),
    })
    const { brokerage, cse_fees, cds_fees, clearing_fees, sec, stl } = sums
    expect(brokerage + cse_fees + cds_fees + clearing_fees + sec + stl).toBeCloseTo(sums.fees, 6)
  }
  // 400 x 25.00 less the average cost of 31,250.00 / 1,500 x 400.
  expect(realized.capitalGain).toBe(1_666.67)
  expect(realized.capitalGain).toBe(sum('sell', (trade) => trade.capital_gain ?? 0))
  // Less 112.00 of the sale and 400 / 1,500 of the 350.00 of the buys; no cost of funds was set.
  expect(realized.profitLoss).toBe(1_461.34)
})

test("has each portfolio's position as its own list shows it", async () => {
  const { positions } = await page()
  expect(positions.map(({ portfolioId, quantity }) => [portfolioId, quantity])).toEqual([
    [wap?.portfolioId, 1_100],
    [fifo?.portfolioId, 300],
  ])
  for (const { portfolioId, portfolioName: _, costing_method: __, ...figures } of positions) {
    const [own] = await api.ask(holdings.valued, { params: { id: portfolioId }, query: { asOf: null } })
    expect(own).toMatchObject(figures)
  }
})

test('shows any date as of then', async () => {
  const before = await page({ asOf: '2026-05-19' })
  expect(before).toMatchObject({
    asOf: '2026-05-19',
    price: { trade_date: '2026-05-19', last_trade: 24, previous: null, change: null, change_percent: null },
    sold: { trades: 0 },
    realized: { capitalGain: 0, profitLoss: 0 },
  })
  expect(before.positions.map(({ quantity }) => quantity)).toEqual([1_500, 300])
  expect((await page({ asOf: '2026-05-03' })).positions).toEqual([])
  expect((await page()).price).toEqual({
    trade_date: '2026-05-20',
    last_trade: 25.5,
    previous: 24,
    change: 1.5,
    change_percent: 6.25,
  })
})

test('has prices oldest first, within the range, with the days of trades', async () => {
  const all = await api.ask(security.prices, { params: { symbol: 'JKH.N0000' }, query: {} })
  expect(all.days.map(([date, , , , last]) => [date, last])).toEqual([
    ['2026-05-19', 24],
    ['2026-05-20', 25.5],
  ])
  expect(all.marks).toEqual([
    { date: '2026-05-04', side: 'buy', quantity: 1_300, trades: 2 },
    { date: '2026-05-05', side: 'buy', quantity: 500, trades: 1 },
    { date: '2026-05-20', side: 'sell', quantity: 400, trades: 1 },
  ])
  const one = await api.ask(security.prices, {
    params: { symbol: 'JKH.N0000' },
    query: { startDate: '2026-05-20', endDate: '2026-05-20' },
  })
  expect(one).toMatchObject({ days: [{ 0: '2026-05-20' }], marks: [{ side: 'sell' }] })
})

describe('the security that it is asked for', () => {
  test('may be the name of the company', async () => {
    expect((await page({}, 'john keells holdings plc')).symbol).toBe('JKH.N0000')
  })

  test('must be there', async () => {
    const missing = await api.call(security.page, { params: { symbol: 'NO.N0000' } })
    expect(missing).toMatchObject({ status: 404, body: { code: 'record.missing' } })
    const bad = await api.call(security.page, { params: { symbol: 'JKH.N0000' }, query: { asOf: 'soon' } })
    expect(bad.status).toBe(400)
  })

  test('is shown with its former symbol after a change of symbol', async () => {
    const list = await api.call<{ id: number; symbol: string; version: number }[]>('GET /equities')
    const one = list.body.find(({ symbol }) => symbol !== 'JKH.N0000')
    const renamed = await api.call(`PUT /equities/${one?.id}`, { body: { ...one, symbol: 'NEW.N0000' } })
    expect(renamed.status).toBe(200)
    expect((await page({}, 'NEW.N0000')).earlier).toEqual([
      { symbol: one?.symbol, until: expect.any(String) },
    ])
  })
})

test('shows splits and bonus issues with its prices, those of a later day and drafts left out', async () => {
  const form = {
    kind: 'split',
    securityCode: 'JKH.N0000',
    ratioFrom: 1,
    ratioTo: 3,
    effectiveDate: '2026-05-05',
  }
  const recorded = [
    // One split, recorded for each portfolio.
    { ...form, portfolioId: wap?.portfolioId },
    { ...form, portfolioId: fifo?.portfolioId },
    { ...form, effectiveDate: '2026-05-12', draft: true },
    { kind: 'bonus', securityCode: 'JKH.N0000', ratioFrom: 1, ratioTo: 4, exDate: '2026-06-02' },
  ]
  for (const body of recorded)
    expect((await api.call<{ message?: string }>('POST /corporate-actions', { body })).body.message).toBe(
      undefined,
    )
  const pricesTo = (endDate: string) =>
    api.ask(security.prices, { params: { symbol: 'JKH.N0000' }, query: { endDate } })
  expect((await pricesTo('2026-06-15')).splits).toEqual([
    { date: '2026-05-05', title: expect.stringContaining('1 into 3'), from: 1, to: 3 },
    { date: '2026-06-02', title: expect.stringContaining('1 for 4'), from: 4, to: 5 },
  ])
  expect((await pricesTo('2026-06-01')).splits).toHaveLength(1)
})
