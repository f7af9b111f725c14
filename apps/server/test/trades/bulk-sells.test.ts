/** Bulk sales that take from several buys: by allocations as a single sale does, or by the names of the buys. */
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { type Books, startBooks } from '../support/books.ts'
import { type Answered, type OneHolding, oneHolding } from '../support/one-holding.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  books = await startBooks(api)
})

/** Three buys: 100 at 10.00, 100 at 20.00, 100 at 40.00. */
async function threeBuys() {
  const of = await oneHolding(books, 'CHERRY')
  const bought = [
    await of.buy('2026-06-01', 100, 10, { contractNumber: 'A-1' }),
    await of.buy('2026-06-02', 100, 20, { contractNumber: 'A-2' }),
    await of.buy('2026-06-03', 100, 40, { contractNumber: 'A-3' }),
  ] as const
  const bulkSell = async (quantity: number, more: object, query = ''): Promise<Answered> => {
    const answer = await api.call<Answered>(`POST /trade-summary/save-bulk-sell-transaction${query}`, {
      body: {
        companyName: 'John Keells Holdings PLC',
        symbol: 'JKH.N0000',
        portfolioId: of.portfolioId,
        settlementAccount: books.bank,
        tradeDate: '2026-06-04',
        settlementDate: '2026-06-08',
        quantity,
        soldPrice: 50,
        ...more,
      },
    })
    return { ...answer.body, status_: answer.status }
  }
  const lots = (...parts: [number, number][]) => ({
    allocations: parts.map(([buy, allocatedQuantity]) => ({
      buyTransactionId: bought[buy]?.id,
      allocatedQuantity,
    })),
  })
  return { of, bought, bulkSell, lots }
}
const clean = async (of: OneHolding) =>
  expect(await verifyBooks(api.database, { portfolioId: of.id })).toEqual([])

