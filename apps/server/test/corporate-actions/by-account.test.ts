/** An account at the depository is entitled as a whole (vector 5.7): what one portfolio has in it moves what another gets. */

import { cds } from '@em/contract/cds/cds'
import { cdsAccounts } from '@em/contract/cds/cds-accounts'
import type { CorporateActionDetail, Entitlement } from '@em/contract/corporate-actions/corporate-actions'
import type { TradeDryRun } from '@em/contract/trades/trade-preview'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { plansNow } from '../../src/features/corporate-actions/acts/act.commands.ts'
import { findAction } from '../../src/features/corporate-actions/facts/action-rows.queries.ts'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'
import { personWith } from '../support/identity.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { lockBooks } from '../support/own-entity.ts'
import { rewindable } from '../support/rewind.ts'

let api: Api
let books: Books

let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-03-25' })
  books = await startBooks(api)
  rewind = await rewindable(api)
})
beforeEach(() => rewind())

const account = async (account_number: string, served: readonly OneHolding[]): Promise<number> => {
  const { id } = await ask(api, cdsAccounts.routes.create, {
    body: { participant: 'ABC', account_number, category: 'LC', holder_name: 'Test Fund' },
  })
  await serve(id, served)
  return id
}
const serve = (id: number, served: readonly OneHolding[]) =>
  ask(api, cds.setPortfolios, {
    params: { id },
    body: { portfolios: served.map(({ portfolioId }) => ({ portfolio: portfolioId, main: false })) },
  })
const holder = async (quantity: number) => {
  const one = await oneHolding(books, 'FIFO')
  const { id, status_ } = await one.buy('2026-01-05', quantity, 10)
  expect(status_).toBe(201)
  return { ...one, bought: id }
}
const bonus = async (more: object = {}): Promise<number> => {
  const form = { kind: 'bonus', ratioFrom: 1, ratioTo: 4, exDate: '2026-03-03', allotmentDate: '2026-03-06' }
  const made = await api.call<CorporateActionDetail & { message?: string }>('POST /corporate-actions', {
    body: { securityCode: 'JKH.N0000', ...form, ...more },
  })
  expect([made.status, made.body.message]).toEqual([201, undefined])
  return made.body.id
}
const process = async (id: number) => {
  const done = await api.call<{ message?: string }>(`POST /corporate-actions/${id}/process`, { body: {} })
  expect([done.status, done.body.message]).toEqual([200, undefined])
}
const entitled = async (id: number, of: readonly OneHolding[]) => {
  const { body } = await api.call<Entitlement[]>(`GET /corporate-actions/${id}/entitlements`)
  return of.map(({ portfolioId }) => {
    const row = body.find((one) => one.portfolioId === portfolioId)
    return [row?.shares_held, row?.entitled_shares]
  })
}
/** Three more shares, bought before the bonus. */
const lateBuy = ({ portfolioId }: OneHolding) => ({
  companyName: 'John Keells Holdings PLC',
  symbol: 'JKH.N0000',
  portfolioId,
  quantity: 3,
  price: 10,
  contractNumber: 'L-1',
  brokerName: 'Some broker',
  tradeDate: '2026-02-02',
  settlementDate: '2026-02-02',
  settlementAccount: books.bank,
})
const held = async (one: OneHolding) => Number((await one.position())?.['quantity'])

test('one account of two portfolios: 1,003 and 1,001 get 251 and 250 of 501', async () => {
  const [a, b] = [await holder(1_003), await holder(1_001)]
  await account('1', [a, b])
  const id = await bonus()
  expect(await entitled(id, [a, b])).toEqual([
    [1_003, 251],
    [1_001, 250],
  ])
  await process(id)
  expect([await held(a), await held(b)]).toEqual([1_254, 1_251])
  expect(await verifyBooks(api.database)).toEqual([])
})

test('one portfolio in two accounts of 503 each: 125 and 125', async () => {
  const a = await holder(503)
  const second = await a.buy('2026-01-06', 503, 10)
  await account('1', [a])
  const other = await account('2', [a])
  await ask(api, cds.place, { body: { ids: [second.id], account: other, quantity: null } })
  const id = await bonus()
  expect(await entitled(id, [a])).toEqual([[1_006, 250]])
  await process(id)
  expect(await held(a)).toBe(1_256)
  expect(await verifyBooks(api.database)).toEqual([])
})

test('the payment for fractions is that of the account, spread over its portfolios', async () => {
  const [a, b] = [await holder(1_003), await holder(1_002)]
  await account('1', [a, b])
  // 2,005 / 4 = 501.25: a quarter at 10.00 is 2.50.
  const id = await bonus({ fractionTreatment: 'cash', fractionPrice: 10, paymentDate: '2026-03-10' })
  await process(id)
  const { body } = await api.call<Entitlement[]>(`GET /corporate-actions/${id}/entitlements`)
  expect(body.reduce((sum, row) => sum + row.entitled_shares, 0)).toBe(501)
  expect(body.map((row) => row.net).toSorted()).toEqual([1.25, 1.25])
  expect(await verifyBooks(api.database)).toEqual([])
})

