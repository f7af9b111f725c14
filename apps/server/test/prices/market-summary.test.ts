import { readFile } from 'node:fs/promises'
import { equities } from '@em/contract/equities/equities'
import { indexValues } from '@em/contract/indices/index-values'
import {
  MOVERS_MOST,
  type Mover,
  marketSummary,
  TOP_STOCKS,
  TREND_DAYS,
} from '@em/contract/market-summary/market-summary'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { personWith } from '../support/identity.ts'
import { recordPrices } from '../support/prices.ts'
import { rewindable } from '../support/rewind.ts'
import { uploadSummary } from '../support/upload.ts'

/** The exchange's own file of a day. */
const REAL = await readFile(
  new URL('../fixtures/market/trade-summary-2023-02-03.csv', import.meta.url),
  'utf8',
)
const DAY = '2023-02-03'
/** Securities of the Equity Master; the other symbols of the file are unknown. */
const SECTOR_OF = new Map([
  ['JKH.N0000', 'Investment Trusts & Holdings'],
  ['LOLC.N0000', 'Financial Services'],
  ['COMB.N0000', 'Financial Services'],
  ['SAMP.N0000', 'Financial Services'],
  ['DIAL.N0000', 'Telecommunications'],
  ['AEL.N0000', null],
])

interface Line {
  readonly symbol: string
  readonly shares: number
  readonly trades: number
  readonly last: number
  readonly change: number
  readonly percent: number
}

/** The file read by the plainest means. */
const LINES: readonly Line[] = REAL.trim()
  .split(/\r?\n/)
  .slice(1)
  .map((line) => {
    const cells = [...line.matchAll(/("([^"]*)"|([^,]*))(,|$)/g)].map((found) => found[2] ?? found[3] ?? '')
    const number = (at: number) => Number((cells[at] ?? '').replaceAll(',', ''))
    return {
      symbol: cells[1] ?? '',
      shares: number(2),
      trades: number(3),
      last: number(8),
      change: number(9),
      percent: number(10),
    }
  })

const turnover = ({ shares, last }: Line) => Math.round(shares * Math.round(last * 100)) / 100
const sum = (lines: readonly Line[], of: (line: Line) => number) =>
  lines.reduce((all, line) => all + of(line), 0)
const four = (value: number) => Math.round(value * 10_000) / 10_000

/** The sums of a list of lines. */
function naive(lines: readonly Line[]) {
  const weight = sum(lines, turnover)
  return {
    securities: lines.length,
    advanced: lines.filter(({ change }) => change > 0).length,
    declined: lines.filter(({ change }) => change < 0).length,
    unchanged: lines.filter(({ change }) => change === 0).length,
    notCompared: 0,
    shareVolume: sum(lines, ({ shares }) => shares),
    trades: sum(lines, ({ trades }) => trades),
    turnover: expect.closeTo(weight, 2) as number,
    equalChange: expect.closeTo(four(sum(lines, ({ percent }) => percent) / lines.length), 3) as number,
    weightedChange: expect.closeTo(
      four(sum(lines, (line) => line.percent * turnover(line)) / weight),
      3,
    ) as number,
  }
}

const symbolsOf = (movers: readonly Mover[]) => movers.map(({ symbol }) => symbol)
const first = (lines: readonly Line[], by: (line: Line) => number) =>
  lines
    .toSorted((a, b) => by(b) - by(a) || turnover(b) - turnover(a) || (a.symbol < b.symbol ? -1 : 1))
    .slice(0, MOVERS_MOST)
    .map(({ symbol }) => symbol)

let api: Api
/** Empties the books. */
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ today: '2026-06-15' })
  rewind = await rewindable(api)
})
const summary = (date?: string) => api.ask(marketSummary, { query: date === undefined ? {} : { date } })

describe('before anything was recorded', () => {
  test('there is no day, and the cards of the index master say so', async () => {
    await rewind()
    const empty = await summary()
    expect(empty).toMatchObject({
      date: null,
      newest: null,
      market: null,
      sectors: [],
      gainers: [],
      losers: [],
      mostActive: { byVolume: [], byTurnover: [] },
      trend: [],
    })
    expect(empty.indices.map(({ code, value }) => [code, value])).toEqual(
      [
        'ASPI',
        'S&P SL20',
        'NIFTY 50',
        'SENSEX',
        'BANK NIFTY',
        'VIX',
        'GOLD',
        'CRUDE OIL',
        'USD/INR',
        '10Y BOND',
      ].map((code) => [code, null]),
    )
    expect((await summary('2026-06-12')).date).toBe('2026-06-12')
  })
})

