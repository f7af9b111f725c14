/** The movement schedule of investments through the API on a real PostgreSQL. */

import { openings } from '@em/contract/openings/openings'
import { investmentMovements } from '@em/contract/reports/investment-movements'
import { valuations } from '@em/contract/valuation/valuation'
import { NOT_VALUED } from '@em/contract/valuation/valuation-note'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import type { OneHolding } from '../support/one-holding.ts'
import { apart, lock } from '../support/own-entity.ts'
import { recordPrices } from '../support/prices.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-15' })
  books = await startBooks(api)
  await recordPrices(api, '2026-03-31', { 'JKH.N0000': 22 })
  await recordPrices(api, '2026-04-30', { 'JKH.N0000': 24 })
})

const inDays = (of: OneHolding, startDate: string | undefined, endDate: string) =>
  ask(api, investmentMovements, { query: { portfolioId: of.portfolioId, startDate, endDate } })
const run = (of: OneHolding, date: string) =>
  ask(api, valuations.run, { body: { date, portfolioId: of.portfolioId } })
const NOTHING = { opening: 0, openings: 0, additions: 0, disposals: 0, actions: 0, transfers: 0, closing: 0 }
const TIED = [0, 0, 0]
const differences = ({ ties }: { ties: readonly { difference: number }[] }) =>
  ties.map(({ difference }) => difference)

