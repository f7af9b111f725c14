/** Proposals of sales: by goal, by amount, break-even, averages and cash from a whole portfolio. */
import { type ProposedSaleRow, type SaleProposal, saleProposals } from '@em/contract/proposals/sale-proposals'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'
import { messages, personWith, refused } from '../support/identity.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { rewindable } from '../support/rewind.ts'

const TODAY = '2026-04-08'
let api: Api
let books: Books
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: TODAY })
  books = await startBooks(api)
  rewind = await rewindable(api)
})
beforeEach(() => rewind())

/** Vector B1 of the specification. */
async function threeLots(method: 'WAP' | 'FIFO' | 'CHERRY' | null): Promise<OneHolding & { lots: number[] }> {
  const holding = await oneHolding(books, method)
  const more = (settlementDate: string) => ({ settlementDate, costOfFunds: 9.5 })
  const bought = [
    await holding.buy('2026-01-05', 1_000, 20, more('2026-01-07')),
    await holding.buy('2026-02-02', 500, 26, more('2026-02-05')),
    await holding.buy('2026-03-03', 800, 23, more('2026-03-05')),
  ]
  return { ...holding, lots: bought.map(({ id }) => id) }
}

const SALE = { symbol: 'JKH.N0000', shares: 900, price: 25, costOfFunds: 9.5 }
const propose = (body: object, token?: string) =>
  api.call<SaleProposal & Refused>(saleProposals.sale, { body, ...(token && { token }) } as never)
const proposed = (body: object): Promise<SaleProposal> => ask(api, saleProposals.sale, { body })
const rowOf = ({ rows }: SaleProposal, goal: string) =>
  rows.find((one) => one.goal === goal) as ProposedSaleRow
const figures = ({
  costOut,
  capitalGain,
  holdingDays,
  moneyGenerationCost,
  afterCostResult,
}: ProposedSaleRow) => [costOut, capitalGain, holdingDays, moneyGenerationCost, afterCostResult]

describe('a sale by goal', () => {
  test('has the lots and figures of the specification, and the method of the portfolio marked', async () => {
    const { portfolioId, lots } = await threeLots('CHERRY')
    const proposal = await proposed({ ...SALE, portfolioId })
    expect(proposal).toMatchObject({
      method: 'CHERRY',
      booked: 'lowest-gain',
      tradeDate: TODAY,
      settlementDate: '2026-04-10',
      priceDate: null,
      held: 2_300,
      sellable: 2_300,
      quantity: 900,
    })
    const [a, b, c] = lots
    const lowest = rowOf(proposal, 'lowest-gain')
    expect(figures(lowest)).toEqual([22_200, 300, 52, 301.11, -501.76])
    expect(lowest).toMatchObject({ grossValue: 22_500, totalFees: 252, netValue: 22_248, isOfMethod: true })
    expect(lowest.allocations).toEqual([
      { buyTransactionId: b, quantity: 500 },
      { buyTransactionId: c, quantity: 400 },
    ])
    expect(lowest.left).toEqual({ quantity: 1_400, cost: 29_200, charges: 327.04 })
    for (const goal of ['highest-gain', 'oldest', 'FIFO'])
      expect(figures(rowOf(proposal, goal))).toEqual([18_000, 4_500, 93, 538.52, 3_507.88])
    expect(figures(rowOf(proposal, 'newest'))).toEqual([21_000, 1_500, 39, 225.83, 786.96])
    expect(figures(rowOf(proposal, 'keep-lots'))).toEqual([20_115, 2_385, 67, 387.97, 1_519.74])
    expect(figures(rowOf(proposal, 'WAP'))).toEqual([20_113.04, 2_386.96, 93, 538.52, 1_371.17])
    expect(rowOf(proposal, 'WAP').isOfMethod).toBe(false)
    const harvest = rowOf(proposal, 'loss-harvest')
    expect([harvest.quantity, ...figures(harvest)]).toEqual([500, 13_000, -500, 64, 205.89, -991.49])
    expect(proposal.lots.map(({ id, quantity, costPrice }) => [id, quantity, costPrice])).toEqual([
      [a, 1_000, 20],
      [b, 500, 26],
      [c, 800, 23],
    ])
    expect(proposal.rows.some(({ goal }) => goal === 'gain-wanted')).toBe(false)
  })

  test.each([
    ['CHERRY', 'newest'],
    ['CHERRY', 'keep-lots'],
    ['WAP', 'WAP'],
    ['FIFO', 'FIFO'],
  ] as const)('recorded by %s as proposed (%s), it books what was shown', async (method, goal) => {
    const { portfolioId, sell } = await threeLots(method)
    const proposal = await proposed({ ...SALE, portfolioId, goal: method === 'CHERRY' ? goal : 'newest' })
    expect(proposal.booked).toBe(goal)
    const row = rowOf(proposal, goal)
    expect(row.isOfMethod).toBe(true)
    const allocations = row.allocations.map(({ buyTransactionId, quantity }) => ({
      buyTransactionId,
      allocatedQuantity: quantity,
    }))
    const sold = await sell(TODAY, row.quantity, 25, {
      settlementDate: proposal.settlementDate,
      costOfFunds: 9.5,
      ...(method === 'CHERRY' && { allocations }),
    })
    expect(sold).toMatchObject({
      status_: 201,
      capital_gain: row.capitalGain,
      hdays: row.holdingDays,
      profit_loss: row.profitLoss,
    })
    const again = await proposed({ ...SALE, portfolioId, shares: 1 })
    expect(again.held).toBe(row.left.quantity)
  })

  test('a portfolio that averages books its own method whatever the goal, which shows what cherry picking would give', async () => {
    const { portfolioId } = await threeLots('WAP')
    const proposal = await proposed({ ...SALE, portfolioId, goal: 'lowest-gain' })
    expect(proposal.booked).toBe('WAP')
    expect(proposal.rows.filter(({ isOfMethod }) => isOfMethod).map(({ goal }) => goal)).toEqual(['WAP'])
    expect(figures(rowOf(proposal, 'lowest-gain'))).toEqual([22_200, 300, 52, 301.11, -501.76])
  })

  test('writes nothing', async () => {
    const { portfolioId, sales } = await threeLots('CHERRY')
    await proposed({ ...SALE, portfolioId })
    expect(await sales()).toEqual([])
  })
})

