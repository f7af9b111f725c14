/** Rebalancing: the targets of a portfolio in versions, and the trades that move it to them. */
import { limits } from '@em/contract/limits/limits'
import {
  type RebalancingProposal,
  type RebalancingTargets,
  rebalancing,
} from '@em/contract/proposals/rebalancing'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, PORTFOLIO, type Refused, startBooks } from '../support/books.ts'
import { auditOf, messages, personWith, refused } from '../support/identity.ts'
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

const NAMES: Readonly<Record<string, string>> = {
  'JKH.N0000': 'John Keells Holdings PLC',
  'COMB.N0000': 'Commercial Bank of Ceylon PLC',
  'SAMP.N0000': 'Sampath Bank PLC',
}
const line = (symbol: string, weight: number, more: object = {}) => ({
  symbol,
  weight,
  band: 0,
  lotSize: 1,
  ...more,
})
const TARGETS = {
  version: null as number | null,
  cashTarget: 5,
  minimumTrade: 25_000,
  cashMinimum: 0,
  lines: [line('JKH.N0000', 40), line('COMB.N0000', 40), line('SAMP.N0000', 15)],
}
const send = async (where: string, body: object) => {
  const { status, body: answer } = await api.call(where, { body })
  if (status >= 300) throw new Error(`${where}: ${JSON.stringify(answer)}`)
}
const set = (changes: object = {}, token?: string) =>
  api.call<RebalancingTargets & Refused>(rebalancing.setTargets, {
    params: { portfolio: 'ONE' },
    query: {},
    body: { ...TARGETS, ...changes },
    ...(token && { token }),
  } as never)
const propose = (body: object = {}, token?: string) =>
  api.call<RebalancingProposal & Refused>(rebalancing.propose, {
    body: { portfolioId: 'ONE', ...body },
    ...(token && { token }),
  } as never)
const proposed = async (body: object = {}): Promise<RebalancingProposal> =>
  ask(api, rebalancing.propose, { body: { portfolioId: 'ONE', ...body } })
const tradesOf = ({ rows }: RebalancingProposal) =>
  rows
    .filter(({ quantity, cut }) => quantity !== 0 || cut !== 0)
    .map(({ symbol, quantity, grossValue, totalFees }) => [symbol, quantity, grossValue, totalFees])

/** Vector R1 of the specification: cash 300,000.00 after the purchases. */
async function vectorR1(method = 'WAP') {
  await send('POST /portfolios', {
    ...PORTFOLIO,
    portfolioId: 'ONE',
    portfolioName: 'One Fund',
    accountingTreatment: 'FVTPL',
  })
  await send('POST /portfolio-costing-method', { portfolioId: 'ONE', costing_method: method })
  for (const [symbol, quantity, price] of [
    ['JKH.N0000', 40_000, 19],
    ['COMB.N0000', 4_000, 200],
    ['SAMP.N0000', 3_000, 130],
  ] as const)
    await books.bought({
      portfolioId: 'ONE',
      symbol,
      companyName: NAMES[symbol],
      quantity,
      price,
      tradeDate: '2026-03-03',
      settlementDate: '2026-03-05',
    })
  for (const [symbol, last_trade] of [
    ['JKH.N0000', 20],
    ['COMB.N0000', 201.25],
    ['SAMP.N0000', 137],
  ])
    await send('PUT /prices/2026-04-07', { rows: [{ symbol, last_trade }] })
  const [spent] = await api.database.query<{ cash: number }>(
    `SELECT coalesce(sum(credit - debit), 0)::float8 AS cash FROM journal_lines l JOIN chart_of_accounts a ON a.id = l.account_id
      WHERE a.account_code = '1010' AND l.portfolio_id = (SELECT id FROM portfolios WHERE portfolio_id = 'ONE')`,
  )
  const amount = (spent?.cash ?? 0) + 300_000
  await send('POST /journal-entries', {
    date: '2026-03-03',
    description: 'Capital paid in',
    lines: [
      { account_code: '1010', debit: amount, portfolioId: 'ONE', settlementAccount: books.bank },
      { account_code: '3000', credit: amount, portfolioId: 'ONE' },
    ],
  })
}

