/** Limits: written in versions, measured of the books, acting on orders, opening and curing breaches. */

import { journal } from '@em/contract/books/journal'
import {
  type Breach,
  type LimitCheck,
  type LimitWithVersions,
  limits,
  type UtilisationRow,
} from '@em/contract/books/limits'
import { netAssets } from '@em/contract/books/net-assets'
import { type Order, orders } from '@em/contract/books/orders'
import { sells } from '@em/contract/books/sells'
import { verify } from '@em/contract/books/verify'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reviewLimits } from '../../src/features/limits/review.commands.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, PORTFOLIO, type Refused, startBooks } from '../support/books.ts'
import { personWith, refused } from '../support/identity.ts'
import { recordPrices } from '../support/prices.ts'
import { rewindable } from '../support/rewind.ts'

const TODAY = '2026-06-18'
let api: Api
let books: Books
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ today: TODAY })
  books = await startBooks(api)
  // GROW: 100,000 JKH at 10.00, 1,000 COMB.N at 100.00; 2,000,000.00 of capital.
  await api.call('POST /portfolio-costing-method', { body: { portfolioId: 'GROW', costing_method: 'WAP' } })
  await capital('GROW', 2_000_000)
  await books.bought()
  await books.bought({
    symbol: 'COMB.N0000',
    companyName: 'Commercial Bank of Ceylon PLC',
    quantity: 1_000,
    price: 100,
    contractNumber: 'C-2',
  })
  await recordPrices(api, '2026-06-17', { 'JKH.N0000': 10, 'COMB.N0000': 100, 'SAMP.N0000': 80 })
  rewind = await rewindable(api)
})
beforeEach(async () => {
  await rewind()
  api.clock.set(`${TODAY}T05:00:00Z`)
})

async function capital(portfolio: string, amount: number) {
  await ask(api, journal.create, {
    body: {
      date: '2026-06-01',
      description: 'Capital paid in',
      status: 'Posted',
      lines: [
        { account_code: '1010', debit: amount, portfolioId: portfolio },
        { account_code: '3000', credit: amount, portfolioId: portfolio },
      ],
    },
  })
}

const LIMIT = {
  code: 'ISSUER-10',
  name: 'One issuer',
  kind: 'share',
  measure: 'percent-of-net-assets',
  subject: { type: 'issuer', id: 'each' },
  scope: { type: 'portfolio', id: 'GROW' },
  bound: 50,
  unit: 'percent',
  hardness: 'soft',
  effectiveFrom: '2026-06-01',
}
const write = (changes: object = {}, token?: string) =>
  api.call<LimitWithVersions & Refused>(limits.create, {
    body: { ...LIMIT, ...changes },
    ...(token !== undefined && { token }),
  } as never)
async function written(changes: object = {}): Promise<LimitWithVersions> {
  const { status, body } = await write(changes)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body
}
const used = async (query: object = {}): Promise<UtilisationRow[]> =>
  (await ask(api, limits.utilisation, { query })).rows
const whatIf = async (changes: object = {}): Promise<LimitCheck[]> =>
  (
    await ask(api, limits.whatIf, {
      body: {
        acts: [
          { kind: 'buy', portfolioId: 'GROW', symbol: 'COMB.N0000', quantity: 1_000, price: 100, ...changes },
        ],
      },
    })
  ).checks
const breaches = (query: object = {}) => ask(api, limits.breaches, { query }) as Promise<Breach[]>
const order = (changes: object = {}) =>
  api.call<Order & Refused>(orders.create, {
    body: {
      portfolioId: 'GROW',
      symbol: 'JKH.N0000',
      side: 'buy',
      quantity: 50_000,
      limitPrice: 10,
      validUntil: TODAY,
      ...changes,
    },
  } as never)

