/** Mark-to-market runs through the API on a real PostgreSQL: posted, the same again, replaced, reversed, locked, stale; several people at once. */
import { type Entity, periods } from '@em/contract/periods/periods'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { prices } from '@em/contract/prices/prices'
import { type ValuationPreview, type ValuationRunDetail, valuations } from '@em/contract/valuation/valuation'
import { beforeAll, describe, expect, test } from 'vitest'
import { postEntries } from '../../src/features/ledger/posting/post-entries.commands.ts'
import { sendAudits } from '../../src/platform/acts.ts'
import { acceptsNothing } from '../../src/platform/recorded-by.ts'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'
import { memoryIsOver } from '../support/identity.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { lockBooks } from '../support/own-entity.ts'
import { recordPrices } from '../support/prices.ts'
import { untilHeldUp } from '../support/waits.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-15' })
  books = await startBooks(api)
})

type Run = ValuationRunDetail & Refused
const run = (
  of: OneHolding | null,
  date: string,
  more: { headers?: Record<string, string>; token?: string } = {},
) => api.call<Run>(valuations.run, { body: { date, portfolioId: of?.portfolioId ?? 'all' }, ...more })
const previewOf = async (of: OneHolding | null, date: string) => {
  const answer = await api.call<ValuationPreview & Refused>(valuations.run, {
    query: { dryRun: 1 },
    body: { date, portfolioId: of?.portfolioId ?? 'all' },
  })
  return answer
}
const reverse = (id: number, reason = 'A wrong price') =>
  api.call<Run>(valuations.reverse, { params: { id }, body: { reason } })
const state = async (id: number) => (await ask(api, valuations.get, { params: { id } })).state

/** The lines of the valuation entries of a portfolio, in the order of posting: day, account, debits less credits, kind. */
const entries = (of: OneHolding) =>
  api.database.query<{ id: number; date: string; code: string; amount: string; reversal: number | null }>(
    `SELECT h.id, h.entry_date AS date, a.account_code AS code, sum(l.debit - l.credit) AS amount, h.reversal_of AS reversal
       FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id JOIN chart_of_accounts a ON a.id = l.account_id
      WHERE h.kind = 'valuation' AND l.portfolio_id = $1 GROUP BY h.id, a.id ORDER BY h.id, a.account_code`,
    [of.id],
  )
const amounts = async (of: OneHolding) =>
  (await entries(of)).map(({ date, code, amount }) => `${date} ${code} ${amount}`)

let made = 0
async function apart(treatment = 'FVTPL'): Promise<{ of: OneHolding; entity: Entity }> {
  const of = await oneHolding(books, 'WAP', treatment)
  made += 1
  const name = `Valued ${made}`
  const [row] = await api.database.query<{ version: number }>(
    'SELECT version FROM portfolios WHERE id = $1',
    [of.id],
  )
  await ask(api, portfolios.routes.update, {
    params: { id: of.id },
    body: { entity: name, version: row?.version },
  })
  const entity = (await api.ask(periods.list)).find((one) => one.name === name)
  if (entity === undefined) throw new Error('no entity was made')
  return { of, entity }
}
const clean = async (of: OneHolding) =>
  expect(await verifyBooks(api.database, { portfolioId: of.id })).toEqual([])

