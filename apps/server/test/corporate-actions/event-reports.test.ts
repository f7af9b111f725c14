/** The events report (expected, booked, received) and claims of trades that were not settled at the record date. */
import type { CorporateActionDetail } from '@em/contract/corporate-actions/corporate-actions'
import type { EventLine, EventSums, MarketClaim } from '@em/contract/corporate-actions/event-reports'
import { beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { type Books, type Refused, startBooks } from '../support/books.ts'
import { personWith } from '../support/identity.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'

const TODAY = '2026-03-25'
let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: TODAY })
  books = await startBooks(api)
})

/** `vectors.md` 4.1: 20,000 shares, 3.25 a share, 15 % tax. */
const DIVIDEND = {
  kind: 'dividend',
  announcementDate: '2026-02-20',
  exDividendDate: '2026-03-03',
  recordDate: '2026-03-04',
  paymentDate: '2026-03-20',
  dividendRate: 3.25,
}
const BONUS = { kind: 'bonus', ratioFrom: 1, ratioTo: 4, exDate: '2026-03-06', allotmentDate: '2026-03-12' }

async function announced(of: OneHolding, form: object): Promise<number> {
  const made = await api.call<CorporateActionDetail>('POST /corporate-actions', {
    body: { securityCode: 'JKH.N0000', portfolioId: of.portfolioId, ...form },
  })
  expect(made.status).toBe(201)
  return made.body.id
}
async function processed(of: OneHolding, form: object): Promise<number> {
  const id = await announced(of, form)
  expect((await api.call(`POST /corporate-actions/${id}/process`, { body: {} })).status).toBe(200)
  return id
}
const did = async (call: string, body: object) => {
  const answer = await api.call<Refused>(call, { body })
  expect([answer.status < 300, answer.body.message]).toEqual([true, undefined])
}
const lines = async (of: OneHolding, query = '') =>
  (await api.call<EventLine[]>(`GET /corporate-action-reports/events?portfolioId=${of.portfolioId}${query}`))
    .body
const sums = async (of: OneHolding, query = '') =>
  (
    await api.call<EventSums>(
      `GET /corporate-action-reports/event-sums?portfolioId=${of.portfolioId}${query}`,
    )
  ).body
const claims = async (of: OneHolding, query = '') =>
  (
    await api.call<MarketClaim[]>(
      `GET /corporate-action-reports/claims?portfolioId=${of.portfolioId}${query}`,
    )
  ).body

test('an event is listed with the amounts expected, booked and received, at each step of its life', async () => {
  const of = await oneHolding(books, 'WAP')
  await of.buy('2026-02-10', 20_000, 20)
  const id = await announced(of, DIVIDEND)
  const plan = { action: id, shares_held: 20_000, gross: 65_000, tax: 9750, net: 55_250, expected: 55_250 }
  expect(await lines(of)).toMatchObject([
    {
      ...plan,
      state: 'announced',
      booked: 0,
      difference: -55_250,
      received: 0,
      assumed: 0,
      open: 55_250,
      money: 'expected',
    },
  ])
  await did(`POST /corporate-actions/${id}/process`, {})
  expect(await lines(of)).toMatchObject([
    {
      ...plan,
      booked: 55_250,
      difference: 0,
      received: 0,
      assumed: 55_250,
      open: 0,
      money: 'assumed',
      payment_date: '2026-03-20',
    },
  ])
  const paid = { portfolioId: of.portfolioId, date: '2026-03-23' }
  await did(`POST /corporate-actions/${id}/receive`, { ...paid, amount: 55_000 })
  expect(await lines(of)).toMatchObject([
    { ...plan, booked: 55_250, difference: 0, received: 55_000, assumed: 0, open: 250, money: 'part' },
  ])
  await did(`POST /corporate-actions/${id}/write-off`, { ...paid, reason: 'Small' })
  expect(await lines(of)).toMatchObject([
    { ...plan, booked: 55_250, difference: 0, received: 55_000, written_off: 250, open: 0, money: 'settled' },
  ])
  await of.buy('2026-02-20', 1000, 20)
  expect(await lines(of)).toMatchObject([
    { expected: 58_012.5, booked: 58_012.5, difference: 0, received: 55_000, open: 2762.5, money: 'part' },
  ])
})