describe('a rebalancing', () => {
  test('finds the trades of the specification, their cash, weights and costs', async () => {
    await vectorR1()
    expect((await set()).status).toBe(200)
    const done = await proposed({ costOfFunds: 10 })
    expect([done.value, done.valueAfter, done.fees, done.isSettled]).toEqual([
      2_316_000,
      2_312_538.53,
      3_461.47,
      true,
    ])
    expect(tradesOf(done)).toEqual([
      ['SAMP.N0000', -468, 64_116, 718.09],
      ['COMB.N0000', 596, 119_945, 1_343.38],
      ['JKH.N0000', 6_250, 125_000, 1_400],
    ])
    expect(done.rows.map(({ symbol, weightAfter }) => [symbol, weightAfter])).toEqual([
      ['SAMP.N0000', 15.0001],
      ['COMB.N0000', 39.997],
      ['JKH.N0000', 39.9993],
    ])
    expect(done.cash).toMatchObject({
      target: 5,
      value: 300_000,
      valueAfter: 115_709.53,
      weightAfter: 5.0036,
    })
    expect(done.ladder).toEqual([{ day: '2026-04-10', before: 300_000, after: 115_709.53 }])
    expect([done.buys, done.sales, done.turnover]).toEqual([244_945, 64_116, 13.3446])
    // 468 of 3,000 at 137.00 against an average of 130.00.
    expect(done.capitalGain).toBe(3_276)
    // 247,688.38 - 63,397.91 of purchases beyond sales, 30 days at 10 %.
    expect(done.financing).toEqual({ rate: 10, days: 30, amount: 1_514.72 })
    expect(done.earnBack).toBeGreaterThan(2.24)
    expect(done.leftOut).toEqual([])
  })

  test('cuts purchases so that cash stays at its minimum on every day', async () => {
    await vectorR1()
    await set({ cashMinimum: 150_000 })
    const done = await proposed()
    expect(done.cashMinimum).toBe(150_000)
    expect(done.ladder.every(({ after }) => after >= 150_000)).toBe(true)
    expect(done.rows.find(({ symbol }) => symbol === 'COMB.N0000')?.cut).toBeGreaterThan(0)
    const free = await proposed({ cashMinimum: 0 })
    expect(free.rows.every(({ cut }) => cut === 0)).toBe(true)
  })

  test('leaves what has no target or no price as it is and names it; a sector keeps its shares', async () => {
    await vectorR1()
    await api.database.query(
      `UPDATE equities SET sector = 'Banks' WHERE symbol IN ('COMB.N0000', 'SAMP.N0000')`,
    )
    await set({
      lines: [
        line('COMB.X0000', 10),
        { ...line('', 45), symbol: null, sector: 'Banks' },
        { ...line('', 5), symbol: null, sector: 'Energy' },
      ],
    })
    const done = await proposed()
    expect(done.leftOut).toEqual([
      { what: 'Energy', why: 'No other security of this sector is held with a price.' },
      { what: 'COMB.X0000', why: 'No price is known.' },
      { what: 'JKH.N0000', why: 'It is held without a target.' },
    ])
    const banks = done.rows.filter(({ sector }) => sector === 'Banks')
    expect(banks.reduce((sum, { target }) => sum + (target ?? 0), 0)).toBeCloseTo(45, 4)
    expect(done.rows.find(({ symbol }) => symbol === 'JKH.N0000')).toMatchObject({
      target: null,
      quantity: 0,
    })
  })

  test('a restricted security is not proposed, and this is said; one that is only watched is', async () => {
    await vectorR1()
    await set()
    const restrict = (code: string, subject: object, side: string, hardness: string) =>
      ask(api, limits.create, {
        body: {
          code,
          name: `${code} of April`,
          kind: 'restriction',
          measure: 'restricted',
          subject,
          scope: { type: 'portfolio', id: 'ONE' },
          unit: 'none',
          side,
          hardness,
          reason: 'Closed period of the issuer',
          effectiveFrom: '2026-04-01',
        } as never,
      })
    await restrict('CLOSED', { type: 'issuer', id: 'JKH' }, 'buys', 'hard')
    await restrict('HELD', { type: 'security', id: 'SAMP.N0000' }, 'both', 'soft')
    await restrict('WATCH', { type: 'security', id: 'COMB.N0000' }, 'both', 'inform')
    const found = await proposed()
    expect(tradesOf(found).map(([symbol]) => symbol)).toEqual(['COMB.N0000'])
    expect(found.leftOut).toEqual([
      { what: 'JKH.N0000', why: 'It is restricted (CLOSED of April): it is not bought.' },
      { what: 'SAMP.N0000', why: 'It is restricted (HELD of April): it is neither bought nor sold.' },
    ])
  })

  test('of a portfolio without targets, value or a view of it is refused', async () => {
    const code = async (answer: ReturnType<typeof propose>) => refused((await answer) as never)
    expect(await code(propose())).toEqual([404, 'record.missing'])
    expect(await code(propose({ portfolioId: 'GROW' }))).toEqual([422, 'rebalancing.no-targets'])
    await vectorR1()
    await set()
    const [grow] = await api.database.query<{ id: number }>(
      `SELECT id FROM portfolios WHERE portfolio_id = 'GROW'`,
    )
    const reader = await personWith(api, { roles: ['Portfolio Manager'], sees: [grow?.id ?? 0] })
    expect(await code(propose({}, reader.token))).toEqual([404, 'record.missing'])
    expect(refused((await set({ version: 1 }, reader.token)) as never)).toEqual([404, 'record.missing'])
  })
})

