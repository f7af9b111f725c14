/** The facts that a plan is made from: the holding before its day, the newest election, the rest at the end of the last day. */
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

async function done(where: string, body: object): Promise<{ id: number }> {
  const answer = await api.call<Refused & { id: number }>(where, { body })
  expect([answer.body.message, answer.status < 300]).toEqual([undefined, true])
  return answer.body
}
async function processed(of: OneHolding, form: object): Promise<number> {
  const own = { securityCode: 'JKH.N0000', portfolioId: of.portfolioId, announcementDate: '2026-02-20' }
  const { id } = await done('POST /corporate-actions', { ...own, ...form })
  await done(`POST /corporate-actions/${id}/process`, {})
  return id
}
const RIGHTS = {
  kind: 'rights',
  rightsRatioFrom: 1,
  rightsRatioTo: 5,
  offerPrice: 15,
  exRightsDate: '2026-03-05',
  subscriptionEnd: '2026-03-13',
}
/** Debits less credits of a role in the portfolio. */
const balance = async (of: OneHolding, role: string) =>
  (
    await api.database.query<{ net: string }>(
      'SELECT coalesce(sum(debit - credit), 0) AS net FROM journal_lines WHERE portfolio_id = $1 AND role = $2',
      [of.id, role],
    )
  )[0]?.net

test('entitled is what is held at the close before XD, with what is taken over on that day, without what is bought on it', async () => {
  const of = await oneHolding(books, 'WAP')
  const lot = { symbol: 'JKH.N0000', quantity: 1_000, cost: 20_000 }
  const bought = { tradeDate: '2026-02-10', settlementDate: '2026-02-12' }
  await done(`POST /openings/${of.portfolioId}/lots`, {
    openingDate: '2026-03-03',
    rows: [{ ...lot, ...bought }],
  })
  expect((await of.buy('2026-03-03', 500, 20)).status_).toBe(201)
  const id = await processed(of, {
    kind: 'dividend',
    exDividendDate: '2026-03-03',
    recordDate: '2026-03-04',
    paymentDate: '2026-03-20',
    dividendRate: 3.25,
  })
  expect(
    await api.database.query('SELECT held, gross, net FROM action_entitlements WHERE action_id = $1', [id]),
  ).toEqual([{ held: 1_000, gross: '3250.00', net: '2762.50' }])
})

test('of several elections the newest is in force', async () => {
  const of = await oneHolding(books, 'WAP')
  await of.buy('2026-02-10', 1_000, 20)
  const id = await processed(of, RIGHTS)
  for (const subscribe of [100, 60]) {
    const elections = [{ portfolioId: of.portfolioId, subscribe, date: '2026-03-11' }]
    await done(`PUT /corporate-actions/${id}/elections`, { elections })
  }
  // 60 x 15.00 are paid for, not 100.
  expect(await balance(of, 'ipo-application')).toBe('900.00')
})

test('rights that are sold on the last day are not there any more when the rest lapses', async () => {
  const of = await oneHolding(books, 'WAP')
  await of.buy('2026-02-10', 1_000, 20)
  const id = await processed(of, RIGHTS)
  const [rights] = await api.database.query<{ symbol: string; name: string }>(
    'SELECT e.symbol, e.name FROM corporate_actions a JOIN equities e ON e.id = a.rights_equity_id WHERE a.id = $1',
    [id],
  )
  const sale = { symbol: rights?.symbol, companyName: rights?.name }
  const lapsed = async (sold: number) => {
    expect((await of.sell('2026-03-13', sold, 3, sale))['message']).toBeUndefined()
    return api.database.query(
      `SELECT e.quantity_change AS lapsed FROM action_events a LEFT JOIN chain_events e ON e.id = a.id
        WHERE a.action_id = $1 AND a.part = 'lapse'`,
      [id],
    )
  }
  expect(await lapsed(50)).toEqual([{ lapsed: -150 }])
  expect(await lapsed(150)).toEqual([])
  expect(await verifyBooks(api.database, { portfolioId: of.id })).toEqual([])
})