describe('a run', () => {
  test('posts the difference to the fair value of the day, and reverses it on the next', async () => {
    const { of } = await apart()
    await recordPrices(api, '2026-03-31', { 'JKH.N0000': 26 })
    await of.buy('2026-01-05', 1000, 20)
    const { status, body } = await run(of, '2026-03-31')
    expect([status, body]).toMatchObject([
      201,
      {
        date: '2026-03-31',
        reversal_date: '2026-04-01',
        state: 'posted',
        portfolioId: of.portfolioId,
        carrying: 20_000,
        fair_value: 26_000,
        difference: 6_000,
        exceptions: 0,
        states: { posted: 1, stale: 0, replaced: 0, reversed: 0 },
        details: [{ treatment: 'FVTPL', price_basis: 'Last Trade', is_new: true, holdings: 1 }],
      },
    ])
    expect(await amounts(of)).toEqual([
      '2026-03-31 1110 6000.00',
      '2026-03-31 4110 -6000.00',
      '2026-04-01 1110 -6000.00',
      '2026-04-01 4110 6000.00',
    ])
    const lines = await ask(api, valuations.lines, { params: { id: body.id }, query: {} })
    expect(lines).toEqual([
      {
        portfolioId: of.portfolioId,
        portfolioName: expect.any(String),
        equity_id: expect.any(Number),
        symbol: 'JKH.N0000',
        company_name: 'John Keells Holdings PLC',
        quantity: 1000,
        cost: 20_000,
        capitalised: 0,
        carrying: 20_000,
        price: 26,
        price_date: '2026-03-31',
        price_kind: 'last trade',
        price_source: 'summary',
        price_age: 0,
        level: 1,
        fair_value: 26_000,
        difference: 6_000,
        posted: 6_000,
        exceptions: [],
      },
    ])
    await clean(of)
  })

  test('FVOCI: capitalised costs are carried, and the other side is the reserve', async () => {
    const { of } = await apart('FVOCI')
    await recordPrices(api, '2026-03-31', { 'JKH.N0000': 26 })
    await of.buy('2026-01-05', 1000, 20)
    const { body } = await run(of, '2026-03-31')
    expect(body).toMatchObject({ carrying: 20_224, fair_value: 26_000, difference: 5_776 })
    expect((await amounts(of)).slice(0, 2)).toEqual(['2026-03-31 1110 5776.00', '2026-03-31 3200 -5776.00'])
    await clean(of)
  })

  test('a look shows every line and what it would post, and writes nothing', async () => {
    const { of } = await apart()
    await of.buy('2026-01-05', 1000, 20)
    await of.buy('2026-01-06', 100, 30, { symbol: 'SAMP.N0000', companyName: 'Sampath Bank PLC' })
    const { status, body } = await previewOf(of, '2026-03-31')
    expect([status, body]).toMatchObject([
      200,
      {
        dryRun: true,
        is_same: false,
        holdings: 2,
        exceptions: 1,
        portfolios: [{ portfolioId: of.portfolioId, change: 'new', replaces: null, locked_through: null }],
        lines: [
          { symbol: 'JKH.N0000', difference: 6_000, level: 1, exceptions: [] },
          {
            symbol: 'SAMP.N0000',
            price: null,
            fair_value: 3_000,
            difference: 0,
            level: 3,
            exceptions: ['unpriced'],
          },
        ],
        postings: [
          { account_code: '1110', debit: 6_000, credit: 0 },
          { account_code: '4110', debit: 0, credit: 6_000 },
        ],
      },
    ])
    expect(await entries(of)).toEqual([])
    expect(await ask(api, valuations.list, { query: { portfolioId: of.portfolioId } })).toEqual([])
  })

  test('a holding without a price is valued at cost and named', async () => {
    const { of } = await apart()
    await of.buy('2026-01-06', 100, 30, { symbol: 'SAMP.N0000', companyName: 'Sampath Bank PLC' })
    const { body } = await run(of, '2026-03-31')
    expect(body).toMatchObject({
      carrying: 3_000,
      fair_value: 3_000,
      exceptions: 1,
      details: [{ entry_id: null }],
    })
    const named = await ask(api, valuations.lines, { params: { id: body.id }, query: { exceptions: '1' } })
    expect(named).toMatchObject([{ symbol: 'SAMP.N0000', price: null, level: 3, exceptions: ['unpriced'] }])
    await clean(of)
  })

  test('takes no price of a later day; an old one is stale, a typed one of level 3', async () => {
    const { of } = await apart()
    await of.buy('2026-01-05', 1000, 20)
    const { body: before } = await previewOf(of, '2026-03-30')
    expect(before.lines).toMatchObject([{ price: null, exceptions: ['unpriced'] }])
    const { body: later } = await previewOf(of, '2026-04-21')
    expect(later.lines).toMatchObject([
      { price: 26, price_date: '2026-03-31', level: 2, exceptions: ['stale'] },
    ])
    await ask(api, prices.record, {
      params: { date: '2026-04-21' },
      body: { source: 'typed', rows: [{ symbol: 'JKH.N0000', last_trade: 27 }] },
    })
    const { body: typed } = await previewOf(of, '2026-04-21')
    expect(typed.lines).toMatchObject([{ price: 27, price_source: 'typed', level: 3, exceptions: ['typed'] }])
    // Poya: the last market day before it.
    const { body: closed } = await previewOf(of, '2026-04-01')
    expect(closed.lines).toMatchObject([{ price: 26, price_date: '2026-03-31', price_age: 0, level: 1 }])
  })

  test.each([
    ['a future date', '2026-06-16', 422, 'valuation.future'],
    ['a day on which nothing was held', '2025-12-31', 422, 'valuation.nothing'],
  ])('refuses %s', async (_, date, status, code) => {
    const { of } = await apart()
    await of.buy('2026-01-05', 1000, 20)
    expect(await run(of, date)).toMatchObject({ status, body: { code } })
    expect(await previewOf(of, date)).toMatchObject({ status, body: { code } })
    expect(await entries(of)).toEqual([])
  })

  test('of today is taken back tomorrow', async () => {
    const { of } = await apart()
    await of.buy('2026-06-12', 1000, 20)
    const { status, body } = await run(of, '2026-06-15')
    expect([status, body.reversal_date]).toEqual([201, '2026-06-16'])
  })
})