describe('the register', () => {
  test('a limit holds in the version whose first day has come', async () => {
    const first = await written()
    expect(first).toMatchObject({
      code: 'ISSUER-10',
      bound: 50,
      state: 'in-force',
      version: 1,
      warning: 90,
      operator: 'above',
    })
    const { body } = await api.call<LimitWithVersions>(limits.change, {
      params: { code: 'issuer-10' },
      body: { version: 1, bound: 30, effectiveFrom: '2026-07-01' },
    } as never)
    expect(body).toMatchObject({ bound: 50, version: 1 })
    expect(body.versions.map(({ version, bound }) => [version, bound])).toEqual([
      [2, 30],
      [1, 50],
    ])
    const later = await ask(api, limits.list, { query: { asOf: '2026-07-02' } })
    expect(later).toMatchObject([{ bound: 30, version: 2 }])
  })

  test('what is wrong is told of its field, with what to do', async () => {
    const fault = async (changes: object) => {
      const { status, body } = await write(changes)
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
    expect(await fault({ subject: { type: 'issuer', id: 'NOBODY' } })).toEqual([
      422,
      ['subject.id: The issuer “NOBODY” is not known. Choose one of the list, or each.'],
    ])
    expect(await fault({ scope: { type: 'portfolio', id: 'NONE' } })).toEqual([
      422,
      ['scope.id: The portfolio “NONE” is not known. Choose one of the list, or all.'],
    ])
    await written()
    expect(refused((await write({ code: 'issuer-10' })) as never)).toEqual([409, 'limit.taken'])
  })

  test('a change from an old version is refused', async () => {
    await written()
    const change = () =>
      api.call(limits.change, { params: { code: 'ISSUER-10' }, body: { version: 1, bound: 40 } } as never)
    expect((await change()).status).toBe(200)
    expect(refused((await change()) as never)).toEqual([409, 'record.stale'])
  })
})

describe('utilisation', () => {
  test('the denominator is the net assets of the report, by trade date', async () => {
    await written()
    const report = await ask(api, netAssets, { query: { asOf: TODAY, portfolio: 'GROW' } })
    const rows = await used()
    expect(rows.map(({ subject, numerator, state }) => [subject.id, numerator, state])).toEqual([
      ['JKH', 1_000_000, 'exceeded'],
      ['COMB', 100_000, 'within'],
    ])
    for (const row of rows) expect(row.denominator).toBe(report.moved.netAssets)
    const [{ value } = { value: 0 }] = rows
    expect(value).toBeCloseTo((1_000_000 / report.moved.netAssets) * 100, 4)
  })

  test('issued shares that are not known say so; our own splits move them', async () => {
    await written({
      code: 'ISSUED',
      kind: 'position',
      measure: 'percent-of-issued',
      subject: { type: 'security', id: 'JKH.N0000' },
      bound: 5,
    })
    expect(await used()).toMatchObject([
      {
        state: 'unknown',
        value: null,
        text: expect.stringContaining('issued shares of JKH.N0000 are not known'),
      },
    ])
    const { status, body } = await api.call(limits.addIssued, {
      body: { symbol: 'JKH.N0000', from: '2026-01-01', quantity: 10_000_000, source: 'Annual report' },
    } as never)
    expect(status, JSON.stringify(body)).toBe(201)
    expect(await used()).toMatchObject([
      { state: 'within', value: 1, numerator: 100_000, denominator: 10_000_000 },
    ])
    const split = await api.call<{ id: number }>('POST /corporate-actions', {
      body: {
        kind: 'split',
        securityCode: 'JKH.N0000',
        ratioFrom: 1,
        ratioTo: 3,
        effectiveDate: '2026-06-17',
      },
    })
    expect(split.status, JSON.stringify(split.body)).toBe(201)
    const processed = await api.call(`POST /corporate-actions/${split.body.id}/process`, { body: {} })
    expect(processed.status, JSON.stringify(processed.body)).toBeLessThan(300)
    expect(await used()).toMatchObject([{ value: 1, numerator: 300_000, denominator: 30_000_000 }])
  })

  test('cash, exposure and the size of a day', async () => {
    await written({
      code: 'CASH',
      kind: 'cash',
      measure: 'minimum-cash',
      subject: { type: 'portfolio', id: 'all' },
      bound: 900_000,
      unit: 'LKR',
    })
    await written({
      code: 'GROSS',
      kind: 'exposure',
      measure: 'exposure-gross',
      subject: { type: 'broker', id: 'each' },
      bound: 100_000,
      unit: 'LKR',
    })
    await written({
      code: 'DAY',
      kind: 'act',
      measure: 'day-size',
      subject: { type: 'portfolio', id: 'all' },
      bound: 100_000,
      unit: 'LKR',
    })
    await books.bought({
      quantity: 20_000,
      tradeDate: TODAY,
      settlementDate: '2026-06-22',
      contractNumber: 'C-3',
    })
    const rows = new Map((await used()).map((row) => [row.limit.code, row]))
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

describe('what if', () => {
  test('before and after, headroom to the share', async () => {
    await written({ bound: 10 })
    const [check] = (await whatIf()).filter(({ subject }) => subject.id === 'COMB')
    expect(check).toMatchObject({ state: 'exceeded', turn: 'worse', asks: 'reason', unit: 'percent' })
    const room = check?.headroom.quantity ?? 0
    const at = async (quantity: number) =>
      (await whatIf({ quantity })).find(({ subject }) => subject.id === 'COMB')?.state
    expect([await at(room), await at(room + 1)]).toEqual(['warning', 'exceeded'])
  })

  test('a sale of something else does not worsen what is exceeded', async () => {
    await written({ hardness: 'hard' })
    const checks = await whatIf({ kind: 'sell', symbol: 'COMB.N0000', quantity: 100 })
    expect(checks.find(({ subject }) => subject.id === 'JKH')).toMatchObject({
      state: 'exceeded',
      turn: 'equal',
      asks: 'nothing',
    })
  })
})

describe('orders', () => {
  test('a soft limit asks for a reason, and the order waits for another person', async () => {
    await written()
    expect(refused((await order()) as never)).toEqual([422, 'limit.reason-needed'])
    const { status, body } = await order({ reason: 'Bridges the switch of next week' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      state: 'proposal',
      checks: [{ state: 'exceeded', text: expect.stringContaining('JKH') }],
    })
  })

  test('a hard limit refuses, also together with an order that waits', async () => {
    await written({ bound: 60, hardness: 'hard' })
    const first = await order({ quantity: 10_000 })
    expect([first.status, first.body.state]).toEqual([201, 'approved'])
    expect((await order({ quantity: 15_000 })).body).toMatchObject({
      code: 'limit.refused',
      message: expect.stringContaining('With other open orders it would be'),
    })
    expect(refused((await order({ quantity: 50_000 })) as never)).toEqual([422, 'limit.refused'])
    expect((await order({ side: 'sell', quantity: 100 })).status).toBe(201)
  })

  test('a restriction forbids buys and says why', async () => {
    await written({
      code: 'CLOSED',
      kind: 'restriction',
      measure: 'restricted',
      subject: { type: 'issuer', id: 'JKH' },
      bound: undefined,
      unit: 'none',
      side: 'buys',
      reason: 'Closed period of the issuer',
      hardness: 'hard',
    })
    const { status, body } = await order({ reason: 'Wanted all the same' })
    expect([status, body.code]).toEqual([422, 'restriction.closed'])
    expect(body.message).toContain('Closed period of the issuer')
    expect((await order({ side: 'sell', quantity: 100 })).status).toBe(201)
  })
})

describe('elections, applications and transfers', () => {
  const send = (body: object) => api.call<Refused & { id: number }>('POST /corporate-actions', { body })

  test('a hard limit holds a transfer into a portfolio and an application', async () => {
    await written({
      scope: { type: 'portfolio', id: 'each' },
      measure: 'value',
      kind: 'position',
      unit: 'LKR',
      bound: 1_000_500,
      hardness: 'hard',
      subject: { type: 'security', id: 'each' },
    })
    await api.call('POST /portfolios', {
      body: {
        ...PORTFOLIO,
        portfolioId: 'TAKE',
        portfolioName: 'Takes shares',
        accountingTreatment: 'FVTPL',
      },
    })
    const transfer = {
      kind: 'transfer',
      portfolio: 'GROW',
      toPortfolio: 'TAKE',
      symbol: 'JKH.N0000',
      securityCode: 'JKH.N0000',
      transferDate: TODAY,
    }
    await api.call('POST /portfolio-costing-method', { body: { portfolioId: 'TAKE', costing_method: 'WAP' } })
    expect((await send({ ...transfer, quantity: 90_000 })).body).toMatchObject({ kind: 'transfer' })
    const ipo = {
      kind: 'ipo',
      portfolio: 'TAKE',
      companyName: 'Sampath Bank PLC',
      securityCode: 'SAMP.N0000',
      ipoDate: '2026-06-10',
      appliedDate: TODAY,
      pricePerShare: 80,
      paymentMethod: 'RTGS',
    }
    const refusedOne = await send({ ...ipo, totalInvestment: 1_200_000 })
    expect([refusedOne.status, refusedOne.body.code]).toEqual([422, 'limit.refused'])
    expect((await send({ ...ipo, totalInvestment: 800_000 })).status).toBe(201)
    // Of yesterday it was done: recorded, never held.
    expect(
      (
        await send({
          ...ipo,
          companyName: 'Sampath Bank',
          appliedDate: '2026-06-17',
          totalInvestment: 1_200_000,
        })
      ).status,
    ).toBe(201)
  })

  test('and what is subscribed of a rights issue', async () => {
    await written({
      scope: { type: 'portfolio', id: 'GROW' },
      measure: 'value',
      kind: 'position',
      unit: 'LKR',
      bound: 1_100_000,
      hardness: 'hard',
      subject: { type: 'security', id: 'each' },
    })
    const { status, body } = await send({
      kind: 'rights',
      symbol: 'JKH.N0000',
      securityCode: 'JKH.N0000',
      rightsRatioFrom: 1,
      rightsRatioTo: 4,
      offerPrice: 8,
      announcementDate: '2026-06-16',
      recordDate: '2026-06-17',
      exRightsDate: '2026-06-17',
      subscriptionStart: '2026-06-17',
      subscriptionEnd: '2026-06-30',
    })
    expect(status, JSON.stringify(body)).toBe(201)
    const elect = (subscribe: number) =>
      api.call<Refused>(`PUT /corporate-actions/${body.id}/elections`, {
        body: { elections: [{ portfolioId: 'GROW', subscribe }] },
      })
    expect(refused((await elect(25_000)) as never)).toEqual([422, 'limit.refused'])
    expect((await elect(5_000)).status).toBeLessThan(300)
  })

  test('a soft limit asks them for a reason, which stays with them', async () => {
    await written({
      scope: { type: 'portfolio', id: 'each' },
      measure: 'value',
      kind: 'position',
      unit: 'LKR',
      bound: 1_000_500,
      subject: { type: 'security', id: 'each' },
    })
    const ipo = {
      kind: 'ipo',
      portfolio: 'GROW',
      companyName: 'Sampath Bank PLC',
      securityCode: 'SAMP.N0000',
      ipoDate: '2026-06-10',
      appliedDate: TODAY,
      pricePerShare: 80,
      paymentMethod: 'RTGS',
      totalInvestment: 1_200_000,
    }
    const reason = 'Allotment is a tenth at most'
    const unsaid = await send(ipo)
    expect([refused(unsaid as never), unsaid.body.details?.map(({ field }) => field)]).toEqual([
      [422, 'limit.reason-needed'],
      ['reason'],
    ])
    // As a draft it asks for nothing, until it is announced.
    const draft = await send({ ...ipo, draft: true })
    expect(draft.status).toBe(201)
    const announce = (more: object) =>
      api.call<Refused>(`PUT /corporate-actions/${draft.body.id}`, {
        body: { ...ipo, draft: false, ...more },
      })
    expect(refused((await announce({})) as never)).toEqual([422, 'limit.reason-needed'])
    expect((await announce({ reason })).status).toBe(200)
    const said = await send({ ...ipo, companyName: 'Sampath', reason })
    expect(said.status, JSON.stringify(said.body)).toBe(201)
    const steps = (
      await api.call<{ steps: { what: string; detail: string | null }[] }>(
        `GET /corporate-actions/${said.body.id}`,
      )
    ).body.steps
    expect(steps.map(({ what, detail }) => [what, detail])).toContainEqual(['announced', reason])

    const rights = await send({
      kind: 'rights',
      symbol: 'JKH.N0000',
      securityCode: 'JKH.N0000',
      rightsRatioFrom: 1,
      rightsRatioTo: 4,
      offerPrice: 8,
      announcementDate: '2026-06-16',
      recordDate: '2026-06-17',
      exRightsDate: '2026-06-17',
      subscriptionStart: '2026-06-17',
      subscriptionEnd: '2026-06-30',
    })
    const elect = (more: object) =>
      api.call<Refused>(`PUT /corporate-actions/${rights.body.id}/elections`, {
        body: { elections: [{ portfolioId: 'GROW', subscribe: 25_000 }], ...more },
      })
    expect(refused((await elect({})) as never)).toEqual([422, 'limit.reason-needed'])
    expect((await elect({ reason })).status).toBe(200)
  })
})

describe('breaches', () => {
  const review = () => reviewLimits(api.database, api.clock.today())

  test('a limit that is exceeded when it is written opens a passive breach', async () => {
    await written()
    expect(await breaches()).toMatchObject([
      {
        limit: { code: 'ISSUER-10' },
        kind: 'passive',
        cause: 'limit',
        subject: { id: 'JKH' },
        state: 'open',
        steps: [{ what: 'opened' }],
      },
    ])
  })

  test('a recorded trade is never held: it opens an active breach of its recorder', async () => {
    await written({ bound: 60, hardness: 'hard' })
    await review()
    await books.bought({
      quantity: 50_000,
      contractNumber: 'C-9',
      tradeDate: TODAY,
      settlementDate: '2026-06-22',
    })
    expect(await review()).toEqual({ opened: 1, cured: 0 })
    const [breach] = await breaches()
    expect(breach).toMatchObject({
      kind: 'active',
      cause: 'trade',
      causeText: expect.stringMatching(/^Buy BUY-.* of 50,000 shares\.$/),
      value: expect.any(Number),
    })
    expect(await review()).toEqual({ opened: 0, cured: 0 })
    const own = await api.call(limits.override, {
      params: { id: breach?.id ?? 0 },
      body: { level: 99, until: '2026-06-30', reason: 'Agreed' },
    } as never)
    expect(refused(own as never)).toEqual([409, 'breach.own'])
  })

  test('a recorded buy of what is restricted, and one above the size of an act, open breaches of their day', async () => {
    await written({
      code: 'CLOSED',
      kind: 'restriction',
      measure: 'restricted',
      subject: { type: 'issuer', id: 'JKH' },
      bound: undefined,
      unit: 'none',
      side: 'buys',
      reason: 'Closed period of the issuer',
      hardness: 'hard',
    })
    await written({
      code: 'SIZE',
      kind: 'act',
      measure: 'act-size',
      subject: { type: 'portfolio', id: 'all' },
      bound: 100_000,
      unit: 'LKR',
    })
    await review()
    await books.bought({
      quantity: 20_000,
      contractNumber: 'C-8',
      tradeDate: TODAY,
      settlementDate: '2026-06-22',
    })
    expect(await review()).toEqual({ opened: 2, cured: 0 })
    expect((await breaches()).map(({ limit, kind, cause }) => [limit.code, kind, cause])).toEqual([
      ['SIZE', 'active', 'trade'],
      ['CLOSED', 'active', 'trade'],
    ])
  })

  test('prices open a passive breach, a sale cures it at a close, and both are kept as steps', async () => {
    await written({ bound: 60 })
    await review()
    await recordPrices(api, TODAY, { 'JKH.N0000': 18, 'COMB.N0000': 100 })
    expect(await review()).toEqual({ opened: 1, cured: 0 })
    const [breach] = await breaches()
    expect(breach).toMatchObject({ kind: 'passive', cause: 'price', subject: { id: 'JKH' }, state: 'open' })
    const note = await api.call<Breach>(limits.note, {
      params: { id: breach?.id ?? 0 },
      body: { note: 'Half of it is sold today' },
    } as never)
    expect(note.body.steps.map(({ what }) => what)).toEqual(['opened', 'noted'])
    const sale = await api.call(sells.save, {
      body: {
        ...books.usual,
        quantity: 40_000,
        soldPrice: 18,
        contractNumber: 'S-1',
        tradeDate: TODAY,
        settlementDate: '2026-06-22',
      },
    } as never)
    expect(sale.status, JSON.stringify(sale.body)).toBe(201)
    expect(await review()).toEqual({ opened: 0, cured: 1 })
    expect(await breaches()).toEqual([])
    const [cured] = await breaches({ state: 'cured' })
    expect(cured?.steps.map(({ what }) => what)).toEqual(['opened', 'noted', 'cured'])
  })

  test('the check of the books looks at versions and steps', async () => {
    await written()
    const found = async () =>
      (await ask(api, verify.check, {})).differences.map(({ place, what }) => `${place}: ${what}`)
    expect(await found()).toEqual([])
    await api.database.query("UPDATE breaches SET cured_on = '2026-06-18'")
    expect(await found()).toEqual([expect.stringMatching(/^breach \d+: cured on$/)])
  })

  test('who sees some portfolios reads limits that lie in them; of wider ones the state alone', async () => {
    await written()
    await written({ code: 'ALL', scope: { type: 'all' }, bound: 1 })
    await written({ code: 'HOLDS', scope: { type: 'portfolio', id: 'HOLD' } })
    const { token } = await personWith(api, { roles: ['Auditor'], sees: [1] })
    const { body } = await api.call<{ rows: UtilisationRow[] }>(limits.utilisation, { token } as never)
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
})
