/** Total return: the gain on shares since their first trade, with payments of actions beyond it and receivables that never came in. */
import type { CorporateActionDetail } from '@em/contract/corporate-actions/corporate-actions'
import { dashboard } from '@em/contract/dashboard/dashboard'
import { holdings } from '@em/contract/holdings/holdings'
import { ledger, NO_CLOSING } from '@em/contract/ledger/ledger'
import { realized } from '@em/contract/realized/realized'
import { transactions } from '@em/contract/trades/transactions'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'
import { oneHolding } from '../support/one-holding.ts'
import { recordPrices } from '../support/prices.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-03-25' })
  books = await startBooks(api)
})

const processed = async (form: object): Promise<number> => {
  const { status, body } = await api.call<CorporateActionDetail & Refused>('POST /corporate-actions', {
    body: { securityCode: 'JKH.N0000', ...form },
  })
  expect([status, body.message]).toEqual([201, undefined])
  const done = await api.call<Refused>(`POST /corporate-actions/${body.id}/process`, { body: {} })
  expect([done.status, done.body.message]).toEqual([200, undefined])
  return body.id
}
const returnOf = async (portfolioId: string) => {
  const board = await ask(api, dashboard, { query: { portfolioId } })
  const { data } = await ask(api, holdings.overview, { query: { portfolioId } })
  expect(data.summary.totalReturn).toEqual(board.profitAndLoss.totalReturn)
  expect(data.holdings.map(({ totalReturn }) => totalReturn)).toEqual([data.summary.totalReturn])
  return data.summary.totalReturn
}

describe.each(['FVTPL', 'FVOCI'])('%s', (treatment) => {
  test('cash for fractions is a gain, a dividend that never comes in is taken off', async () => {
    const { portfolioId, buy, sell } = await oneHolding(books, 'WAP', treatment)
    await buy('2026-02-10', 1003, 10)
    const before = await returnOf(portfolioId)
    // 1,003 / 4 = 250.75: 0.75 x 10.00.
    await processed({
      kind: 'bonus',
      portfolioId,
      ratioFrom: 1,
      ratioTo: 4,
      exDate: '2026-03-03',
      allotmentDate: '2026-03-06',
      paymentDate: '2026-03-10',
      fractionTreatment: 'cash',
      fractionPrice: 10,
    })
    expect(await returnOf(portfolioId)).toMatchObject({
      fractions: 7.5,
      realizedGain: before.realizedGain,
    })
    // 1,253 x 1.00, 15 % withheld; 1,065.05 are written off.
    const dividend = await processed({
      kind: 'dividend',
      portfolioId,
      announcementDate: '2026-03-09',
      exDividendDate: '2026-03-12',
      dividendRate: 1,
    })
    const reason = 'The company is wound up'
    const off = await api.call<Refused>(`POST /corporate-actions/${dividend}/write-off`, {
      body: { portfolioId, date: '2026-03-24', reason },
    })
    expect([off.status, off.body.message]).toEqual([201, undefined])
    expect(await returnOf(portfolioId)).toMatchObject({
      dividends: 1253,
      withheldTax: 187.95,
      writtenOff: 1065.05,
    })
    // Shares given in a buy-back count once, by their result: 100 of 1,253 at 12.00, cost 8.0048 each (FVTPL and FVOCI alike).
    await processed({
      kind: 'buyback',
      portfolioId,
      announcementDate: '2026-03-13',
      effectiveDate: '2026-03-16',
      ratioFrom: 1,
      ratioTo: 12,
      offerPrice: 12,
    })
    const { realizedGain } = await returnOf(portfolioId)
    expect(realizedGain).toBe(104 * 12 - 832.5)
    await sell('2026-03-23', 149, 10)
    expect((await returnOf(portfolioId)).realizedGain).not.toBe(realizedGain)
  })
})