describe('the same input again', () => {
  test('answers 200 with the same run, also under the same key, and posts nothing', async () => {
    const { of } = await apart()
    await of.buy('2026-01-05', 1000, 20)
    const headers = { 'idempotency-key': `key ${of.id}` }
    const first = await run(of, '2026-03-31', { headers })
    const again = await run(of, '2026-03-31')
    const keyed = await run(of, '2026-03-31', { headers })
    expect([first.status, again.status, keyed.status]).toEqual([201, 200, 201])
    expect([again.body.id, keyed.body.id]).toEqual([first.body.id, first.body.id])
    expect(keyed.headers['idempotent-replayed']).toBe('true')
    expect(await entries(of)).toHaveLength(4)
    expect((await previewOf(of, '2026-03-31')).body).toMatchObject({
      is_same: true,
      portfolios: [{ change: 'same' }],
    })
  })

  test('by two people at once is one run', async () => {
    const { of } = await apart()
    await of.buy('2026-01-05', 1000, 20)
    const other = await api.signUp()
    const both = await Promise.all([run(of, '2026-03-31'), run(of, '2026-03-31', { token: other.token })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 201])
    expect(new Set(both.map(({ body }) => body.id)).size).toBe(1)
    expect(await entries(of)).toHaveLength(4)
    await clean(of)
  })
})

describe('changed input', () => {
  test('replaces the run: both old entries are reversed on their own dates, and new ones are posted', async () => {
    const { of } = await apart()
    await of.buy('2026-01-05', 1000, 20)
    const { body: old } = await run(of, '2026-03-31')
    await of.buy('2026-03-30', 200, 21)
    expect(await state(old.id)).toBe('stale')
    expect((await previewOf(of, '2026-03-31')).body).toMatchObject({
      is_same: false,
      portfolios: [{ change: 'replaces', replaces: { run: old.id, difference: 6_000 }, difference: 7_000 }],
    })
    const { status, body } = await run(of, '2026-03-31')
    expect([status, body]).toMatchObject([201, { state: 'posted', difference: 7_000 }])
    expect(await amounts(of)).toEqual([
      '2026-03-31 1110 6000.00',
      '2026-03-31 4110 -6000.00',
      '2026-04-01 1110 -6000.00',
      '2026-04-01 4110 6000.00',
      '2026-03-31 1110 7000.00',
      '2026-03-31 4110 -7000.00',
      '2026-04-01 1110 -7000.00',
      '2026-04-01 4110 7000.00',
      '2026-03-31 1110 -6000.00',
      '2026-03-31 4110 6000.00',
      '2026-04-01 1110 6000.00',
      '2026-04-01 4110 -6000.00',
    ])
    expect(await ask(api, valuations.get, { params: { id: old.id } })).toMatchObject({
      state: 'replaced',
      details: [{ state: 'replaced', in_force_by: body.id }],
    })
    // Its lines are kept unchanged.
    const stored = await ask(api, valuations.lines, { params: { id: old.id }, query: {} })
    expect(stored).toMatchObject([{ quantity: 1000, difference: 6_000 }])
    await clean(of)
  })

  test('a trade after the day changes nothing; a correction, a deletion and a sale until it do', async () => {
    const { of } = await apart()
    const { id } = await of.buy('2026-01-05', 1000, 20)
    const { body } = await run(of, '2026-03-31')
    await of.buy('2026-04-02', 200, 21)
    await of.sell('2026-04-07', 100, 25)
    expect(await state(body.id)).toBe('posted')
    await of.change('buy', id, {
      tradeDate: '2026-01-05',
      settlementDate: '2026-01-05',
      quantity: 900,
      price: 20,
    })
    expect(await state(body.id)).toBe('stale')
    const second = await run(of, '2026-03-31')
    expect([second.status, await state(second.body.id)]).toEqual([201, 'posted'])
    await of.sell('2026-03-31', 100, 25)
    expect(await state(second.body.id)).toBe('stale')
    expect((await run(of, '2026-03-31')).status).toBe(201)
    await clean(of)
  })

  test('that comes to the same again is confirmed: 200, and not stale any more', async () => {
    const { of } = await apart()
    await of.buy('2026-01-05', 1000, 20)
    const { body } = await run(of, '2026-03-31')
    const late = await of.buy('2026-02-05', 100, 20)
    await of.remove('buy', late.id)
    expect(await state(body.id)).toBe('stale')
    const again = await run(of, '2026-03-31')
    expect([again.status, again.body.id, again.body.state]).toEqual([200, body.id, 'posted'])
    expect(await entries(of)).toHaveLength(4)
    await clean(of)
  })
})

