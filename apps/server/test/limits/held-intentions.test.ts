/** Intentions that limits hold: orders, elections, applications and transfers. */
import type { Order } from '@em/contract/orders/orders'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PORTFOLIO, type Refused } from '../support/books.ts'
import { personWith, refused } from '../support/identity.ts'
import { type LimitBooks, startLimitBooks, TODAY } from '../support/limit-books.ts'

let of: LimitBooks
beforeAll(async () => {
  of = await startLimitBooks()
})
beforeEach(() => of.again())

describe('orders', () => {
  test('a soft limit asks for a reason, and the order waits for another person', async () => {
    await of.written()
    expect(refused((await of.order()) as never)).toEqual([422, 'limit.reason-needed'])
    const { status, body } = await of.order({ reason: 'Bridges the switch of next week' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      state: 'proposal',
      checks: [{ state: 'exceeded', text: expect.stringContaining('JKH') }],
    })
  })

  test('a hard limit refuses, also together with an order that waits', async () => {
    await of.written({ bound: 60, hardness: 'hard' })
    const first = await of.order({ quantity: 10_000 })
    expect([first.status, first.body.state]).toEqual([201, 'approved'])
    expect((await of.order({ quantity: 15_000 })).body).toMatchObject({
      code: 'limit.refused',
      message: expect.stringContaining('With other open orders it would be'),
    })
    expect(refused((await of.order({ quantity: 50_000 })) as never)).toEqual([422, 'limit.refused'])
    expect((await of.order({ side: 'sell', quantity: 100 })).status).toBe(201)
  })

  test('a restriction forbids buys and says which list, not why', async () => {
    await of.written({
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
    const { status, body } = await of.order({ reason: 'Wanted all the same' })
    expect([status, body.code]).toEqual([422, 'restriction.closed'])
    expect(body.message).toMatch(/Buys of JKH are forbidden from .* on \(One issuer\)\./)
    expect(body.message).not.toContain('Closed period of the issuer')
    expect((await of.order({ side: 'sell', quantity: 100 })).status).toBe(201)
  })

  test('a check says the days of a restriction, and its reason to no one', async () => {
    await of.written({
      code: 'CLOSED',
      name: 'Closed period',
      kind: 'restriction',
      measure: 'restricted',
      subject: { type: 'issuer', id: 'JKH' },
      bound: undefined,
      unit: 'none',
      side: 'buys',
      reason: 'Talks about a merger.',
      hardness: 'soft',
      effectiveFrom: '2026-06-10',
      effectiveTo: '2026-07-15',
    })
    const sentence = 'Buys of JKH are forbidden from 10 Jun 2026 to 15 Jul 2026 (Closed period).'
    const rights = ['orders.read', 'orders.propose', 'actions.read', 'actions.record']
    await of.api.call('PUT /roles/Desk', { body: { rights } })
    const decider = await personWith(of.api, { roles: ['Desk'] })
    const body = { portfolioId: 'GROW', symbol: 'JKH.N0000', side: 'buy', quantity: 5, validUntil: TODAY }
    const by = (token?: string) => (token === undefined ? {} : { token })
    const propose = (more: object, token?: string) =>
      of.api.call<Order & Refused>('POST /orders', { body: { ...body, ...more }, ...by(token) })
    expect((await propose({})).body.message).toContain(sentence)
    expect((await propose({}, decider.token)).body.message).toContain(sentence)
    expect((await of.whatIf({ symbol: 'JKH.N0000' })).map(({ text }) => text)).toEqual([sentence])
    const { id } = (await propose({ reason: 'Wanted all the same' })).body
    const shown = async (token?: string) =>
      (await of.api.call<Order>(`GET /orders/${id}`, by(token))).body.checks.map(({ text }) => text)
    expect([await shown(), await shown(decider.token)]).toEqual([[sentence], [sentence]])
    const ipo = {
      kind: 'ipo',
      portfolio: 'GROW',
      companyName: 'John Keells Holdings PLC',
      securityCode: 'JKH.N0000',
      ipoDate: '2026-06-10',
      appliedDate: TODAY,
      pricePerShare: 10,
      paymentMethod: 'RTGS',
      totalInvestment: 1_000,
    }
    const applied = (token?: string) =>
      of.api.call<Refused>('POST /corporate-actions', { body: ipo, ...by(token) })
    expect((await applied()).body.message).toContain(sentence)
    expect((await applied(decider.token)).body.message).toContain(sentence)
  })
})

describe('elections, applications and transfers', () => {
  const send = (body: object) => of.api.call<Refused & { id: number }>('POST /corporate-actions', { body })

  test('a hard limit holds a transfer into a portfolio and an application', async () => {
    await of.written({
      scope: { type: 'portfolio', id: 'each' },
      measure: 'value',
      kind: 'position',
      unit: 'LKR',
      bound: 1_000_500,
      hardness: 'hard',
      subject: { type: 'security', id: 'each' },
    })
    await of.api.call('POST /portfolios', {
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
    await of.api.call('POST /portfolio-costing-method', {
      body: { portfolioId: 'TAKE', costing_method: 'WAP' },
    })
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
    await of.written({
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
      of.api.call<Refused>(`PUT /corporate-actions/${body.id}/elections`, {
        body: { elections: [{ portfolioId: 'GROW', subscribe }] },
      })
    expect(refused((await elect(25_000)) as never)).toEqual([422, 'limit.refused'])
    expect((await elect(5_000)).status).toBeLessThan(300)
  })

  test('a soft limit asks them for a reason, which stays with them', async () => {
    await of.written({
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
      of.api.call<Refused>(`PUT /corporate-actions/${draft.body.id}`, {
        body: { ...ipo, draft: false, ...more },
      })
    expect(refused((await announce({})) as never)).toEqual([422, 'limit.reason-needed'])
    expect((await announce({ reason })).status).toBe(200)
    const said = await send({ ...ipo, companyName: 'Sampath', reason })
    expect(said.status, JSON.stringify(said.body)).toBe(201)
    const steps = (
      await of.api.call<{ steps: { what: string; detail: string | null }[] }>(
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
      of.api.call<Refused>(`PUT /corporate-actions/${rights.body.id}/elections`, {
        body: { elections: [{ portfolioId: 'GROW', subscribe: 25_000 }], ...more },
      })
    expect(refused((await elect({})) as never)).toEqual([422, 'limit.reason-needed'])
    expect((await elect({ reason })).status).toBe(200)
  })
})
