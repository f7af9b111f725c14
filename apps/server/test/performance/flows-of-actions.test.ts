/** The effect of corporate actions and transfers on performance, in worked numbers; the gain equals the ledger's. */

import { performance } from '@em/contract/performance/performance'
import { periods } from '@em/contract/periods/periods'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recalculateDue } from '../../src/features/value-history/recalculate.commands.ts'
import { verifyBooks } from '../../src/verify/verify.ts'
import { ActionStory } from '../support/action-story.ts'
import { type Api, startApi } from '../support/api.ts'
import { type Books, startBooks } from '../support/books.ts'
import type { OneHolding } from '../support/one-holding.ts'
import { lockBooks } from '../support/own-entity.ts'
import { recordPrices } from '../support/prices.ts'
import { rewindable } from '../support/rewind.ts'

let api: Api
let books: Books
let story: ActionStory
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-03-31' })
  books = await startBooks(api)
  rewind = await rewindable(api)
})
beforeEach(async () => {
  await rewind()
  story = await ActionStory.begin(books, 'Flows', 'FVTPL', 'WAP')
})

const N = 'JKH.N0000'
const S = 'SAMP.N0000'
interface Day {
  value: number
  paidIn: number
  takenOut: number
  fund: number
  fundIn: number
  fundOut: number
}
async function days(of: OneHolding = story.of): Promise<ReadonlyMap<string, Day>> {
  await recalculateDue(api.database, api.clock.today())
  const rows = await api.database.query<Record<string, string>>(
    'SELECT * FROM daily_values WHERE portfolio_id = $1 ORDER BY day',
    [of.id],
  )
  return new Map(
    rows.map((row) => {
      const sum = (...names: string[]) =>
        names.reduce((all, name) => Math.round((all + Number(row[name])) * 100) / 100, 0)
      return [
        row['day'] ?? '',
        {
          value: sum('shares_value', 'applications'),
          paidIn: sum('paid_in'),
          takenOut: sum('taken_out'),
          fund: sum('shares_value', 'cash', 'receivable', 'dividends', 'applications', 'payable'),
          fundIn: sum('fund_in'),
          fundOut: sum('fund_out'),
        },
      ]
    }),
  )
}
/** The days on which anything came in or went out. */
const flows = async (of: OneHolding = story.of) =>
  [...(await days(of))].flatMap(([day, { paidIn, takenOut }]) =>
    paidIn === 0 && takenOut === 0 ? [] : [[day, paidIn, takenOut]],
  )
/** The securities' gain by their flows equals the income in the ledger plus the unrealized gain. */
async function expectLedgerGain(of: OneHolding = story.of): Promise<void> {
  const valued = [...(await days(of)).values()]
  const gained = valued.reduce(
    (all, { paidIn, takenOut }) => all + takenOut - paidIn,
    valued.at(-1)?.value ?? 0,
  )
  const [row] = await api.database.query<{ income: string; cost: string; applied: string }>(
    `SELECT coalesce(sum(credit - debit) FILTER (WHERE role IN ('realized-gain', 'dividend-income', 'withholding-tax') OR role LIKE 'fee.%'), 0) AS income,
            coalesce(sum(debit - credit) FILTER (WHERE role = 'investment'), 0) AS cost,
            coalesce(sum(debit - credit) FILTER (WHERE role = 'ipo-application'), 0) AS applied
       FROM journal_lines WHERE portfolio_id = $1 AND entry_date <= $2`,
    [of.id, api.clock.today()],
  )
  const [income, cost, applied] = [Number(row?.income), Number(row?.cost), Number(row?.applied)]
  const unrealized = (valued.at(-1)?.value ?? 0) - applied - cost
  expect(Math.round(gained * 100)).toBe(Math.round((income + unrealized) * 100))
  expect(await verifyBooks(api.database)).toEqual([])
}
const metrics = async (basis: 'securities' | 'fund' = 'securities') =>
  (
    await api.ask(performance.metrics, {
      query: { portfolioId: story.of.portfolioId, basis },
    } as never)
  ).data
/** The gain of each security, in rupees. */
const gains = async () => {
  await recalculateDue(api.database, api.clock.today())
  return Object.fromEntries((await metrics()).topHoldings.map(({ symbol, gain }) => [symbol, gain]))
}
const returnOf = async () => {
  await recalculateDue(api.database, api.clock.today())
  return (await metrics()).portfolioSummary.totalReturnPercent
}
const priced = async (prices: Readonly<Record<string, number>>, symbol = N) => {
  for (const [day, price] of Object.entries(prices)) await recordPrices(api, day, { [symbol]: price })
}
const DIVIDEND = { kind: 'dividend', announcementDate: '2026-02-20', dividendRate: 0.5 }

