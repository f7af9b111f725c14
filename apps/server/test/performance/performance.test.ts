/** Figures of performance through the API, against naive computations from what was recorded. */

import { equities } from '@em/contract/equities/equities'
import { indexValues } from '@em/contract/indices/index-values'
import { marketIndices } from '@em/contract/indices/market-indices'
import { performance } from '@em/contract/performance/performance'
import { riskFreeRates } from '@em/contract/risk-free-rates/risk-free-rates'
import { beforeAll, describe, expect, test } from 'vitest'
import { recalculateDue } from '../../src/features/value-history/recalculate.commands.ts'
import { type Api, startApi } from '../support/api.ts'
import { type Books, startBooks } from '../support/books.ts'
import { personWith } from '../support/identity.ts'
import { naiveValues } from '../support/naive-values.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { recordPrices } from '../support/prices.ts'

const TODAY = '2026-06-15'
const metrics = async (api: Api, query: object, token?: string) =>
  (await api.ask(performance.metrics, { query, ...(token !== undefined && { token }) } as never)).data
const attribution = async (api: Api, query: object) =>
  (await api.ask(performance.attribution, { query } as never)).data
const index = async (api: Api, code: string, values: readonly (readonly [string, number, number?])[]) => {
  const cut = (value: number | undefined) => value && Math.round(value * 1e4) / 1e4
  const rows = values.map(([date, value, totalReturn]) => ({
    date,
    value: cut(value),
    totalReturn: cut(totalReturn),
  }))
  const answer = await api.call(indexValues.record, {
    params: { code },
    query: { acceptUnusual: '1' },
    body: { rows },
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

describe('the worked example (vectors 3.1, without its dividend)', () => {
  let api: Api
  let held: OneHolding
  beforeAll(async () => {
    api = await startApi({ today: '2026-06-12' })
    held = await oneHolding(await startBooks(api), 'WAP')
    for (const [day, price] of [
      ['2026-06-08', 20.5],
      ['2026-06-09', 21],
      ['2026-06-10', 20.6],
      ['2026-06-11', 21.1],
    ] as const)
      await recordPrices(api, day, { 'JKH.N0000': price })
    await held.buy('2026-06-08', 1000, 20)
    await held.sell('2026-06-11', 400, 21)
  })

  test('before the first recalculation there are no figures, and the reason is given', async () => {
    const data = await metrics(api, { portfolioId: held.portfolioId })
    expect(data).toMatchObject({ from: null, to: null, recalculatingFrom: '2026-06-08' })
    expect(data.portfolioSummary).toMatchObject({ totalValue: 0, totalReturnPercent: null })
    expect(data.missing[0]?.figure).toBe('All figures')
    await recalculateDue(api.database, '2026-06-12')
  })

  test('return by time, gain and the last day; of too little data nothing, with the reason', async () => {
    const data = await metrics(api, { portfolioId: held.portfolioId })
    // (20,500 / 20,224) (21,000 / 20,500) (20,600 / 21,000) ((12,660 + 8,305.91) / 20,600)
    const linked = (21_000 / 20_224) * (20_600 / 21_000) * ((12_660 + 8_305.91) / 20_600) - 1
    expect(data.portfolioSummary).toMatchObject({
      totalValue: 12_660,
      totalReturn: 741.91,
      totalReturnPercent: Math.round(linked * 1e6) / 1e4,
      annualizedPercent: null,
      // The last day has no price of its own.
      dailyReturn: null,
      monthlyReturn: null,
      yearlyReturn: null,
    })
    expect(data.riskMetrics).toEqual({
      volatility: null,
      sharpeRatio: null,
      beta: null,
      maxDrawdown: null,
      var95: null,
      var95Amount: null,
      trackingError: null,
    })
    expect(data).toMatchObject({
      from: '2026-06-08',
      to: '2026-06-12',
      basis: 'securities',
      recalculatingFrom: null,
    })
    expect(data.days).toEqual({ calendar: 4, market: 5, returns: 3, paired: 0 })
    expect(data.missing.map(({ figure }) => figure)).toEqual([
      'Range',
      'Daily return',
      'Return a year',
      'Risk figures',
      'Value at risk',
      'Sharpe ratio',
      'Benchmark return',
      'Beta, correlation, tracking error and information ratio',
    ])
    expect(data.missing[3]?.why).toBe(
      'They need 20 day returns between days with prices of their own; there are 3 day returns.',
    )
    expect(data.topHoldings).toMatchObject([
      {
        symbol: 'JKH.N0000',
        value: 12_660,
        allocation: 100,
        gain: 741.91,
        return: 3.6685,
        contribution: 3.6685,
      },
    ])
    expect(data.performanceHistory).toEqual([
      {
        period: '2026-06',
        portfolio: data.portfolioSummary.totalReturnPercent,
        benchmark: null,
        excess: null,
      },
    ])
  })

  test('the fund is offered where cash was never negative, and dividends and fees are no flows there', async () => {
    const refused = await api.call(performance.metrics, {
      query: { portfolioId: held.portfolioId, basis: 'fund' },
    })
    expect([refused.status, refused.body]).toMatchObject([422, { code: 'performance.no-fund' }])
    expect((await metrics(api, { portfolioId: held.portfolioId })).fundMissing).toMatch(
      /negative on 08 Jun 2026/,
    )
    const entry = await api.call('POST /journal-entries', {
      body: {
        date: '2026-06-05',
        description: 'Capital',
        lines: [
          { account_code: '1010', debit: 50_000, portfolioId: held.portfolioId },
          { account_code: '3000', credit: 50_000, portfolioId: held.portfolioId },
        ],
      },
    })
    expect(entry.status).toBe(201)
    await recalculateDue(api.database, '2026-06-12')
    const data = await metrics(api, { portfolioId: held.portfolioId, basis: 'fund' })
    // Shares 12,660 and cash 50,000 - 20,224 + 8,305.91, which the fees of both trades made less.
    expect(data.portfolioSummary).toMatchObject({ totalValue: 50_741.91, totalReturn: 741.91 })
    expect(data.portfolioSummary.totalReturnPercent).toBeCloseTo((741.91 / 50_000) * 100, 4)
    expect(data.fundMissing).toBeNull()
  })
})

describe('half a year of daily prices', () => {
  let api: Api
  let books: Books
  let one: OneHolding
  let two: OneHolding
  let days: string[]
  const walk = (at: number, seed: number) =>
    20 + 3 * Math.sin(at / 7 + seed) + ((at * 37 + seed * 11) % 13) / 10
  const round = (value: number) => Math.round(value * 10) / 10
  beforeAll(async () => {
    api = await startApi({ today: TODAY })
    await api.ask(riskFreeRates.routes.create, { body: { effectiveFrom: '2025-06-01', rate: 10 } })
    books = await startBooks(api)
    one = await oneHolding(books, 'WAP')
    two = await oneHolding(books, 'FIFO')
    await one.buy('2025-12-01', 1000, 20)
    await recalculateDue(api.database, TODAY)
    days = (
      await api.database.query<{ day: string }>(
        'SELECT day FROM daily_values WHERE portfolio_id = $1 ORDER BY day',
        [one.id],
      )
    ).map(({ day }) => day)
    for (const [at, day] of days.entries())
      await recordPrices(api, day, { 'JKH.N0000': round(walk(at, 1)), 'SAMP.N0000': round(walk(at, 5)) })
    const bank = { companyName: 'Sampath Bank PLC', symbol: 'SAMP.N0000' }
    await one.buy('2026-01-20', 700, 21, bank)
    await one.sell('2026-03-11', 300, 22)
    await one.buy('2026-04-07', 50, 19)
    await two.buy('2026-02-03', 400, 20, bank)
    for (const [symbol, sector] of [
      ['JKH.N0000', 'Manufacturing'],
      ['SAMP.N0000', 'Financial Services'],
    ]) {
      const equity = (await api.ask(equities.routes.list, { query: { search: symbol } } as never))[0]
      await api.call(equities.routes.update, {
        params: { id: equity?.id },
        query: {},
        body: { ...equity, sector },
      })
    }
    await index(
      api,
      'ASPI',
      days.map((day, at) => [day, 20_000 + 100 * walk(at, 2), 30_000 + 120 * walk(at, 2)]),
    )
    await index(
      api,
      'S&P SL20',
      days.map((day, at) => [day, 6_000 + 50 * walk(at, 3)]),
    )
    await recalculateDue(api.database, TODAY)
  })

  /** Day returns from naive daily values, each from the facts alone. */
  const naiveReturns = async (id: number) => {
    const rows = await naiveValues(api.database, id, TODAY)
    return rows.slice(1).map((row, at) => {
      const before = Number(rows[at]?.shares)
      return (Number(row.shares) + Number(row.takenOut)) / (before + Number(row.paidIn)) - 1
    })
  }
  const meanOf = (of: readonly number[]) => of.reduce((sum, x) => sum + x, 0) / of.length
  const spread = (of: readonly number[]) =>
    Math.sqrt(of.reduce((sum, x) => sum + (x - meanOf(of)) ** 2, 0) / (of.length - 1))

  test('risk, benchmark and ratios are those of a naive computation', async () => {
    const data = await metrics(api, { portfolioId: one.portfolioId })
    const returns = await naiveReturns(one.id)
    expect(data.days).toMatchObject({ returns: returns.length, paired: returns.length })
    const market = days
      .slice(1)
      .map((_, at) => (30_000 + 120 * walk(at + 1, 2)) / (30_000 + 120 * walk(at, 2)) - 1)
    const free = 1.1 ** (1 / 240) - 1
    const excess = returns.map((x) => x - free)
    const covariance =
      returns.reduce((sum, x, at) => sum + (x - meanOf(returns)) * ((market[at] ?? 0) - meanOf(market)), 0) /
      (returns.length - 1)
    const active = returns.map((x, at) => x - (market[at] ?? 0))
    const near = (is: number | null, should: number) => expect(is).toBeCloseTo(should, 3)
    near(data.riskMetrics.volatility, spread(returns) * Math.sqrt(240) * 100)
    near(data.riskMetrics.sharpeRatio, (meanOf(excess) / spread(excess)) * Math.sqrt(240))
    near(data.riskMetrics.beta, covariance / spread(market) ** 2)
    near(data.benchmarkComparison.correlation, covariance / spread(market) / spread(returns))
    near(data.riskMetrics.trackingError, spread(active) * Math.sqrt(240) * 100)
    near(
      data.benchmarkComparison.informationRatio,
      (meanOf(active) * 240) / (spread(active) * Math.sqrt(240)),
    )
    const sorted = returns.toSorted((a, b) => a - b)
    const index = (sorted.length - 1) * 0.05
    const low = sorted[Math.floor(index)] ?? 0
    const var95 = -(low + ((sorted[Math.ceil(index)] ?? 0) - low) * (index % 1))
    near(data.riskMetrics.var95, var95 * 100)
    expect(data.riskMetrics.var95Amount).toBeCloseTo(var95 * data.portfolioSummary.totalValue, 1)
    expect(data.benchmarkComparison).toMatchObject({ benchmark: 'ASPI', usesTotalReturn: true })
    expect(data.settings).toEqual({
      marketDaysPerYear: 240,
      riskFreeRate: 10,
      riskFreeRates: [{ from: '2025-06-01', rate: 10 }],
    })
  })

  test('a price index is marked as one, and another index is used when asked for', async () => {
    const data = await metrics(api, { portfolioId: one.portfolioId, benchmark: 's&p sl20' })
    expect(data.benchmarkComparison).toMatchObject({ benchmark: 'S&P SL20', usesTotalReturn: false })
    const missing = await api.call(performance.metrics, { query: { benchmark: 'NONE' } })
    expect(missing.status).toBe(404)
    await api.call(`PUT /portfolios/${one.id}`, {
      body: { ...(await api.call<object>(`GET /portfolios/${one.id}`)).body, benchmark: 's&p sri lanka 20' },
    })
    expect((await metrics(api, { portfolioId: one.portfolioId })).benchmarkComparison.benchmark).toBe(
      'S&P SL20',
    )
  })

  test('months link to the range, holdings and sectors add up to the whole', async () => {
    const data = await metrics(api, { portfolioId: one.portfolioId })
    const linked = data.performanceHistory.reduce(
      (product, { portfolio }) => product * (1 + (portfolio ?? 0) / 100),
      1,
    )
    expect((linked - 1) * 100).toBeCloseTo(data.portfolioSummary.totalReturnPercent ?? 0, 2)
    const sum = (of: readonly number[]) => of.reduce((total, x) => total + x, 0)
    expect(sum(data.topHoldings.map(({ gain }) => gain))).toBeCloseTo(data.portfolioSummary.totalReturn, 2)
    expect(sum(data.topHoldings.map(({ value }) => value))).toBeCloseTo(data.portfolioSummary.totalValue, 2)
    expect(sum(data.sectorAllocation.map(({ value }) => value))).toBeCloseTo(
      data.portfolioSummary.totalValue,
      2,
    )
    expect(sum(data.topHoldings.map(({ allocation }) => allocation))).toBeCloseTo(100, 3)
    expect(data.sectorAllocation.map(({ sector }) => sector).toSorted()).toEqual([
      'Financial Services',
      'Manufacturing',
    ])
  })

  test('the same over a shorter range, whose start is a value of its own', async () => {
    const data = await metrics(api, { portfolioId: one.portfolioId, timeRange: '3M' })
    expect(data.from).toBe('2026-03-13')
    const rows = (await naiveValues(api.database, one.id, TODAY)).filter(({ day }) => day >= '2026-03-13')
    const product = rows
      .slice(1)
      .reduce(
        (worth, row, at) =>
          worth *
          ((Number(row.shares) + Number(row.takenOut)) / (Number(rows[at]?.shares) + Number(row.paidIn))),
        1,
      )
    expect(data.portfolioSummary.totalReturnPercent).toBeCloseTo((product - 1) * 100, 3)
    const gains = data.topHoldings.reduce((total, { gain }) => total + gain, 0)
    expect(gains).toBeCloseTo(data.portfolioSummary.totalReturn, 2)
  })

  /** The linked return of the days after the newest value until `from`, to a day; of a portfolio that begins later from its first buy on. */
  const naiveReturn = async (id: number, from: string, to: string) => {
    const rows = (await naiveValues(api.database, id, TODAY)).filter(({ day }) => day <= to)
    const start = rows.findLastIndex(({ day }) => day <= from)
    const worth = rows.slice(start + 1).reduce((product, row, at) => {
      const before = start + at < 0 ? 0 : Number(rows[start + at]?.shares)
      return (product * (Number(row.shares) + Number(row.takenOut))) / (before + Number(row.paidIn))
    }, 1)
    return { from: rows[Math.max(start, 0)]?.day, to: rows.at(-1)?.day, percent: (worth - 1) * 100 }
  }
  const spans = [
    ['a range as at a past date', { timeRange: '3M', endDate: '2026-04-30' }, '2026-01-30', '2026-04-30'],
    [
      'any span of days',
      { startDate: '2026-02-02', endDate: '2026-03-31', timeRange: '5Y' },
      '2026-02-01',
      '2026-03-31',
    ],
    ['a financial year to date', { timeRange: 'YTD' }, '2026-03-31', TODAY],
    ['the last financial year', { timeRange: 'LFY' }, '2025-03-31', '2026-03-31'],
    ['since inception', { timeRange: 'All' }, '2000-01-01', TODAY],
  ] as const
  test.each(spans)('of %s', async (_, asked, from, to) => {
    await api.database.query(
      'UPDATE entities SET year_end_month = 3 WHERE id = (SELECT entity_id FROM portfolios WHERE id = $1)',
      [one.id],
    )
    const data = await metrics(api, { portfolioId: one.portfolioId, ...asked })
    const naive = await naiveReturn(one.id, from, to)
    expect([data.from, data.to]).toEqual([naive.from, naive.to])
    expect(data.timeRange).toBe('startDate' in asked ? null : asked.timeRange)
    expect(data.portfolioSummary.totalReturnPercent).toBeCloseTo(naive.percent, 3)
    const gains = data.topHoldings.reduce((total, { gain }) => total + gain, 0)
    expect(gains).toBeCloseTo(data.portfolioSummary.totalReturn, 2)
    // Under a year the money-weighted return is that of the span; it is never left out without a word.
    expect(data.portfolioSummary.moneyWeightedPercent).toBeCloseTo(naive.percent, -1)
    expect(data.series.at(-1)?.date).toBe(naive.to)
    const without = data.missing.map(({ figure }) => figure)
    expect(without.includes('Range')).toBe(asked.timeRange === 'LFY')
  })

  test('no span ends after today or begins after its end', async () => {
    const asked = async (query: object) =>
      (await api.call<{ details: { field: string }[] }>(performance.metrics, { query })).body.details
    expect(await asked({ endDate: '2026-06-16' })).toMatchObject([{ field: 'endDate' }])
    expect(await asked({ startDate: '2026-06-02', endDate: '2026-06-01' })).toMatchObject([
      { field: 'startDate' },
    ])
  })

  test('risk is measured against the rate of each day, and is missing where a day has none', async () => {
    const asked = () => metrics(api, { portfolioId: one.portfolioId, timeRange: '3M' })
    const before = await asked()
    const from = await api.ask(riskFreeRates.routes.create, {
      body: { effectiveFrom: '2026-05-04', rate: 30 },
    })
    const after = await asked()
    expect(after.settings.riskFreeRates).toEqual([
      { from: '2025-06-01', rate: 10 },
      { from: '2026-05-04', rate: 30 },
    ])
    expect(after.riskMetrics.sharpeRatio).toBeLessThan(before.riskMetrics.sharpeRatio ?? 0)
    const first = (await api.ask(riskFreeRates.routes.list, { query: {} })).find(({ rate }) => rate === 10)
    await api.ask(riskFreeRates.routes.remove, { params: { id: first?.id ?? 0 }, query: {} })
    const late = await asked()
    expect(late.riskMetrics.sharpeRatio).toBeNull()
    expect(late.missing.find(({ figure }) => figure === 'Sharpe ratio')?.why).toBe(
      'The risk-free rates begin on 04 May 2026, after the range does (Risk-Free Rates).',
    )
    await api.ask(riskFreeRates.routes.remove, { params: { id: from.id }, query: {} })
    await api.ask(riskFreeRates.routes.create, { body: { effectiveFrom: '2025-06-01', rate: 10 } })
    expect((await asked()).riskMetrics).toEqual(before.riskMetrics)
  })

  test('of all portfolios and of those that one sees', async () => {
    const all = await metrics(api, {})
    expect(all).toMatchObject({ portfolioId: null })
    const [first, second] = [
      await metrics(api, { portfolioId: one.portfolioId }),
      await metrics(api, { portfolioId: two.portfolioId }),
    ]
    expect(all.portfolioSummary.totalValue).toBeCloseTo(
      first.portfolioSummary.totalValue + second.portfolioSummary.totalValue,
      2,
    )
    const { token } = await personWith(api, { sees: [two.id] })
    const seen = await metrics(api, {}, token)
    expect(seen.portfolioSummary).toEqual(second.portfolioSummary)
    expect(seen.topHoldings).toEqual(second.topHoldings)
    expect(seen.fundMissing).toBe(second.fundMissing)
    const { token: both } = await personWith(api, { sees: [one.id, two.id] })
    expect(await metrics(api, {}, both)).toEqual(all)
    const outside = await api.call(performance.metrics, { query: { portfolioId: one.portfolioId }, token })
    expect(outside.status).toBe(404)
  })

  test('a day whose prices are taken away is no day return any more, nor is the next', async () => {
    const before = await metrics(api, { portfolioId: two.portfolioId })
    const hole = days.at(-20) ?? ''
    await api.database.query('DELETE FROM prices WHERE trade_date = $1', [hole])
    await recalculateDue(api.database, TODAY)
    const after = await metrics(api, { portfolioId: two.portfolioId })
    expect(after.days.returns).toBe(before.days.returns - 2)
    await api.database.query(`SELECT keep_newest_prices(id) FROM price_sets WHERE trade_date = '${hole}'`)
    await recalculateDue(api.database, TODAY)
    expect((await metrics(api, { portfolioId: two.portfolioId })).days.returns).toBe(before.days.returns)
  })

  describe('attribution', () => {
    const asked = () => ({ portfolioId: one.portfolioId, benchmark: 'ASPI', timeRange: '3M' })
    test('says what it lacks: weights, then the sector indices', async () => {
      expect(await attribution(api, asked())).toMatchObject({
        attribution: null,
        missing: 'Attribution needs the sector weights of ASPI; none are recorded (Index Values).',
      })
      await api.ask(indexValues.recordWeights, {
        params: { code: 'ASPI' },
        query: {},
        body: {
          effectiveFrom: '2026-01-01',
          weights: [
            { sector: 'Financial Services', weight: 60 },
            { sector: 'Energy', weight: 40 },
          ],
        },
      })
      expect((await attribution(api, asked())).missing).toMatch(
        /Missing: Energy on 60 of 60 days, Financial Services on/,
      )
      expect(
        (await metrics(api, asked())).sectorAllocation
          .map(({ sector, benchmark }) => [sector, benchmark])
          .toSorted(),
      ).toEqual([
        ['Energy', 40],
        ['Financial Services', 60],
        ['Manufacturing', 0],
      ])
    })

    test('effects add up to the difference of both returns, and each return is the one of its own side', async () => {
      const sector = (code: string, name: string, of: string) =>
        api.ask(marketIndices.routes.create, { body: { code, name, kind: 'Sector', sector: of } as never })
      await sector('BNK', 'Banks', 'Financial Services')
      await sector('EGY', 'Energy index', 'Energy')
      const banks = days.map((_, at) => 1_700 + 30 * walk(at, 6))
      const energy = days.map((_, at) => 2_900 + 40 * walk(at, 8))
      await index(
        api,
        'BNK',
        days.map((day, at) => [day, banks[at] ?? 0]),
      )
      await index(
        api,
        'EGY',
        days.map((day, at) => [day, energy[at] ?? 0]),
      )
      const data = await attribution(api, asked())
      expect(data.missing).toBeNull()
      const { assetAllocation = 0, stockSelection = 0, interaction = 0, total = 0 } = data.attribution ?? {}
      expect(assetAllocation + stockSelection + interaction).toBeCloseTo(total, 3)
      expect(total).toBeCloseTo((data.portfolioReturn ?? 0) - (data.benchmarkReturn ?? 0), 3)
      const { portfolioSummary } = await metrics(api, asked())
      expect(data.portfolioReturn).toBeCloseTo(portfolioSummary.totalReturnPercent ?? 0, 3)
      const start = days.indexOf('2026-03-13')
      let linked = 1
      for (let at = start + 1; at < days.length; at += 1)
        linked *=
          1 +
          0.6 * ((banks[at] ?? 0) / (banks[at - 1] ?? 0) - 1) +
          0.4 * ((energy[at] ?? 0) / (energy[at - 1] ?? 0) - 1)
      expect(data.benchmarkReturn).toBeCloseTo((linked - 1) * 100, 2)
      const sectors = data.sectors.reduce((sum, one) => sum + one.total, 0)
      expect(sectors).toBeCloseTo(total, 3)
      // All of what it made of a sector that the index does not hold is allocation.
      expect(data.sectors.find(({ sector }) => sector === 'Manufacturing')).toMatchObject({
        stockSelection: 0,
        interaction: 0,
      })
    })
  })
})