test('the booked amount is read from the ledger', async () => {
  const of = await oneHolding(books, 'WAP')
  await of.buy('2026-02-10', 20_000, 20)
  await processed(of, DIVIDEND)
  // The stored standing differs from the ledger, as after a fault.
  await api.database.query('UPDATE action_standings SET expected = 55000 WHERE portfolio_id = $1', [of.id])
  expect(await lines(of, '&only=differing')).toMatchObject([
    { expected: 55_000, booked: 55_250, difference: 250 },
  ])
  expect(await sums(of)).toMatchObject({ lines: 1, differing: 1, difference: 250 })
  await api.database.query('UPDATE action_standings SET expected = 55250 WHERE portfolio_id = $1', [of.id])
  expect(await lines(of, '&only=differing')).toEqual([])
})

test('application money is no payment of the refund', async () => {
  const of = await oneHolding(books, 'FIFO')
  const made = await api.call<CorporateActionDetail & Refused>('POST /corporate-actions', {
    body: {
      kind: 'ipo',
      companyName: 'New Company PLC',
      securityCode: 'SAMP.N0000',
      portfolioId: of.portfolioId,
      ipoDate: '2026-03-02',
      appliedDate: '2026-03-02',
      pricePerShare: 15,
      totalInvestment: 15_000,
      paymentMethod: 'SLIPS',
      settlementAccount: books.bank,
    },
  })
  expect([made.status, made.body.message]).toEqual([201, undefined])
  const { id } = made.body
  await did(`POST /corporate-actions/${id}/process`, {})
  await did(`POST /corporate-actions/${id}/allot`, {
    portfolioId: of.portfolioId,
    allotted: 400,
    date: '2026-03-10',
    refundDate: '2026-03-16',
  })
  expect(await lines(of)).toMatchObject([
    { kind: 'ipo', expected: 9000, booked: 9000, difference: 0, open: 0 },
  ])
})

test('the price of rights is no money to come', async () => {
  const of = await oneHolding(books, 'FIFO')
  await of.buy('2026-02-10', 1000, 20)
  const rights = {
    kind: 'rights',
    rightsRatioFrom: 1,
    rightsRatioTo: 5,
    offerPrice: 15,
    announcementDate: '2026-02-20',
    recordDate: '2026-03-04',
    exRightsDate: '2026-03-03',
    subscriptionStart: '2026-03-05',
    subscriptionEnd: '2026-03-27',
  }
  await announced(of, rights)
  const nothing = { gross: 0, net: 0, expected: 0, booked: 0, difference: 0, open: 0 }
  expect(await lines(of)).toMatchObject([{ kind: 'rights', entitled_shares: 200, ...nothing }])
})

test('lines are filtered, added up and paged, and hold to what a person sees', async () => {
  const of = await oneHolding(books, 'FIFO')
  const other = await oneHolding(books, 'FIFO')
  await of.buy('2026-02-10', 1000, 20)
  await other.buy('2026-02-10', 1000, 20)
  const dividend = await processed(of, DIVIDEND)
  const bonus = await announced(of, BONUS)
  await processed(other, DIVIDEND)
  expect((await lines(of)).map((line) => line.action)).toEqual([bonus, dividend])
  expect((await lines(of, '&kind=bonus')).map((line) => [line.action, line.entitled_shares])).toEqual([
    [bonus, 250],
  ])
  expect((await lines(of, '&state=processed')).map((line) => line.action)).toEqual([dividend])
  expect((await lines(of, '&from=2026-03-04')).map((line) => line.action)).toEqual([bonus])
  expect(await lines(of, '&securityCode=SAMP.N0000')).toEqual([])
  expect(await sums(of)).toMatchObject({
    lines: 2,
    gross: 3250,
    tax: 487.5,
    net: 2762.5,
    expected: 2762.5,
    booked: 2762.5,
    assumed: 2762.5,
    open: 0,
    differing: 0,
  })
  const first = await api.call<EventLine[]>(
    `GET /corporate-action-reports/events?portfolioId=${of.portfolioId}&limit=1`,
  )
  const next = String(first.headers['x-next-cursor'])
  expect([first.body.map((line) => line.action), first.headers['x-total-count']]).toEqual([[bonus], '2'])
  expect((await lines(of, `&limit=1&cursor=${encodeURIComponent(next)}`)).map((line) => line.action)).toEqual(
    [dividend],
  )
  const { token } = await personWith(api, { sees: [of.id] })
  const mine = await api.call<EventLine[]>('GET /corporate-action-reports/events', { token })
  expect(new Set(mine.body.map((line) => line.portfolioId))).toEqual(new Set([of.portfolioId]))
  const total = await api.call<EventSums>('GET /corporate-action-reports/event-sums', { token })
  expect(total.body.lines).toBe(2)
  expect((await api.call('GET /corporate-action-reports/events?cursor=x')).status).toBe(400)
})

