import { dashboard } from '@em/contract/dashboard/dashboard'
import { notifications } from '@em/contract/dashboard/notifications'
import { holdings } from '@em/contract/holdings/holdings'
import { periods } from '@em/contract/periods/periods'
import { beforeAll, expect, test } from 'vitest'
import { yearEndMonth } from '../../src/features/periods/periods.queries.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, PORTFOLIO, startBooks } from '../support/books.ts'
import { personWith } from '../support/identity.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { recordPrices } from '../support/prices.ts'

let api: Api
let books: Books
let held: OneHolding

beforeAll(async () => {
  api = await startApi({ today: '2026-06-15' })
  books = await startBooks(api)
  held = await oneHolding(books, 'WAP')
  await held.buy('2026-01-05', 1000, 20, { settlementDate: '2026-01-07', costOfFunds: 9.5 })
  await held.sell('2026-02-05', 400, 25, { settlementDate: '2026-02-09', costOfFunds: 9.5 })
  await recordPrices(api, '2026-06-12', { 'JKH.N0000': 22 })
})

const figures = async (range?: string) =>
  (
    await ask(api, dashboard, {
      query: { portfolioId: held.portfolioId, ...(range === undefined ? {} : { range }) },
    })
  ).profitAndLoss

/**
 * Buy 1,000 @ 20.00 (fees 224.00), sell 400 @ 25.00 after 33 days at 9.50 %: capital gain 2,000.00, less charges 89.60,
 * sale fees 112.00 and cost of funds 84.93. The 600 left at 22.00: 13,200.00 less sale fees 147.83, cost of funds
 * 12,134.40 x 9.5 % x 159 / 365 = 502.16, cost 12,000.00 and charges 134.40.
 */
test('realized, unrealized and total are on one basis: after fees and cost of funds', async () => {
  expect(await figures()).toMatchObject({
    range: '1Y',
    from: '2025-06-15',
    capitalGain: 2000,
    realizedCharges: 89.6,
    realizedFees: 112,
    realizedCostOfFunds: 84.93,
    realizedPnL: 1713.47,
    unrealizedGain: 1200,
    unrealizedPnL: 415.61,
    totalPnL: 2129.08,
  })
})

test('the total return is since the first trade, whatever the range, and of all portfolios where none is named', async () => {
  const parts = {
    realizedGain: 2000,
    fractions: 0,
    unrealizedGain: 1200,
    dividends: 0,
    // 89.60 + 112.00 of what was sold, 134.40 of what is held.
    fees: 336,
    sellingFees: 147.83,
    withheldTax: 0,
    writtenOff: 0,
    financing: 84.93,
    heldFinancing: 502.16,
    total: 2129.08,
  }
  expect((await figures('3M')).totalReturn).toEqual(parts)
  const { data } = await ask(api, holdings.overview, { query: { portfolioId: held.portfolioId } })
  expect([data.summary.totalReturn, data.holdings[0]?.totalReturn]).toEqual([parts, parts])
  const all = await ask(api, dashboard, { query: {} })
  expect([all.portfolio, all.profitAndLoss.totalReturn]).toEqual([null, parts])
})

test.each([
  ['6M', '2025-12-15', 1713.47],
  ['3M', '2026-03-15', 0],
  ['YTD', '2026-04-01', 0],
  ['CYTD', '2026-01-01', 1713.47],
  ['All', null, 1713.47],
] as const)('the range %s counts the sales from %s', async (range, from, realizedPnL) => {
  expect(await figures(range)).toMatchObject({ range, from, realizedPnL, unrealizedPnL: 415.61 })
})

test('the year to date begins with the financial year of the portfolio’s entity', async () => {
  await api.database.query(
    `UPDATE entities SET year_end_month = 12 WHERE id = (SELECT entity_id FROM portfolios WHERE id = $1)`,
    [held.id],
  )
  expect(await figures('YTD')).toMatchObject({ from: '2026-01-01', realizedPnL: 1713.47 })
})

test('the year-end of all portfolios is the one that the entities with portfolios share, as in the answer to the web', async () => {
  const general = (month: number) =>
    api.database.query('UPDATE entities SET year_end_month = $1 WHERE is_general', [month])
  const yearEnds = async () => {
    const months = (await api.ask(periods.list)).map((one) => one.common_year_end_month)
    expect(new Set(months).size).toBe(1)
    return [months[0], await yearEndMonth(api.database, null)]
  }
  await general(6)
  expect(await yearEnds()).toEqual([12, 12])
  // Entities with different years: that of General.
  await api.call('POST /portfolios', {
    body: { ...PORTFOLIO, portfolioId: 'OTHER', portfolioName: 'Other', entity: 'Other Ltd' },
  })
  expect(await yearEnds()).toEqual([6, 6])
  await general(3)
})