describe('a price', () => {
  const day = (symbol: string, date: string, lastTrade: number) =>
    recordPrices(api, date, { [symbol]: lastTrade })
  const holding = async (basis = 'Last Trade') => {
    const { of } = await apart()
    const [row] = await api.database.query<{ version: number }>(
      'SELECT version FROM portfolios WHERE id = $1',
      [of.id],
    )
    await ask(api, portfolios.routes.update, {
      params: { id: of.id },
      body: { priceBasis: basis, version: row?.version },
    })
    made += 1
    const symbol = `PR${made}.N0000`
    const answer = await api.call('POST /equities', { body: { name: `Priced ${made} PLC`, symbol } })
    expect(answer.status).toBe(201)
    await of.buy('2026-05-04', 1000, 20, { symbol, companyName: `Priced ${made} PLC` })
    return { of, symbol }
  }

  test('that was used, or is newer until the day, makes a run stale when it changes', async () => {
    const { of, symbol } = await holding()
    await day(symbol, '2026-05-20', 21)
    const { body } = await run(of, '2026-05-27')
    await day(symbol, '2026-05-19', 30)
    await day(symbol, '2026-05-29', 30)
    expect(await state(body.id)).toBe('posted')
    await day(symbol, '2026-05-20', 21)
    expect(await state(body.id)).toBe('posted')
    await day(symbol, '2026-05-25', 22)
    expect(await state(body.id)).toBe('stale')
    const second = await run(of, '2026-05-27')
    expect([second.status, second.body.difference]).toEqual([201, 2_000])
    await day(symbol, '2026-05-25', 23)
    expect(await state(second.body.id)).toBe('stale')
    await day(symbol, '2026-05-25', 22)
    expect(await run(of, '2026-05-27')).toMatchObject({
      status: 200,
      body: { id: second.body.id, state: 'posted' },
    })
    await ask(api, prices.record, {
      params: { date: '2026-05-25' },
      body: { source: 'typed', rows: [{ symbol, last_trade: null }] },
    })
    expect(await state(second.body.id)).toBe('stale')
    await clean(of)
  })

  test('that comes for what had none makes a run stale', async () => {
    const { of, symbol } = await holding()
    const { body } = await run(of, '2026-05-27')
    expect(body.exceptions).toBe(1)
    await day(symbol, '2026-05-11', 21)
    expect(await state(body.id)).toBe('stale')
  })

  test('by close is the close, else the previous close of the next market day, which makes a run stale', async () => {
    const { of, symbol } = await holding('Close')
    const recordClose = (date: string, more: { close?: number; previous?: number }) =>
      api.database.transaction(async (tx) => {
        const [set] = await tx.query<{ id: number }>(
          `INSERT INTO price_sets (act_id, source, trade_date, rows, added, changed, removed, recorded_by) VALUES (1, 'feed', $1, 1, 1, 0, 0, 1) RETURNING id`,
          [date],
        )
        await tx.query(
          `INSERT INTO price_versions (symbol, trade_date, version, set_id, is_removed, last_trade, close, previous_close)
           SELECT $1, $2, 1 + coalesce((SELECT max(version) FROM price_versions WHERE symbol = $1 AND trade_date = $2), 0), $3, false, 21, $4, $5`,
          [symbol, date, set?.id, more.close ?? null, more.previous ?? null],
        )
        await tx.query('SELECT keep_newest_prices($1)', [set?.id])
      })
    await recordClose('2026-05-20', {})
    const first = await run(of, '2026-05-20')
    expect(first.body).toMatchObject({ difference: 1_000, exceptions: 1 })
    await recordClose('2026-05-21', { previous: 21.5 })
    expect(await state(first.body.id)).toBe('stale')
    const second = await run(of, '2026-05-20')
    expect(second.body).toMatchObject({ difference: 1_500, exceptions: 0 })
    await recordClose('2026-05-22', { previous: 22 })
    expect(await state(second.body.id)).toBe('posted')
    await recordClose('2026-05-20', { close: 21.75 })
    expect(await state(second.body.id)).toBe('stale')
    const { body } = await run(of, '2026-05-20')
    expect(body.difference).toBe(1_750)
    // Positions of the day are valued by the same price, of this portfolio's basis.
    const positions = await api.call<{ marketPrice: number; grossSales: number }[]>(
      `GET /transaction-entries/portfolio/${of.portfolioId}/positions`,
      { query: { asOf: '2026-05-20' } },
    )
    expect(positions.body).toMatchObject([{ marketPrice: 21.75, grossSales: body.fair_value }])
    await clean(of)
  })
})

