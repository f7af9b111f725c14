/** Orders: proposed, approved, placed, filled by trades, lapsed and cancelled. */

import { type Order, type OrderRow, orders } from '@em/contract/orders/orders'
import { settlements } from '@em/contract/settlements/settlements'
import { corrections } from '@em/contract/trades/corrections'
import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'
import { auditOf, messages, personWith, refused } from '../support/identity.ts'
import { waitingForLock } from '../support/locks.ts'
import { rewindable } from '../support/rewind.ts'

const TODAY = '2026-06-18'
let api: Api
let books: Books
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ today: TODAY })
  books = await startBooks(api)
  rewind = await rewindable(api)
})
beforeEach(async () => {
  await rewind()
  api.clock.set(`${TODAY}T05:00:00Z`)
})

const BUY = {
  portfolioId: 'GROW',
  symbol: 'JKH.N0000',
  side: 'buy',
  quantity: 5_000,
  limitPrice: 20.5,
  broker: 'Asia Securities (Pvt) Ltd',
  validUntil: '2026-06-19',
  reason: 'Underweight',
}
const { limitPrice: _, ...SELL } = { ...BUY, side: 'sell' }
const propose = (body: object, token?: string) =>
  api.call<Order & Refused>(orders.create, { body, ...(token !== undefined && { token }) } as never)
const made = async (changes: object = {}): Promise<Order> => {
  const { status, body } = await propose({ ...BUY, ...changes })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body
}
const act = (route: 'approve' | 'place' | 'cancel', one: Order, token?: string) =>
  api.call<Order & Refused>(orders[route], {
    params: { id: one.id },
    body: { version: one.version },
    ...(token !== undefined && { token }),
  } as never)
const fill = (one: Order, ...ids: number[]) =>
  api.call<Order & Refused>(orders.fill, { params: { id: one.id }, body: { trades: ids } } as never)
const shown = (id: number) => ask(api, orders.one, { params: { id } })
const list = (query: object = {}) => ask(api, orders.list, { query }) as Promise<OrderRow[]>
/** A buy of an order's day; `id` is the trade's. */
const bought = (changes: Record<string, unknown> = {}) =>
  books.bought({ tradeDate: TODAY, settlementDate: '2026-06-22', quantity: 1_000, price: 20, ...changes })

