import { roles } from '@em/contract/identity/identity'
import { type RealizedData, realized } from '@em/contract/realized/realized'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import { sheetOf } from '../support/exports.ts'
import { messages, personWith } from '../support/identity.ts'
import { divided, type Fact, feesOf, type Method, netOf, replay, total } from '../support/naive-books.ts'
import { oneHolding } from '../support/one-holding.ts'

const TODAY = '2026-06-15'
let api: Api
let books: Books

beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: TODAY })
  books = await startBooks(api)
})

const dataOf = (query: object, token = api.token) =>
  ask(api, realized.data, { query, token }) as Promise<RealizedData>

describe('gains before and after costs', () => {
  /**
   * Buy 1,000 @ 20.00 (fees 224.00), sell 400 @ 25.00 (fees 112.00) after 33 days at 9.50 %: capital gain 2,000.00, less
   * purchase charges 89.60 and sale fees 112.00 is 1,798.40 after fees, less financing 84.93 is 1,713.47.
   */
  const held = async (treatment?: string) => {
    const holding = await oneHolding(books, 'WAP', treatment)
    await holding.buy('2026-01-05', 1000, 20, { settlementDate: '2026-01-07', costOfFunds: 9.5 })
    await holding.sell('2026-02-05', 400, 25, { settlementDate: '2026-02-09', costOfFunds: 9.5 })
    return holding
  }

  test.each(['FVTPL', 'FVOCI'])('are shown separately and named (%s)', async (treatment) => {
    const { portfolioId } = await held(treatment)
    const data = await dataOf({ portfolioId })
    expect(data.period).toEqual({
      timeRange: '1Y',
      startDate: '2025-06-15',
      endDate: TODAY,
      portfolio: expect.stringContaining('Holding'),
      entity: null,
      symbol: null,
    })
    expect(data.portfolioSummary).toEqual({
      totalRealizedGains: 2000,
      totalRealizedLosses: 0,
      netRealizedPnL: 2000,
      totalTrades: 1,
      winRate: 100,
    })
    expect(data.realizedPnL).toBe(1713.47)
    expect(data.parts).toEqual({
      proceeds: 10_000,
      cost: 8000,
      capitalGain: 2000,
      buyCharges: 89.6,
      sellFees: 112,
      afterFees: 1798.4,
      costOfFunds: 84.93,
      realizedPnL: 1713.47,
    })
    expect(data.performanceByPeriod).toEqual([
      { period: '2026-02', realizedPnL: 2000, afterCosts: 1713.47, trades: 1, winRate: 100 },
    ])
    expect(data.topPerformers).toMatchObject([{ symbol: 'JKH.N0000', realizedPnL: 2000, pnLPercentage: 25 }])
    expect(data.taxSummary).toEqual({
      shortTermGains: 2000,
      longTermGains: 0,
      shortTermLosses: 0,
      longTermLosses: 0,
    })
  })

  test('a sale in the list of trades has both, a buy has neither', async () => {
    const { portfolioId } = await held()
    const { tradeHistory } = await dataOf({ portfolioId })
    expect(tradeHistory).toMatchObject([
      {
        tradeType: 'SELL',
        symbol: 'JKH.N0000',
        quantity: 400,
        buyPrice: 20,
        sellPrice: 25,
        buyDate: '2026-01-05',
        sellDate: '2026-02-05',
        holdingPeriod: 33,
        costBasis: 8000,
        charges: 201.6,
        sellFees: 112,
        buyCharges: 89.6,
        realizedPnL: 2000,
        pnLPercentage: 25,
        netCapitalGain: 1798.4,
        costOfFunds: 84.93,
        afterCosts: 1713.47,
      },
      {
        tradeType: 'BUY',
        quantity: 1000,
        buyPrice: 20,
        sellPrice: null,
        buyDate: '2026-01-05',
        sellDate: 'N/A',
        holdingPeriod: null,
        costBasis: 20_000,
        charges: 224,
        realizedPnL: 0,
        netCapitalGain: 0,
        afterCosts: 0,
      },
    ])
  })

  test('an opening lot is no trade, a deleted sale none either', async () => {
    const holding = await oneHolding(books, 'FIFO')
    const row = {
      symbol: 'JKH.N0000',
      quantity: 50,
      cost: 1000,
      tradeDate: '2024-03-01',
      settlementDate: '2024-03-05',
    }
    await api.call(`POST /openings/${holding.portfolioId}/lots`, {
      body: { openingDate: '2026-01-01', rows: [row] },
    })
    const sale = await holding.sell('2026-02-05', 20, 25)
    const before = await dataOf({ portfolioId: holding.portfolioId })
    expect(before.tradeHistory).toMatchObject([
      { tradeType: 'SELL', buyDate: '2024-03-01', realizedPnL: 100 },
    ])
    // Held since 5 March 2024: long term.
    expect(before.taxSummary).toMatchObject({ shortTermGains: 0, longTermGains: 100 })
    await holding.remove('sell', sale.id)
    const after = await dataOf({ portfolioId: holding.portfolioId })
    expect([after.tradeHistory, after.portfolioSummary.totalTrades, after.realizedPnL]).toEqual([[], 0, 0])
  })

  test('365 days are short term, 366 long', async () => {
    const holding = await oneHolding(books, 'FIFO')
    await holding.buy('2025-01-06', 30, 10)
    await holding.sell('2026-01-06', 10, 12)
    await holding.sell('2026-01-07', 10, 9)
    expect((await dataOf({ portfolioId: holding.portfolioId })).taxSummary).toEqual({
      shortTermGains: 20,
      longTermGains: 0,
      shortTermLosses: 0,
      longTermLosses: -10,
    })
  })
})