describe('targets', () => {
  test('are kept in versions; a stale one is refused', async () => {
    await vectorR1()
    expect((await ask(api, rebalancing.targets, { params: { portfolio: 'ONE' } })).version).toBeNull()
    expect((await set()).body).toMatchObject({ version: 1, cashTarget: 5, recordedBy: expect.any(String) })
    expect(refused((await set()) as never)).toEqual([409, 'record.stale'])
    const second = (await set({ version: 1, lines: [line('JKH.N0000', 95, { band: 2, lotSize: 100 })] })).body
    expect(second).toMatchObject({
      version: 2,
      lines: [{ symbol: 'JKH.N0000', weight: 95, band: 2, lotSize: 100 }],
    })
    expect((await auditOf(api, 'rebalancing.change-targets')).map(({ after }) => after?.['targets'])).toEqual(
      ['JKH.N0000 40 %, COMB.N0000 40 %, SAMP.N0000 15 %', 'JKH.N0000 95 % ± 2'],
    )
  })

  test('bad input is named', async () => {
    await vectorR1()
    const wrong = async (changes: object) => messages((await set(changes)) as never)
    expect(await wrong({ cashTarget: 6 })).toEqual({
      cashTarget: 'The targets and cash come to 101.0000 %: at most 100 %.',
    })
    expect(await wrong({ lines: [line('JKH.N0000', 1), line('JKH.N0000', 1)] })).toEqual({
      'lines.1.symbol': 'JKH.N0000 has more than one line.',
    })
    expect(await wrong({ lines: [line('JKH.N0000', 1, { sector: 'Banks' })] })).toHaveProperty(
      'lines.0.symbol',
    )
    expect(await wrong({ lines: [line('JKH.N0000', 1, { lotSize: 0 })] })).toHaveProperty('lines.0.lotSize')
    expect(await wrong({ version: undefined })).toHaveProperty('version')
  })
})