describe('an order of a person who approves', () => {
  test('is approved at once, placed, filled in part and in full by trades', async () => {
    const order = await made()
    expect(order).toMatchObject({
      number: expect.stringMatching(/^ORD-\d{6}$/),
      state: 'approved',
      version: 1,
      quantity: 5_000,
      amount: null,
      portfolios: ['GROW'],
      checks: [],
      filled: 0,
      averagePrice: null,
    })
    expect(order.steps.map(({ what }) => what)).toEqual(['proposed', 'approved'])
    expect((await act('place', order)).body).toMatchObject({ state: 'placed' })
    const first = await bought({ quantity: 2_000, price: 20 })
    expect((await shown(order.id)).fitting.map(({ trade_id }) => trade_id)).toEqual([first.id])
    expect((await fill(order, first.id)).body).toMatchObject({
      state: 'part-filled',
      filled: 2_000,
      filledGross: 40_000,
      fitting: [],
    })
    const second = await bought({ quantity: 3_000, price: 20.5 })
    const done = (await fill(order, second.id)).body
    expect(done).toMatchObject({ state: 'filled', filled: 5_000, averagePrice: 20.3 })
    expect(done.fills.map(({ trade_id }) => trade_id)).toEqual([first.id, second.id])
    // A trade that fills it can be removed from it again.
    const back = await api.call<Order>(orders.unfill, {
      params: { id: order.id, trade: second.id },
      query: {},
    } as never)
    expect(back.body).toMatchObject({ state: 'part-filled', filled: 2_000 })
    expect((await auditOf(api, 'orders.fill')).map(({ after }) => after?.['filled'])).toEqual([2_000, 5_000])
  })

  test('a deleted trade fills nothing any more', async () => {
    const order = await made({ quantity: 1_000 })
    const trade = await bought()
    expect((await fill(order, trade.id)).body.state).toBe('filled')
    await api.ask(corrections.removeBuy, {
      params: { id: trade.id },
      query: {},
      body: { reason: 'Typed twice' },
    } as never)
    expect(await shown(order.id)).toMatchObject({ state: 'approved', filled: 0, fills: [] })
  })

  test('by amount is filled when the rest buys no further share', async () => {
    const order = await made({ quantity: null, amount: 100_000, portfolioId: 'GROW' })
    const first = await bought({ quantity: 4_999, price: 20 })
    // 99,980.00 of 100,000.00: one more share at 20.00 fits.
    expect((await fill(order, first.id)).body).toMatchObject({ state: 'part-filled', quantity: null })
    const last = await bought({ quantity: 1, price: 19.99 })
    expect((await fill(order, last.id)).body.state).toBe('filled')
  })

  test('cannot be filled before it is approved, nor after it lapsed without approval', async () => {
    const dealer = await personWith(api, { roles: ['Dealer'] })
    const order = (await propose({ ...BUY, validUntil: TODAY }, dealer.token)).body
    expect(order.state).toBe('proposal')
    const trade = await bought()
    const { fitting } = await shown(order.id)
    expect(fitting.map(({ trade_id }) => trade_id)).toEqual([trade.id])
    expect(refused((await fill(order, trade.id)) as never)).toEqual([409, 'order.state'])
    expect((await shown(order.id)).fills).toEqual([])
    api.clock.set('2026-06-19T05:00:00Z')
    expect((await shown(order.id)).state).toBe('lapsed')
    expect(refused((await fill(order, trade.id)) as never)).toEqual([409, 'order.state'])
  })

  test('has lapsed after its last day, and a trade of that day still fills it', async () => {
    const order = await made({ quantity: 1_000, validUntil: TODAY })
    const trade = await bought()
    api.clock.set('2026-06-19T05:00:00Z')
    expect((await shown(order.id)).state).toBe('lapsed')
    expect(refused((await act('place', order)) as never)).toEqual([409, 'order.state'])
    expect((await fill(order, trade.id)).body.state).toBe('filled')
  })
})

describe('the trades that fit', () => {
  test('of its portfolio, security, side, days, broker and within the limit price, which fill no other order', async () => {
    const order = await made()
    const fits = await bought()
    await bought({ price: 20.51 })
    await bought({ brokerName: 'Another Broker' })
    await bought({ portfolioId: 'HOLD' })
    await bought({ symbol: 'SAMP.N0000', companyName: 'Sampath Bank PLC' })
    await bought({ tradeDate: '2026-06-17', settlementDate: '2026-06-19' })
    const others = await made({ quantity: 1_000 })
    const taken = await bought()
    await fill(others, taken.id)
    const { fitting } = await shown(order.id)
    expect(fitting.map(({ trade_id }) => trade_id)).toEqual([fits.id])
    expect(refused((await fill(order, taken.id)) as never)).toEqual([409, 'order.fills-another'])
  })

  test('a trade beyond the limit price may be added by hand; one of another portfolio, security or side may not', async () => {
    const order = await made()
    const dear = await bought({ price: 20.51 })
    expect((await fill(order, dear.id)).body.filled).toBe(1_000)
    for (const other of [
      await bought({ portfolioId: 'HOLD' }),
      await bought({ symbol: 'SAMP.N0000', companyName: 'Sampath Bank PLC' }),
      await bought({ tradeDate: '2026-06-17', settlementDate: '2026-06-19' }),
    ])
      expect(refused((await fill(order, other.id)) as never)).toEqual([422, 'order.not-fitting'])
    expect(refused((await fill(order, 999_999)) as never)).toEqual([404, 'record.missing'])
  })
})