test('a range begins on its first day and a deleted sale is not counted', async () => {
  const sale = await held.sell('2026-05-15', 100, 21, { settlementDate: '2026-05-19' })
  const onTheDay = await figures('1M')
  expect(onTheDay.capitalGain).toBe(100)
  await held.remove('sell', sale.id)
  expect((await figures('1M')).capitalGain).toBe(0)
})

test('a range that is not known is refused', async () => {
  const answer = await api.call(dashboard, { query: { range: '2W' } })
  expect(answer).toMatchObject({ status: 400, body: { details: [{ field: 'range' }] } })
})

test('recent transactions are buys and sells, newest trade date first, then the one recorded last', async () => {
  const withOpening = await oneHolding(books, 'FIFO')
  const row = {
    symbol: 'JKH.N0000',
    quantity: 5,
    cost: 100,
    tradeDate: '2026-05-20',
    settlementDate: '2026-05-22',
  }
  const opened = await api.call(`POST /openings/${withOpening.portfolioId}/lots`, {
    body: { openingDate: '2026-06-01', rows: [row] },
  })
  expect(opened.status).toBe(201)
  const late = await held.buy('2026-01-12', 10, 20, { settlementDate: '2026-01-14' })
  const same = await held.buy('2026-01-12', 20, 20, { settlementDate: '2026-01-14' })
  const { recent } = await ask(api, dashboard, { query: {} })
  expect(recent.map(({ trade_date }) => trade_date)).toEqual([
    '2026-02-05',
    '2026-01-12',
    '2026-01-12',
    '2026-01-05',
  ])
  expect(recent.slice(1, 3).map(({ id }) => id)).toEqual([same.id, late.id])
})

test('the bell and the dashboard show nothing of a call that a user may not make', async () => {
  await api.call('POST /journal-entries', {
    body: { date: '2026-06-03', description: 'Unknown', account_code: '6300', debit: 10.5 },
  })
  await books.bought({ settlementDate: '2026-06-16', symbol: 'SAMP.N0000', companyName: 'Sampath Bank PLC' })
  await api.call('POST /trade-batches', { body: { source: 'import', rows: [{ side: 'buy' }] } })
  const inBell = async (rights: string[]) => {
    await api.call('PUT /roles/Some', { body: { rights } })
    const { token } = await personWith(api, { roles: ['Some'] })
    return (await api.ask(notifications, { token })).map(({ id }) => id)
  }
  expect(await inBell(['users.manage'])).toEqual([])
  expect(await inBell(['settlements.read'])).toEqual(['settlements-due'])
  expect(await inBell(['ledger.read'])).toEqual(['suspense'])
  expect(await inBell(['trades.read'])).toEqual(['imports-failed'])
  expect(await inBell(['registers.read'])).toEqual(['costing-method'])
  expect(await inBell(['holdings.read'])).toEqual(['unpriced'])
  const { token } = await personWith(api, { roles: ['Some'] })
  const { recent } = await ask(api, dashboard, { query: {}, token })
  expect(recent).toEqual([])
  expect((await ask(api, dashboard, { query: {} })).recent).not.toEqual([])
})

test("the newest day's change is of what is held now, and the best positions are those with the greatest gain in per cent", async () => {
  await recordPrices(api, '2026-06-11', { 'JKH.N0000': 20 })
  const own = await oneHolding(books, 'WAP')
  await own.buy('2026-02-05', 600, 20)
  const query = { portfolioId: own.portfolioId }
  const { dayChange, topPerformers } = await ask(api, dashboard, { query })
  // 600 x (22.00 - 20.00) of 12,000.00.
  const mover = { symbol: 'JKH.N0000', price: 22, changePercent: 10, change: 1200 }
  expect(dayChange).toMatchObject({
    date: '2026-06-12',
    change: 1200,
    percent: 10,
    gainers: [mover],
    losers: [],
  })
  expect(topPerformers).toMatchObject([
    { symbol: 'JKH.N0000', gainLossPercentage: 10, unrealizedGainLoss: 1200 },
  ])
  const overview = await ask(api, holdings.overview, { query })
  expect(overview.data).toMatchObject({
    dayChange: { date: '2026-06-12', change: 1200 },
    // Less 134.40 of the buy and 147.83 of the sale.
    summary: { unrealizedGain: 1200, unrealizedPnL: 917.77 },
    holdings: [{ today: { change: 1200, percent: 10 }, totalReturn: { total: 917.77 } }],
  })
})
