/** "At cost for now" is a choice, no price: nothing that reads prices reads it, and the first price of the security ends it. */
import { holdings } from '@em/contract/holdings/holdings'
import { periods } from '@em/contract/periods/periods'
import { prices } from '@em/contract/prices/prices'
import { type ValuationPreview, valuations } from '@em/contract/valuation/valuation'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { type Books, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { rewindable } from '../support/rewind.ts'

const DAY = '2026-06-12'
let api: Api
let books: Books
let rewind: () => Promise<void>
let held: OneHolding
beforeAll(async () => {
  api = await startApi({ today: '2026-06-15' })
  books = await startBooks(api)
  rewind = await rewindable(api)
})
beforeEach(async () => {
  await rewind()
  held = await oneHolding(books, 'WAP')
  await held.buy('2026-01-05', 1000, 20)
})

const keep = (symbols: string[], query: object = {}) =>
  api.call(prices.keepAtCost, { query, body: { symbols } })
const atCost = () => api.ask(prices.atCost)
/** All that a value says of its price, on every way that states one. */
async function said() {
  const sheet = await api.ask(prices.sheet, { params: { date: DAY } })
  const run = await api.call<ValuationPreview>(valuations.run, {
    query: { dryRun: 1 },
    body: { date: DAY, portfolioId: held.portfolioId },
  })
  const [entity] = await api.ask(periods.list)
  const checks = await api.ask(periods.checks, { params: { id: entity?.id ?? 0 }, query: { through: DAY } })
  const overview = await api.ask(holdings.overview, { query: { portfolioId: held.portfolioId } })
  const [stored] = await api.database.query<{ count: string }>(
    'SELECT (SELECT count(*) FROM prices) + (SELECT count(*) FROM price_versions) AS count',
  )
  return {
    sheet: [sheet.missing, sheet.rows.map(({ price }) => price)],
    run: run.body.lines.map(({ price, price_kind, price_source, level, exceptions }) => ({
      price,
      price_kind,
      price_source,
      level,
      exceptions,
    })),
    unpriced: checks.find(({ what }) => what === 'unpriced')?.state,
    overview: [overview.data.summary.unpricedPositions, overview.data.summary.totalValue],
    kept: Number(stored?.count),
  }
}

test('the choice says who made it, and passes for a price nowhere', async () => {
  const before = await said()
  expect(before).toMatchObject({
    sheet: [1, [null]],
    run: [{ price: null, price_kind: null, price_source: null, level: 3, exceptions: ['unpriced'] }],
    unpriced: 'open',
    overview: [1, 20_000],
    kept: 0,
  })
  const done = await keep(['jkh.n0000'])
  expect([done.status, done.body]).toEqual([
    201,
    [{ symbol: 'JKH.N0000', by: 'Nimal Perera', at: expect.any(String) }],
  ])
  expect(await said()).toEqual(before)
})

test('the first recorded price ends it', async () => {
  await keep(['JKH.N0000'])
  await api.call(prices.record, {
    params: { date: DAY },
    query: {},
    body: { rows: [{ symbol: 'JKH.N0000', last_trade: '22.10' }] },
  })
  expect(await atCost()).toEqual([])
  expect((await said()).overview).toEqual([0, 22_100])
})

test('a security with a price is not kept at cost, one that is unknown is named, a look keeps nothing', async () => {
  expect((await keep(['JKH.N0000'], { dryRun: '1' })).status).toBe(200)
  expect(await atCost()).toEqual([])
  const unknown = await keep(['JKH.N0000', 'NONE.N0000'])
  expect([unknown.status, unknown.body]).toMatchObject([
    422,
    { code: 'prices.unknown-symbol', details: [{ field: 'symbols.2' }] },
  ])
  await api.call(prices.record, {
    params: { date: DAY },
    query: {},
    body: { rows: [{ symbol: 'JKH.N0000', last_trade: '22.10' }] },
  })
  const priced = await keep(['JKH.N0000'])
  expect([priced.status, priced.body]).toMatchObject([
    409,
    { code: 'prices.priced', message: expect.stringContaining('JKH.N0000') },
  ])
})
