/** Holdings by age: against the open lots, one by one, for each costing method and any date. */
import { holdings } from '@em/contract/holdings/holdings'
import { daysBetween } from '@em/core/values/dates'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { type Books, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { recordPrices } from '../support/prices.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ today: '2026-06-15', edition: 'premium' })
  books = await startBooks(api)
  await recordPrices(api, '2025-05-05', { 'JKH.N0000': 18 })
  await recordPrices(api, '2026-06-12', { 'JKH.N0000': 30 })
})

const ages = (of: OneHolding, asOf: string) =>
  api.ask(holdings.ages, { params: { id: of.portfolioId }, query: { asOf } })

describe.each(['WAP', 'FIFO'] as const)('with %s', (method) => {
  let of: OneHolding
  beforeAll(async () => {
    of = await oneHolding(books, method)
    const done = [
      await of.buy('2025-05-05', 1_000, 20),
      await of.buy('2025-06-16', 600, 24),
      await of.buy('2026-03-04', 400, 27),
      await of.sell('2026-04-02', 700, 28),
    ]
    expect(done.map((answer) => answer.status_)).toEqual([201, 201, 201, 201])
  })

  test.each(['2025-05-05', '2025-12-31', '2026-05-05', '2026-05-06', '2026-06-15'])(
    'on %s the parts are those of the lots and add up',
    async (asOf) => {
      const [age] = await ages(of, asOf)
      const lots = await api.ask(holdings.buyLots, {
        query: { portfolioId: of.portfolioId, symbol: 'JKH.N0000', asOf },
      })
      const [position] = await api.ask(holdings.valued, { params: { id: of.portfolioId }, query: { asOf } })
      const old = lots.filter((lot) => daysBetween(lot.trade_date, asOf) > 365)
      const long = old.reduce((sum, lot) => sum + lot.remaining_quantity, 0)
      expect(age).toMatchObject({ longQuantity: long, shortQuantity: (position?.quantity ?? 0) - long })
      expect((age?.longGain ?? 0) + (age?.shortGain ?? 0)).toBeCloseTo(position?.unrealizedGainLoss ?? 0, 6)
      const price = position?.marketPrice ?? 0
      const cost =
        method === 'FIFO'
          ? old.reduce((sum, lot) => sum + lot.remaining_cost, 0)
          : ((position?.costValue ?? 0) * long) / (position?.quantity ?? 1)
      expect(age?.longGain).toBeCloseTo(long * price - cost, 1)
    },
  )

  test('a lot is long term from the 366th day on', async () => {
    expect((await ages(of, '2026-05-05'))[0]?.longQuantity).toBe(0)
    expect((await ages(of, '2026-05-06'))[0]?.longQuantity).toBeGreaterThan(0)
  })
})

test('a portfolio without holdings has no rows, and an unknown portfolio is 404', async () => {
  const of = await oneHolding(books, 'FIFO')
  expect(await ages(of, '2026-06-15')).toEqual([])
  expect((await api.call(holdings.ages, { params: { id: 'NONE' } })).status).toBe(404)
})