describe("the exchange's own file of a day", () => {
  beforeAll(async () => {
    await rewind()
    for (const [symbol, sector] of SECTOR_OF) {
      await api.ask(equities.routes.create, { body: { symbol, name: `Company ${symbol}`, sector } as never })
    }
    expect((await uploadSummary(api, REAL)).status).toBe(201)
  })

  test('sums are those of the file', async () => {
    const { date, market } = await summary()
    expect(LINES).toHaveLength(252)
    expect(date).toBe(DAY)
    const { unknown, ...sums } = market ?? { unknown: -1 }
    expect(sums).toEqual(naive(LINES))
    expect(unknown).toBe(LINES.length - SECTOR_OF.size)
  })

  test('sectors are those of the Equity Master, unknown symbols apart, and together they are the whole', async () => {
    const { sectors, market } = await summary()
    const known = [...new Set(SECTOR_OF.values())]
    expect(sectors).toHaveLength(known.length + 1)
    for (const sector of known) {
      const lines = LINES.filter(({ symbol }) => SECTOR_OF.get(symbol) === sector && SECTOR_OF.has(symbol))
      expect(sectors.find((one) => one.known && one.sector === sector)).toMatchObject(naive(lines))
    }
    const unknown = LINES.filter(({ symbol }) => !SECTOR_OF.has(symbol))
    expect(sectors.find((one) => !one.known)).toMatchObject({ sector: null, ...naive(unknown) })
    const together = (of: (sector: (typeof sectors)[number]) => number) =>
      sectors.reduce((all, one) => all + of(one), 0)
    expect(together(({ securities }) => securities)).toBe(market?.securities)
    expect(together((one) => one.turnover)).toBeCloseTo(market?.turnover ?? 0, 2)
    expect(together((one) => one.share ?? 0)).toBeCloseTo(100, 6)
  })

  test('each sector names its most traded stocks, those of no sector and unknown ones apart', async () => {
    const { sectors } = await summary()
    for (const { sector, known, topStocks } of sectors) {
      const lines = LINES.filter(({ symbol }) =>
        known ? SECTOR_OF.has(symbol) && SECTOR_OF.get(symbol) === sector : !SECTOR_OF.has(symbol),
      )
      expect(topStocks.map(({ symbol }) => symbol)).toEqual(first(lines, turnover).slice(0, TOP_STOCKS))
    }
    const line = LINES.find(({ symbol }) => symbol === 'DIAL.N0000')
    expect(sectors.find(({ sector }) => sector === 'Telecommunications')?.topStocks).toEqual([
      {
        symbol: 'DIAL.N0000',
        company_name: 'Company DIAL.N0000',
        change_percent: line?.percent,
        turnover: line && turnover(line),
      },
    ])
  })

  test('movers are by change in percent, the most active by shares and by turnover', async () => {
    const { gainers, losers, mostActive } = await summary()
    expect(symbolsOf(gainers)).toEqual(first(LINES, ({ percent }) => percent))
    expect(symbolsOf(losers)).toEqual(first(LINES, ({ percent }) => -percent))
    expect(symbolsOf(mostActive.byVolume)).toEqual(first(LINES, ({ shares }) => shares))
    expect(symbolsOf(mostActive.byTurnover)).toEqual(first(LINES, turnover))
    expect(gainers.every(({ change_percent }) => (change_percent ?? 0) > 0)).toBe(true)
    expect(losers.every(({ change_percent }) => (change_percent ?? 0) < 0)).toBe(true)
  })
})

