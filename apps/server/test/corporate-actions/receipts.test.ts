/** Receipts of several receivables at once: all of them or none. */
import { actionReports } from '@em/contract/corporate-actions/action-reports'
import {
  type CorporateActionDetail,
  corporateActions,
  type Entitlement,
} from '@em/contract/corporate-actions/corporate-actions'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'
import { personWith } from '../support/identity.ts'
import { oneBehindTheOther } from '../support/locks.ts'
import { oneHolding } from '../support/one-holding.ts'
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

const holder = async (quantity: number) => {
  const one = await oneHolding(books, 'FIFO')
  expect((await one.buy('2026-01-05', quantity, 10)).status_).toBe(201)
  return one
}
/** A dividend in the books, paid on a day that is confirmed by hand. */
const dividend = async (rate: number): Promise<number> => {
  const made = await api.call<CorporateActionDetail & { message?: string }>('POST /corporate-actions', {
    body: {
      kind: 'dividend',
      securityCode: 'JKH.N0000',
      dividendRate: rate,
      announcementDate: '2026-02-20',
      exDividendDate: '2026-03-03',
      recordDate: '2026-03-04',
      paymentDate: '2026-03-20',
      taxRate: 15,
    },
  })
  expect([made.status, made.body.message]).toEqual([201, undefined])
  const done = await api.call<{ message?: string }>(`POST /corporate-actions/${made.body.id}/process`, {
    body: {},
  })
  expect([done.status, done.body.message]).toEqual([200, undefined])
  return made.body.id
}
const outstanding = async () =>
  (await ask(api, actionReports.receivables, { query: { open: '0' } })).map((row) => [
    row.action,
    row.portfolioId,
    row.received,
    row.outstanding,
    row.is_confirmed,
  ])
const send = (receipts: readonly object[], more: object = {}, query = {}) =>
  api.call<Refused & { amount: number; receipts: object[]; postings?: object[] }>(
    corporateActions.receiveMany,
    {
      body: { receipts, ...more } as never,
      query,
    },
  )

test('two dividends of two portfolios: looked at, then confirmed, each as a whole on its own day', async () => {
  const [a, b] = [await holder(1_000), await holder(400)]
  const [first, second] = [await dividend(3.25), await dividend(1)]
  const receipts = [
    { action: second, portfolioId: b.portfolioId, date: '2026-03-23' },
    { action: first, portfolioId: a.portfolioId, date: '2026-03-20' },
    { action: first, portfolioId: b.portfolioId, date: '2026-03-20' },
  ]
  const before = await outstanding()
  const preview = await send(receipts, {}, { dryRun: '1' })
  // 1,000 x 3.25 less 15 % = 2,762.50; 400 x 3.25 less 15 % = 1,105.00; 400 x 1 less 15 % = 340.00.
  expect(preview).toMatchObject({
    status: 200,
    body: {
      dryRun: true,
      amount: 4_207.5,
      receipts: [{ amount: 340 }, { amount: 2_762.5 }, { amount: 1_105 }],
    },
  })
  expect(await outstanding()).toEqual(before)
  const done = await send(receipts, { reference: 'CDS 4711' })
  expect([done.status, done.body.amount]).toEqual([201, 4_207.5])
  expect((await outstanding()).filter(([, , , , confirmed]) => confirmed)).toHaveLength(3)
  expect((await outstanding()).map(([, , received]) => received).toSorted()).toEqual([1105, 2762.5, 340, 850])
  // 850.00 of the second dividend is what the first portfolio is only assumed to have got.
  expect(await verifyBooks(api.database)).toEqual([])
})

test('where one of them is refused nothing is recorded, and its field is named', async () => {
  const [a, b] = [await holder(1_000), await holder(400)]
  const id = await dividend(3.25)
  const one = { action: id, portfolioId: a.portfolioId, date: '2026-03-20' }
  expect((await send([one])).status).toBe(201)
  const before = await outstanding()
  const other = { action: id, portfolioId: b.portfolioId, date: '2026-03-20' }
  expect(await send([other, one])).toMatchObject({ status: 409, body: { code: 'action.nothing-due' } })
  expect(await send([other, { ...other, portfolioId: a.portfolioId, date: '2026-03-26' }])).toMatchObject({
    status: 422,
    body: { code: 'action.date-in-future', details: [{ field: 'receipts.1.date' }] },
  })
  expect(await send([other, other])).toMatchObject({ status: 400 })
  const [named] = (await ask(api, actionReports.receivables, {})).filter(
    ({ portfolioId }) => portfolioId === b.portfolioId,
  )
  // The same portfolio by its name and by its code.
  const again = { ...other, portfolioId: named?.portfolioName }
  expect(again.portfolioId).not.toBe(other.portfolioId)
  expect(await send([other, again])).toMatchObject({
    status: 400,
    body: { details: [{ field: 'receipts.1.portfolioId' }] },
  })
  expect(await send([])).toMatchObject({ status: 400 })
  expect(await send(Array.from({ length: 101 }, () => other))).toMatchObject({ status: 400 })
  expect(await outstanding()).toEqual(before)
})

test('a person confirms what is of the own portfolios, and sees no others', async () => {
  const [a, b] = [await holder(1_000), await holder(400)]
  const id = await dividend(3.25)
  const { token } = await personWith(api, { roles: ['Accountant'], sees: [a.id] })
  const sent = (portfolioId: string) =>
    api.call<Refused>(corporateActions.receiveMany, {
      token,
      body: { receipts: [{ action: id, portfolioId, date: '2026-03-20' }] } as never,
    })
  expect((await sent(b.portfolioId)).status).toBe(404)
  expect((await sent(a.portfolioId)).status).toBe(201)
})

test('two people who confirm the same receivables in opposite orders: one gets the refusal that nothing is due', async () => {
  const [a, b] = [await holder(1_000), await holder(400)]
  const [first, second] = [await dividend(3.25), await dividend(1)]
  const all = [first, second].flatMap((action) =>
    [a, b].map(({ portfolioId }) => ({ action, portfolioId, date: '2026-03-20' })),
  )
  const answers = await oneBehindTheOther(
    api,
    () => send(all),
    () => send(all.toReversed()),
  )
  expect(answers.map(({ status }) => status)).toEqual([201, 409])
  const { body } = await api.call<Entitlement[]>(`GET /corporate-actions/${first}/entitlements`)
  expect(body.map(({ received }) => received).toSorted((x, y) => x - y)).toEqual([1_105, 2_762.5])
  expect(await verifyBooks(api.database)).toEqual([])
})