describe('a sale', () => {
  test('of more than is held exceeds a check: it stays a proposal, and another user approves it', async () => {
    await bought({ quantity: 3_000 })
    const order = (await propose(SELL)).body
    expect(order).toMatchObject({
      state: 'proposal',
      checks: [{ state: 'exceeded', text: 'Growth Fund holds 3,000 JKH.N0000. This order asks for 5,000.' }],
    })
    expect(refused((await act('approve', order)) as never)).toEqual([409, 'order.own'])
    const manager = await personWith(api, { roles: ['Portfolio Manager'] })
    const approved = await act('approve', order, manager.token)
    expect(approved.body).toMatchObject({ state: 'approved', checks: [{ state: 'exceeded' }] })
  })

  test('other open sales of the same shares count, those that are filled or cancelled do not', async () => {
    await bought({ quantity: 6_000 })
    const first = (await propose({ ...SELL, quantity: 4_000 })).body
    expect(first.state).toBe('approved')
    const second = (await propose({ ...SELL, quantity: 4_000 })).body
    expect(second.checks.map(({ text }) => text)).toEqual([
      'Growth Fund holds 6,000 JKH.N0000. This order asks for 4,000, other open orders for 4,000.',
    ])
    await act('cancel', first)
    expect((await shown(second.id)).checks).toEqual([])
  })

  test('two at once of the same shares: the second sees the first', async () => {
    await bought({ quantity: 6_000 })
    const holder = new pg.Client(api.fresh.admin)
    await holder.connect()
    // Both have begun: the first waits with its row until the other has read the holdings.
    await holder.query('BEGIN; LOCK TABLE em.audit IN SHARE ROW EXCLUSIVE MODE')
    const one = propose({ ...SELL, quantity: 4_000 })
    await waitingForLock(holder, 1)
    const other = propose({ ...SELL, quantity: 4_000 })
    await waitingForLock(holder, 2)
    await holder.query('COMMIT')
    await holder.end()
    expect((await Promise.all([one, other])).map(({ body }) => body.state).toSorted()).toEqual([
      'approved',
      'proposal',
    ])
  })
})