describe('reversing', () => {
  test('takes back what is in force, with a reason; a later run posts anew', async () => {
    const { of } = await apart()
    await of.buy('2026-01-05', 1000, 20)
    const { body } = await run(of, '2026-03-31')
    expect((await api.call<Refused>(valuations.reverse, { params: { id: body.id }, body: {} })).status).toBe(
      400,
    )
    const { status, body: done } = await reverse(body.id)
    expect([status, done]).toMatchObject([
      201,
      {
        state: 'reversed',
        details: [
          { state: 'reversed', reversed: { by: 'Nimal Perera', reason: 'A wrong price' }, in_force_by: null },
        ],
      },
    ])
    expect((await amounts(of)).slice(4)).toEqual([
      '2026-03-31 1110 -6000.00',
      '2026-03-31 4110 6000.00',
      '2026-04-01 1110 6000.00',
      '2026-04-01 4110 -6000.00',
    ])
    expect(await reverse(body.id)).toMatchObject({ status: 409, body: { code: 'valuation.ended' } })
    expect(await reverse(999_999)).toMatchObject({ status: 404 })
    const anew = await run(of, '2026-03-31')
    expect([anew.status, anew.body.state]).toEqual([201, 'posted'])
    expect(anew.body.id).not.toBe(body.id)
    expect(await state(body.id)).toBe('reversed')
    await clean(of)
  })

  test('of a run that was replaced is refused', async () => {
    const { of } = await apart()
    await of.buy('2026-01-05', 1000, 20)
    const { body } = await run(of, '2026-03-31')
    await of.buy('2026-01-06', 100, 20)
    await run(of, '2026-03-31')
    expect(await reverse(body.id)).toMatchObject({
      status: 409,
      body: {
        code: 'valuation.ended',
        message: `Run ${body.id} is replaced already: none of its entries is in force.`,
      },
    })
  })
})