describe('days', () => {
  beforeAll(async () => {
    await rewind()
    for (let day = 1; day <= 25; day += 1) {
      await recordPrices(api, `2026-05-${String(day).padStart(2, '0')}`, { 'JKH.N0000': 20 + day })
    }
  })

  test('the newest day is the default, another day is answered with its neighbours', async () => {
    expect(await summary()).toMatchObject({ date: '2026-05-25', previous: '2026-05-24', next: null })
    expect(await summary('2026-05-10')).toMatchObject({
      date: '2026-05-10',
      newest: '2026-05-25',
      previous: '2026-05-09',
      next: '2026-05-11',
    })
  })

  test('a day without prices has no figures, and says which day has', async () => {
    expect(await summary('2026-06-12')).toMatchObject({
      date: '2026-06-12',
      previous: '2026-05-25',
      market: null,
      sectors: [],
      gainers: [],
    })
  })

  test('the trend ends with the day and goes back some market days, no further', async () => {
    const { trend } = await summary('2026-05-24')
    expect(trend).toHaveLength(TREND_DAYS)
    expect([trend[0]?.date, trend.at(-1)?.date]).toEqual(['2026-05-05', '2026-05-24'])
    expect((await summary('2026-05-02')).trend.map(({ date }) => date)).toEqual(['2026-05-01', '2026-05-02'])
  })

  test('a price without a previous close is compared with nothing', async () => {
    const { market, gainers, losers } = await summary()
    expect(market).toMatchObject({
      securities: 1,
      advanced: 0,
      declined: 0,
      unchanged: 0,
      notCompared: 1,
      equalChange: null,
      weightedChange: null,
    })
    expect([gainers, losers]).toEqual([[], []])
  })
})

test('where no change was recorded, it follows from the previous close', async () => {
  await rewind()
  const file = [
    'Symbol,Share Volume,Trade Volume,Previous Close (Rs.),**Last Trade (Rs.)',
    'UP.N0000,100,2,20.00,22.00',
    'DOWN.N0000,300,3,10.00,9.00',
    'SAME.N0000,0,0,5.00,5.00',
  ].join('\r\n')
  expect((await uploadSummary(api, file, { tradeDate: '2026-06-12' })).status).toBe(201)
  // Typed prices have none; of an upload the change is worked out when it is read.
  await api.database.query('UPDATE prices SET change_rs = NULL, change_percent = NULL')
  const { market, gainers, losers, mostActive } = await summary()
  // 2,200.00 rose by 10 %, 2,700.00 fell by 10 %: (2,200 - 2,700) x 10 / 4,900 = -1.0204 %.
  expect(market).toMatchObject({
    advanced: 1,
    declined: 1,
    unchanged: 1,
    turnover: 4900,
    equalChange: 0,
    weightedChange: -1.0204,
  })
  expect(gainers).toMatchObject([{ symbol: 'UP.N0000', change_rs: 2, change_percent: 10, turnover: 2200 }])
  expect(losers).toMatchObject([{ symbol: 'DOWN.N0000', change_rs: -1, change_percent: -10 }])
  // A security without trades is not active.
  expect(symbolsOf(mostActive.byVolume)).toEqual(['DOWN.N0000', 'UP.N0000'])
})

test('an index shows its newest value until the day, not a later one', async () => {
  await rewind()
  await api.ask(indexValues.record, {
    params: { code: 'ASPI' },
    query: {},
    body: {
      rows: [
        { date: '2026-06-10', value: '10000' },
        { date: '2026-06-11', value: '10100' },
        { date: '2026-06-15', value: '10500' },
      ],
    } as never,
  })
  const aspi = async (date: string) => (await summary(date)).indices.find(({ code }) => code === 'ASPI')
  expect(await aspi('2026-06-12')).toMatchObject({
    date: '2026-06-11',
    value: 10100,
    change: 100,
    changePercent: 1,
  })
  expect(await aspi('2026-06-15')).toMatchObject({ date: '2026-06-15', value: 10500, previous: 10100 })
  expect(await aspi('2026-06-09')).toMatchObject({ date: null, value: null })
})

test('a user who may see prices sees the market, whatever portfolios he sees', async () => {
  await rewind()
  await recordPrices(api, '2026-06-12', { 'JKH.N0000': 20 })
  const { token } = await personWith(api, { sees: [] })
  const answer = await api.call<{ market: { securities: number } }>('GET /market-summary', { token })
  expect([answer.status, answer.body.market.securities]).toEqual([200, 1])
})