/** Trades of two securities, alike in every run: gains and losses, several on a day. */
async function someHistory(method: Method) {
  const holding = await oneHolding(books, method)
  const facts: Fact[] = []
  const rate = 12_5000n
  let contract = 0
  const trade = async (
    side: 'buy' | 'sell',
    symbol: string,
    tradeDate: string,
    quantity: number,
    about: number,
  ) => {
    contract += 1
    const price = Math.round(about * 100) / 100
    const gross = BigInt(Math.round(quantity * price * 100))
    const settlementDate = tradeDate
    const body = {
      companyName: symbol,
      symbol,
      portfolioId: holding.portfolioId,
      brokerName: 'Some broker',
      settlementAccount: books.bank,
      contractNumber: `N${contract}`,
      quantity,
      [side === 'buy' ? 'price' : 'soldPrice']: price,
      tradeDate,
      settlementDate,
      costOfFunds: 12.5,
    }
    const answer = await api.call<{ id: number }>(`POST /transaction-entries/${side}`, { body })
    expect([answer.status, answer.body]).toEqual([201, expect.anything()])
    const fees = feesOf(gross)
    facts.push({
      id: answer.body.id,
      version: 1,
      side,
      symbol,
      tradeDate,
      settlementDate,
      quantity: BigInt(quantity),
      gross,
      fees,
      rate,
      picks: [],
    })
  }
  const days = [
    '2023-07-03',
    '2024-01-17',
    '2025-03-10',
    '2025-06-16',
    '2025-09-01',
    '2025-12-15',
    '2026-02-02',
  ]
  for (const [index, day] of days.entries()) {
    await trade('buy', 'JKH.N0000', day, 300 + 7 * index, 20 + index * 1.1)
    await trade('buy', 'SAMP.N0000', day, 101, 61.3 - index * 2.7)
    if (index === 0) continue
    await trade('sell', 'JKH.N0000', day, 113 + index, 22.4)
    await trade('sell', 'JKH.N0000', day, 91, 24.7 - index)
    await trade('sell', 'SAMP.N0000', day, 67, 55.5)
  }
  return { holding, facts, method }
}
type History = Awaited<ReturnType<typeof someHistory>>