test('a trade before XD that is not settled at the record date is a claim, ours for a purchase', async () => {
  const of = await oneHolding(books, 'FIFO')
  await of.buy('2026-02-10', 20_000, 20)
  // As agreed, after the record date of 4 March; the second is a claim against us.
  const late = await of.buy('2026-02-27', 1000, 20, { settlementDate: '2026-03-09' })
  const sold = await of.sell('2026-02-27', 400, 21, { settlementDate: '2026-03-05' })
  await of.buy('2026-03-02', 500, 20, { settlementDate: '2026-03-04' })
  await of.buy('2026-03-03', 500, 20, { settlementDate: '2026-03-05' })
  const failed = await of.buy('2026-02-26', 300, 20, { settlementDate: '2026-03-02' })
  await did('POST /settlements/fail', { items: [{ tradeId: failed.id, date: '2026-03-02' }] })
  const id = await processed(of, DIVIDEND)
  const found = await claims(of)
  expect(
    found.map((row) => [row.trade, row.side, row.quantity, row.gross, row.tax, row.net, row.state]),
  ).toEqual([
    [failed.id, 'buy', 300, 975, 146.25, 828.75, 'open'],
    [late.id, 'buy', 1000, 3250, 487.5, 2762.5, 'open'],
    [sold.id, 'sell', 400, -1300, -195, -1105, 'open'],
  ])
  expect(found[1]).toMatchObject({
    action: id,
    ex_date: '2026-03-03',
    record_date: '2026-03-04',
    settlement_date: '2026-03-09',
    settled_on: null,
    broker: 'Some broker',
  })
  expect(found[0]?.settlement_date).toBeNull()
  const { net } = (await lines(of))[0] ?? { net: 0 }
  await did(`POST /corporate-actions/${id}/receive`, {
    portfolioId: of.portfolioId,
    date: '2026-03-20',
    amount: net,
  })
  expect((await claims(of, '&state=settled')).length).toBe(3)
  expect(await claims(of, '&state=open')).toEqual([])
  const { token } = await personWith(api, { sees: [(await oneHolding(books, 'FIFO')).id] })
  expect((await api.call<MarketClaim[]>('GET /corporate-action-reports/claims', { token })).body).toEqual([])
})

test('without a record date it is the market day after XD; a payment by then is no claim, a later one is', async () => {
  const of = await oneHolding(books, 'FIFO')
  const inTime = await of.buy('2026-02-27', 1000, 20, { settlementDate: '2026-03-09' })
  const tooLate = await of.buy('2026-02-27', 800, 20, { settlementDate: '2026-03-05' })
  const bonus = await processed(of, BONUS)
  expect(await claims(of)).toMatchObject([])
  await did('POST /settlements/confirm', { items: [{ tradeId: inTime.id, date: '2026-03-09' }] })
  await did('POST /settlements/confirm', { items: [{ tradeId: tooLate.id, date: '2026-03-10' }] })
  expect(await claims(of)).toMatchObject([
    {
      action: bonus,
      record_date: '2026-03-09',
      trade: tooLate.id,
      shares: 200,
      net: 0,
      settled_on: '2026-03-10',
      state: 'settled',
    },
  ])
})