describe('a dividend', () => {
  beforeEach(async () => {
    await priced({ '2026-03-03': 20.5, '2026-03-04': 21, '2026-03-05': 20.6, '2026-03-06': 21.1 })
    await story.lot('2026-03-03', 1000, 20)
    const id = await story.announce('Dividend of 0.50', {
      ...DIVIDEND,
      exDividendDate: '2026-03-05',
      recordDate: '2026-03-06',
      paymentDate: '2026-03-20',
    })
    await story.process(id)
  })

  test('is taken out at XD less its tax, and the whole of vector 3.1 comes to 5.8073 %', async () => {
    await story.sell('2026-03-06', 400, 21)
    api.clock.set('2026-03-06')
    expect(await flows()).toEqual([
      ['2026-03-03', 20_224, 0],
      ['2026-03-05', 0, 425],
      ['2026-03-06', 0, 8_305.91],
    ])
    expect(await returnOf()).toBe(5.8073)
    api.clock.set('2026-03-31')
    // 12,660.00 + 8,305.91 + 425.00 - 20,224.00
    expect(await gains()).toEqual({ [N]: 1_166.91 })
    // It is paid without a flow.
    expect(await flows()).toHaveLength(3)
    await expectLedgerGain()
  })

  test('of a late buy comes on XD, where the books are locked too; of the fund it is none', async () => {
    await story.buyLate('2026-03-04', 200, 20)
    expect(await flows()).toEqual([
      ['2026-03-03', 20_224, 0],
      ['2026-03-04', 4_044.8, 0],
      ['2026-03-05', 0, 510],
    ])
    const fund = [...(await days()).values()]
    expect(fund.every(({ fundIn, fundOut }) => fundIn === 0 && fundOut === 0)).toBe(true)
    await expectLedgerGain()
  })
})

test('a claim that is written off comes back as a loss', async () => {
  await priced({ '2026-03-03': 20 })
  await story.lot('2026-03-03', 1000, 20)
  const id = await story.announce('Dividend', { ...DIVIDEND, exDividendDate: '2026-03-05' })
  await story.process(id)
  await story.act('25.00 written off', `POST /corporate-actions/${id}/write-off`, {
    date: '2026-03-25',
    amount: 25,
    reason: 'Never paid',
  })
  expect((await flows()).slice(1)).toEqual([
    ['2026-03-05', 0, 425],
    ['2026-03-25', 25, 0],
  ])
})

test('rights: the application is paid in, allotment is no flow, the refund is taken out; nothing jumps', async () => {
  api.clock.set('2026-04-27')
  await priced({ '2026-03-20': 64, '2026-03-23': 60 })
  await story.lot('2026-01-05', 1003, 60)
  const id = await story.announce('Rights 2 for 5 at 50.00', {
    kind: 'rights',
    rightsRatioFrom: 2,
    rightsRatioTo: 5,
    offerPrice: 50,
    announcementDate: '2026-03-02',
    exRightsDate: '2026-03-23',
    subscriptionEnd: '2026-04-20',
    cumPrice: 64,
  })
  await story.process(id)
  await story.act('Subscribe 401 and 40 more', `PUT /corporate-actions/${id}/elections`, {
    elections: [{ portfolioId: story.of.portfolioId, subscribe: 401, additional: 40, date: '2026-04-09' }],
  })
  await story.act('416 allotted', `POST /corporate-actions/${id}/allot`, {
    portfolioId: story.of.portfolioId,
    allotted: 416,
    date: '2026-04-20',
  })
  await story.act('Refund', `POST /corporate-actions/${id}/receive`, {
    portfolioId: story.of.portfolioId,
    date: '2026-04-27',
    amount: 1250,
  })
  expect((await flows()).slice(1)).toEqual([
    ['2026-04-09', 22_050, 0],
    ['2026-04-27', 0, 1250],
  ])
  const byDay = await days()
  const at = (day: string) => byDay.get(day)?.value
  // The shares fall from 64 to 60, which 401 rights at 10.00 make good but for the fraction of one.
  expect([at('2026-03-20'), at('2026-03-23')]).toEqual([64_192, 60_180 + 4010])
  expect([at('2026-04-08'), at('2026-04-09')]).toEqual([64_190, 64_190 + 22_050])
  // 416 shares at 60.00 for 401 rights at 10.00 and 20,800.00: 15 of them were additional.
  expect([at('2026-04-17'), at('2026-04-20')]).toEqual([86_240, 60_180 + 24_960 + 1250])
  await expectLedgerGain()
})

test('an offering: money that awaits shares counts as invested', async () => {
  await priced({ '2026-02-09': 10, '2026-03-06': 10 })
  await priced({ '2026-03-05': 16 }, S)
  await story.lot('2026-02-03', 1000, 10)
  const id = await story.announce('Offering', {
    kind: 'ipo',
    securityCode: S,
    companyName: 'Sampath Bank PLC',
    ipoDate: '2026-02-01',
    appliedDate: '2026-02-10',
    pricePerShare: 15,
    totalInvestment: 15_000,
    paymentMethod: 'CEFT',
  })
  await story.process(id)
  await story.act('400 allotted', `POST /corporate-actions/${id}/allot`, {
    portfolioId: story.of.portfolioId,
    allotted: 400,
    date: '2026-03-05',
    refundDate: '2026-03-10',
  })
  expect((await flows()).slice(1)).toEqual([
    ['2026-02-10', 15_000, 0],
    ['2026-03-10', 0, 9000],
  ])
  const byDay = await days()
  expect(
    ['2026-02-11', '2026-03-04', '2026-03-05', '2026-03-10'].map((day) => byDay.get(day)?.value),
  ).toEqual([25_000, 25_000, 25_400, 16_400])
  await expectLedgerGain()
})