describe('a bulk cherry-picked sale takes from several buys', () => {
  test('by allocations, previewed and saved, and can be corrected', async () => {
    const { of, bought, bulkSell, lots } = await threeBuys()
    const preview = await bulkSell(130, lots([0, 30], [2, 100]), '?dryRun=1')
    expect(preview).toMatchObject({
      status_: 200,
      sale: {
        costOut: 4300,
        capitalGain: 2200,
        lots: [
          { contract_number: 'A-1', quantity: 30, cost: 300 },
          { contract_number: 'A-3', quantity: 100, cost: 4000 },
        ],
      },
    })
    const sold = await bulkSell(130, lots([0, 30], [2, 100]))
    expect(sold).toMatchObject({
      status_: 201,
      holding_cost: 4300,
      buy_contract: 'A-1, A-3',
      allocations: [
        { buyTransactionId: bought[0].id, allocatedQuantity: 30 },
        { buyTransactionId: bought[2].id, allocatedQuantity: 100 },
      ],
    })
    expect(sold['deal_number']).toMatch(/^BULK-SELL-/)
    const corrected = { tradeDate: '2026-06-04', quantity: 110, soldPrice: 50, ...lots([1, 60], [2, 50]) }
    expect(await of.change('sell', sold.id, corrected)).toMatchObject({ holding_cost: 3200 })
    expect(await of.position()).toMatchObject({ quantity: 190, costValue: 3800 })
    await clean(of)
  })

  test('and is corrected as it was recorded: without contract and broker, which a sale that has them keeps', async () => {
    const { of, bought, bulkSell, lots } = await threeBuys()
    const sold = await bulkSell(130, lots([0, 30], [2, 100]))
    expect(sold).toMatchObject({ contract_number: null, broker_name: null })
    const entered = {
      companyName: 'John Keells Holdings PLC',
      symbol: 'JKH.N0000',
      portfolioId: of.portfolioId,
      settlementAccount: books.bank,
      tradeDate: '2026-06-04',
      settlementDate: '2026-06-08',
      quantity: 110,
      soldPrice: 50,
      contractNumber: '',
      brokerName: '',
      ...lots([1, 60], [2, 50]),
    }
    const path = `PUT /transaction-entries/sell/${sold.id}`
    const corrected = await api.call<Answered>(path, { body: entered })
    expect(corrected).toMatchObject({
      status: 200,
      body: { holding_cost: 3200, contract_number: null, broker_name: null, buy_contract: 'A-2, A-3' },
    })
    expect(bought).toHaveLength(3)
    const named = await api.call<Answered>(path, {
      body: { ...entered, contractNumber: 'S-1', brokerName: 'B' },
    })
    expect(named.body).toMatchObject({ contract_number: 'S-1', broker_name: 'B' })
    const emptied = await api.call<Answered>(path, { body: entered })
    expect(emptied).toMatchObject({
      status: 400,
      body: { details: [{ field: 'contractNumber' }, { field: 'brokerName' }] },
    })
    await clean(of)
  })

  test('by their contract and deal numbers with how many of each', async () => {
    const { of, bought, bulkSell } = await threeBuys()
    const deal = String(bought[1]['deal_number'])
    const sold = await bulkSell(130, { buyContract: `a-1: 30; ${deal}: 60; A-1: 40` })
    expect(sold).toMatchObject({ status_: 201, holding_cost: 1900, buy_contract: 'A-1, A-2' })
    expect(await bulkSell(20, { buyContract: 'A-3: 20' })).toMatchObject({ holding_cost: 800 })
    expect(await bulkSell(40, { buyContract: 'A-2' })).toMatchObject({ holding_cost: 800 })
    // Allocations go before names.
    const [, , third] = bought
    const both = { allocations: [{ buyTransactionId: third.id, allocatedQuantity: 10 }], buyContract: 'A-1' }
    expect(await bulkSell(10, both)).toMatchObject({ status_: 201, holding_cost: 400 })
    expect(await of.position()).toMatchObject({ quantity: 100, costValue: 3100 })
    await clean(of)
  })

  test('and says what is wrong with them', async () => {
    const { of, bulkSell, lots } = await threeBuys()
    const field = async (buyContract: string) => (await bulkSell(100, { buyContract }))['details']
    expect(await field('A-1; A-2')).toEqual([
      { field: 'buyContract', message: 'Enter the number of shares for each buy, like C-1: 600; C-2: 400.' },
    ])
    expect(await field('A-1: 60; A-9: 40')).toEqual([
      { field: 'buyContract', message: 'No buy of this security has the contract or deal number A-9.' },
    ])
    expect(await bulkSell(100, { buyContract: 'A-1: 60; A-2: 30' })).toMatchObject({
      status_: 422,
      message: 'Total allocated (90) must match sell quantity (100)',
    })
    expect(await bulkSell(100, lots([0, 60], [1, 30]))).toMatchObject({ status_: 422 })
    expect(await bulkSell(210, { buyContract: 'A-1: 105; A-2: 105' })).toMatchObject({
      status_: 422,
      code: 'allocations.exceed-lot',
    })
    await of.buy('2026-06-03', 1, 1, { contractNumber: 'A-1' })
    expect(await field('A-1: 60; A-2: 40')).toEqual([
      { field: 'buyContract', message: '2 buys have the contract number A-1. Name the deal number.' },
    ])
    expect(await of.position()).toMatchObject({ quantity: 301 })
    await clean(of)
  })

  test('a contract number that looks like a list of them is one name', async () => {
    const { of, bulkSell } = await threeBuys()
    await of.buy('2026-06-03', 10, 7, { contractNumber: 'A-1: 5; A-2: 5' })
    expect(await bulkSell(10, { buyContract: 'A-1: 5; A-2: 5' })).toMatchObject({ holding_cost: 70 })
    await clean(of)
  })

  test('rows of a submission too, also from buys of the same submission', async () => {
    const { of } = await threeBuys()
    const row = (more: object) => ({ symbol: 'JKH.N0000', tradeDate: '2026-06-08', ...more })
    const done = await api.call<Answered>('POST /trade-batches', {
      body: {
        source: 'import',
        defaults: { portfolioId: of.portfolioId, brokerName: 'Some broker', settlementAccount: books.bank },
        rows: [
          row({ side: 'buy', quantity: 50, price: 60, contractNumber: 'NEW' }),
          row({
            side: 'sell',
            quantity: 120,
            price: 70,
            contractNumber: 'S-1',
            buyContract: 'NEW: 50; A-2: 70',
          }),
        ],
      },
    })
    expect(done).toMatchObject({ status: 201 })
    expect(await of.sales()).toMatchObject([{ holding_cost: 4400, buy_contract: 'A-2, NEW' }])
    await clean(of)
  })
})