describe('an order over several portfolios', () => {
  const OVER_TWO = {
    ...BUY,
    portfolioId: undefined,
    quantity: undefined,
    portfolios: [
      { portfolioId: 'GROW', quantity: 700 },
      { portfolioId: 'HOLD', quantity: 300 },
    ],
  }
  test('is filled by portfolio, and what was dealt is split by what each still asks for', async () => {
    const order = (await propose(OVER_TWO)).body
    expect(order).toMatchObject({ quantity: 1_000, portfolios: ['GROW', 'HOLD'] })
    const trade = await bought({ portfolioId: 'HOLD', quantity: 100 })
    expect((await fill(order, trade.id)).body.shares.map(({ filled }) => filled)).toEqual([0, 100])
    const split = await ask(api, orders.split, { params: { id: order.id }, query: { dealt: 500 } })
    expect(split.map(({ quantity }) => quantity)).toEqual([389, 111])
    const much = await api.call<Refused>(orders.split, {
      params: { id: order.id },
      query: { dealt: 901 },
    } as never)
    expect(refused(much as never)).toEqual([422, 'order.split'])
  })

  test('is hidden from a user who does not see all of them', async () => {
    const order = (await propose(OVER_TWO)).body
    const [grow] = await api.database.query<{ id: number }>(
      "SELECT id FROM portfolios WHERE portfolio_id = 'GROW'",
    )
    const dealer = await personWith(api, { roles: ['Dealer'], sees: [grow?.id ?? 0] })
    const seen = await api.call<Refused>(orders.one, {
      params: { id: order.id },
      token: dealer.token,
    } as never)
    expect(refused(seen as never)).toEqual([404, 'record.missing'])
    const listed = await api.call<OrderRow[]>(orders.list, { query: {}, token: dealer.token } as never)
    expect(listed.body).toEqual([])
    expect(refused((await propose(OVER_TWO, dealer.token)) as never)).toEqual([404, 'record.missing'])
    expect((await propose(BUY, dealer.token)).body.state).toBe('proposal')
  })

  test('counts for a person who does not see it: its sale, and the trade that fills it', async () => {
    const trade = await bought({ quantity: 6_000 })
    const hidden = (
      await propose({
        ...OVER_TWO,
        side: 'sell',
        limitPrice: null,
        portfolios: [
          { portfolioId: 'GROW', quantity: 4_000 },
          { portfolioId: 'HOLD', quantity: 1 },
        ],
      })
    ).body
    const [grow] = await api.database.query<{ id: number }>(
      "SELECT id FROM portfolios WHERE portfolio_id = 'GROW'",
    )
    const manager = await personWith(api, { roles: ['Portfolio Manager'], sees: [grow?.id ?? 0] })
    const sale = (await propose({ ...SELL, quantity: 4_000 }, manager.token)).body
    expect([hidden.state, sale.state]).toEqual(['proposal', 'proposal'])
    expect(sale.checks[0]?.text).toMatch(/other open orders for 4,000/)
    await fill((await propose(OVER_TWO)).body, trade.id)
    const mine = (await propose(BUY, manager.token)).body
    expect(mine.fitting).toEqual([])
    const answer = await api.call<Refused>(orders.fill, {
      params: { id: mine.id },
      body: { trades: [trade.id] },
      token: manager.token,
    } as never)
    expect([answer.status, answer.body.message]).toEqual([
      409,
      expect.stringMatching(/fills another order already/),
    ])
  })

  test('names each once', async () => {
    const twice = [...OVER_TWO.portfolios, { portfolioId: 'Growth Fund', quantity: 1 }]
    const answer = await propose({ ...OVER_TWO, portfolios: twice })
    expect(messages(answer as never)).toEqual({
      'portfolios.2.portfolioId': 'Growth Fund is named more than once.',
    })
  })
})

describe('a change', () => {
  test('is a new version, approved and placed anew', async () => {
    const order = await made()
    await act('place', order)
    const { body } = await api.call<Order>(orders.change, {
      params: { id: order.id },
      body: { ...BUY, quantity: 4_000, version: 1 },
    } as never)
    expect(body).toMatchObject({ state: 'approved', version: 2, quantity: 4_000 })
    expect(body.steps.map(({ what, version }) => [what, version])).toEqual([
      ['proposed', 1],
      ['approved', 1],
      ['placed', 1],
      ['changed', 2],
      ['approved', 2],
    ])
    const stale = await act('place', order)
    expect(refused(stale as never)).toEqual([409, 'record.stale'])
  })

  test('keeps what it leaves out', async () => {
    const order = await made()
    const put = (body: object) =>
      api.call<Order & Refused>(orders.change, { params: { id: order.id }, body } as never)
    const of = ({ symbol, side, quantity, limitPrice, broker, validUntil, reason, portfolios }: Order) => ({
      symbol,
      side,
      quantity,
      limitPrice,
      broker,
      validUntil,
      reason,
      portfolios,
    })
    const more = await put({ quantity: 4_000, version: 1 })
    expect([more.status, of(more.body)]).toEqual([200, { ...of(order), quantity: 4_000 }])
    const later = await put({ validUntil: '2026-06-22', reason: null, version: 2 })
    expect(of(later.body)).toEqual({
      ...of(order),
      quantity: 4_000,
      validUntil: '2026-06-22',
      reason: null,
    })
    // The broker and the last day were right when they were recorded.
    await api.database.query(`UPDATE brokers SET is_active = false WHERE name = '${BUY.broker}'`)
    await api.call('POST /holidays', {
      body: { date: '2026-06-22', name: 'Election Day', type: 'Exchange Closure' },
    })
    const dear = await put({ limitPrice: 21, version: 3 })
    expect([dear.status, dear.body.validUntil]).toEqual([200, '2026-06-22'])
    expect((await put({ quantity: 1 })).status).toBe(400)
  })

  test('by a person who does not approve makes it a proposal again', async () => {
    const order = await made()
    const dealer = await personWith(api, { roles: ['Dealer'] })
    const changed = await api.call<Order>(orders.change, {
      params: { id: order.id },
      body: { ...BUY, quantity: 4_000, version: 1 },
      token: dealer.token,
    } as never)
    expect(changed.body.state).toBe('proposal')
    expect(refused((await act('approve', changed.body, dealer.token)) as never)).toEqual([
      403,
      'rights.missing',
    ])
    expect((await act('approve', changed.body)).body.state).toBe('approved')
  })

  test('of what was filled in part or cancelled is refused', async () => {
    const order = await made()
    const trade = await bought()
    await fill(order, trade.id)
    const change = () =>
      api.call<Refused>(orders.change, { params: { id: order.id }, body: { ...BUY, version: 1 } } as never)
    expect((await change()).body.message).toBe(
      `The order ${order.number} is part filled: it cannot be changed.`,
    )
    expect((await act('cancel', order)).body).toMatchObject({ state: 'cancelled', filled: 1_000 })
    expect(refused((await change()) as never)).toEqual([409, 'order.state'])
  })
})

