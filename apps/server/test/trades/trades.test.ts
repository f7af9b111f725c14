import { brokers } from '@em/contract/brokers/brokers'
import { equities } from '@em/contract/equities/equities'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { trades } from '@em/contract/trades/trades'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { type Books, PORTFOLIO, type Refused, startBooks } from '../support/books.ts'
import { rewindable } from '../support/rewind.ts'

let api: Api
let books: Books
/** For who lists all that there is. */
let rewind: () => Promise<void>

beforeAll(async () => {
  api = await startApi()
  books = await startBooks(api)
  rewind = await rewindable(api)
})

const fields = (body: Refused) =>
  Object.fromEntries((body.details ?? []).map(({ field, message }) => [field, message]))

describe('a buy', () => {
  test('answers what was stored, to the cent', async () => {
    const answer = await books.buy({ description: 'First', generatePayment: 'Yes', dealNumber: '' })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.any(Number),
      version: 1,
      company_name: 'John Keells Holdings PLC',
      symbol: 'JKH.N0000',
      equity_id: expect.any(Number),
      portfolio: 'Growth Fund',
      portfolioId: 'GROW',
      portfolio_record_id: expect.any(Number),
      deal_number: 'BUY-20260615-120000',
      description: 'First',
      quantity: 100_000,
      price: 10,
      gross_value: 1_000_000,
      brokerage: 6_400,
      cse_fees: 840,
      cds_fees: 120,
      clearing_fees: 120,
      sec: 720,
      stl: 3_000,
      step_up: null,
      fee_source: 'schedule',
      net_value: 1_011_200,
      contract_number: 'C-1',
      broker_name: 'Asia Securities (Pvt) Ltd',
      trade_date: '2026-06-15',
      trade_time: null,
      settlement_date: '2026-06-17',
      settlement_account: books.bank,
      account_name: 'Bank Transfer account',
      account_number: '7001',
      bank_name: 'Bank of Ceylon',
      branch_name: 'Colombo 01',
      cash_flow_on_settlement: null,
      payment_method: 'Bank Transfer',
      generate_payment: 'Yes',
      money_generation_cost: 277.04,
      cost_of_funds: 10,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
    const [listed] = await api.ask(trades.buys, { query: { portfolioId: 'GROW' } })
    expect(listed).toEqual(answer.body)
  })

  test('above 100 million takes the step-up on the excess only', async () => {
    const buy = await books.bought({ quantity: 510_000, price: '200.00', contractNumber: 'BIG' })
    expect(buy).toMatchObject({
      gross_value: 102_000_000,
      brokerage: 644_000,
      cse_fees: 85_050,
      cds_fees: 12_150,
      clearing_fees: 12_150,
      sec: 72_900,
      stl: 306_000,
      step_up: 1_132_250,
      net_value: 103_132_250,
    })
    const calculated = await api.ask(trades.calculateBuy, { body: { quantity: 510_000, price: 200 } })
    expect(calculated.stepUp).toEqual({
      first100M: 100_000_000,
      first100MFees: 1_120_000,
      excess: 2_000_000,
      excessFees: 12_250,
      totalStepUpFees: 1_132_250,
      total: 103_132_250,
    })
    expect(calculated.totalFees).toBe(1_132_250)
  })

  test('comes through either door, in either spelling, with numbers or numerals', async () => {
    const stored = {
      company_name: 'john keells holdings plc',
      symbol: 'jkh.n0000',
      portfolio_name: 'growth fund',
      quantity: '250',
      price: '19.90',
      contract_number: 'DOOR',
      broker_name: 'Another broker',
      trade_date: '2026-06-12',
      settlement_date: '2026-06-16',
      settlement_account: String(books.cheque),
      payment_method: 'Cheque',
    }
    const answer = await api.call('POST /transaction-entries/buy', { body: stored })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      symbol: 'JKH.N0000',
      portfolioId: 'GROW',
      gross_value: 4_975,
      account_number: '7002',
      broker_name: 'Another broker',
      cost_of_funds: null,
      money_generation_cost: 0,
    })
    for (const route of [trades.buys, trades.buyAll, trades.byPortfolio]) {
      const listed = await api.ask(route, { query: { portfolio: 'GROW' } })
      expect(listed[0]?.contract_number).toBe('DOOR')
    }
  })

  test.each([
    ['GROW', undefined],
    ['growth fund', undefined],
    [undefined, 'GROW'],
    ['Growth Fund', 'grow'],
  ])('takes the portfolio as %s and %s, and by its id', async (portfolio, portfolioId) => {
    const buy = await books.bought({ portfolio, portfolioId })
    expect(buy.portfolioId).toBe('GROW')
    const byId = await books.bought({ portfolioId: buy.portfolio_record_id })
    expect(byId.portfolio_record_id).toBe(buy.portfolio_record_id)
  })

  test('drops what it does not know and what the server computes itself', async () => {
    const buy = await books.bought({
      gross_value: 1,
      net_value: 1,
      brokerage: 1,
      totalFees: 0,
      is_deleted: true,
      id: 999_999,
      wealth: '<script>',
    })
    expect(buy).toMatchObject({ gross_value: 1_000_000, brokerage: 6_400, net_value: 1_011_200 })
    expect(buy.id).not.toBe(999_999)
    expect(buy).not.toHaveProperty('wealth')
  })

  test('keeps texts as they are, SQL and HTML too', async () => {
    const texts = {
      contractNumber: `'; DROP TABLE em.trades; --`,
      description: `<img src=x onerror="alert(1)"> \u0dc1\u0dca\u200d\u0dbb\u0dd3`,
      brokerName: `{{7*7}} %s \\`,
    }
    const buy = await books.bought(texts)
    expect(buy).toMatchObject({
      contract_number: texts.contractNumber,
      description: texts.description,
      broker_name: texts.brokerName,
    })
  })

  test('of a portfolio that fits no treatment, or under a contract number once more, warns and is stored', async () => {
    await api.ask(portfolios.routes.create, {
      body: {
        ...PORTFOLIO,
        portfolioId: 'OLD',
        portfolioName: 'Old Fund',
        accountingTreatment: 'HTM',
      } as never,
    })
    const first = await books.bought({ portfolioId: 'OLD', contractNumber: 'TWICE' })
    expect(first.warnings).toHaveLength(1)
    const second = await books.bought({ portfolioId: 'OLD', contractNumber: 'TWICE' })
    expect(second.warnings).toHaveLength(2)
    const otherDay = await books.bought({
      portfolioId: 'OLD',
      contractNumber: 'TWICE',
      tradeDate: '2026-06-12',
    })
    expect(otherDay.warnings).toHaveLength(1)
  })
})

