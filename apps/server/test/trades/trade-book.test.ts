/** One trade as the Transactions screen shows it: what each version said, the lots it took, its entries. */
import { beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { type Books, startBooks } from '../support/books.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  books = await startBooks(api)
})

// Answers of several shapes, looked into by name.
type Body = Record<string, unknown>

test('a cherry-picked sale has its lots and the values of each of its versions', async () => {
  const portfolioId = 'BOOK-1'
  await api.call('POST /portfolios', {
    body: {
      portfolioId,
      portfolioName: 'Book',
      portfolioType: 'Equity Portfolio',
      entity: 'Test',
      fundManager: 'Test',
      baseCurrency: 'LKR',
    },
  })
  await api.call('POST /portfolio-costing-method', { body: { portfolioId, costing_method: 'CHERRY' } })
  const trade = (day: string, contractNumber: string, more: object) => ({
    companyName: 'John Keells Holdings PLC',
    symbol: 'JKH.N0000',
    portfolioId,
    brokerName: 'Some broker',
    settlementAccount: books.bank,
    tradeDate: `2026-06-${day}`,
    settlementDate: `2026-06-${day}`,
    contractNumber,
    ...more,
  })
  const post = async (path: string, body: object) => (await api.call<Body>(path, { body })).body
  const first = await post('POST /transaction-entries/buy', trade('01', 'B1', { quantity: 100, price: 10 }))
  const second = await post('POST /transaction-entries/buy', trade('02', 'B2', { quantity: 100, price: 20 }))
  const taking = (...parts: [Body, number][]) => ({
    allocations: parts.map(([buy, allocatedQuantity]) => ({
      buyTransactionId: buy['id'],
      allocatedQuantity,
    })),
  })
  const sold = { quantity: 50, soldPrice: 30 }
  const sale = await post(
    'POST /transaction-entries/sell',
    trade('03', 'S1', { ...sold, ...taking([second, 50]) }),
  )
  await api.call(`PUT /transaction-entries/sell/${sale['id']}`, {
    body: trade('03', 'S1', {
      ...sold,
      ...taking([first, 30], [second, 20]),
      version: 1,
      reason: 'Older lot first',
      description: 'As instructed',
    }),
  })
  const { body } = await api.call<Body>(`GET /trades/${sale['id']}`)
  expect(body['lots']).toMatchObject([
    { deal_number: first['deal_number'], contract_number: 'B1', price: 10, quantity: 30, cost: 300 },
    { deal_number: second['deal_number'], contract_number: 'B2', price: 20, quantity: 20, cost: 400 },
  ])
  expect(body['versions']).toMatchObject([
    { version: 1, reason: null, description: null, allocations: `50 of ${second['deal_number']}` },
    {
      version: 2,
      reason: 'Older lot first',
      description: 'As instructed',
      total_fees: 16.8,
      contract_number: 'S1',
      broker_name: 'Some broker',
      allocations: `30 of ${first['deal_number']}, 20 of ${second['deal_number']}`,
    },
  ])
  const bought = (await api.call<Body>(`GET /trades/${first['id']}`)).body
  expect(bought['lots']).toEqual([])
  expect(bought['versions']).toMatchObject([{ allocations: null, settlement_date: '2026-06-01' }])
})
