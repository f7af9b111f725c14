/** The cost of a portfolio lot by lot: against the lots of each holding and the cost in the books, on several dates. */
import { holdings } from '@em/contract/holdings/holdings'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { type Books, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ today: '2026-06-15', edition: 'premium' })
  books = await startBooks(api)
})
const costs = (of: OneHolding, asOf?: string) =>
  api.ask(holdings.costByLot, {
    params: { id: of.portfolioId },
    query: asOf === undefined ? {} : { asOf },
  })

describe.each(['WAP', 'FIFO'] as const)('with %s', (method) => {
  let of: OneHolding
  beforeAll(async () => {
    of = await oneHolding(books, method)
    await of.buy('2026-05-04', 1_000, 20)
    await of.buy('2026-05-05', 500, 22.5)
    await of.sell('2026-05-20', 400, 25)
  })

  test.each(['2026-05-04', '2026-05-19', '2026-05-20', '2026-06-15'])('on %s', async (asOf) => {
    const { costing_method, holdings: held } = await costs(of, asOf)
    const lots = await api.ask(holdings.buyLots, {
      query: { portfolioId: of.portfolioId, symbol: 'JKH.N0000', asOf },
    })
    const [position] = await api.ask(holdings.valued, { params: { id: of.portfolioId }, query: { asOf } })
    expect(costing_method).toBe(method)
    expect(held).toMatchObject([
      {
        symbol: 'JKH.N0000',
        quantity: position?.quantity,
        cost: position?.costValue,
        charges: position?.charges,
      },
    ])
    expect(held[0]?.lots.map((lot) => [lot.id, lot.left, lot.cost, lot.charges])).toEqual(
      lots.map((lot) => [lot.id, lot.remaining_quantity, lot.remaining_cost, lot.remaining_charges]),
    )
    expect(held[0]?.lots.reduce((sum, { left }) => sum + left, 0)).toBe(position?.quantity)
    const ofLots = held[0]?.lots.reduce((sum, { cost }) => sum + cost, 0) ?? 0
    if (method === 'FIFO') expect(ofLots).toBeCloseTo(position?.costValue ?? 0, 6)
  })
})

test('the days are counted from the trade date to the date asked for', async () => {
  const of = await oneHolding(books, 'FIFO')
  await of.buy('2026-05-04', 10, 20)
  const days = async (asOf: string) => (await costs(of, asOf)).holdings[0]?.lots[0]?.days
  expect([await days('2026-05-04'), await days('2026-06-15')]).toEqual([0, 42])
  expect((await costs(of, '2026-05-03')).holdings).toEqual([])
  expect((await api.call(holdings.costByLot, { params: { id: 'NONE' } })).status).toBe(404)
})