test('bonus, split and scrip are no flows, but for cash', async () => {
  await priced({ '2026-02-27': 20, '2026-03-03': 16, '2026-03-10': 8 })
  await story.lot('2026-02-20', 1000, 20)
  const bonus = await story.announce('Bonus 1 for 4', {
    kind: 'bonus',
    ratioFrom: 1,
    ratioTo: 4,
    exDate: '2026-03-03',
  })
  await story.process(bonus)
  const split = await story.announce('Split 1 into 2', {
    kind: 'split',
    ratioFrom: 1,
    ratioTo: 2,
    effectiveDate: '2026-03-10',
  })
  await story.process(split)
  expect(await flows()).toEqual([['2026-02-20', 20_224, 0]])
  const byDay = await days()
  expect(['2026-02-27', '2026-03-03', '2026-03-10'].map((day) => byDay.get(day)?.value)).toEqual([
    20_000, 20_000, 20_000,
  ])
  await expectLedgerGain()
})

test('a merger takes out its cash, what comes for the shares stays in', async () => {
  await priced({ '2026-02-27': 62 })
  await priced({ '2026-03-03': 140 }, S)
  await story.lot('2026-02-20', 1003, 52)
  const id = await story.announce('3 for 7 and 2.50 a share', {
    kind: 'merger',
    newSecurityCode: S,
    ratioFrom: 3,
    ratioTo: 7,
    effectiveDate: '2026-03-03',
    cashPerShare: 2.5,
    firstDayPrice: 140,
  })
  await story.process(id)
  expect((await flows()).slice(1)).toEqual([['2026-03-03', 0, 2_627.5]])
  const byDay = await days()
  expect(['2026-02-27', '2026-03-03'].map((day) => byDay.get(day)?.value)).toEqual([62_186, 60_060])
  // A: 60,060.00 of B and 2,627.50 less what they cost with fees; B: what it became.
  await priced({ '2026-03-10': 150 }, S)
  const bought = (await flows())[0]?.[1] as number
  expect(await gains()).toEqual({ [S]: 4290 })
  const ofA = Math.round((62_687.5 - bought) * 100) / 100
  expect((await metrics()).portfolioSummary.totalReturn).toBe(Math.round((4290 + ofA) * 100) / 100)
  await expectLedgerGain()
})

async function lockThrough(date: string): Promise<void> {
  const [entity] = await api.ask(periods.list)
  await lockBooks(api, entity?.id, date, 'Month-end')
}

test('a flow that belongs to a locked day counts on that day', async () => {
  await priced({ '2026-03-03': 20 })
  await story.lot('2026-02-20', 1000, 20)
  await lockThrough('2026-03-10')
  const id = await story.announce('Dividend', { ...DIVIDEND, exDividendDate: '2026-03-05' })
  await story.process(id, '?openPeriod=1')
  expect((await flows()).slice(1)).toEqual([['2026-03-05', 0, 425]])
  await expectLedgerGain()
})

describe('a transfer', () => {
  const move = async (more: object, entity?: string) => {
    await priced({ '2026-03-03': 25 })
    await story.lot('2026-02-20', 1000, 20)
    const to = await story.another('FVTPL', 'WAP', entity)
    const id = await story.announce('400 moved', {
      kind: 'transfer',
      toPortfolio: to.portfolioId,
      quantity: 400,
      transferDate: '2026-03-05',
      ...more,
    })
    await story.process(id)
    return to
  }

  test('within an entity is at fair value, for the fund too', async () => {
    const to = await move({})
    expect((await flows()).slice(1)).toEqual([['2026-03-05', 0, 10_000]])
    expect(await flows(to)).toEqual([['2026-03-05', 10_000, 0]])
    // 15,000.00 are left, and what was moved went at its value: 25,000.00 - 20,224.00.
    expect(await gains()).toEqual({ [N]: 4776 })
    expect((await days()).get('2026-03-05')).toMatchObject({ fundIn: 0, fundOut: 10_000 })
    expect((await days(to)).get('2026-03-05')).toMatchObject({ fundIn: 10_000, fundOut: 0 })
  })

  test('between entities is a sale and a buy at what was agreed, and no flow of a fund', async () => {
    const to = await move({ transferPrice: 24 }, 'Another entity')
    expect((await flows()).slice(1)).toEqual([['2026-03-05', 0, 9600]])
    expect(await flows(to)).toEqual([['2026-03-05', 9600, 0]])
    for (const holding of [story.of, to])
      expect((await days(holding)).get('2026-03-05')).toMatchObject({ fundIn: 0, fundOut: 0 })
    expect((await days(to)).get('2026-03-05')).toMatchObject({ value: 10_000, fund: 400 })
    await expectLedgerGain()
    await expectLedgerGain(to)
  })
})