describe('a locked date', () => {
  const lock = async (entity: Entity, through: string | null) => {
    const answer = await lockBooks(api, entity.id, through)
    expect(answer.status).toBe(201)
  }

  test('refuses a run, a replacement and a reversal, also where entries could be posted later; the same again it answers', async () => {
    const { of, entity } = await apart()
    await of.buy('2026-01-05', 1000, 20)
    await lock(entity, '2026-02-28')
    expect(await run(of, '2026-02-28')).toMatchObject({
      status: 409,
      body: {
        code: 'valuation.locked',
        message: `The books of ${entity.name} are locked through 28 Feb 2026, so a run on 28 Feb 2026 cannot change them. Open the day first: move the lock back before it.`,
      },
    })
    const { body } = await run(of, '2026-03-31')
    await lock(entity, '2026-03-31')
    expect(await run(of, '2026-03-31')).toMatchObject({ status: 200, body: { id: body.id } })
    expect(await reverse(body.id)).toMatchObject({ status: 409, body: { code: 'valuation.locked' } })
    await recordPrices(api, '2026-03-31', { 'JKH.N0000': 27 })
    expect(await state(body.id)).toBe('stale')
    expect((await previewOf(of, '2026-03-31')).body.portfolios).toMatchObject([
      { change: 'replaces', locked_through: '2026-03-31' },
    ])
    expect(await run(of, '2026-03-31')).toMatchObject({ status: 409, body: { code: 'valuation.locked' } })
    const moved = await api.call(valuations.run, {
      query: { openPeriod: 1 },
      body: { date: '2026-03-31', portfolioId: of.portfolioId },
    })
    expect(moved.status).toBe(409)
    await recordPrices(api, '2026-03-31', { 'JKH.N0000': 26 })
    expect(await entries(of)).toHaveLength(4)
    await clean(of)
  })

  test('leaves a late trade out: it is posted on the first open day, and the run stays as it is', async () => {
    const { of, entity } = await apart()
    await of.buy('2026-01-05', 1000, 20)
    const { body } = await run(of, '2026-03-31')
    await lock(entity, '2026-03-31')
    await of.buy('2026-03-30', 200, 21, {}, '?openPeriod=1')
    expect(await state(body.id)).toBe('posted')
    expect(await run(of, '2026-03-31')).toMatchObject({
      status: 200,
      body: { id: body.id, difference: 6_000 },
    })
    expect((await previewOf(of, '2026-04-30')).body.lines).toMatchObject([{ quantity: 1200, cost: 24_200 }])
    await clean(of)
  })

  test('is refused by the ledger itself', async () => {
    const { of, entity } = await apart()
    await of.buy('2026-01-05', 1000, 20)
    const [equity] = await api.database.query<{ id: number }>(
      "SELECT id FROM equities WHERE symbol = 'JKH.N0000'",
    )
    await lock(entity, '2026-03-31')
    const post = api.database.transaction(
      (tx) =>
        postEntries(
          tx,
          [
            {
              kind: 'valuation',
              entryDate: '2026-03-31',
              transactionType: 'Valuation',
              description: 'By another way',
              reference: null,
              lines: (['fair-value-adjustment', 'unrealized-gain'] as const).map((role, index) => ({
                role,
                portfolioId: of.id,
                equityId: equity?.id ?? 0,
                brokerId: null,
                settlementAccountId: null,
                debit: index === 0 ? 100n : 0n,
                credit: index === 0 ? 0n : 100n,
                transactionType: 'Valuation',
                description: 'By another way',
              })),
            },
          ],
          { kind: 'person', id: 1 },
          acceptsNothing(1),
        ),
      'test',
      [1],
    )
    await expect(post).rejects.toMatchObject({ constraint: 'journal_lines_period_lock' })
  })
})

