/** The answers that the forms of transfers and of new issues need: a preview of the processing, and the age of refunds. */
import type { ActionReceivable } from '@em/contract/corporate-actions/action-reports'
import { actionReports } from '@em/contract/corporate-actions/action-reports'
import type { ActionPreview, CorporateActionDetail } from '@em/contract/corporate-actions/corporate-actions'
import { corporateActions } from '@em/contract/corporate-actions/corporate-actions'
import { beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'

let api: Api
let books: Books
let giver: OneHolding
let taker: OneHolding
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  books = await startBooks(api)
  giver = await oneHolding(books, 'FIFO')
  taker = await oneHolding(books, 'FIFO')
})

const transfer = () => ({
  kind: 'transfer',
  portfolio: giver.portfolioId,
  toPortfolio: taker.portfolioId,
  securityCode: 'JKH.N0000',
  quantity: 150,
  transferDate: '2026-06-29',
})
const create = (body: object) => ask(api, corporateActions.create, { body, query: {} })
/** The preview of a write, by its path. */
async function previewOf(where: string, body: object): Promise<ActionPreview> {
  const answer = await api.call<ActionPreview>(`POST /corporate-actions${where}`, { body })
  expect(answer.status).toBe(200)
  return answer.body
}
const listed = async () => (await ask(api, corporateActions.list, { query: {} })).length

test('a transfer that is not recorded yet shows holdings and entries as its processing then makes them', async () => {
  await giver.buy('2026-06-01', 100, 10)
  await giver.buy('2026-06-02', 200, 13)
  const seen = await previewOf('?dryRun=1&process=1', transfer())
  expect(
    seen.positions.map(({ portfolioId, before, after }) => [portfolioId, before.quantity, after.quantity]),
  ).toEqual(
    expect.arrayContaining([
      [giver.portfolioId, 300, 150],
      [taker.portfolioId, 0, 150],
    ]),
  )
  const lines = seen.postings.map((line) => [line.account_code, line.debit, line.credit])
  expect(lines).toEqual([
    ['1100', 1_650, 1_650],
    ['1300', 1_650, 1_650],
  ])
  // Nothing of it stays.
  expect(await listed()).toBe(0)
  expect(await giver.position()).toMatchObject({ quantity: 300 })
  // Without processing a preview posts nothing, as an announcement does.
  expect((await previewOf('?dryRun=1', transfer())).postings).toEqual([])

  const { id } = (await create(transfer())) as CorporateActionDetail
  const again = await previewOf(`/${id}/process?dryRun=1`, {})
  expect({ ...again, id: 0, entitlements: [] }).toEqual({ ...seen, id: 0, entitlements: [] })
  await ask(api, corporateActions.process, { params: { id }, query: {}, body: {} })
  expect(await giver.position()).toMatchObject({ quantity: 150 })
  expect(await taker.position()).toMatchObject({ quantity: 150 })
  expect(await verifyBooks(api.database)).toEqual([])
})

test('it is refused in the preview as it would be', async () => {
  const answer = await api.call<{ code: string }>('POST /corporate-actions?dryRun=1&process=1', {
    body: { ...transfer(), quantity: 100_000 },
  })
  expect(answer.status).toBe(422)
})

test('a refund has the age of its allotment until it comes', async () => {
  const { id } = (await create({
    kind: 'ipo',
    companyName: 'Sampath Bank PLC',
    securityCode: 'SAMP.N0000',
    portfolio: giver.portfolioId,
    settlementAccount: books.bank,
    ipoDate: '2026-04-01',
    appliedDate: '2026-04-06',
    pricePerShare: 15,
    totalInvestment: 15_000,
    paymentMethod: 'SLIPS',
  })) as CorporateActionDetail
  await ask(api, corporateActions.process, { params: { id }, query: {}, body: {} })
  const refunds = async (): Promise<ActionReceivable[]> =>
    (await ask(api, actionReports.receivables, { query: { open: '1' } })).filter(
      ({ action }) => action === id,
    )
  expect(await refunds()).toEqual([])
  await ask(api, corporateActions.allot, {
    params: { id },
    query: {},
    body: { allotted: 400, date: '2026-05-20' },
  })
  expect(await refunds()).toMatchObject([{ outstanding: 9_000, due: null, days: 41, band: '31-60' }])
  await ask(api, corporateActions.receive, {
    params: { id },
    query: {},
    body: { date: '2026-06-30', amount: 8_000 },
  })
  expect(await refunds()).toMatchObject([{ outstanding: 1_000, received: 8_000, days: 41 }])
  expect(await verifyBooks(api.database)).toEqual([])
})
