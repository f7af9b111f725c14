/** Sales over HTTP: what goes out, what it moves, and what is refused; the books are verified after each story. */
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { type Books, startBooks } from '../support/books.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  books = await startBooks(api)
})

// Answers of several shapes, looked into by name.
interface Body {
  [name: string]: unknown
  readonly id: number
}
let portfolios = 0

/** A portfolio of the story's own, with a costing method. */
async function portfolio(method: 'WAP' | 'FIFO' | 'CHERRY' | null, treatment = 'FVTPL') {
  portfolios += 1
  const portfolioId = `S${portfolios}-${method ?? 'NONE'}`
  await api.call('POST /portfolios', {
    body: {
      portfolioId,
      portfolioName: `Story ${portfolioId}`,
      portfolioType: 'Equity Portfolio',
      entity: 'Test',
      fundManager: 'Test',
      baseCurrency: 'LKR',
      accountingTreatment: treatment,
    },
  })
  if (method !== null) {
    await api.call('POST /portfolio-costing-method', { body: { portfolioId, costing_method: method } })
  }
  const common = {
    companyName: 'John Keells Holdings PLC',
    symbol: 'JKH.N0000',
    portfolioId,
    brokerName: 'Some broker',
    settlementAccount: books.bank,
  }
  let n = 0
  const post = async (path: string, body: object, headers = {}) => {
    const answer = await api.call<Body>(path, { body, headers })
    return { ...answer.body, status_: answer.status }
  }
  const dated = (day: string) => ({ tradeDate: `2026-06-${day}`, settlementDate: `2026-06-${day}` })
  return {
    portfolioId,
    buy: (day: string, quantity: number, price: number, more = {}): Promise<Body> =>
      post('POST /transaction-entries/buy', {
        ...common,
        ...dated(day),
        quantity,
        price,
        contractNumber: `B${(n += 1)}`,
        ...more,
      }),
    sell: (day: string, quantity: number, soldPrice: number, more = {}, query = ''): Promise<Body> =>
      post(`POST /transaction-entries/sell${query}`, {
        ...common,
        ...dated(day),
        quantity,
        soldPrice,
        contractNumber: `S${(n += 1)}`,
        ...more,
      }),
    change: (side: string, id: number, day: string, body: object, query = ''): Promise<Body> =>
      post(`PUT /transaction-entries/${side}/${id}${query}`, {
        ...common,
        ...dated(day),
        contractNumber: `C${(n += 1)}`,
        ...body,
      }),
    remove: async (side: string, id: number, query = ''): Promise<Body> => {
      const answer = await api.call<Body>(`DELETE /transaction-entries/${side}/${id}${query}`)
      return { ...answer.body, status_: answer.status }
    },
    position: async (): Promise<Partial<Body>> =>
      (await api.call<Body[]>(`GET /transaction-entries/portfolio/${portfolioId}/positions`)).body[0] ?? {},
    sale: async (id: number): Promise<Partial<Body>> => {
      const all = (await api.call<Body[]>(`GET /transaction-entries/sell-all?portfolioId=${portfolioId}`))
        .body
      return all.find((one) => one.id === id) ?? {}
    },
  }
}

const clean = async () => expect(await verifyBooks(api.database)).toEqual([])