/** The result of a range, calculated from the trades alone. */
function naive({ facts, method }: History, from: string, to: string) {
  const sales = [...Map.groupBy(facts, (fact) => fact.symbol)].flatMap(([symbol, of]) => {
    const holding = replay(method, of)
    if ('refused' in holding) throw new Error(holding.refused)
    return of.flatMap((fact) => {
      const sale = holding.sales.get(fact.id)
      if (sale === undefined || fact.tradeDate < from || fact.tradeDate > to) return []
      return [{ ...sale, symbol, month: fact.tradeDate.slice(0, 7), fees: fact.gross - netOf(fact) }]
    })
  })
  type Sales = typeof sales
  const sum = (of: Sales, what: (sale: Sales[number]) => bigint) => Number(total(of.map(what))) / 100
  const after = (sale: Sales[number]) => sale.gain - sale.chargesOut - sale.fees - sale.fundsCost
  const winRate = (of: Sales) =>
    of.length === 0
      ? 0
      : Number(divided(BigInt(of.filter((one) => one.gain > 0n).length) * 10_000n, BigInt(of.length))) / 100
  const only = (of: Sales, sign: 1 | -1, long?: boolean) =>
    sum(
      of.filter(
        (one) =>
          (sign > 0 ? one.gain > 0n : one.gain < 0n) && (long === undefined || one.days > 365 === long),
      ),
      (one) => one.gain,
    )
  const performance = (of: Sales) => ({
    realizedPnL: sum(of, (one) => one.gain),
    afterCosts: sum(of, after),
    trades: of.length,
    winRate: winRate(of),
  })
  return {
    realizedPnL: sum(sales, after),
    portfolioSummary: {
      totalRealizedGains: only(sales, 1),
      totalRealizedLosses: only(sales, -1),
      netRealizedPnL: sum(sales, (one) => one.gain),
      totalTrades: sales.length,
      winRate: winRate(sales),
    },
    taxSummary: {
      shortTermGains: only(sales, 1, false),
      longTermGains: only(sales, 1, true),
      shortTermLosses: only(sales, -1, false),
      longTermLosses: only(sales, -1, true),
    },
    performanceByPeriod: [...Map.groupBy(sales, (one) => one.month)]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([period, of]) => ({ period, ...performance(of) })),
    bySymbol: [...Map.groupBy(sales, (one) => one.symbol)]
      .map(([symbol, of]) => ({ symbol, ...performance(of) }))
      .toSorted((a, b) => b.realizedPnL - a.realizedPnL),
    rows: new Map(
      sales.map((one) => [
        one.gain,
        { gain: one.gain, charges: one.chargesOut + one.fees, after: after(one) },
      ]),
    ),
  }
}

