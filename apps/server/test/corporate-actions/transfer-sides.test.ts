/** A transfer between entities: each side has its own money, confirmed separately. */

import type { ActionReceivable } from '@em/contract/corporate-actions/action-reports'
import type { CorporateActionDetail, Entitlement } from '@em/contract/corporate-actions/corporate-actions'
import type { EventLine } from '@em/contract/corporate-actions/event-reports'
import { beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { type Books, type Refused, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-03-25' })
  books = await startBooks(api)
})
const clean = async () => expect(await verifyBooks(api.database)).toEqual([])

/** `vectors.md` 7.7: 400 shares, cost 8,000.00, at 25.00, to a fund of its own. */
async function moved() {
  const giver = await oneHolding(books, 'FIFO')
  const taker = await oneHolding(books, 'FIFO')
  const [row] = await api.database.query<{ version: number }>(
    'SELECT version FROM portfolios WHERE id = $1',
    [taker.id],
  )
  const body = { entity: `Fund ${taker.portfolioId}`, version: row?.version }
  expect((await api.call(`PUT /portfolios/${taker.id}`, { body })).status).toBe(200)
  await giver.buy('2026-01-05', 400, 20)
  const made = await api.call<CorporateActionDetail & Refused>('POST /corporate-actions', {
    body: {
      kind: 'transfer',
      portfolio: giver.portfolioId,
      toPortfolio: taker.portfolioId,
      securityCode: 'JKH.N0000',
      quantity: 400,
      transferDate: '2026-03-03',
      transferPrice: 25,
    },
  })
  expect([made.status, made.body.message]).toEqual([201, undefined])
  const { id } = made.body
  expect((await api.call(`POST /corporate-actions/${id}/process`, { body: {} })).status).toBe(200)
  return { id, giver, taker }
}
const acted = async (call: string, body: object) => {
  const answer = await api.call<CorporateActionDetail & Refused>(`POST /corporate-actions/${call}`, { body })
  return { status: answer.status, ...answer.body }
}
/** Balances of one portfolio in 1010, 1200 and 2100. */
const balances = async ({ id }: OneHolding) => {
  const rows = await api.database.query<{ role: string; amount: string }>(
    `SELECT l.role, sum(l.debit - l.credit)::text AS amount FROM journal_lines l JOIN journal_entries h ON h.id = l.entry_id
      WHERE h.cause_kind = 'action' AND l.portfolio_id = $1 AND l.role IN ('cash', 'receivable', 'payable') GROUP BY 1 ORDER BY 1`,
    [id],
  )
  return Object.fromEntries(
    rows.filter(({ amount }) => +amount !== 0).map(({ role, amount }) => [role, +amount]),
  )
}
const owed = async () =>
  (await api.call<ActionReceivable[]>('GET /corporate-action-reports/receivables?open=1')).body.map((row) => [
    row.portfolioId,
    row.role,
    row.outstanding,
  ])

test('money received by one side is not yet paid by the other', async () => {
  const { id, giver, taker } = await moved()
  expect(await owed()).toEqual([
    [giver.portfolioId, 'receivable', 10_000],
    [taker.portfolioId, 'payable', -10_000],
  ])
  const rows = (await api.call<Entitlement[]>(`GET /corporate-actions/${id}/entitlements`)).body
  expect(rows.map((row) => [row.portfolioId, row.entitled_shares, row.net, row.outstanding])).toEqual([
    [giver.portfolioId, 400, 10_000, 10_000],
    [taker.portfolioId, 400, -10_000, -10_000],
  ])
  const first = await acted(`${id}/receive`, {
    portfolioId: giver.portfolioId,
    date: '2026-03-05',
    amount: 9900,
  })
  expect(first).toMatchObject({ status: 201, outstanding: 100, gross: 10_000, entitled_shares: 400 })
  expect([await balances(giver), await balances(taker)]).toEqual([
    { cash: 9900, receivable: 100 },
    { payable: -10_000 },
  ])
  await clean()
  const second = await acted(`${id}/receive`, {
    portfolioId: taker.portfolioId,
    settlementAccount: books.bank,
    date: '2026-03-06',
    amount: 10_000,
  })
  expect([second.status, second.message]).toEqual([201, undefined])
  expect([await balances(giver), await balances(taker)]).toEqual([
    { cash: 9900, receivable: 100 },
    { cash: -10_000 },
  ])
  expect(await owed()).toEqual([[giver.portfolioId, 'receivable', 100]])
  const lines = (await api.call<EventLine[]>('GET /corporate-action-reports/events?kind=transfer')).body
  expect(
    lines.map((line) => [line.portfolioId, line.expected, line.booked, line.received, line.open, line.money]),
  ).toEqual([
    [giver.portfolioId, 10_000, 10_000, 9900, 100, 'part'],
    [taker.portfolioId, -10_000, -10_000, -10_000, 0, 'settled'],
  ])
  const third = await acted(`${id}/receive`, {
    portfolioId: taker.portfolioId,
    settlementAccount: books.bank,
    date: '2026-03-06',
    amount: 1,
  })
  expect(third).toMatchObject({ status: 409, code: 'action.nothing-due' })
  await clean()
  // Back to where it began.
  expect((await acted(`${id}/reverse`, { reason: 'Wrong fund' })).status).toBe(201)
  expect([await balances(giver), await balances(taker)]).toEqual([{}, {}])
  await clean()
})

test('a late trade of either side leaves what the other has paid', async () => {
  const { id, giver, taker } = await moved()
  expect(
    (
      await acted(`${id}/receive`, {
        portfolioId: taker.portfolioId,
        settlementAccount: books.bank,
        date: '2026-03-06',
        amount: 10_000,
      })
    ).status,
  ).toBe(201)
  expect((await giver.buy('2026-01-06', 100, 21)).status_).toBe(201)
  expect((await taker.buy('2026-01-06', 100, 21)).status_).toBe(201)
  expect([await balances(giver), await balances(taker)]).toEqual([{ receivable: 10_000 }, { cash: -10_000 }])
  await clean()
})
