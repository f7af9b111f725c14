/** The register of limits, in versions, how far they are used, and what acts would do to them. */
import { type LimitWithVersions, limits, type UtilisationRow } from '@em/contract/limits/limits'
import { netAssets } from '@em/contract/reports/net-assets'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask, type Refused } from '../support/books.ts'
import { personWith, refused } from '../support/identity.ts'
import { type LimitBooks, startLimitBooks, TODAY } from '../support/limit-books.ts'

let of: LimitBooks
beforeAll(async () => {
  of = await startLimitBooks()
})
beforeEach(() => of.again())

describe('the register', () => {
  test('a limit holds in the version whose first day has come', async () => {
    const first = await of.written()
    expect(first).toMatchObject({
      code: 'ISSUER-10',
      bound: 50,
      state: 'in-force',
      version: 1,
      warning: 90,
      operator: 'above',
    })
    const { body } = await of.api.call<LimitWithVersions>(limits.change, {
      params: { code: 'issuer-10' },
      body: { version: 1, bound: 30, effectiveFrom: '2026-07-01' },
    } as never)
    expect(body).toMatchObject({ bound: 50, version: 1 })
    expect(body.versions.map(({ version, bound }) => [version, bound])).toEqual([
      [2, 30],
      [1, 50],
    ])
    const later = await ask(of.api, limits.list, { query: { asOf: '2026-07-02' } })
    expect(later).toMatchObject([{ bound: 30, version: 2 }])
  })

  test('a mistake is named at its field, with what to do', async () => {
    const fault = async (changes: object) => {
      const { status, body } = await of.write(changes)
      return [status, body.details?.map(({ field, message }) => `${field}: ${message}`) ?? body.code]
    }
    expect(await fault({ bound: 0 })).toEqual([
      400,
      ['bound: The bound must be above 0. To forbid something, write a restriction.'],
    ])
    expect(await fault({ scope: { type: 'all' }, hardness: 'hard' })).toEqual([
      400,
      [
        'hardness: A limit of a group, an entity or all portfolios cannot be hard: choose soft, or the portfolios one by one.',
      ],
    ])
    expect(await fault({ subject: { type: 'issuer', id: 'NONE' } })).toEqual([
      422,
      ['subject.id: The issuer “NONE” is not known. Choose one of the list, or each.'],
    ])
    expect(await fault({ scope: { type: 'portfolio', id: 'NONE' } })).toEqual([
      422,
      ['scope.id: The portfolio “NONE” is not known. Choose one of the list, or all.'],
    ])
    // Of older books: two portfolios that are each below the other.
    await of.api.database.query(
      "UPDATE portfolios SET parent_portfolio_id = 'HOLD' WHERE portfolio_id = 'GROW'",
    )
    await of.api.database.query(
      "UPDATE portfolios SET parent_portfolio_id = 'GROW' WHERE portfolio_id = 'HOLD'",
    )
    expect(await fault({ scope: { type: 'group', id: 'GROW' } })).toEqual([
      422,
      [expect.stringMatching(/^scope\.id: /)],
    ])
    await of.written()
    expect(refused((await of.write({ code: 'issuer-10' })) as never)).toEqual([409, 'limit.taken'])
  })

  test('a change from an old version is refused', async () => {
    await of.written()
    const change = () =>
      of.api.call(limits.change, { params: { code: 'ISSUER-10' }, body: { version: 1, bound: 40 } } as never)
    expect((await change()).status).toBe(200)
    expect(refused((await change()) as never)).toEqual([409, 'record.stale'])
  })
})