test('lists by state, portfolio and text', async () => {
  const buy = await made()
  const proposal = (await propose({ ...SELL, portfolioId: 'HOLD' })).body
  expect((await list()).map(({ id }) => id)).toEqual([proposal.id, buy.id])
  expect((await list({ state: 'proposal' })).map(({ id }) => id)).toEqual([proposal.id])
  expect((await list({ state: 'approved,placed' })).map(({ id }) => id)).toEqual([buy.id])
  expect((await list({ portfolio: 'HOLD' })).map(({ id }) => id)).toEqual([proposal.id])
  for (const search of ['asia', buy.number, 'keells', 'growth'])
    expect((await list({ search })).map(({ id }) => id)).toContain(buy.id)
  expect(await list({ search: 'no such order' })).toEqual([])
})

test('lists page by page, newest first, with the count of all on each page', async () => {
  for (let quantity = 1; quantity <= 5; quantity += 1) await made({ quantity })
  await propose({ ...SELL, portfolioId: 'HOLD' })
  const query = { state: 'approved', limit: 2 }
  const pages: (readonly (number | null)[])[] = []
  for (let cursor: string | undefined, at = 0; at === 0 || cursor !== undefined; at += 1) {
    const page = await api.call<OrderRow[]>(orders.list, { query: { ...query, cursor } } as never)
    expect(page.headers['x-total-count']).toBe('5')
    pages.push(page.body.map(({ quantity }) => quantity))
    cursor = page.headers['x-next-cursor'] as string | undefined
  }
  expect(pages).toEqual([[5, 4], [3, 2], [1]])
  const whole = await api.call<OrderRow[]>(orders.list, { query: {} } as never)
  expect([whole.headers['x-total-count'], whole.headers['x-next-cursor']]).toEqual(['6', undefined])
  const wrong = await api.call<Refused>(orders.list, { query: { cursor: 'x' } } as never)
  expect(messages(wrong as never)).toEqual({ cursor: 'This is not a cursor of this list.' })
})