describe('figures against a naive calculation from the trades', () => {
  const histories = new Map<Method, History>()
  beforeAll(async () => {
    for (const method of ['WAP', 'FIFO'] as const) histories.set(method, await someHistory(method))
  })

  test.each(
    (['WAP', 'FIFO'] as const).flatMap((method) =>
      (
        [
          ['1M', '2026-05-15', TODAY],
          ['3M', '2026-03-15', TODAY],
          ['6M', '2025-12-15', TODAY],
          ['1Y', '2025-06-15', TODAY],
          ['3Y', '2023-06-15', TODAY],
          ['5Y', '2021-06-15', TODAY],
          ['YTD', '2026-04-01', TODAY],
          ['LFY', '2025-04-01', '2026-03-31'],
          ['All', '1900-01-01', TODAY],
          [{ startDate: '2024-01-18', endDate: '2025-12-15' }, '2024-01-18', '2025-12-15'],
          [{ endDate: '2025-03-09' }, '1900-01-01', '2025-03-09'],
        ] as const
      ).map(([range, from, to]) => [method, range, from, to] as const),
    ),
  )('%s, %j', async (method, range, from, to) => {
    const history = histories.get(method) as History
    const data = await dataOf({
      portfolioId: history.holding.portfolioId,
      ...(typeof range === 'string' ? { timeRange: range } : range),
    })
    const { bySymbol, rows: _, ...expected } = naive(history, from, to)
    expect(data).toMatchObject(expected)
    expect(data.performanceBySecurity).toMatchObject(bySymbol)
    expect(data.tradeHistory.filter((row) => row.tradeType === 'SELL')).toHaveLength(
      expected.portfolioSummary.totalTrades,
    )
    expect(data.period.endDate).toBe(to)
  })

  test('parts sum to the whole: months, securities and trades come to the same', async () => {
    const history = histories.get('FIFO') as History
    const data = await dataOf({ portfolioId: history.holding.portfolioId, timeRange: 'All' })
    const cents = (rows: readonly { realizedPnL: number; afterCosts: number }[]) => [
      rows.reduce((sum, row) => sum + Math.round(row.realizedPnL * 100), 0),
      rows.reduce((sum, row) => sum + Math.round(row.afterCosts * 100), 0),
    ]
    const whole = [Math.round(data.portfolioSummary.netRealizedPnL * 100), Math.round(data.realizedPnL * 100)]
    expect(cents(data.performanceByPeriod)).toEqual(whole)
    expect(cents(data.performanceBySecurity)).toEqual(whole)
    expect(cents(data.tradeHistory)).toEqual(whole)
  })

  test('the dashboard and the smaller calls answer the same figures', async () => {
    const { portfolioId } = (histories.get('WAP') as History).holding
    const query = { portfolioId, timeRange: '3Y' as const }
    const data = await dataOf(query)
    const { body } = await api.call<{ profitAndLoss: object }>('GET /dashboard', {
      query: { portfolioId, range: '3Y' },
    })
    expect(body.profitAndLoss).toMatchObject({
      realizedPnL: data.realizedPnL,
      capitalGain: data.portfolioSummary.netRealizedPnL,
    })
    expect(await ask(api, realized.summary, { query })).toEqual(data.portfolioSummary)
    expect(await ask(api, realized.tax, { query })).toEqual(data.taxSummary)
    expect(await ask(api, realized.periods, { query })).toEqual(data.performanceByPeriod)
    expect(await ask(api, realized.top, { query: { ...query, limit: 1 } })).toEqual(
      data.topPerformers.slice(0, 1),
    )
  })

  test('trades come page by page, in the order of the whole', async () => {
    const { portfolioId } = (histories.get('WAP') as History).holding
    const whole = (await dataOf({ portfolioId, timeRange: 'All' })).tradeHistory
    const pages = async (query: object) => {
      const rows: unknown[] = []
      let cursor: string | undefined
      for (;;) {
        const answer: Answer<unknown[]> = await api.call(realized.history, {
          query: { timeRange: 'All', limit: 4, ...query, ...(cursor && { cursor }) },
        })
        expect(answer.status).toBe(200)
        if (cursor === undefined && 'portfolioId' in query)
          expect(answer.headers['x-total-count']).toBeDefined()
        rows.push(...answer.body)
        const next = answer.headers['x-next-cursor']
        if (typeof next !== 'string') return rows
        cursor = next
      }
    }
    expect(await pages({ portfolioId })).toEqual(whole)
    expect(await pages({ portfolioId, tradeType: 'SELL' })).toEqual(
      whole.filter((row) => row.tradeType === 'SELL'),
    )
    // The trades of all portfolios are read by another way.
    const all = (await pages({})) as typeof whole
    expect(all.filter((row) => row.portfolioId === portfolioId)).toEqual(whole)
    expect(all).toEqual((await dataOf({ timeRange: 'All' })).tradeHistory)
  })
})

