/** A portfolio by cherry picking names the lots that it gives in a buy-back or tender, as it does of a sale. */
import type {
  ActionPreview,
  CorporateActionDetail,
  Entitlement,
} from '@em/contract/corporate-actions/corporate-actions'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { type Books, type Refused, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { rewindable } from '../support/rewind.ts'

let api: Api
let books: Books
let rewind: () => Promise<void>
let of: OneHolding
/** 400 at 50.00 and 603 at 80.00. */
let older: number
let newer: number
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-03-25' })
  books = await startBooks(api)
  rewind = await rewindable(api)
})
beforeEach(async () => {
  await rewind()
  of = await oneHolding(books, 'CHERRY')
  older = (await of.buy('2026-02-10', 400, 50)).id
  newer = (await of.buy('2026-02-11', 603, 80)).id
})

type Said = CorporateActionDetail & ActionPreview & Refused
const send = (call: string, body: object) => api.call<Said>(call, { body })
async function did(call: string, body: object): Promise<Said> {
  const answer = await send(call, body)
  expect([answer.body.message, answer.status < 300]).toEqual([undefined, true])
  return answer.body
}
const refused = async (call: string, body: object) => {
  const { status, body: said } = await send(call, body)
  return [status, said.code, said.details?.map(({ field }) => field)]
}
/** Buy-back of 1 for 8 at 80.00: 125 of 1,003, 10,000.00. */
const BUYBACK = {
  kind: 'buyback',
  announcementDate: '2026-02-20',
  effectiveDate: '2026-03-03',
  ratioFrom: 1,
  ratioTo: 8,
  offerPrice: 80,
}
const TENDER = {
  kind: 'tender',
  announcementDate: '2026-02-20',
  acceptanceDate: '2026-02-27',
  effectiveDate: '2026-03-03',
  offerPrice: 80,
}
const announce = async (form: object) =>
  (await did('POST /corporate-actions', { securityCode: 'JKH.N0000', portfolioId: of.portfolioId, ...form }))
    .id
const lots = (...named: (readonly [lot: number, shares: number])[]) =>
  named.map(([buyTransactionId, allocatedQuantity]) => ({ buyTransactionId, allocatedQuantity }))
const election = (more: object) => ({
  elections: [{ portfolioId: of.portfolioId, date: '2026-02-26', ...more }],
})
const posted = () =>
  api.database.query<{ code: string; net: string }>(
    `SELECT a.account_code AS code, sum(l.debit - l.credit) AS net FROM journal_lines l JOIN journal_entries h ON h.id = l.entry_id
       JOIN chart_of_accounts a ON a.id = l.account_id WHERE l.portfolio_id = $1 AND h.cause_kind = 'action'
      GROUP BY 1 HAVING sum(l.debit - l.credit) <> 0 ORDER BY 1`,
    [of.id],
  )
const sold = (cost: string, gain: string, gross: string) => [
  { code: '1100', net: `-${cost}` },
  { code: '1200', net: gross },
  { code: '4100', net: `-${gain}` },
]
const open = async () =>
  (
    await api.call<{ id: number; remaining_quantity: number }[]>(
      `GET /transaction-entries/buy-lots?portfolioId=${of.portfolioId}&symbol=JKH.N0000`,
    )
  ).body.map(({ id, remaining_quantity: left }) => [id, left])
const clean = async () => expect(await verifyBooks(api.database)).toEqual([])

test('a buy-back is refused without its lots, and takes those that are named', async () => {
  const id = await announce(BUYBACK)
  const process = `POST /corporate-actions/${id}/process`
  expect(await refused(process, {})).toEqual([422, 'action.lots-needed', ['elections']])
  expect(await refused(`${process}?dryRun=1`, {})).toEqual([422, 'action.lots-needed', ['elections']])
  expect((await send(process, {})).body.message).toMatch(
    /^Holding \d+ picks its lots: please name under Elections the lots that its 125 shares come from\.$/,
  )
  await did(process, election({ allocations: lots([newer, 100], [older, 25]) }))
  // 100 x 80.00 + 25 x 50.00 = 9,250.00; the oldest would be 6,250.00.
  expect(await posted()).toEqual(sold('9250.00', '750.00', '10000.00'))
  expect(await open()).toEqual([
    [older, 375],
    [newer, 503],
  ])
  const { body } = await api.call<Entitlement[]>(`GET /corporate-actions/${id}/entitlements`)
  expect(body).toMatchObject([
    { entitled_shares: 125, sold: 125, picks_lots: true, allocations: lots([newer, 100], [older, 25]) },
  ])
  await clean()
})