describe('utilisation', () => {
  test('the denominator is the net assets of the report, by trade date', async () => {
    await of.written()
    const report = await ask(of.api, netAssets, { query: { asOf: TODAY, portfolio: 'GROW' } })
    const rows = await of.used()
    expect(rows.map(({ subject, numerator, state }) => [subject.id, numerator, state])).toEqual([
      ['JKH', 1_000_000, 'exceeded'],
      ['COMB', 100_000, 'within'],
    ])
    for (const row of rows) expect(row.denominator).toBe(report.moved.netAssets)
    const [{ value } = { value: 0 }] = rows
    expect(value).toBeCloseTo((1_000_000 / report.moved.netAssets) * 100, 4)
  })

  test('issued shares that are not known say so; our own splits move them', async () => {
    await of.written({
      code: 'ISSUED',
      kind: 'position',
      measure: 'percent-of-issued',
      subject: { type: 'security', id: 'JKH.N0000' },
      bound: 5,
    })
    expect(await of.used()).toMatchObject([
      {
        state: 'unknown',
        value: null,
        text: expect.stringContaining('issued shares of JKH.N0000 are not known'),
      },
    ])
    const { status, body } = await of.api.call(limits.addIssued, {
      body: { symbol: 'JKH.N0000', from: '2026-01-01', quantity: 10_000_000, source: 'Annual report' },
    } as never)
    expect(status, JSON.stringify(body)).toBe(201)
    expect(await of.used()).toMatchObject([
      { state: 'within', value: 1, numerator: 100_000, denominator: 10_000_000 },
    ])
    const split = await of.api.call<{ id: number }>('POST /corporate-actions', {
      body: {
        kind: 'split',
        securityCode: 'JKH.N0000',
        ratioFrom: 1,
        ratioTo: 3,
        effectiveDate: '2026-06-17',
      },
    })
    expect(split.status, JSON.stringify(split.body)).toBe(201)
    const processed = await of.api.call(`POST /corporate-actions/${split.body.id}/process`, { body: {} })
    expect(processed.status, JSON.stringify(processed.body)).toBeLessThan(300)
    expect(await of.used()).toMatchObject([{ value: 1, numerator: 300_000, denominator: 30_000_000 }])
  })

  test('cash, exposure and the size of a day', async () => {
    await of.written({
      code: 'CASH',
      kind: 'cash',
      measure: 'minimum-cash',
      subject: { type: 'portfolio', id: 'all' },
      bound: 900_000,
      unit: 'LKR',
    })
    await of.written({
      code: 'GROSS',
      kind: 'exposure',
      measure: 'exposure-gross',
      subject: { type: 'broker', id: 'each' },
      bound: 100_000,
      unit: 'LKR',
    })
    await of.written({
      code: 'DAY',
      kind: 'act',
      measure: 'day-size',
      subject: { type: 'portfolio', id: 'all' },
      bound: 100_000,
      unit: 'LKR',
    })
    await of.books.bought({
      quantity: 20_000,
      tradeDate: TODAY,
      settlementDate: '2026-06-22',
      contractNumber: 'C-3',
    })
    const rows = new Map((await of.used()).map((row) => [row.limit.code, row]))
    // 2,000,000.00 - 1,011,200.00 - 101,120.00 - 202,240.00
    expect(rows.get('CASH')).toMatchObject({ value: 685_440, state: 'exceeded' })
    expect(rows.get('GROSS')).toMatchObject({
      value: 202_240,
      state: 'exceeded',
      subject: { id: 'Asia Securities (Pvt) Ltd' },
    })
    expect(rows.get('DAY')).toMatchObject({ value: 200_000, state: 'exceeded' })
  })
})