describe('fees as charged', () => {
  const charged = { brokerage: 5_000, cseFees: 840, cds_fees: '120.00', clearing_fees: 120, sec: 720, stl: 0 }

  test('are posted, the schedule’s are kept with them', async () => {
    const buy = await books.bought({ feeSource: 'contract', ...charged })
    expect(buy).toMatchObject({
      brokerage: 5_000,
      stl: 0,
      net_value: 1_006_800,
      fee_source: 'contract',
    })
    const [version] = await api.database.query(
      'SELECT fee_source, schedule_fees::text AS kept FROM trade_versions WHERE trade_id = $1',
      [buy.id],
    )
    expect(version).toEqual({ fee_source: 'contract', kept: '{6400.00,840.00,120.00,120.00,720.00,3000.00}' })
    const lines = await api.database.query<{ role: string }>(
      `SELECT role FROM journal_lines l JOIN journal_entries h ON h.id = l.entry_id WHERE h.trade_id = $1 AND role LIKE 'fee.%' ORDER BY 1`,
      [buy.id],
    )
    expect(lines.map(({ role }) => role)).toEqual([
      'fee.brokerage',
      'fee.cds',
      'fee.clearing',
      'fee.cse',
      'fee.sec',
    ])
  })

  test('are all six or none', async () => {
    const { brokerage, ...others } = charged
    const answer = await books.buy({ feeSource: 'manual', ...others })
    expect(answer.status).toBe(400)
    expect(Object.keys(fields(answer.body))).toEqual(['brokerage'])
    expect(brokerage).toBe(5_000)
  })
})