describe('how much to sell', () => {
  test('net proceeds, gross value and a gain wanted', async () => {
    const { portfolioId } = await threeLots('CHERRY')
    const { shares: _, ...terms } = { ...SALE, portfolioId }
    expect((await proposed({ ...terms, net: 10_000 })).quantity).toBe(405)
    expect((await proposed({ ...terms, gross: 10_000 })).quantity).toBe(400)
    const gain = await proposed({ ...terms, gain: 5_501 })
    expect([gain.booked, gain.quantity, rowOf(gain, 'gain-wanted').capitalGain]).toEqual([
      'gain-wanted',
      1_250,
      5_500,
    ])
    expect(rowOf(await proposed({ ...terms, gain: -300.5 }), 'gain-wanted').capitalGain).toBe(-300)
  })

  test('the newest price and the cost of funds in force are taken where none is sent', async () => {
    const { portfolioId } = await threeLots('FIFO')
    expect(refused((await propose({ portfolioId, symbol: SALE.symbol, shares: 1 })) as never)).toEqual([
      422,
      'proposal.unpriced',
    ])
    await api.database.query(
      `INSERT INTO cost_of_funds (effective_date, cost_of_funds, tax_rate, after_tax_cost_of_funds) VALUES ('2026-01-01', 12, 30, 8.4)`,
    )
    const priced = await proposed({ portfolioId, symbol: SALE.symbol, shares: 1, price: 24 })
    expect(priced.costOfFunds).toBe(8.4)
  })

  test('the price at which the holding breaks even', async () => {
    const { portfolioId, buy } = await oneHolding(books, 'FIFO')
    await buy('2026-01-05', 600, 20, { settlementDate: '2026-01-07', costOfFunds: 9.5 })
    const { breakEven } = await proposed({ ...SALE, portfolioId, shares: 1, tradeDate: '2026-04-30' })
    expect(breakEven).toEqual({
      price: 21.1,
      spent: 12_491.28,
      over: 26.93,
      below: { price: 21, short: -32.39 },
    })
  })

  test('bad input and what cannot be sold is named', async () => {
    const { portfolioId } = await threeLots('CHERRY')
    const wrong = async (changes: object) =>
      messages((await propose({ ...SALE, portfolioId, ...changes })) as never)
    expect(await wrong({ net: 5 })).toEqual({ shares: 'Write one of shares, gross, net and gain.' })
    expect(await wrong({ shares: 0 })).toHaveProperty('shares')
    expect(await wrong({ goal: 'luckiest' })).toHaveProperty('goal')
    expect(await wrong({ tradeDate: '2026-04-11' })).toEqual({
      tradeDate:
        '11 Apr 2026 is a Saturday. Please select a business day: the market days next to it are 10 Apr 2026 and 15 Apr 2026.',
    })
    expect(await wrong({ tradeDate: '2028-01-03' })).toHaveProperty('tradeDate')
    expect(await wrong({ tradeDate: '2026-03-02' })).toHaveProperty('tradeDate')
    const TOO_LITTLE = 'All 2300 shares that can be sold bring less than that on 08 Apr 2026.'
    expect(await wrong({ shares: 2_301 })).toEqual({
      shares: 'The holding would be negative on 08 Apr 2026.',
    })
    expect(await wrong({ shares: null, net: 10 ** 9 })).toEqual({ net: TOO_LITTLE })
    expect(await wrong({ shares: null, gross: 10 ** 9 })).toEqual({ gross: TOO_LITTLE })
    expect(await wrong({ shares: null, gain: 1, price: 1 })).toHaveProperty('gain')
    const code = async (changes: object) =>
      refused((await propose({ ...SALE, portfolioId, ...changes })) as never)
    expect(await code({ tradeDate: '2026-02-27' })).toEqual([422, 'proposal.before-last'])
    expect(await code({ shares: 2_301 })).toEqual([422, 'lots.insufficient'])
    expect(await code({ shares: null, net: 10 ** 9 })).toEqual([422, 'proposal.too-little'])
    expect(await code({ symbol: 'SAMP.N0000' })).toEqual([422, 'proposal.not-held'])
    const { portfolioId: without } = await threeLots(null)
    expect(await code({ portfolioId: without })).toEqual([422, 'costing-method.missing'])
  })

  test('a portfolio that a person does not see is not there', async () => {
    const { portfolioId } = await threeLots('CHERRY')
    const { id } = await oneHolding(books, 'WAP')
    const reader = await personWith(api, { roles: ['Dealer'], sees: [id] })
    expect(refused((await propose({ ...SALE, portfolioId }, reader.token)) as never)).toEqual([
      404,
      'record.missing',
    ])
    for (const route of [saleProposals.average, saleProposals.cash]) {
      const body = { portfolioId, symbol: SALE.symbol, average: 20, price: 19, net: 100 }
      const answer = await api.call<Refused>(route, { body, token: reader.token } as never)
      expect(refused(answer as never)).toEqual([404, 'record.missing'])
    }
  })
})