describe('a what-if', () => {
  test('before and after, headroom to the share', async () => {
    await of.written({ bound: 10 })
    const [check] = (await of.whatIf()).filter(({ subject }) => subject.id === 'COMB')
    expect(check).toMatchObject({ state: 'exceeded', turn: 'worse', asks: 'reason', unit: 'percent' })
    const room = check?.headroom.quantity ?? 0
    const at = async (quantity: number) =>
      (await of.whatIf({ quantity })).find(({ subject }) => subject.id === 'COMB')?.state
    expect([await at(room), await at(room + 1)]).toEqual(['warning', 'exceeded'])
  })

  test('a sale of something else does not worsen what is exceeded', async () => {
    await of.written({ hardness: 'hard' })
    const checks = await of.whatIf({ kind: 'sell', symbol: 'COMB.N0000', quantity: 100 })
    expect(checks.find(({ subject }) => subject.id === 'JKH')).toMatchObject({
      state: 'exceeded',
      turn: 'equal',
      asks: 'nothing',
    })
  })

  /** Code, field and sentence of what is refused. */
  const refusedFor = async (...lines: object[]) => {
    const usual = { kind: 'buy', portfolioId: 'GROW', symbol: 'COMB.N0000', quantity: 1_000, price: 100 }
    const body = { acts: lines.map((line) => ({ ...usual, ...line })) }
    const answer = await of.api.call<Refused>(limits.whatIf, { body } as never)
    return [answer.status, answer.body.code, ...(answer.body.details ?? []).flatMap(Object.values)]
  }

  test('a settlement day that has passed or is no market day is refused, with the days that are open', async () => {
    expect(await refusedFor({}, { settlementDate: '2026-06-17' })).toEqual([
      422,
      'what-if.settlement-past',
      'acts.1.settlementDate',
      '17 Jun 2026 is before 18 Jun 2026, on which it is dealt. The usual day is 22 Jun 2026: choose that day or a later one, or leave it out.',
    ])
    expect(await refusedFor({ settlementDate: '2026-06-20' })).toEqual([
      422,
      'what-if.settlement-closed',
      'acts.0.settlementDate',
      'Nothing settles on 20 Jun 2026: it is a Saturday. Please choose 19 Jun 2026 or 22 Jun 2026.',
    ])
    expect(await refusedFor({ settlementDate: '2026-06-22' })).toEqual([200, undefined])
    // A dealt trade that settled on a day of the past.
    expect(await refusedFor({ tradeDate: '2026-06-11', settlementDate: '2026-06-15' })).toEqual([
      200,
      undefined,
    ])
    expect(await refusedFor({ tradeDate: '2026-06-11', settlementDate: '2026-06-10' })).toContain(
      'what-if.settlement-past',
    )
  })

  test('a broker that is not in the register is refused, but of what was dealt', async () => {
    expect(await refusedFor({ broker: 'Unknown & Sons' })).toEqual([
      422,
      'broker.not-registered',
      'acts.0.broker',
      'Unknown & Sons is not in Brokers. Register or adopt the name first.',
    ])
    expect(await refusedFor({ broker: 'asia  securities (pvt) ltd' })).toEqual([200, undefined])
    expect(await refusedFor({ broker: 'Unknown & Sons', tradeDate: '2026-06-17' })).toEqual([200, undefined])
  })

  test('a sale of more than is held, with the lines before it, is refused', async () => {
    expect(await refusedFor({ kind: 'sell', quantity: 1_001 })).toEqual([
      422,
      'what-if.beyond-holding',
      'acts.0.quantity',
      'Growth Fund has 1,000 shares of COMB.N0000 to sell: 1,001 shares cannot be sold, for short sales are not possible. Please enter no more than it has.',
    ])
    expect(await refusedFor({ kind: 'sell', symbol: 'SAMP.N0000', quantity: 1 })).toContain(
      'what-if.beyond-holding',
    )
    expect(await refusedFor({ kind: 'sell', quantity: 600 }, { kind: 'sell', quantity: 401 })).toContain(
      'acts.1.quantity',
    )
    expect(await refusedFor({ quantity: 1 }, { kind: 'sell', quantity: 1_001 })).toEqual([200, undefined])
  })
})

test('a user who sees some portfolios reads limits within them; of wider ones the state alone', async () => {
  await of.written()
  await of.written({ code: 'ALL', scope: { type: 'all' }, bound: 1 })
  await of.written({ code: 'HOLDS', scope: { type: 'portfolio', id: 'HOLD' } })
  const { token } = await personWith(of.api, { roles: ['Auditor'], sees: [1] })
  const { body } = await of.api.call<{ rows: UtilisationRow[] }>(limits.utilisation, { token } as never)
  const rows = body.rows.map(({ limit, state, value, subject }) => [
    limit.code,
    state,
    value === null,
    subject.id,
  ])
  expect(rows).toContainEqual(['ALL', 'exceeded', true, null])
  expect(rows.filter(([code]) => code === 'ISSUER-10')).toHaveLength(2)
  expect(rows.filter(([code]) => code === 'HOLDS')).toEqual([])
  expect(rows.filter(([code]) => code === 'ALL')).toHaveLength(1)
})