describe('a sale takes its cost out of the chain', () => {
  test('by the running average: buy 100@10, sell 50, buy 50@20 leaves 15.0000', async () => {
    const p = await portfolio('WAP')
    await p.buy('01', 100, 10)
    const sold = await p.sell('02', 50, 12)
    expect(sold).toMatchObject({
      status_: 201,
      bought_price: 10,
      capital_gain: 100,
      holding_cost: 500,
      total_shares: 100,
      hdays: 1,
    })
    await p.buy('03', 50, 20)
    expect(await p.position()).toMatchObject({ quantity: 100, costPrice: 15, costValue: 1500 })
    await clean()
  })
  test('oldest first', async () => {
    const p = await portfolio('FIFO')
    await p.buy('01', 100, 10)
    await p.buy('02', 100, 20)
    const sold = await p.sell('03', 150, 30)
    expect(sold).toMatchObject({
      status_: 201,
      holding_cost: 2000,
      bought_price: 13.3333,
      capital_gain: 2500,
      buy_contract: 'B1, B2',
    })
    expect(await p.position()).toMatchObject({ quantity: 50, costValue: 1000 })
    await clean()
  })
  test('hand-picked', async () => {
    const p = await portfolio('CHERRY')
    const first = await p.buy('01', 100, 10)
    const second = await p.buy('02', 100, 20)
    const allocations = [
      { buyTransactionId: second['id'], allocatedQuantity: 80 },
      { buyTransactionId: first['id'], allocatedQuantity: 0 },
    ]
    expect(await p.sell('03', 80, 30, { allocations })).toMatchObject({
      status_: 201,
      holding_cost: 1600,
      allocations: [{ buyTransactionId: second['id'], allocatedQuantity: 80 }],
    })
    expect(await p.sell('03', 80, 30)).toMatchObject({ status_: 422, code: 'allocations.missing' })
    expect(
      await p.sell('03', 30, 30, {
        allocations: [{ buyTransactionId: second['id'], allocatedQuantity: 30 }],
      }),
    ).toMatchObject({ status_: 422, code: 'allocations.exceed-lot' })
    expect(
      await p.sell('03', 30, 30, { allocations: [{ buyTransactionId: 999999, allocatedQuantity: 30 }] }),
    ).toMatchObject({ status_: 422, code: 'allocations.lot-unavailable' })
    expect(await p.remove('buy', second['id'])).toMatchObject({ status_: 409, code: 'trade.allocated' })
    await clean()
  })
  test('hand-picked, one lot named twice', async () => {
    const p = await portfolio('CHERRY')
    const { id } = await p.buy('01', 100, 10)
    await p.buy('01', 100, 10)
    const half = { buyTransactionId: id, allocatedQuantity: 30 }
    expect(await p.sell('02', 60, 20, { allocations: [half, half] })).toMatchObject({
      status_: 201,
      allocations: [{ buyTransactionId: id, allocatedQuantity: 60 }],
    })
    const refused = await p.sell('02', 60, 20, { allocations: [half, half] })
    expect(refused).toMatchObject({ status_: 422, code: 'allocations.exceed-lot' })
  })

  test('the last share leaves exactly nothing', async () => {
    const p = await portfolio('WAP')
    await p.buy('01', 3, 10.01)
    await p.sell('02', 1, 10)
    await p.sell('03', 1, 10)
    await p.sell('04', 1, 10)
    expect(await p.position()).toEqual({})
    await clean()
  })
  test('FVOCI moves the difference to the reserve and on to retained earnings', async () => {
    const p = await portfolio('FIFO', 'FVOCI')
    await p.buy('01', 100, 10)
    const dry = await p.sell('02', 100, 20, {}, '?dryRun=1')
    expect(
      (dry['postings'] as Body[]).map((line: Body) => [line['account_code'], line['debit'], line['credit']]),
    ).toContainEqual(['1105', 0, 11.2])
    await p.sell('02', 100, 20)
    await clean()
  })
})