describe('while others save', () => {
  /** A line on the account of shares dated until the day, posted in a transaction that goes on. */
  async function posting(of: OneHolding, done: Promise<unknown>) {
    const [equity] = await api.database.query<{ id: number }>(
      "SELECT id FROM equities WHERE symbol = 'JKH.N0000'",
    )
    const line = (role: 'investment' | 'payable', debit: bigint, credit: bigint) => ({
      role,
      portfolioId: of.id,
      equityId: equity?.id ?? 0,
      brokerId: null,
      settlementAccountId: null,
      debit,
      credit,
      transactionType: 'Investment Purchase',
      description: 'Shares',
    })
    const entry = (sign: 1 | -1) => ({
      kind: 'event' as const,
      entryDate: '2026-02-02',
      transactionType: 'Investment Purchase',
      description: 'Shares',
      reference: null,
      lines: [
        line('investment', sign === 1 ? 100n : 0n, sign === 1 ? 0n : 100n),
        line('payable', sign === 1 ? 0n : 100n, sign === 1 ? 100n : 0n),
      ],
    })
    let signal: () => void = () => undefined
    const posted = new Promise<void>((resolve) => (signal = resolve))
    const ended = api.database.transaction(
      async (tx) => {
        await postEntries(tx, [entry(1), entry(-1)], { kind: 'person', id: 1 }, acceptsNothing(1))
        sendAudits(tx, [{ action: 'test', entity: 'test', entityId: 0 }])
        signal()
        await done
      },
      'test',
      [1],
    )
    await posted
    return ended
  }

  test('a run waits for who posts already, and is stale from its first moment where that changes what it read', async () => {
    const { of } = await apart()
    await of.buy('2026-01-05', 1000, 20)
    let finish: () => void = () => undefined
    const ended = posting(of, new Promise<void>((resolve) => (finish = resolve)))
    // Posted, and not yet there for anybody else.
    const running = run(of, '2026-03-31')
    expect(await Promise.race([running, untilHeldUp(api)])).toBe('waits')
    finish()
    await ended
    expect(await running).toMatchObject({ status: 201, body: { state: 'stale' } })
    expect(await run(of, '2026-03-31')).toMatchObject({ status: 200, body: { state: 'posted' } })
  })

  test('a run does not wait for who posts elsewhere in time, and a late save after it marks it', async () => {
    const { of } = await apart()
    await of.buy('2026-01-05', 1000, 20)
    const { body } = await run(of, '2026-03-31')
    const saves = await Promise.all([
      of.buy('2026-03-04', 10, 20),
      of.buy('2026-03-03', 10, 20),
      run(of, '2026-03-31'),
    ])
    expect(saves.map((one) => ('status_' in one ? one.status_ : one.status))).toEqual([
      201,
      201,
      expect.anything(),
    ])
    const [now] = await ask(api, valuations.list, { query: { portfolioId: of.portfolioId, limit: 1 } })
    const posted = await previewOf(of, '2026-03-31')
    // In either order, the run in force either equals a run of now or is stale.
    expect(posted.body.is_same || now?.state === 'stale').toBe(true)
    expect(body.id).toBeGreaterThan(0)
  })
})

test('where the mapping changes between the day and the next, both accounts end with what they held before', async () => {
  const { of } = await apart()
  await of.buy('2026-01-05', 1000, 20)
  await run(of, '2026-03-31')
  const made = await api.call('POST /chart-of-accounts', {
    body: { account_code: '1115', account_name: 'Fair value adjustment, new', active_status: 'Yes' },
  })
  expect(made.status).toBe(201)
  const mapped = await api.call('PUT /gl-mappings', {
    body: {
      role: 'fair-value-adjustment',
      portfolioId: of.portfolioId,
      account_code: '1115',
      effective_from: '2026-04-01',
      move_balance: true,
    },
  })
  expect([mapped.status, mapped.body]).toEqual([200, mapped.body])
  const balances = async (date: string) => {
    const rows = await api.database.query<{ code: string; amount: string }>(
      `SELECT a.account_code AS code, sum(l.debit - l.credit) AS amount FROM journal_lines l JOIN chart_of_accounts a ON a.id = l.account_id
        WHERE l.portfolio_id = $1 AND l.entry_date <= $2 AND a.account_code IN ('1110', '1115') GROUP BY 1
       HAVING sum(l.debit - l.credit) <> 0 ORDER BY 1`,
      [of.id, date],
    )
    return rows.map(({ code, amount }) => `${code} ${amount}`)
  }
  expect([await balances('2026-03-31'), await balances('2026-04-01')]).toEqual([['1110 6000.00'], []])
  // Replaced after the mapping had changed: the entry is on the account that was mapped on its day.
  await of.buy('2026-01-06', 200, 21)
  const { body } = await run(of, '2026-03-31')
  expect([await balances('2026-03-31'), await balances('2026-04-01')]).toEqual([['1110 7000.00'], []])
  await clean(of)
  await reverse(body.id)
  expect([await balances('2026-03-31'), await balances('2026-06-15')]).toEqual([[], []])
  await clean(of)
  await run(of, '2026-04-30')
  expect(await balances('2026-04-30')).toEqual(['1115 8200.00'])
  await clean(of)
})