describe('the schedule', () => {
  test('goes from opening to closing, at cost and in the fair value adjustment (vector 1.6)', async () => {
    const { of } = await apart(books, 'WAP', 'FVOCI')
    await of.buy('2026-01-05', 1000, 20)
    await run(of, '2026-03-31')
    await of.sell('2026-04-07', 400, 25)
    await run(of, '2026-04-30')
    const april = await inDays(of, '2026-04-01', '2026-04-30')
    expect([april.openingValuation?.state, april.valuation.state]).toEqual(['valued', 'valued'])
    expect(april.rows).toEqual([
      {
        id: expect.any(String),
        treatment: 'FVOCI',
        symbol: 'JKH.N0000',
        companyName: 'John Keells Holdings PLC',
        quantity: { ...NOTHING, opening: 1000, disposals: -400, closing: 600 },
        cost: { ...NOTHING, opening: 20_000, disposals: -8000, closing: 12_000 },
        capitalised: { ...NOTHING, opening: 224, disposals: -89.6, closing: 134.4 },
        fairValue: { opening: 1776, release: -710.4, change: 1200, closing: 2265.6 },
      },
    ])
    expect(april.treatments).toMatchObject([{ treatment: 'FVOCI', rows: 1, fairValue: { change: 1200 } }])
    expect(april.ties).toEqual([
      { of: ['cost'], accounts: ['1100'], report: -8000, others: [], ledger: -8000, difference: 0 },
      { of: ['capitalised'], accounts: ['1105'], report: -89.6, others: [], ledger: -89.6, difference: 0 },
      { of: ['adjustment'], accounts: ['1110'], report: 489.6, others: [], ledger: 489.6, difference: 0 },
    ])
  })

  test('says where the books are not valued at its start or its end', async () => {
    const { of } = await apart(books)
    await of.buy('2026-01-05', 1000, 20)
    await run(of, '2026-03-31')
    const march = await inDays(of, '2026-03-01', '2026-03-31')
    expect([march.openingValuation?.message, march.valuation.message]).toEqual([NOT_VALUED, null])
    expect(march.rows[0]?.fairValue).toEqual({ opening: 0, release: 0, change: 2000, closing: 2000 })
    const april = await inDays(of, '2026-04-01', '2026-04-29')
    expect([april.openingValuation?.message, april.valuation.message]).toEqual([null, NOT_VALUED])
    expect(april.rows[0]?.fairValue).toEqual({ opening: 2000, release: 0, change: -2000, closing: 0 })
    expect([...differences(march), ...differences(april)]).toEqual([...TIED, ...TIED])
    const all = await inDays(of, undefined, '2026-03-31')
    expect([all.openingValuation, all.rows[0]?.cost]).toEqual([
      null,
      { ...NOTHING, additions: 20_000, closing: 20_000 },
    ])
  })

  test('is by posting date: an entry that a lock moved is in the period in which it was posted (vector 1.3)', async () => {
    const { of, entity } = await apart(books)
    await of.buy('2026-01-05', 1000, 20)
    await lock(api, entity, '2026-03-31')
    await of.sell('2026-04-08', 400, 28)
    await of.buy('2026-03-30', 200, 21, {}, '?openPeriod=1')
    const march = await inDays(of, '2026-03-01', '2026-03-31')
    expect(march.rows).toMatchObject([
      { quantity: { ...NOTHING, opening: 1000, closing: 1000 }, cost: { opening: 20_000, closing: 20_000 } },
    ])
    const april = await inDays(of, '2026-04-01', '2026-04-30')
    expect(april.rows).toMatchObject([
      {
        quantity: { ...NOTHING, opening: 1000, additions: 200, disposals: -400, closing: 800 },
        // The sale was costed again: 24,200.00 x 400 / 1,200.
        cost: { ...NOTHING, opening: 20_000, additions: 4200, disposals: -8066.67, closing: 16_133.33 },
      },
    ])
    const both = await inDays(of, '2026-03-01', '2026-04-30')
    expect(both.rows[0]?.cost).toEqual({ ...april.rows[0]?.cost })
    expect([march, april, both].flatMap(differences)).toEqual([...TIED, ...TIED, ...TIED])
  })

  test('corrections and deletions of locked days are additions and disposals of the first open day', async () => {
    const { of, entity } = await apart(books)
    await of.buy('2026-01-05', 1000, 20)
    const late = await of.buy('2026-02-05', 100, 30)
    const sale = await of.sell('2026-02-10', 100, 28)
    await lock(api, entity, '2026-02-28')
    await of.remove('sell', sale.id, '?openPeriod=1')
    await of.remove('buy', late.id, '?openPeriod=1')
    const february = await inDays(of, '2026-02-01', '2026-02-28')
    expect(february.rows[0]?.quantity).toEqual({
      ...NOTHING,
      opening: 1000,
      additions: 100,
      disposals: -100,
      closing: 1000,
    })
    const march = await inDays(of, '2026-03-01', '2026-03-31')
    expect(march.rows[0]?.quantity).toEqual({
      ...NOTHING,
      opening: 1000,
      additions: -100,
      disposals: 100,
      closing: 1000,
    })
    expect(march.rows[0]?.cost).toEqual({
      ...february.rows[0]?.cost,
      opening: february.rows[0]?.cost.closing,
      additions: -3000,
      disposals: 2090.91,
      closing: 20_000,
    })
    expect([february, march].flatMap(differences)).toEqual([...TIED, ...TIED])
  })

  test('opening positions are shown separately, with the fair value that was carried forward', async () => {
    const { of } = await apart(books)
    await ask(api, openings.recordLots, {
      params: { portfolio: of.portfolioId },
      body: {
        openingDate: '2026-04-01',
        rows: [{ symbol: 'JKH.N0000', tradeDate: '2024-05-06', quantity: 100, cost: 2000, fairValue: 2600 }],
      },
    })
    const first = await inDays(of, '2026-04-01', '2026-04-01')
    expect(first.rows).toMatchObject([
      {
        cost: { ...NOTHING, openings: 2000, closing: 2000 },
        fairValue: { opening: 0, change: 600, closing: 600 },
      },
    ])
    await of.sell('2026-04-07', 25, 25)
    await run(of, '2026-04-30')
    const rest = await inDays(of, '2026-04-02', '2026-04-30')
    expect(rest.rows).toMatchObject([
      {
        cost: { opening: 2000, disposals: -500 },
        fairValue: { opening: 600, release: -150, change: -150, closing: 300 },
      },
    ])
    expect([first, rest].flatMap(differences)).toEqual([...TIED, ...TIED])
  })

  test('more shares than were held at the start release no more than the opening', async () => {
    const { of } = await apart(books)
    await of.buy('2026-01-05', 100, 20)
    await run(of, '2026-03-31')
    await of.buy('2026-04-07', 300, 23)
    await of.sell('2026-04-08', 400, 25)
    const { rows } = await inDays(of, '2026-04-01', '2026-04-30')
    expect(rows[0]?.fairValue).toEqual({ opening: 200, release: -200, change: 0, closing: 0 })
  })

  test('a start after the end is refused', async () => {
    const { of } = await apart(books)
    const { status } = await api.call(investmentMovements, {
      query: { portfolioId: of.portfolioId, startDate: '2026-05-01', endDate: '2026-04-30' },
    })
    expect(status).toBe(400)
  })
})