describe('is refused', () => {
  test('with too few shares, without a method, with another method, twice under one key', async () => {
    const none = await portfolio(null)
    await none.buy('01', 100, 10)
    expect(await none.sell('02', 10, 10)).toMatchObject({ status_: 422, code: 'costing-method.missing' })
    const p = await portfolio('WAP')
    await p.buy('03', 100, 10)
    expect(await p.sell('04', 101, 10)).toMatchObject({
      status_: 422,
      code: 'lots.insufficient',
      message: 'The holding would be negative on 04 Jun 2026.',
    })
    expect(await p.sell('02', 1, 10)).toMatchObject({
      status_: 422,
      code: 'lots.insufficient',
      message: 'The holding would be negative on 02 Jun 2026.',
    })
    expect(await p.sell('04', 1, 10, { valuationMethod: 'FIFO' })).toMatchObject({
      status_: 422,
      code: 'trade.method-mismatch',
    })
    expect(await p.sell('04', 1, 10, { valuationMethod: 'Weighted Average Price (WAP)' })).toMatchObject({
      status_: 201,
    })
  })
  test('a sale has the text that was entered about its cash flow', async () => {
    const p = await portfolio('WAP')
    await p.buy('03', 100, 10)
    expect(await p.sell('04', 1, 10, { cashFlowOnSettlement: 'To the call account' })).toMatchObject({
      cash_flow_on_settlement: 'To the call account',
    })
  })
})

describe('late and corrected trades', () => {
  test('a late buy costs the sales after it again, each with one difference entry', async () => {
    const p = await portfolio('WAP')
    await p.buy('05', 100, 20)
    const sold = await p.sell('08', 50, 30)
    expect(sold['capital_gain']).toBe(500)
    const dry = await p.buy('02', 100, 10, {})
    expect(dry['status_']).toBe(201)
    expect(await p.sale(sold['id'])).toMatchObject({ holding_cost: 750, capital_gain: 750 })
    const entries = (await api.call<Body>(`GET /trades/${sold['id']}`)).body['entries']
    expect((entries as Body[]).filter((one: Body) => one['kind'] === 'correction')).toMatchObject([
      { total: 250, date: '2026-06-08' },
    ])
    await clean()
  })
  test('the preview says what would move and writes nothing', async () => {
    const p = await portfolio('FIFO')
    await p.buy('05', 100, 20)
    await p.sell('08', 50, 30)
    const before = await p.position()
    const dry = (
      await api.call<Body>('POST /transaction-entries/buy?dryRun=1', {
        body: {
          companyName: 'John Keells Holdings PLC',
          symbol: 'JKH.N0000',
          portfolioId: p.portfolioId,
          brokerName: 'x',
          settlementAccount: books.bank,
          tradeDate: '2026-06-02',
          settlementDate: '2026-06-02',
          quantity: 100,
          price: 10,
          contractNumber: 'x',
        },
      })
    ).body
    expect(dry['consequences']).toMatchObject({
      affectedSales: 1,
      gainsByMonth: [{ month: '2026-06', before: 500, after: 1000, difference: 500 }],
    })
    expect(await p.position()).toEqual(before)
    await clean()
  })
  test('a buy is corrected: another version, reversal and new entries, sales follow', async () => {
    const p = await portfolio('WAP')
    const bought = await p.buy('01', 100, 10)
    const sold = await p.sell('02', 40, 15)
    const changed = await p.change('buy', bought['id'], '01', {
      quantity: 100,
      price: 12,
      version: 1,
      reason: 'typed wrong',
    })
    expect(changed).toMatchObject({ status_: 200, version: 2, price: 12, deal_number: bought['deal_number'] })
    expect(await p.sale(sold['id'])).toMatchObject({ holding_cost: 480, capital_gain: 120 })
    expect(await p.change('buy', bought['id'], '01', { quantity: 100, price: 13, version: 1 })).toMatchObject(
      { status_: 409, code: 'record.stale' },
    )
    expect(await p.change('buy', bought['id'], '03', { quantity: 100, price: 12 })).toMatchObject({
      status_: 422,
      code: 'lots.insufficient',
    })
    expect(await p.change('buy', bought['id'], '01', { quantity: 30, price: 12 })).toMatchObject({
      status_: 422,
      code: 'lots.insufficient',
    })
    expect(
      await p.change('buy', bought['id'], '01', { quantity: 100, price: 12, portfolioId: 'GROW' }),
    ).toMatchObject({ status_: 422, code: 'trade.place-fixed' })
    await clean()
  })
  test('a sale is corrected and deleted; deleting everything leaves nothing', async () => {
    const p = await portfolio('FIFO')
    const bought = await p.buy('01', 100, 10)
    const sold = await p.sell('02', 40, 15)
    const later = await p.sell('03', 10, 15)
    expect(await p.change('sell', sold['id'], '02', { quantity: 50, soldPrice: 16 })).toMatchObject({
      status_: 200,
      version: 2,
      holding_cost: 500,
      capital_gain: 300,
    })
    expect(await p.remove('buy', bought['id'])).toMatchObject({ status_: 422, code: 'lots.insufficient' })
    expect(await p.remove('sell', sold['id'], '?dryRun=1')).toMatchObject({ status_: 200, dryRun: true })
    expect(await p.remove('sell', sold['id'], '?version=2&reason=wrong+client')).toMatchObject({
      status_: 200,
      version: 3,
    })
    expect(await p.remove('sell', sold['id'])).toMatchObject({ status_: 404 })
    expect(await p.remove('sell', later['id'])).toMatchObject({ status_: 200 })
    expect(await p.position()).toMatchObject({ quantity: 100, costValue: 1000 })
    expect(await p.remove('buy', bought['id'])).toMatchObject({ status_: 200 })
    expect(await p.position()).toEqual({})
    await clean()
  })
})