test('the buy that moves the average to a price, by its price or its shares', async () => {
  const { portfolioId, buy } = await oneHolding(books, 'WAP')
  await buy('2026-01-05', 600, 20)
  const plan = (body: object) =>
    ask(api, saleProposals.average, { body: { portfolioId, symbol: SALE.symbol, ...body } })
  expect(await plan({ average: 19, price: 18 })).toEqual({
    held: 600,
    cost: 12_000,
    average: 20,
    buy: {
      quantity: 600,
      price: 18,
      grossValue: 10_800,
      totalFees: 120.97,
      netValue: 10_920.97,
      average: 19,
    },
  })
  expect((await plan({ average: 19, shares: 600 })).buy).toMatchObject({ quantity: 600, price: 18 })
  expect((await plan({ average: 21, price: 18 })).buy).toBeNull()
})

test('cash from a whole portfolio sells the same part of every holding, and names what has no price', async () => {
  const { portfolioId, buy } = await oneHolding(books, 'WAP')
  await buy('2026-01-05', 4_000, 20)
  await buy('2026-01-05', 1_000, 100, { symbol: 'SAMP.N0000', companyName: 'Sampath Bank PLC' })
  await buy('2026-01-05', 50, 100, { symbol: 'COMB.N0000', companyName: 'Commercial Bank of Ceylon PLC' })
  for (const [symbol, price] of [
    ['JKH.N0000', 25],
    ['SAMP.N0000', 110],
  ] as const)
    await api.call('PUT /prices/2026-04-07', { body: { rows: [{ symbol, last_trade: price }] } })
  const { rows, netValue, part, leftOut } = await ask(api, saleProposals.cash, {
    body: { portfolioId, net: 20_000 },
  })
  expect(leftOut).toEqual(['COMB.N0000'])
  expect(rows.map(({ symbol, quantity }) => [symbol, quantity])).toEqual([
    ['JKH.N0000', 385],
    ['SAMP.N0000', 97],
  ])
  expect(netValue).toBeGreaterThanOrEqual(20_000)
  expect(part).toBeCloseTo(9.64, 2)
})