describe('a buy that is not well formed', () => {
  const TOO_LONG = 'x'.repeat(2_000)
  test.each<[string, unknown[]]>([
    ['companyName', [undefined, '', 7, TOO_LONG, 'a\u0000b', {}]],
    ['symbol', [undefined, '', ['JKH'], TOO_LONG]],
    ['quantity', [undefined, '', 0, -5, 1.5, '1e3', 'NaN', 1e308, 1_000_000_000_001, true, null]],
    ['price', [undefined, 0, -1, 1.00001, 'abc', 1e13, 'Infinity', '0x10', [10]]],
    ['contractNumber', [undefined, '', TOO_LONG]],
    ['brokerName', [undefined, '  ', TOO_LONG]],
    ['tradeDate', [undefined, '', '15/06/2026', '2026-02-30', '2026-06-15T00:00', 20260615, '1066-10-14']],
    ['settlementDate', [undefined, 'soon', '2026-13-01']],
    ['settlementAccount', [undefined, '', 'cash', -1, 0, 1.5, 1e30]],
    ['paymentMethod', ['Barter', 5]],
    ['costOfFunds', [-1, 1001, 'x', 1.23456]],
    ['generatePayment', ['Maybe', true]],
    ['feeSource', ['guess']],
    ['description', [TOO_LONG, 5]],
    ['dealNumber', [TOO_LONG]],
    ['cashFlowOnSettlement', [TOO_LONG]],
    ['brokerage', [-1, 1.001, 1e13]],
    ['preview', ['x', {}]],
  ])('names the field %s', async (field, values) => {
    const before = await api.database.query('SELECT count(*) FROM trades')
    for (const value of values) {
      const answer = await books.buy({ [field]: value })
      expect([answer.status, answer.body.code], `${field} = ${JSON.stringify(value)}`).toEqual([
        400,
        'request.invalid',
      ])
      const named = Object.keys(fields(answer.body)).map((path) => path.split('.')[0])
      expect(named, `${field} = ${JSON.stringify(value)}`).toContain(field)
    }
    expect(await api.database.query('SELECT count(*) FROM trades')).toEqual(before)
  })

  test('names the portfolio when none is given', async () => {
    const answer = await books.buy({ portfolioId: undefined })
    expect([answer.status, fields(answer.body)]).toEqual([400, { portfolio: 'Please choose a portfolio.' }])
  })

  test.each([
    ['not JSON', '{"quantity": ', 400],
    ['no body', undefined, 400],
    ['an array', [], 400],
    ['null', 'null', 400],
    ['a text', '"x"', 400],
  ])('as %s', async (_, body, status) => {
    const answer = await api.call('POST /transaction-entries/buy', { body })
    expect(answer.status).toBe(status)
  })

  test('as another media type', async () => {
    const answer = await api.call('POST /transaction-entries/buy', {
      body: 'quantity=5',
      headers: { 'content-type': 'text/plain' },
    })
    expect(answer.status).toBe(415)
  })

  test('as 10 megabytes', async () => {
    const answer = await api.call('POST /transaction-entries/buy', {
      body: { description: 'x'.repeat(10_000_000) },
    })
    expect(answer.status).toBe(413)
  })

  test('without a token', async () => {
    for (const door of [trades.saveBuy, trades.enterBuy, trades.calculateBuy]) {
      expect((await api.call(door, { body: {}, token: null })).status).toBe(401)
    }
    for (const route of [trades.buys, trades.buyAll, trades.byPortfolio, trades.nextDealNumber]) {
      expect((await api.call(route, { token: null })).status).toBe(401)
    }
  })
})