describe('the portfolios of the gains', () => {
  test('a portfolio is named by code, name or id; all of an entity, or all', async () => {
    const holding = await oneHolding(books, 'WAP')
    await holding.buy('2026-01-05', 10, 20)
    await holding.sell('2026-01-06', 10, 21)
    const name = (await dataOf({ portfolioId: holding.portfolioId })).period.portfolio
    for (const portfolioId of [holding.portfolioId, String(holding.id), name])
      expect((await dataOf({ portfolioId })).portfolioSummary).toMatchObject({
        netRealizedPnL: 10,
        totalTrades: 1,
      })
    const [all, named, entity] = [
      await dataOf({ history: '0' }),
      await dataOf({ portfolioId: 'all', history: '0' }),
      await dataOf({ entity: 'Test Fund', history: '0' }),
    ]
    expect(all.portfolioSummary.totalTrades).toBeGreaterThan(1)
    expect(named).toEqual(all)
    expect({ ...entity, period: { ...entity.period, entity: null } }).toEqual(all)
    expect(all.tradeHistory).toEqual([])
  })

  test('a person with a list of portfolios sees those, and others do not exist', async () => {
    const [mine, theirs] = [await oneHolding(books, 'WAP'), await oneHolding(books, 'WAP')]
    for (const [holding, price] of [
      [mine, 21],
      [theirs, 29],
    ] as const) {
      await holding.buy('2026-01-05', 10, 20)
      await holding.sell('2026-01-06', 10, price)
    }
    const { token } = await personWith(api, { sees: [mine.id] })
    const data = await dataOf({ timeRange: 'All' }, token)
    expect(data.portfolioSummary).toMatchObject({ netRealizedPnL: 10, totalTrades: 1 })
    expect(new Set(data.tradeHistory.map((row) => row.portfolioId))).toEqual(new Set([mine.portfolioId]))
    expect(data.topPerformers).toHaveLength(1)
    for (const route of [realized.data, realized.history, realized.exportExcel, realized.report]) {
      const answer = await api.call(route, { query: { portfolioId: theirs.portfolioId }, token })
      expect(answer.status).toBe(404)
    }
  })

  test('without the right to see reports every call is refused', async () => {
    await api.call(roles.set, { params: { name: 'Only holdings' }, body: { rights: ['holdings.read'] } })
    const { token } = await personWith(api, { roles: ['Only holdings'] })
    for (const route of Object.values(realized)) expect((await api.call(route, { token })).status).toBe(403)
  })
})

describe('a wrong question', () => {
  test.each([
    [{ timeRange: '2W' }, 'timeRange'],
    [{ timeRange: '1y' }, 'timeRange'],
    [{ startDate: '2026-02-30' }, 'startDate'],
    [{ endDate: 'yesterday' }, 'endDate'],
    [{ startDate: '2026-03-01', endDate: '2026-02-01' }, 'startDate'],
    [{ startDate: '2026-07-01' }, 'startDate'],
    [{ history: 'no' }, 'history'],
  ])('%j is refused', async (query, field) => {
    const answer = await api.call(realized.data, { query })
    expect([answer.status, Object.keys(messages(answer))]).toEqual([400, [field]])
  })
  test.each([
    [{ limit: '0' }, 'limit'],
    [{ cursor: "'; DROP TABLE trades" }, 'cursor'],
    [{ cursor: '2026-13-45_1' }, 'cursor'],
    [{ tradeType: 'HOLD' }, 'tradeType'],
  ])('trades by %j are refused', async (query, field) => {
    const answer = await api.call(realized.history, { query })
    expect([answer.status, Object.keys(messages(answer))]).toEqual([400, [field]])
  })
  test('an unknown portfolio or entity is not found, another key is ignored, a blank range is the usual one', async () => {
    expect((await api.call(realized.data, { query: { portfolioId: 'NOWHERE' } })).status).toBe(404)
    expect((await api.call(realized.data, { query: { entity: 'NONE' } })).status).toBe(404)
    const data = await dataOf({ timeRange: '', _ts: '1', history: '0' })
    expect(data.period.timeRange).toBe('1Y')
  })
  test('nothing in the range is nothing', async () => {
    const data = await dataOf({ portfolioId: 'GROW' })
    expect(data).toMatchObject({
      portfolioSummary: { totalRealizedGains: 0, totalTrades: 0, winRate: 0 },
      tradeHistory: [],
      performanceByPeriod: [],
      topPerformers: [],
      realizedPnL: 0,
    })
  })
})

