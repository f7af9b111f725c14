/** Cost against market through the API on a real PostgreSQL. */
import { costAndMarket } from '@em/contract/reports/cost-and-market'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import type { OneHolding } from '../support/one-holding.ts'
import { apart } from '../support/own-entity.ts'
import { recordPrices } from '../support/prices.ts'

let api: Api
let books: Books
let of: OneHolding
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-15' })
  books = await startBooks(api)
  await recordPrices(api, '2026-03-31', { 'JKH.N0000': 24.5, 'COMB.N0000': 90 })
  await recordPrices(api, '2026-03-10', { 'SAMP.N0000': 79 })
  const made = await apart(books, 'WAP', 'FVOCI')
  of = made.of
  const company = (symbol: string, companyName: string) => ({ symbol, companyName })
  const free = { brokerage: 0, cseFees: 0, cdsFees: 0, clearingFees: 0, sec: 0, stl: 0, feeSource: 'manual' }
  await of.buy('2026-01-05', 1000, 20, free)
  await of.buy('2026-01-05', 100, 100, company('COMB.N0000', 'Commercial Bank of Ceylon PLC'))
  await of.buy('2026-01-05', 10, 50, { ...free, ...company('COMB.X0000', 'Commercial Bank of Ceylon PLC') })
  await of.buy('2026-01-05', 10, 78, { ...free, ...company('SAMP.N0000', 'Sampath Bank PLC') })
})
const at = (more: object = {}) =>
  ask(api, costAndMarket, { query: { portfolioId: of.portfolioId, asOf: '2026-03-31', ...more } })
const figures = ({ rows }: Awaited<ReturnType<typeof at>>) =>
  rows.map(({ kind, symbol, cost, difference, percent, exceptions }) => [
    kind,
    symbol,
    cost,
    difference,
    percent,
    exceptions.join(' '),
  ])

describe('cost against market', () => {
  test('lists what costs more than it is worth, what is worth far more, and prices to look at', async () => {
    const report = await at()
    expect(figures(report)).toEqual([
      ['below', 'COMB.N0000', 10_112, -1112, -10.9968, ''],
      ['above', 'JKH.N0000', 20_000, 4500, 22.5, ''],
      ['price', 'SAMP.N0000', 780, 10, 1.2821, 'stale'],
      ['price', 'COMB.X0000', 500, 0, 0, 'unpriced'],
    ])
    expect(report).toMatchObject({
      threshold: 20,
      holdings: 4,
      below: { holdings: 1, amount: -1112 },
      above: { holdings: 1, amount: 4500 },
      prices: { holdings: 2, amount: 1290 },
      level3: { holdings: 1, amount: 500 },
      hasMore: false,
    })
  })

  test('the threshold is asked for: exactly it is not beyond it', async () => {
    expect(figures(await at({ threshold: '22.5' })).map(([kind]) => kind)).toEqual([
      'below',
      'price',
      'price',
    ])
    expect(figures(await at({ threshold: '22.49' })).map(([kind]) => kind)).toEqual([
      'below',
      'above',
      'price',
      'price',
    ])
    expect(figures(await at({ threshold: '0' })).map(([, symbol]) => symbol)).toEqual([
      'COMB.N0000',
      'JKH.N0000',
      'SAMP.N0000',
      'COMB.X0000',
    ])
    const { status } = await api.call(costAndMarket, { query: { threshold: '-1' } })
    expect(status).toBe(400)
  })

  test('one kind alone; the counts stay those of all', async () => {
    const report = await at({ kind: 'price' })
    expect(figures(report).map(([, symbol]) => symbol)).toEqual(['SAMP.N0000', 'COMB.X0000'])
    expect(report.below.holdings).toBe(1)
  })
})