describe('a buy that the rules refuse', () => {
  beforeAll(async () => {
    for (const [portfolioId, status] of [
      ['SUSP', 'Suspended'],
      ['SHUT', 'Closed'],
      ['IDLE', 'Inactive'],
    ]) {
      const body = { ...PORTFOLIO, portfolioId, portfolioName: `${portfolioId} Fund`, status } as never
      await api.ask(portfolios.routes.create, { body })
    }
    const body = { symbol: 'GONE.N0000', name: 'Gone PLC', isActive: false } as never
    await api.ask(equities.routes.create, { body })
  })

  test.each<[string, Record<string, unknown>, number, string, string | null]>([
    ['a suspended portfolio', { portfolioId: 'SUSP' }, 422, 'portfolio.not-active', 'portfolio'],
    ['a closed portfolio', { portfolioId: 'SHUT' }, 422, 'portfolio.not-active', 'portfolio'],
    ['an inactive portfolio', { portfolioId: 'IDLE' }, 422, 'portfolio.not-active', 'portfolio'],
    ['an unknown portfolio', { portfolioId: 'NONE' }, 404, 'record.missing', null],
    ['two portfolios', { portfolio: 'Holding Fund' }, 422, 'portfolio.mismatch', null],
    [
      'an inactive security',
      { symbol: 'GONE.N0000', companyName: 'Gone PLC' },
      422,
      'equity.inactive',
      'symbol',
    ],
    ['an unknown symbol', { symbol: 'XXX.N0000' }, 404, 'record.missing', 'symbol'],
    ['another company', { companyName: 'Sampath Bank PLC' }, 422, 'equity.symbol-mismatch', 'symbol'],
    [
      'a Saturday',
      { tradeDate: '2026-06-13', settlementDate: '2026-06-17' },
      422,
      'trade.not-a-market-day',
      'tradeDate',
    ],
    [
      'a Sunday',
      { tradeDate: '2026-06-14', settlementDate: '2026-06-17' },
      422,
      'trade.not-a-market-day',
      'tradeDate',
    ],
    [
      'a holiday',
      { tradeDate: '2026-05-28', settlementDate: '2026-06-17' },
      422,
      'trade.not-a-market-day',
      'tradeDate',
    ],
    [
      'a holiday of every year',
      { tradeDate: '2019-02-04', settlementDate: '2026-06-17' },
      422,
      'trade.not-a-market-day',
      'tradeDate',
    ],
    ['tomorrow', { tradeDate: '2026-06-16' }, 422, 'trade.date-in-future', 'tradeDate'],
    [
      'a settlement before the trade',
      { settlementDate: '2026-06-12' },
      422,
      'trade.settlement-before-trade',
      'settlementDate',
    ],
    ['less than a cent', { quantity: 1, price: '0.0049' }, 422, 'trade.gross-too-small', 'price'],
    [
      'more than a billion thousand',
      { quantity: 1_000_000_000, price: 1_000 },
      422,
      'trade.gross-too-large',
      'quantity',
    ],
    [
      'an unknown settlement account',
      { settlementAccount: 999_999 },
      404,
      'record.missing',
      'settlementAccount',
    ],
    [
      'an account of another payment method',
      { paymentMethod: 'Cheque' },
      422,
      'settlement-account.method-mismatch',
      'paymentMethod',
    ],
    [
      'a day before the fee schedule',
      { tradeDate: '2010-06-15', settlementDate: '2010-06-17' },
      422,
      'tariff.missing',
      'tradeDate',
    ],
  ])('for %s', async (_, changes, status, code, field) => {
    const count =
      'SELECT (SELECT count(*) FROM trades) AS t, (SELECT count(*) FROM journal_lines) AS l, (SELECT count(*) FROM audit) AS a'
    const before = await api.database.query(count)
    const answer = await books.buy(changes)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    if (field !== null) expect(Object.keys(fields(answer.body))).toEqual([field])
    expect(answer.body.message).not.toMatch(/[{}]|undefined|null/)
    expect(await api.database.query(count)).toEqual(before)
  })

  test('a cent is enough', async () => {
    const buy = await books.bought({ quantity: 1, price: '0.005' })
    expect(buy).toMatchObject({ gross_value: 0.01, net_value: 0.01, price: 0.005 })
  })

  test('a name shared by several securities is refused naming the symbols, where only a name is given', async () => {
    const answer = await api.call<Refused>('GET /transaction-entries/wap', {
      query: { portfolioId: 'GROW', company: 'Commercial Bank of Ceylon PLC' },
    })
    expect([answer.status, answer.body.code]).toEqual([422, 'name.ambiguous'])
    expect(answer.body.message).toContain('COMB.N0000, COMB.X0000')
    expect(
      (await books.buy({ companyName: 'Commercial Bank of Ceylon PLC', symbol: 'COMB.X0000' })).status,
    ).toBe(201)
  })
})