describe('over several portfolios', () => {
  test('one run covers all; one portfolio valued anew belongs to its own run, until a run covers both again', async () => {
    const [one, two] = [(await apart()).of, (await apart('FVOCI')).of]
    await one.buy('2026-01-05', 1000, 20)
    await two.buy('2026-01-05', 500, 20)
    const all = await run(null, '2026-05-29')
    expect(all.status).toBe(201)
    const mine = (body: Run) =>
      body.details.filter(({ portfolioId }) => [one.portfolioId, two.portfolioId].includes(portfolioId))
    expect(mine(all.body)).toMatchObject([
      { state: 'posted', is_new: true },
      { state: 'posted', is_new: true },
    ])
    expect(await run(two, '2026-05-29')).toMatchObject({ status: 200, body: { id: all.body.id } })
    await two.buy('2026-01-06', 100, 20)
    const alone = await run(two, '2026-05-29')
    expect([alone.status, alone.body.portfolios]).toEqual([201, 1])
    const before = await ask(api, valuations.get, { params: { id: all.body.id } })
    expect([before.state, before.states.replaced]).toEqual(['posted', 1])
    const together = await run(null, '2026-05-29')
    expect([together.status, together.body.states]).toMatchObject([201, { replaced: 0, stale: 0 }])
    expect(mine(together.body).map(({ is_new }) => is_new)).toEqual([false, false])
    expect(await state(alone.body.id)).toBe('replaced')
    expect(await run(null, '2026-05-29')).toMatchObject({ status: 200, body: { id: together.body.id } })
    // Taken back as a whole, also what an earlier run had posted.
    expect(await reverse(together.body.id)).toMatchObject({
      status: 201,
      body: { state: 'reversed', states: { posted: 0 } },
    })
    expect(await verifyBooks(api.database)).toEqual([])
  })

  test('of an entity it covers the portfolios of that one alone, and says whose it is', async () => {
    const [{ of: one, entity }, { of: other }] = [await apart(), await apart()]
    await one.buy('2026-01-05', 1000, 20)
    await other.buy('2026-01-05', 500, 20)
    const { status, body } = await api.call<Run>(valuations.run, {
      body: { date: '2026-05-28', entity: entity.name },
    })
    expect([status, body]).toMatchObject([201, { portfolios: 1, entity: entity.name, carrying: 20_000 }])
    expect(await entries(other)).toEqual([])
    const listed = (query: object) => ask(api, valuations.list, { query: { from: '2026-05-28', ...query } })
    const others = (await api.ask(periods.list)).find(({ name }) => name === `Valued ${made}`)
    expect((await listed({ entity: entity.name })).map(({ id }) => id)).toEqual([body.id])
    expect(await listed({ entity: others?.name, to: '2026-05-28' })).toEqual([])
    const all = await run(null, '2026-05-28')
    expect([all.status, all.body.entity]).toEqual([201, null])
    expect((await listed({ entity: others?.name, to: '2026-05-28' })).map(({ id }) => id)).toEqual([
      all.body.id,
    ])
  })

  test('a user with a list of portfolios runs over those, and sees nothing of the others', async () => {
    const [mine, other] = [(await apart()).of, (await apart()).of]
    for (const holding of [mine, other]) await holding.buy('2026-01-05', 1000, 20)
    const person = await api.signUp()
    await api.database.query('UPDATE users SET sees_all = false, changes_all = false WHERE id = $1', [
      person.user.id,
    ])
    await api.database.query(
      'INSERT INTO user_portfolios (user_id, portfolio_id, may_change) VALUES ($1, $2, true)',
      [person.user.id, mine.id],
    )
    await memoryIsOver()
    const { token } = person
    const done = await run(null, '2026-04-30', { token })
    expect([done.status, done.body]).toMatchObject([201, { portfolios: 1, portfolioId: mine.portfolioId }])
    expect(await entries(other)).toEqual([])
    expect((await run(other, '2026-04-30', { token })).status).toBe(404)
    const all = await run(null, '2026-04-30')
    const seen = await api.call<Run>(valuations.get, { params: { id: all.body.id }, token })
    expect(seen.body).toMatchObject({
      portfolios: 1,
      carrying: 20_000,
      details: [{ portfolioId: mine.portfolioId }],
    })
    const lines = await api.call<unknown[]>(valuations.lines, { params: { id: all.body.id }, token })
    expect(lines.body).toHaveLength(1)
  })
})
