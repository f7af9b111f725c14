/** Rows that name a security that the books do not have: the nearest are proposed with the fault, once for all their rows. */
import type { RowError } from '@em/contract/batches/row-faults'
import { beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { type Books, startBooks } from '../support/books.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  books = await startBooks(api)
})

const check = async (rows: readonly object[]) => {
  const { body } = await api.call<{ errors: RowError[] }>('POST /trade-batches?dryRun=1', {
    body: {
      source: 'import',
      defaults: {
        portfolioId: 'GROW',
        settlementAccount: books.bank,
        side: 'buy',
        tradeDate: '2026-06-02',
        quantity: 10,
        price: 20,
        contractNumber: 'C-1',
        brokerName: 'Some broker',
      },
      rows,
    },
  })
  return body.errors
}
const COMMERCIAL = ['COMB.N0000', 'COMB.X0000'].map((symbol) => ({
  symbol,
  name: 'Commercial Bank of Ceylon PLC',
  sector: null,
  inBooks: true,
}))

test('a misspelt company has the nearest three, those of the books and of the exchange’s list', async () => {
  const errors = await check([
    { companyName: 'Comercial Bank of Ceylon' },
    { companyName: 'LOLC Holding' },
    { symbol: 'COMBB' },
    { companyName: 'Apple Inc' },
  ])
  const [bank, lolc, symbol, none] = errors
  expect(bank).toMatchObject({
    row: 1,
    field: 'companyName',
    error: 'Company Comercial Bank of Ceylon was not found.',
    value: 'Comercial Bank of Ceylon',
  })
  expect(bank?.proposals?.slice(0, 2)).toEqual(COMMERCIAL)
  expect(bank?.proposals?.length).toBeLessThanOrEqual(3)
  expect(lolc?.proposals?.[0]).toEqual({
    symbol: 'LOLC.N0000',
    name: 'L O L C HOLDINGS PLC',
    sector: 'Investment Trusts & Holdings',
    inBooks: false,
  })
  expect(symbol).toMatchObject({ field: 'symbol', proposals: COMMERCIAL })
  expect(none).toMatchObject({ row: 4, proposals: [] })
})

test('a name of several has these, one that only the exchange’s list has that one, and another fault has none', async () => {
  const errors = await check([
    { companyName: 'Commercial Bank of Ceylon PLC' },
    { companyName: 'comm bank' },
    { companyName: 'Hayleys PLC' },
    { symbol: 'COMB.N0000', quantity: 'ten' },
  ])
  expect(errors[0]).toMatchObject({ row: 1, proposals: COMMERCIAL })
  expect(errors[1]).toMatchObject({ row: 2, proposals: COMMERCIAL })
  expect(errors[2]).toMatchObject({ row: 3, proposals: [{ symbol: 'HAYL.N0000', inBooks: false }] })
  expect(errors[3]).toMatchObject({ row: 4, field: 'quantity' })
  expect(errors[3]).not.toHaveProperty('proposals')
})

test('a company name in the place of the symbol is read as one', async () => {
  const [none, ...others] = await check([
    { symbol: 'John Keells Holdings PLC' },
    { symbol: 'Comercial Bank of Ceylon' },
  ])
  expect(none).toMatchObject({ row: 2, field: 'companyName', proposals: [{ symbol: 'COMB.N0000' }, {}, {}] })
  expect(others).toEqual([])
})

test('proposals are no part of the history', async () => {
  const { status } = await api.call('POST /trade-batches', {
    body: {
      source: 'import',
      rows: [{ side: 'buy', companyName: 'LOLC Holding', quantity: 1, price: 1, tradeDate: '2026-06-02' }],
    },
  })
  expect(status).toBe(422)
  const { body } = await api.call<{ errors: RowError[] }[]>('GET /trade-batches?limit=1')
  const unknown = body[0]?.errors.find(({ field }) => field === 'companyName')
  expect(unknown).toEqual({
    row: 1,
    field: 'companyName',
    error: 'Company LOLC Holding was not found.',
    value: 'LOLC Holding',
  })
})
