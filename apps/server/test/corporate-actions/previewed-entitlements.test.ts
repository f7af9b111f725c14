/** The entitlements that a preview shows: of a late buy or sale, a correction, a deletion, rows at once, an undoing. */
import type { UndoReport } from '@em/contract/batches/batch-undo'
import type { BatchRecord, BatchReport } from '@em/contract/batches/batches'
import type { CorporateActionDetail } from '@em/contract/corporate-actions/corporate-actions'
import type { TradeDryRun } from '@em/contract/trades/trade-preview'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { type Books, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'

const TODAY = '2026-03-10'
let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: TODAY })
  books = await startBooks(api)
})
afterEach(() => api.clock.set(TODAY))

/** `vectors.md` 4.1: 20,000 shares, 3.25 a share, 15 % tax. */
const DIVIDEND = {
  kind: 'dividend',
  announcementDate: '2026-02-20',
  exDividendDate: '2026-03-03',
  recordDate: '2026-03-04',
  paymentDate: '2026-03-20',
  dividendRate: 3.25,
}
const BONUS = { kind: 'bonus', ratioFrom: 1, ratioTo: 4, exDate: '2026-03-03', allotmentDate: '2026-03-12' }

async function processed(of: OneHolding, form: object): Promise<number> {
  const made = await api.call<CorporateActionDetail>('POST /corporate-actions', {
    body: { securityCode: 'JKH.N0000', portfolioId: of.portfolioId, ...form },
  })
  expect(made.status).toBe(201)
  expect((await api.call(`POST /corporate-actions/${made.body.id}/process`, { body: {} })).status).toBe(200)
  return made.body.id
}
const consequencesOf = (answer: object) => (answer as TradeDryRun).consequences
const before = { held: 20_000, entitled: 0, gross: 65_000, tax: 9_750, net: 55_250 }

test('a late buy shows the dividend that grows, and nothing is saved', async () => {
  const of = await oneHolding(books, 'WAP')
  await of.buy('2026-02-10', 20_000, 20)
  const id = await processed(of, DIVIDEND)
  const preview = await of.buy('2026-02-20', 1000, 20, {}, '?dryRun=1')
  expect(consequencesOf(preview)).toMatchObject({
    affectedEntitlements: 1,
    entitlements: [
      {
        action: id,
        kind: 'dividend',
        title: 'Dividend 3.25 a share JKH.N0000',
        portfolioId: of.portfolioId,
        ex_date: '2026-03-03',
        in_books: true,
        due: '2026-03-20',
        is_confirmed: false,
        before,
        after: { held: 21_000, entitled: 0, gross: 68_250, tax: 10_237.5, net: 58_012.5 },
      },
    ],
  })
  const [row] = (await api.call<{ version: number }[]>(`GET /corporate-actions/${id}/entitlements`)).body
  expect(row?.version).toBe(1)
  const after = await of.buy('2026-03-04', 1000, 20, {}, '?dryRun=1')
  expect(consequencesOf(after)).toMatchObject({ affectedEntitlements: 0, entitlements: [] })
})

test('a late sale, a correction and a deletion show the rest, and whether the payment is confirmed', async () => {
  const of = await oneHolding(books, 'FIFO')
  const first = await of.buy('2026-02-10', 20_000, 20)
  const id = await processed(of, DIVIDEND)
  const sale = await of.sell('2026-02-20', 1000, 21, {}, '?dryRun=1')
  expect(consequencesOf(sale).entitlements).toMatchObject([
    { before, after: { held: 19_000, net: 52_487.5 } },
  ])
  const changed = { quantity: 10_000, price: 20, tradeDate: '2026-02-10' }
  const correction = await of.change('buy', first.id, changed, '?dryRun=1')
  expect(consequencesOf(correction).entitlements).toMatchObject([
    { before, after: { held: 10_000, net: 27_625 } },
  ])
  api.clock.set('2026-03-25')
  const paid = { portfolioId: of.portfolioId, date: '2026-03-20' }
  expect(
    (await api.call(`POST /corporate-actions/${id}/receive`, { body: { ...paid, amount: 55_250 } })).status,
  ).toBe(201)
  const deletion = await of.remove('buy', first.id, '?dryRun=1')
  expect(consequencesOf(deletion).entitlements).toMatchObject([
    { is_confirmed: true, before, after: { held: 0, gross: 0, net: 0 } },
  ])
})

test('an entitlement of shares shows both counts, and one that follows another is shown too', async () => {
  const of = await oneHolding(books, 'FIFO')
  await of.buy('2026-02-10', 1000, 10)
  const bonus = await processed(of, BONUS)
  const dividend = await processed(of, {
    ...DIVIDEND,
    exDividendDate: '2026-03-05',
    recordDate: '2026-03-06',
    dividendRate: 2,
  })
  const preview = await of.buy('2026-02-20', 400, 10, {}, '?dryRun=1')
  expect(consequencesOf(preview).affectedEntitlements).toBe(2)
  expect(consequencesOf(preview).entitlements).toMatchObject([
    { action: bonus, before: { held: 1000, entitled: 250 }, after: { held: 1400, entitled: 350, net: 0 } },
    { action: dividend, before: { held: 1250, net: 2125 }, after: { held: 1750, net: 2975 } },
  ])
})

test('rows at once are previewed with their entitlements, and undoing them shows the reverse', async () => {
  const of = await oneHolding(books, 'WAP')
  await of.buy('2026-02-10', 20_000, 20)
  await processed(of, DIVIDEND)
  const row = {
    side: 'buy',
    symbol: 'JKH.N0000',
    portfolioId: of.portfolioId,
    quantity: 500,
    price: 20,
    brokerName: 'Some broker',
    tradeDate: '2026-02-20',
  }
  const rows = [
    { ...row, contractNumber: 'T1' },
    { ...row, contractNumber: 'T2' },
  ]
  const body = { source: 'import', defaults: { settlementAccount: String(books.bank) }, rows }
  const preview = await api.call<BatchReport>('POST /trade-batches?dryRun=1', { body })
  expect(preview.body).toMatchObject({
    ok: true,
    affectedEntitlements: 1,
    entitlements: [{ before, after: { held: 21_000, net: 58_012.5 } }],
    entitlementsUntold: false,
  })
  expect((await of.position())?.quantity).toBe(20_000)
  const saved = await api.call<BatchRecord>('POST /trade-batches', { body })
  expect(saved.status).toBe(201)
  const undo = await api.call<UndoReport>(`DELETE /trade-batches/${saved.body.id}?dryRun=1`)
  expect(undo.body.consequences).toMatchObject({
    affectedEntitlements: 1,
    entitlements: [{ before: { held: 21_000, net: 58_012.5 }, after: before }],
  })
})