test('bad input is named by field and saves nothing', async () => {
  const wrong = async (changes: object) => messages((await propose({ ...BUY, ...changes })) as never)
  expect(await wrong({ quantity: 0 })).toHaveProperty('quantity')
  expect(await wrong({ quantity: null })).toEqual({ quantity: 'Please enter a quantity or an amount.' })
  expect(await wrong({ amount: 5 })).toEqual({ amount: 'Write a quantity or an amount, not both.' })
  expect(await wrong({ side: 'hold' })).toEqual({ side: 'Must be buy or sell.' })
  expect(await wrong({ limitPrice: 0 })).toHaveProperty('limitPrice')
  expect(await wrong({ validUntil: '2026-06-17' })).toEqual({
    validUntil: 'An order is valid until today or later: 17 Jun 2026 has passed.',
  })
  expect(await wrong({ validUntil: '2027-07-01' })).toHaveProperty('validUntil')
  expect(await wrong({ validUntil: '2026-06-20' })).toEqual({
    validUntil:
      'No order is dealt on 20 Jun 2026: it is a Saturday. Please choose 19 Jun 2026 or 22 Jun 2026.',
  })
  await api.call('POST /holidays', {
    body: { date: '2026-06-19', name: 'Election Day', type: 'Exchange Closure' },
  })
  expect(await wrong({ validUntil: '2026-06-19' })).toEqual({
    validUntil:
      'No order is dealt on 19 Jun 2026: it is Election Day. Please choose 18 Jun 2026 or 22 Jun 2026.',
  })
  expect(await wrong({ validUntil: TODAY, broker: 'Unknown & Sons' })).toEqual({
    broker: 'Unknown & Sons is not in Brokers. Register or adopt the name first.',
  })
  await api.database.query(`UPDATE brokers SET is_active = false WHERE name = '${BUY.broker}'`)
  expect(await wrong({ validUntil: TODAY, broker: BUY.broker.toUpperCase() })).toEqual({
    broker: `${BUY.broker} is not active in Brokers. Choose another broker, or make it active first.`,
  })
  expect(await wrong({ portfolios: [{ portfolioId: 'HOLD', quantity: 1 }] })).toHaveProperty('portfolioId')
  expect(await wrong({ portfolioId: null, quantity: null, portfolios: [] })).toEqual({
    portfolios: 'Please choose a portfolio.',
  })
  expect(await list()).toEqual([])
})

test('an order needs an active portfolio, as a trade does; one that was recorded before is changed all the same', async () => {
  const recorded = await made({ validUntil: TODAY })
  await api.database.query("UPDATE portfolios SET status = 'Closed' WHERE portfolio_id = 'GROW'")
  const answer = await propose(BUY)
  expect([answer.status, answer.body.code]).toEqual([422, 'portfolio.not-active'])
  expect(messages(answer as never)).toHaveProperty('portfolioId')
  const change = { version: recorded.version, limitPrice: 20 }
  const changed = await api.call<Order>(orders.change, { params: { id: recorded.id }, body: change } as never)
  expect(changed.status).toBe(200)
})

test('a preview approves nothing', async () => {
  const { status, body } = await api.call<Order>(orders.create, {
    body: BUY,
    query: { dryRun: '1' },
  } as never)
  expect([status, body.state]).toEqual([200, 'approved'])
  expect(await list()).toEqual([])
})

