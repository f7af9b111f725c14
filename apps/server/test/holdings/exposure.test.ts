/** Exposure: the parts are those of the portfolios' own lists, and add up to the whole. */
import { holdings } from '@em/contract/holdings/holdings'
import { beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { type Books, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { recordPrices } from '../support/prices.ts'

let api: Api
let books: Books
let [one, two]: (OneHolding | undefined)[] = []
const exposure = (query: object = {}) =>
  api.ask(holdings.exposure, { query } as { query: { portfolioId?: string; asOf?: string } })
const COMB = { companyName: 'Commercial Bank of Ceylon PLC', symbol: 'COMB.N0000' }

beforeAll(async () => {
  api = await startApi({ today: '2026-06-15' })
  books = await startBooks(api)
  await api.call('POST /equities', {
    body: { name: COMB.companyName, symbol: COMB.symbol, sector: 'Financial Services' },
  })
  ;[one, two] = [await oneHolding(books, 'WAP'), await oneHolding(books, 'WAP')]
  await one.buy('2026-05-04', 1_000, 20)
  await one.buy('2026-05-05', 300, 100, COMB)
  await two.buy('2026-05-04', 500, 21)
  await recordPrices(api, '2026-06-11', { 'JKH.N0000': 24, 'COMB.N0000': 100 })
  await recordPrices(api, '2026-06-12', { 'JKH.N0000': 25, 'COMB.N0000': 90 })
})

test('adds up to the whole by portfolio, by sector and by security', async () => {
  const { total, portfolios, sectors, largest, concentration, dayOf } = await exposure()
  // 1,500 x 25.00 and 300 x 90.00.
  expect(total).toMatchObject({ securities: 2, value: 64_500, cost: 60_500, gain: 4_000, weight: 100 })
  for (const parts of [portfolios, sectors, largest]) {
    for (const figure of ['value', 'cost', 'gain', 'profitLoss'] as const)
      expect(parts.reduce((sum, part) => sum + part[figure], 0)).toBeCloseTo(total[figure], 6)
    expect(parts.reduce((sum, part) => sum + part.weight, 0)).toBeCloseTo(100, 3)
  }
  expect(largest.map(({ symbol, portfolios: held, value }) => [symbol, held, value])).toEqual([
    ['JKH.N0000', 2, 37_500],
    ['COMB.N0000', 1, 27_000],
  ])
  // Shares of 58.1395 % and 41.8605 %.
  expect(concentration).toEqual({ largest: 58.1395, top5: 100, top10: 100, index: 5_133 })
  // 1,500 up by 1.00, 300 down by 10.00.
  expect([dayOf, total.dayChange]).toEqual(['2026-06-12', -1_500])
  expect(portfolios.map(({ portfolioId, dayChange }) => [portfolioId, dayChange])).toEqual([
    [one?.portfolioId, -2_000],
    [two?.portfolioId, 500],
  ])
})

test('of one portfolio is its own, on any date', async () => {
  const own = await exposure({ portfolioId: two?.portfolioId })
  expect(own.portfolios).toHaveLength(1)
  const [position] = await api.ask(holdings.valued, {
    params: { id: two?.portfolioId ?? '' },
    query: { asOf: null },
  })
  expect(own.total).toMatchObject({ value: position?.grossSales, cost: position?.costValue, weight: 100 })
  const before = await exposure({ asOf: '2026-05-04' })
  expect(before).toMatchObject({ dayOf: null, total: { securities: 1, unpriced: 2, dayChange: null } })
  expect((await exposure({ asOf: '2026-05-03' })).sectors).toEqual([])
})