describe('asking before selling', () => {
  test('calculate, fifo, detailed-fifo', async () => {
    const p = await portfolio('FIFO')
    await p.buy('01', 100, 10)
    await p.buy('02', 100, 20)
    const calculated = (
      await api.call<Body>('POST /trade-summary/calculate-sell-transaction', {
        body: {
          quantity: 150,
          soldPrice: 30,
          costOfFunds: 10,
          portfolioId: p.portfolioId,
          symbol: 'JKH.N0000',
          tradeDate: '2026-06-11',
          settlementDate: '2026-06-11',
        },
      })
    ).body
    expect(calculated).toMatchObject({
      grossValue: 4500,
      netValue: 4449.6,
      sale: { boughtPrice: 13.3333, capitalGain: 2500, holdingDays: 10, totalShares: 200 },
    })
    expect(calculated['sale']).toMatchObject({ moneyGenerationCost: 12.19 })
    const refused = (
      await api.call<Body>('POST /trade-summary/calculate-sell-transaction', {
        body: { quantity: 250, soldPrice: 30, portfolioId: p.portfolioId, symbol: 'JKH.N0000' },
      })
    ).body
    expect(refused).toMatchObject({ sale: null, refusal: 'The holding would be negative on 30 Jun 2026.' })
    expect(
      (
        await api.call<Body>(
          `GET /transaction-entries/fifo?portfolio=${p.portfolioId}&company=JKH.N0000&sellQuantity=150`,
        )
      ).body,
    ).toEqual({ fifoCost: 13.3333 })
    const lots = (
      await api.call<Body>(
        `GET /transaction-entries/detailed-fifo?portfolio=${p.portfolioId}&company=JKH.N0000&sellQuantity=150`,
      )
    ).body
    expect((lots['allocations'] as Body[]).map((lot: Body) => lot['quantity'])).toEqual([100, 50])
  })
})

test('the book lists both sides with sums', async () => {
  const p = await portfolio('WAP')
  await p.buy('01', 100, 10)
  await p.sell('30', 40, 15, { settlementDate: '2026-07-02' })
  const list = await api.call<Body[]>(`GET /trades?portfolioId=${p.portfolioId}&sort=-trade_date`)
  expect(list.body.map((row) => [row['side'], row['status']])).toEqual([
    ['sell', 'Pending'],
    ['buy', 'Settled (assumed)'],
  ])
  expect((await api.call<Body>(`GET /trades/summary?portfolioId=${p.portfolioId}`)).body).toMatchObject({
    trades: 2,
    buys: 1,
    sells: 1,
    gain: 200,
    pending: 1,
  })
})