test('an election names existing lots whose quantities add up to the shares sold', async () => {
  const id = await announce(TENDER)
  const elect = `PUT /corporate-actions/${id}/elections`
  const field = ['elections.0.allocations']
  const say = (more: object) => refused(elect, election(more))
  expect(await say({ sell: 100 })).toEqual([422, 'action.lots-needed', field])
  expect(await say({ sell: 100, allocations: lots([older, 99]) })).toEqual([
    422,
    'allocations.sum-mismatch',
    field,
  ])
  expect(await say({ sell: 500, allocations: lots([older, 500]) })).toEqual([
    422,
    'allocations.exceed-lot',
    field,
  ])
  expect(await say({ sell: 5, allocations: lots([999_999, 5]) })).toEqual([
    422,
    'allocations.lot-unavailable',
    field,
  ])
  const late = (await of.buy('2026-03-04', 50, 90)).id
  expect(await say({ sell: 5, allocations: lots([late, 5]) })).toEqual([
    422,
    'allocations.lot-unavailable',
    field,
  ])
  await did(elect, election({ sell: 100, allocations: lots([newer, 100]) }))
  await did(`POST /corporate-actions/${id}/process`, {})
  expect(await posted()).toEqual([
    { code: '1100', net: '-8000.00' },
    { code: '1200', net: '8000.00' },
  ])
  // All that is held leaves whatever the lots are: nothing is asked.
  await did(elect, election({ sell: 1003 }))
  expect(await posted()).toEqual(sold('68240.00', '12000.00', '80240.00'))
  expect(await open()).toEqual([[late, 50]])
  await clean()
})

test('a portfolio by another method names none', async () => {
  of = await oneHolding(books, 'FIFO')
  const lot = (await of.buy('2026-02-10', 400, 50)).id
  const id = await announce(BUYBACK)
  expect(
    await refused(
      `PUT /corporate-actions/${id}/elections`,
      election({ sell: 5, allocations: lots([lot, 5]) }),
    ),
  ).toEqual([422, 'allocations.not-allowed', ['elections.0.allocations']])
  await did(`POST /corporate-actions/${id}/process`, {})
  expect(await posted()).toEqual(sold('2500.00', '1500.00', '4000.00'))
})

test('the lots stay through late trades, and through a reversal until it is processed again', async () => {
  const id = await announce(BUYBACK)
  await did(
    `POST /corporate-actions/${id}/process`,
    election({ allocations: lots([newer, 100], [older, 25]) }),
  )
  expect((await of.buy('2026-02-12', 800, 60)).status_).toBe(201)
  expect(await posted()).toEqual(sold('9250.00', '750.00', '10000.00'))
  await did(`POST /corporate-actions/${id}/reverse`, { reason: 'Wrong day' })
  expect(await posted()).toEqual([])
  await did(`POST /corporate-actions/${id}/process`, {})
  expect(await posted()).toEqual(sold('9250.00', '750.00', '10000.00'))
  // Held are 803 before the effective day: of the 125 that were named the first 100 leave.
  const picked = { allocations: [{ buyTransactionId: older, allocatedQuantity: 300 }] }
  expect((await of.sell('2026-02-13', 300, 70, picked)).status_).toBe(201)
  expect(
    (
      await of.sell('2026-02-13', 700, 70, {
        allocations: [{ buyTransactionId: (await open())[2]?.[0], allocatedQuantity: 700 }],
      })
    ).status_,
  ).toBe(201)
  expect(await posted()).toEqual([
    { code: '1100', net: '-8000.00' },
    { code: '1200', net: '8000.00' },
  ])
  await clean()
})