test('a receipt of one portfolio plans that one, with its part of what the account gets', async () => {
  const [a, b] = [await holder(1_003), await holder(1_002)]
  await account('1', [a, b])
  const id = await bonus({ fractionTreatment: 'cash', fractionPrice: 10, paymentDate: '2026-03-10' })
  await process(id)
  const [some, all] = await api.database.transaction(async (tx) => {
    const action = await findAction(tx, id)
    return [await plansNow(tx, action, '2026-03-25', [a.id]), await plansNow(tx, action, '2026-03-25')]
  }, 'plans of one and of all')
  expect([[...some.keys()], all.size]).toEqual([[a.id], 2])
  expect(some.get(a.id)).toEqual(all.get(a.id))
  const receive = (amount: number) =>
    api.call<Refused>(`POST /corporate-actions/${id}/receive`, {
      body: { portfolioId: a.portfolioId, date: '2026-03-10', amount },
    })
  expect(await receive(1.26)).toMatchObject({ status: 422, body: { code: 'action.receive-too-much' } })
  expect(await receive(1.25)).toMatchObject({ status: 201 })
  expect(await verifyBooks(api.database)).toEqual([])
})

test('a late trade of one portfolio moves what the other gets', async () => {
  const [a, b] = [await holder(1_003), await holder(1_001)]
  await account('1', [a, b])
  const id = await bonus()
  await process(id)
  // 2,004 + 1 = 2,005: 501 still, of which 250.84 and 250.16.
  expect((await b.buy('2026-02-02', 3, 10)).status_).toBe(201)
  // 2,007: 501, of 1,003 and 1,004 the second has the larger remainder.
  expect(await entitled(id, [a, b])).toEqual([
    [1_003, 250],
    [1_004, 251],
  ])
  expect([await held(a), await held(b)]).toEqual([1_253, 1_255])
  expect(await verifyBooks(api.database)).toEqual([])
})

test('a late trade by a user who sees one of the portfolios changes the shares of the other, and its preview shows his own only', async () => {
  const [a, b] = [await holder(1_003), await holder(1_001)]
  await account('1', [a, b])
  const id = await bonus()
  await process(id)
  const { token } = await personWith(api, { sees: [b.id] })
  const body = lateBuy(b)
  const path = 'POST /transaction-entries/buy'
  const preview = await api.call<TradeDryRun>(path, { body, token, query: { dryRun: '1' } })
  expect(preview.body.consequences.entitlements).toMatchObject([
    { portfolioId: b.portfolioId, after: { entitled: 251 } },
  ])
  expect(JSON.stringify(preview.body)).not.toContain(a.portfolioId)
  expect((await api.call(path, { body, token })).status).toBe(201)
  expect(await entitled(id, [a, b])).toEqual([
    [1_003, 250],
    [1_004, 251],
  ])
  expect([await held(a), await held(b)]).toEqual([1_253, 1_255])
  expect(await verifyBooks(api.database)).toEqual([])
})

test('a late trade that takes shares which the other portfolio sold is refused, and names nothing of it', async () => {
  const [a, b] = [await holder(1_003), await holder(1_001)]
  await account('1', [a, b])
  await process(await bonus())
  expect((await a.sell('2026-03-10', 1_254, 12)).status_).toBe(201)
  const { token } = await personWith(api, { sees: [b.id] })
  const refused = await api.call<Refused>('POST /transaction-entries/buy', { body: lateBuy(b), token })
  expect([refused.status, refused.body.code]).toEqual([403, 'rights.outside'])
  expect(JSON.stringify(refused.body)).not.toMatch(new RegExp(a.portfolioId))
  expect(await verifyBooks(api.database)).toEqual([])
})

test('registering separate accounts later, and placing a trade in another account, change it too', async () => {
  const [a, b] = [await holder(1_003), await holder(1_001)]
  const id = await bonus()
  await process(id)
  expect(await entitled(id, [a, b])).toEqual([
    [1_003, 250],
    [1_001, 250],
  ])
  const shared = await account('1', [a, b])
  expect([await held(a), await held(b)]).toEqual([1_254, 1_251])
  const other = await account('2', [a])
  await ask(api, cds.place, { body: { ids: [a.bought], account: other, quantity: null } })
  expect([await held(a), await held(b)]).toEqual([1_253, 1_251])
  await ask(api, cds.place, { body: { ids: [a.bought], account: null } })
  expect(await held(a)).toBe(1_254)
  await serve(shared, [b])
  expect(await held(a)).toBe(1_253)
  expect(await verifyBooks(api.database)).toEqual([])
})

test('a change of an account on a locked day is posted on the first open day', async () => {
  const [a, b] = [await holder(1_003), await holder(1_002)]
  const form = { fractionTreatment: 'cash', fractionPrice: 10, paymentDate: '2026-03-10' }
  await process(await bonus(form))
  const [entity] = await api.database.query<{ entity_id: number }>(
    'SELECT entity_id FROM portfolios WHERE id = $1',
    [a.id],
  )
  await lockBooks(api, entity?.entity_id ?? 0, '2026-03-15', 'Month-end')
  await account('1', [a, b])
  const moved = await api.database.query<{ day: string }>(
    "SELECT DISTINCT entry_date::text AS day FROM journal_entries WHERE cause_kind = 'action' AND moved_from IS NOT NULL",
  )
  expect(moved).toEqual([{ day: '2026-03-16' }])
  expect(await verifyBooks(api.database)).toEqual([])
})