describe('files', () => {
  const exported = async (query: Record<string, string>, payload?: object) => {
    const answer = await api.app.inject({
      method: 'POST',
      url: '/api/realized-pnl/export-excel',
      headers: { authorization: `Bearer ${api.token}` },
      query,
      ...(payload && { payload }),
    })
    return { answer, name: String(answer.headers['content-disposition']) }
  }

  test('the workbook has the name of the specification and says what the screen says', async () => {
    const holding = await oneHolding(books, 'WAP')
    await holding.buy('2026-01-05', 1000, 20, { costOfFunds: 9.5 })
    await holding.sell('2026-02-05', 400, 25, { costOfFunds: 9.5 })
    const { portfolioId } = holding
    const { answer, name } = await exported({ portfolioId, timeRange: '6M' })
    expect(answer.statusCode).toBe(200)
    expect(name).toContain(`filename="realized-pnl-${portfolioId}-6M.xlsx"`)
    const { rows } = await sheetOf(answer.rawPayload)
    const data = await dataOf({ portfolioId, timeRange: '6M' })
    const figure = (label: string) => rows.find((row) => row[0] === label)?.[1]
    expect(figure('Net realized capital gain (LKR)')).toBe(data.portfolioSummary.netRealizedPnL)
    expect(figure('After fees and cost of funds (LKR)')).toBe(data.realizedPnL)
    const head = rows.findIndex((row) => row[0] === 'Type')
    const column = (header: string) => rows[head]?.indexOf(header) ?? -1
    const sale = rows.find((row) => row[0] === 'SELL')
    expect(rows.slice(head + 1).map((row) => row[0])).toEqual(['SELL', 'BUY'])
    expect(sale?.[column('Realized Capital Gain (LKR)')]).toBe(2000)
    expect(sale?.[column('After Fees and Cost of Funds (LKR)')]).toBe(data.realizedPnL)
  })

  test('it is named by portfolio and range: all, one year, own days; a body counts as well', async () => {
    expect((await exported({})).name).toContain('"realized-pnl-all-1Y.xlsx"')
    const own = await exported({ startDate: '2026-01-01', endDate: '2026-03-31' })
    expect(own.name).toContain('"realized-pnl-all-2026-01-01-to-2026-03-31.xlsx"')
    const { name } = await exported({}, { portfolioId: 'grow', timeRange: '3Y' })
    expect(name).toContain('"realized-pnl-GROW-3Y.xlsx"')
  })

  test('a report says what the screen says, in short or with the trades', async () => {
    const holding = await oneHolding(books, 'WAP')
    await holding.buy('2026-01-05', 1000, 20)
    await holding.sell('2026-02-05', 400, 25)
    const query = { portfolioId: holding.portfolioId, timeRange: '1Y' as const }
    const data = await dataOf(query)
    const { report: short } = await ask(api, realized.report, { query })
    expect(short).toMatchObject({
      reportType: 'summary',
      fileName: `realized-pnl-${holding.portfolioId}-1Y`,
      portfolioSummary: data.portfolioSummary,
      realizedPnL: data.realizedPnL,
      tradeHistory: [],
    })
    const { report: long } = await ask(api, realized.report, {
      query: {},
      body: { ...query, reportType: 'detailed' },
    })
    expect(long).toMatchObject({ reportType: 'detailed', tradeHistory: data.tradeHistory })
    const wrong = await api.call(realized.report, { query: { reportType: 'long' } })
    expect([wrong.status, Object.keys(messages(wrong))]).toEqual([400, ['reportType']])
  })
})
