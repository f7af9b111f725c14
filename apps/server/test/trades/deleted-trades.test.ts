/** Deleted trades are listed with who deleted them, when and why, and are read as they were. */
import { type TradeRow, transactions } from '@em/contract/trades/transactions'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'

let api: Api
let books: Books
let of: OneHolding
/** The deleted trades, in this order: a corrected sale, an older buy, the trades of an import. */
let deleted: number[]
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  books = await startBooks(api)
  of = await oneHolding(books, 'WAP')
  await of.buy('2026-06-01', 1000, 10)
  const buy = await of.buy('2026-06-02', 100, 20, { contractNumber: 'GONE-1' })
  const sale = await of.sell('2026-06-03', 50, 30)
  await of.change('sell', sale.id, { tradeDate: '2026-06-03', quantity: 40, soldPrice: 31 })
  await of.remove('sell', sale.id)
  await of.remove('buy', buy.id, '?reason=Entered%20twice')
  const row = (contractNumber: string) => ({
    side: 'buy',
    symbol: 'JKH.N0000',
    tradeDate: '2026-06-05',
    quantity: 10,
    price: 12,
    contractNumber,
  })
  const batch = await api.call<{ id: number }>('POST /trade-batches', {
    body: {
      source: 'import',
      defaults: { portfolioId: of.portfolioId, brokerName: 'Some broker', settlementAccount: books.bank },
      rows: [row('I-1'), row('I-2')],
    },
  })
  const imported = await list({ batch: batch.body.id })
  await api.call(`DELETE /trade-batches/${batch.body.id}`)
  deleted = [sale.id, buy.id, ...imported.map(({ id }) => id).toSorted((a, b) => a - b)]
})

const list = (query: object): Promise<TradeRow[]> => ask(api, transactions.list, { query })
const idsOf = async (query: object) => (await list(query)).map(({ id }) => id)

describe('the deleted trades', () => {
  test('have a list of their own, the last deletion first', async () => {
    expect(await idsOf({ deleted: '1' })).toEqual(deleted.toReversed())
    expect(await idsOf({ deleted: 'true', sort: 'changed_at' })).toEqual(deleted)
    for (const query of [{}, { deleted: '0' }, { search: 'GONE-1' }]) {
      expect((await idsOf(query)).filter((id) => deleted.includes(id))).toEqual([])
    }
  })
  test('show who deleted them, when and why, and their values at that moment', async () => {
    const [buy, sale] = (await list({ deleted: '1' })).slice(-2)
    expect(buy).toMatchObject({
      deleted_by: 'Nimal Perera',
      deleted_reason: 'Entered twice',
      contract_number: 'GONE-1',
      quantity: 100,
      price: 20,
    })
    expect(Date.parse(buy?.deleted_at ?? '')).not.toBeNaN()
    expect(sale).toMatchObject({
      deleted_reason: null,
      quantity: 40,
      price: 31,
      version: 3,
      capital_gain: null,
    })
    const [standing] = await list({})
    expect(standing).toMatchObject({ deleted_at: null, deleted_by: null, deleted_reason: null })
  })
  test('are filtered, counted and paged as the others are', async () => {
    expect(await idsOf({ deleted: '1', search: 'gone-1' })).toEqual(deleted.slice(1, 2))
    expect(await idsOf({ deleted: '1', side: 'sell' })).toEqual(deleted.slice(0, 1))
    expect(await ask(api, transactions.summary, { query: { deleted: '1' } })).toMatchObject({
      trades: 4,
      buys: 3,
      sells: 1,
    })
    const paged: number[] = []
    let cursor: string | undefined
    do {
      const page = await api.call<TradeRow[]>(transactions.list, {
        query: { deleted: '1', limit: 1, ...(cursor === undefined ? {} : { cursor }) },
      })
      expect(page.status).toBe(200)
      paged.push(...page.body.map(({ id }) => id))
      cursor = page.headers['x-next-cursor'] as string | undefined
    } while (cursor !== undefined)
    expect(paged).toEqual(deleted.toReversed())
  })
  test('open with their history', async () => {
    const { body } = await api.call<Record<string, unknown>>(`GET /trades/${deleted[0]}`)
    expect(body).toMatchObject({ is_deleted: true, sell: { quantity: 40 } })
    expect(body['versions']).toHaveLength(3)
    expect(body['entries']).not.toEqual([])
  })
})
