/** The one route of values over time: of one portfolio, of all, of some, and what it says while values are behind. */
import { VALUE_POINTS_MAX, valueHistory } from '@em/contract/value-history/value-history'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recalculateDue } from '../../src/features/value-history/recalculate.commands.ts'
import { type Api, startApi } from '../support/api.ts'
import { type Books, startBooks } from '../support/books.ts'
import { personWith } from '../support/identity.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { recordPrices } from '../support/prices.ts'
import { rewindable } from '../support/rewind.ts'

const TODAY = '2026-06-15'
let api: Api
let books: Books
let one: OneHolding
let other: OneHolding
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ today: TODAY })
  books = await startBooks(api)
  one = await oneHolding(books, 'WAP')
  other = await oneHolding(books, 'WAP')
  await recordPrices(api, '2026-05-04', { 'JKH.N0000': 20 })
  await recordPrices(api, '2026-06-01', { 'JKH.N0000': 25 })
  await one.buy('2026-05-04', 1000, 20)
  await other.buy('2026-06-02', 100, 24)
  rewind = await rewindable(api)
})
beforeEach(() => rewind())
const ask = (query: object, token?: string) =>
  api.ask(valueHistory, { query, ...(token !== undefined && { token }) } as never)
const follow = () => recalculateDue(api.database, TODAY)

test('one portfolio: value and cost of each market day of the range', async () => {
  await follow()
  const { data, recalculatingFrom } = await ask({
    portfolioId: one.portfolioId,
    from: '2026-05-28',
    to: '2026-06-02',
  })
  expect(recalculatingFrom).toBeNull()
  expect(data).toEqual([
    { date: '2026-05-29', value: 20_000, cost: 20_000 },
    { date: '2026-06-01', value: 25_000, cost: 20_000 },
    { date: '2026-06-02', value: 25_000, cost: 20_000 },
  ])
  expect((await ask({ portfolioId: one.portfolioId })).data[0]?.date).toBe('2026-05-04')
  expect((await ask({ portfolioId: one.portfolioId, timeRange: '1M' })).data[0]?.date).toBe('2026-05-15')
  expect((await ask({ portfolioId: one.id })).data).toEqual(
    (await ask({ portfolioId: one.portfolioId })).data,
  )
})

test('all portfolios together, and "Your portfolios" of who sees some', async () => {
  await follow()
  const last = async (token?: string) => (await ask({ timeRange: 'All' }, token)).data.at(-1)
  expect(await last()).toEqual({ date: TODAY, value: 27_500, cost: 22_400 })
  const listed = async (sees: number[]) => last((await personWith(api, { sees })).token)
  expect(await listed([one.id, other.id])).toEqual({ date: TODAY, value: 27_500, cost: 22_400 })
  expect(await listed([other.id])).toEqual({ date: TODAY, value: 2_500, cost: 2_400 })
  expect(await listed([])).toBeUndefined()
  const outside = await api.call(valueHistory, {
    query: { portfolioId: one.portfolioId },
    token: (await personWith(api, { sees: [other.id] })).token,
  })
  expect([outside.status, outside.body]).toMatchObject([404, { code: 'record.missing' }])
})

describe('while values are behind', () => {
  const behind = async (query: object = {}, token?: string) => (await ask(query, token)).recalculatingFrom

  test('before the first run it says so from the first event on', async () => {
    expect(await ask({ portfolioId: one.portfolioId })).toEqual({
      success: true,
      data: [],
      recalculatingFrom: '2026-05-04',
    })
    expect(await behind({ timeRange: 'All' })).toBe('2026-05-04')
    expect(await behind({ portfolioId: other.portfolioId })).toBe('2026-06-02')
    expect(await behind({ portfolioId: 'GROW' })).toBeNull()
  })

  test('a trade marks its portfolio, a price each that the day concerns; the answer names the first day asked for', async () => {
    await follow()
    await one.buy('2026-05-20', 1, 20)
    expect(await behind({ portfolioId: one.portfolioId })).toBe('2026-05-20')
    expect(await behind({ portfolioId: one.portfolioId, from: '2026-06-01' })).toBe('2026-06-01')
    expect(await behind({ portfolioId: one.portfolioId, to: '2026-05-19' })).toBeNull()
    expect(await behind({ portfolioId: other.portfolioId })).toBeNull()
    expect(await behind({})).toBe('2026-05-20')
    const { token } = await personWith(api, { sees: [other.id] })
    expect(await behind({}, token)).toBeNull()
    await follow()
    await recordPrices(api, '2026-05-06', { 'JKH.N0000': 21 })
    expect(await behind({ portfolioId: one.portfolioId })).toBe('2026-05-06')
    // It counts until the price of 1 June.
    expect(await behind({ portfolioId: one.portfolioId, from: '2026-06-01' })).toBeNull()
    await follow()
    expect(await behind({})).toBeNull()
  })

  test('on a new market day until it has its row; not on a Sunday', async () => {
    await follow()
    api.clock.set('2026-06-16')
    expect(await behind({})).toBe('2026-06-16')
    await recalculateDue(api.database, '2026-06-19')
    api.clock.set('2026-06-21')
    expect(await behind({})).toBeNull()
  })
})

test('very many days are thinned out evenly, with the first and the last', async () => {
  await follow()
  await api.database.query(
    `INSERT INTO daily_values SELECT $1, day::date, extract(epoch FROM day) / 86400, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, true
       FROM generate_series(date '2010-01-01', date '2020-01-01', interval '1 day') day`,
    [one.id],
  )
  const { data } = await ask({ portfolioId: one.portfolioId, timeRange: 'All', to: '2020-01-01' })
  expect(data.length).toBeLessThanOrEqual(VALUE_POINTS_MAX + 1)
  expect(data.length).toBeGreaterThan(VALUE_POINTS_MAX / 2)
  expect([data[0]?.date, data.at(-1)?.date]).toEqual(['2010-01-01', '2020-01-01'])
  const steps = new Set(data.slice(1).map((point, index) => point.value - (data[index]?.value ?? 0)))
  // But for the first step they are alike.
  expect(steps.size).toBeLessThanOrEqual(2)
})