test('each part is the figure of the screen that it opens, of one portfolio or all, and of one security', async () => {
  const held = await oneHolding(books, 'WAP')
  const other = await oneHolding(books, 'FIFO')
  const of = { symbol: 'COMB.N0000', companyName: 'Commercial Bank of Ceylon PLC' }
  for (const each of [held, other]) {
    await each.buy('2026-01-05', 1000, 20, of)
    await each.sell('2026-02-09', 400, 25, of)
    await each.buy('2026-01-06', 70, 40)
    await each.sell('2026-02-10', 30, 41)
  }
  await recordPrices(api, '2026-03-24', { [of.symbol]: 22 })
  await processed({
    kind: 'dividend',
    securityCode: of.symbol,
    portfolioId: held.portfolioId,
    announcementDate: '2026-03-02',
    exDividendDate: '2026-03-05',
    dividendRate: 1,
  })
  // 400 of 1,000 at 25.00 that cost 20.00; a dividend of 1.00 on 600, 15 % withheld.
  expect(await sameOnScreens(of.symbol, held.portfolioId)).toMatchObject({
    realizedGain: 2000,
    unrealizedGain: 1200,
    dividends: 600,
    withheldTax: 90,
  })
  expect(await sameOnScreens(of.symbol, null)).toMatchObject({
    realizedGain: 4000,
    unrealizedGain: 2400,
    dividends: 600,
    withheldTax: 90,
  })
})

/** The parts of a security's return, read where each of them opens; expects them to be those of the overview. */
async function sameOnScreens(symbol: string, portfolioId: string | null) {
  const named = portfolioId === null ? {} : { portfolioId }
  const asked = { ...named, symbol }
  const { data } = await ask(api, holdings.overview, { query: named })
  const parts = data.holdings.find((one) => one.symbol === symbol)?.totalReturn
  const sold = await ask(api, realized.data, { query: { ...asked, timeRange: 'All', history: '0' } })
  const rows = await ask(api, realized.history, { query: { ...asked, timeRange: 'All' } })
  expect(new Set(rows.map((row) => row.symbol))).toEqual(new Set([symbol]))
  const valued =
    portfolioId === null
      ? await ask(api, holdings.valuedOfAll, { query: {} })
      : await ask(api, holdings.valued, { params: { id: portfolioId }, query: {} })
  const held = valued.filter((row) => row.symbol === symbol)
  const sum = (of: (row: (typeof valued)[number]) => number) =>
    Math.round(held.reduce((all, row) => all + of(row), 0) * 100) / 100
  const net = async (account_code: string) => {
    const query = { ...asked, account_code, transaction_type: NO_CLOSING }
    return (await ask(api, ledger.summary, { query })).net ?? Number.NaN
  }
  expect(parts).toMatchObject({
    realizedGain: sold.parts.capitalGain,
    financing: sold.parts.costOfFunds,
    unrealizedGain: sum((row) => row.unrealizedGainLoss),
    sellingFees: sum((row) => row.chargesOnSales),
    heldFinancing: sum((row) => row.costOfFunds),
    fees: (await ask(api, transactions.summary, { query: asked })).fees,
    dividends: -(await net('4200')),
    withheldTax: await net('6200'),
  })
  return parts
}

test('of all portfolios a security counts once in lists of the Dashboard', async () => {
  const [gains, loses] = [await oneHolding(books, 'WAP'), await oneHolding(books, 'WAP')]
  const of = { symbol: 'SAMP.N0000', companyName: 'Sampath Bank PLC' }
  await gains.buy('2026-02-10', 1000, 10, of)
  await loses.buy('2026-02-11', 100, 30, of)
  expect(
    (await ask(api, dashboard, { query: {} })).unpriced.filter((symbol) => symbol === of.symbol),
  ).toEqual([of.symbol])
  await recordPrices(api, '2026-03-24', { [of.symbol]: 20 })
  const { topPerformers, mostTraded } = await ask(api, dashboard, { query: {} })
  // 1,100 x 20.00 less 13,000.00.
  const percent = 69.2308
  expect(topPerformers.filter(({ symbol }) => symbol === of.symbol)).toMatchObject([
    { gainLossPercentage: percent, unrealizedGainLoss: 9000 },
  ])
  expect(mostTraded.find(({ symbol }) => symbol === of.symbol)).toMatchObject({
    buys: 2,
    gainLossPercentage: percent,
  })
})