describe('the list of buys', () => {
  test('is paged by cursor, complete and without repeats, also while buys come in', async () => {
    await rewind()
    for (let number = 1; number <= 23; number += 1) await books.bought({ contractNumber: `P-${number}` })
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await api.call<{ contract_number: string }[]>(trades.buys, {
        query: { limit: 5, cursor },
      })
      expect(page.status).toBe(200)
      expect(Number(page.headers['x-total-count'])).toBeGreaterThanOrEqual(23)
      seen.push(...page.body.map((buy) => buy.contract_number))
      cursor = page.headers['x-next-cursor'] as string | undefined
      await books.bought({ contractNumber: 'LATER' })
    } while (cursor !== undefined)
    expect(seen).toEqual(Array.from({ length: 23 }, (_, index) => `P-${23 - index}`))
  })

  test.each([
    [{ symbol: 'JKH.N0000', contract: 'F-1' }, { search: 'f-1' }],
    [
      { symbol: 'SAMP.N0000', companyName: 'Sampath Bank PLC', contract: 'F-2' },
      { company: 'sampath bank plc' },
    ],
    [{ portfolioId: 'HOLD', contract: 'F-3' }, { portfolioId: 'HOLD' }],
    [
      { tradeDate: '2026-06-09', contract: 'F-4' },
      { from: '2026-06-08', to: '2026-06-10' },
    ],
  ])('%j is found by %j', async ({ contract, ...changes }, query) => {
    const buy = await books.bought({ ...changes, contractNumber: contract })
    const found = await api.call<{ id: number }[]>(trades.buys, { query })
    expect(found.body.map(({ id }) => id)).toEqual([buy.id])
  })

  test.each([
    [{ from: 'yesterday' }],
    [{ to: '2026-02-30' }],
    [{ cursor: 'x' }],
    [{ limit: '-1' }],
    [{ limit: 'all' }],
  ])('refuses %j as 400', async (query) => {
    const answer = await api.call<Refused>(trades.buys, { query })
    expect([answer.status, answer.body.code]).toEqual([400, 'request.invalid'])
  })

  test.each([
    ["' OR 1=1 --", 0],
    ['_'.repeat(200), 0],
    ['\\', 1],
    ['%', 1],
    ['\u0000', 400],
  ])('a search for %j is only a search', async (search, found) => {
    await books.bought({ brokerName: 'A \\ and a %' })
    const answer = await api.call<unknown[]>(trades.buys, { query: { search, from: '2026-06-15' } })
    if (found === 400) expect(answer.status).toBe(400)
    else expect(answer.body.length > 0).toBe(found > 0)
  })
})

describe('a new trade starts from', () => {
  test('a free deal number, the last market day and its settlement date', async () => {
    await rewind()
    api.clock.set('2026-03-31')
    expect(await api.ask(trades.nextDealNumber)).toEqual({
      deal_number: 'BUY-20260331-120000',
      trade_date: '2026-03-31',
      settlement_date: '2026-04-06',
    })
    api.clock.set('2026-06-13')
    expect(await api.ask(trades.nextDealNumber)).toMatchObject({
      trade_date: '2026-06-12',
      settlement_date: '2026-06-16',
    })
    api.clock.set('2026-06-15')
  })

  test('the schedule of its class and date', async () => {
    const unit = await api.ask(trades.calculateBuy, {
      body: { quantity: 100_000, price: 10, symbol: 'CALC.U0000', costOfFunds: '' },
    })
    expect(unit.stl).toBe(0)
    const early = await api.call<Refused>(trades.calculateBuy, {
      body: { quantity: 1, price: 1, tradeDate: '2001-01-01' },
    })
    expect([early.status, early.body.code]).toEqual([422, 'tariff.missing'])
  })
})

test('a broker by that name is noted on the trade and its lines', async () => {
  const { id } = (await api.ask(brokers.routes.create, { body: { name: 'NDB Securities' } as never })) as {
    id: number
  }
  const buy = await books.bought({ brokerName: 'ndb securities' })
  const [found] = await api.database.query(
    `SELECT v.broker_id, bool_and(l.broker_id = v.broker_id) AS on_lines
       FROM trade_versions v JOIN journal_entries h ON h.trade_id = v.trade_id JOIN journal_lines l ON l.entry_id = h.id
      WHERE v.trade_id = $1 GROUP BY 1`,
    [buy.id],
  )
  expect(found).toEqual({ broker_id: id, on_lines: true })
})