describe('a portfolio that asks for orders', () => {
  const asksFrom = async (date: string | null) => {
    const [grow] = await api.database.query<{ id: number; version: number }>(
      "SELECT id, version FROM portfolios WHERE portfolio_id = 'GROW'",
    )
    const answer = await api.call(`PUT /portfolios/${grow?.id}`, {
      body: { ordersAskedFrom: date, version: grow?.version },
    })
    expect(answer.status).toBe(200)
  }
  const warningsOf = async (changes: Record<string, unknown> = {}) =>
    (await books.buy({ tradeDate: TODAY, settlementDate: '2026-06-22', quantity: 10, price: 20, ...changes }))
      .body.warnings ?? []
  const MISSING = 'Growth Fund asks for an order before each trade: no open order fits this one.'
  const without = async (query: object = {}) =>
    (await ask(api, orders.withoutOrder, { query })).map(({ trade_id }) => trade_id)

  test('warns of a trade that fits no open order, records it and lists it until an order has it', async () => {
    expect(await warningsOf()).toEqual([])
    await asksFrom('2026-06-17')
    const trade = await bought({ contractNumber: 'C-77' })
    expect(await without()).toHaveLength(2)
    expect(await warningsOf({ contractNumber: 'C-78' })).toEqual([MISSING])
    const order = await made()
    expect(await warningsOf({ contractNumber: 'C-79' })).toEqual([])
    // Beyond its limit, of another broker, of another side and of before the rule.
    expect(await warningsOf({ contractNumber: 'C-80', price: 20.51 })).toContain(MISSING)
    expect(await warningsOf({ contractNumber: 'C-81', brokerName: 'Another Broker' })).toEqual([MISSING])
    expect(
      await warningsOf({ contractNumber: 'C-82', tradeDate: '2026-06-16', settlementDate: '2026-06-18' }),
    ).toEqual([])
    const before = await without({ portfolio: 'GROW' })
    expect(before).toContain(trade.id)
    await fill(order, trade.id)
    expect(await without()).toEqual(before.filter((id) => id !== trade.id))
    expect(await without({ portfolio: 'HOLD' })).toEqual([])
    await asksFrom(null)
    expect(await without()).toEqual([])
  })

  test('an order that the user does not see counts, and its trades are listed to no other user', async () => {
    await asksFrom(TODAY)
    await propose({
      ...BUY,
      portfolioId: undefined,
      quantity: undefined,
      portfolios: [
        { portfolioId: 'GROW', quantity: 700 },
        { portfolioId: 'HOLD', quantity: 300 },
      ],
    })
    const [grow, hold] = await api.database.query<{ id: number }>(
      "SELECT id FROM portfolios WHERE portfolio_id IN ('GROW', 'HOLD') ORDER BY portfolio_id",
    )
    const dealer = await personWith(api, { roles: ['Dealer'], sees: [grow?.id ?? 0] })
    const usual = { tradeDate: TODAY, settlementDate: '2026-06-22', quantity: 10, price: 20 }
    const { body } = await books.buy(usual, { token: dealer.token })
    expect(body.warnings ?? []).toEqual([])
    const other = await personWith(api, { roles: ['Dealer'], sees: [hold?.id ?? 0] })
    const listed = await api.call<unknown[]>(orders.withoutOrder, { query: {}, token: other.token } as never)
    expect(listed.body).toEqual([])
  })
})

test('open orders are shown with the due ladder, with their fees, and in no step of it', async () => {
  const ladder = () => ask(api, settlements.ladder, { query: {} })
  expect((await ladder()).orders).toMatchObject({ pay: { count: 0, amount: 0 }, net: 0, unpriced: 0 })
  const order = await made({ quantity: 1_000, limitPrice: 20 })
  await propose({ ...SELL, quantity: 100 })
  await made({ quantity: null, amount: 10_000, symbol: 'SAMP.N0000' })
  const found = await ladder()
  // 20,000.00 and 10,000.00 with fees of 224.00 and 112.00; the sale has no limit and no price.
  expect(found.orders).toEqual({
    due: '2026-06-22',
    pay: { count: 2, amount: 30_336 },
    receive: { count: 0, amount: 0 },
    net: -30_336,
    unpriced: 1,
  })
  expect(found.steps.every(({ count }) => count === 0)).toBe(true)
  const trade = await bought({ quantity: 400 })
  await fill(order, trade.id)
  expect((await ladder()).orders).toMatchObject({ pay: { count: 2, amount: 22_246.4 } })
  expect((await ask(api, settlements.ladder, { query: { portfolio: 'HOLD' } })).orders?.pay.count).toBe(0)
})

test('a buy does not fill a sale', async () => {
  await bought({ quantity: 5_000 })
  const order = (await propose(SELL)).body
  const buy = await bought()
  expect(refused((await fill(order, buy.id)) as never)).toEqual([422, 'order.not-fitting'])
})
