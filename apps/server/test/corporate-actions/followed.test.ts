/** Changes around a processed action: later actions follow, money stays where it goes, the reserve is passed through. */
import type { CorporateActionDetail, Entitlement } from '@em/contract/corporate-actions/corporate-actions'
import { dividendTaxRates } from '@em/contract/dividend-tax/dividend-tax-rates'
import { beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { apart } from '../support/own-entity.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-03-25' })
  books = await startBooks(api)
})

const done = async (path: string, body: object = {}) => {
  const answer = await api.call<CorporateActionDetail & Refused>(`POST /corporate-actions${path}`, { body })
  expect([answer.status < 300, answer.body.message]).toEqual([true, undefined])
  return answer.body
}
async function processed(of: OneHolding, form: object): Promise<number> {
  const { id } = await done('', { securityCode: 'JKH.N0000', portfolioId: of.portfolioId, ...form })
  await done(`/${id}/process`)
  return id
}
const entitled = async (id: number) => {
  const { body } = await api.call<Entitlement[]>(`GET /corporate-actions/${id}/entitlements`)
  return body.map((row) => [row.version, row.shares_held, row.gross, row.tax, row.tax_rate])
}
const lines = (of: OneHolding, role: string) =>
  api.database.query<{ account: number | null; debit: string; credit: string }>(
    `SELECT l.settlement_account_id AS account, sum(l.debit) AS debit, sum(l.credit) AS credit
       FROM journal_lines l JOIN journal_entries h ON h.id = l.entry_id
      WHERE h.cause_kind = 'action' AND l.portfolio_id = $1 AND l.role = $2 GROUP BY 1 ORDER BY 1`,
    [of.id, role],
  )
const clean = async () => expect(await verifyBooks(api.database)).toEqual([])

const DIVIDEND = {
  kind: 'dividend',
  announcementDate: '2026-02-20',
  exDividendDate: '2026-03-10',
  dividendRate: 2,
}
const SPLIT = { kind: 'split', ratioFrom: 1, ratioTo: 3, effectiveDate: '2026-03-03' }

test('a split that is processed later moves the dividend after it, at the tax rate that the dividend was counted with', async () => {
  const of = await oneHolding(books, 'FIFO')
  await of.buy('2026-02-10', 100, 30)
  const dividend = await processed(of, { ...DIVIDEND, paymentDate: '2026-03-20' })
  expect(await entitled(dividend)).toEqual([[1, 100, 200, 30, 15]])
  await ask(api, dividendTaxRates.routes.create, {
    body: { effectiveFrom: '2026-03-01', rate: 10, entity: null },
  })
  const split = await processed(of, SPLIT)
  expect(await entitled(dividend)).toEqual([[2, 300, 600, 90, 15]])
  expect(await lines(of, 'withholding-tax')).toMatchObject([{ debit: '90.00', credit: '0.00' }])
  await clean()
  await done(`/${split}/reverse`, { reason: 'Not yet' })
  expect(await entitled(dividend)).toEqual([[3, 100, 200, 30, 15]])
  await clean()
})

test('the money of a dividend stays at the account that it went to, wherever the portfolio trades since', async () => {
  const of = await oneHolding(books, 'FIFO')
  await of.buy('2026-02-10', 100, 30)
  await processed(of, { ...DIVIDEND, paymentDate: '2026-03-20', taxRate: 0 })
  await of.buy('2026-03-16', 10, 30, { settlementAccount: books.cheque })
  await of.buy('2026-02-12', 50, 30, { settlementAccount: books.cheque })
  expect(await lines(of, 'cash')).toEqual([{ account: books.bank, debit: '300.00', credit: '0.00' }])
  await clean()
})

test('the account that a transfer names is that of the side that is paid', async () => {
  const giver = await oneHolding(books, 'FIFO')
  const { of: taker } = await apart(books, 'FIFO')
  await giver.buy('2026-02-10', 400, 20)
  await taker.buy('2026-02-10', 1, 20)
  const id = await processed(giver, {
    kind: 'transfer',
    toPortfolio: taker.portfolioId,
    quantity: 400,
    transferDate: '2026-03-03',
    transferPrice: 25,
    settlementAccount: books.cheque,
  })
  for (const { portfolioId } of [giver, taker])
    await done(`/${id}/receive`, { portfolioId, date: '2026-03-05', amount: 10_000 })
  expect(await lines(giver, 'cash')).toEqual([{ account: books.cheque, debit: '10000.00', credit: '0.00' }])
  expect(await lines(taker, 'cash')).toEqual([{ account: books.bank, debit: '0.00', credit: '10000.00' }])
  await clean()
})

test('a gain that changes after a late trade passes through the fair value reserve as the first one did', async () => {
  const of = await oneHolding(books, 'WAP', 'FVOCI')
  await of.buy('2026-02-10', 100, 30)
  await processed(of, {
    kind: 'buyback',
    ratioFrom: 1,
    ratioTo: 10,
    effectiveDate: '2026-03-03',
    offerPrice: 50,
  })
  const through = async () => {
    const [[gain], [reserve]] = [await lines(of, 'retained-earnings'), await lines(of, 'fair-value-reserve')]
    expect(reserve).toMatchObject({ debit: gain?.credit, credit: gain?.credit })
    return Number(gain?.credit)
  }
  const before = await through()
  await of.buy('2026-02-12', 100, 40)
  expect(await through()).toBeGreaterThan(before)
  await clean()
})

test('the difference of a dividend from before its account was changed moves along with the balance', async () => {
  const of = await oneHolding(books, 'FIFO')
  await of.buy('2026-02-10', 100, 30)
  await processed(of, { ...DIVIDEND, taxRate: 0 })
  const account = { account_code: '4250', account_name: 'Dividends of Others', active_status: 'Yes' }
  expect((await api.call('POST /chart-of-accounts', { body: account })).status).toBe(201)
  const body = {
    role: 'dividend-income',
    portfolioId: of.portfolioId,
    account_code: '4250',
    move_balance: true,
    effective_from: '2026-03-16',
  }
  expect((await api.call('PUT /gl-mappings', { body })).status).toBe(200)
  await of.buy('2026-02-12', 50, 30)
  const balances = await api.database.query(
    `SELECT c.account_code AS code, sum(l.credit - l.debit) AS amount FROM journal_lines l JOIN chart_of_accounts c ON c.id = l.account_id
      WHERE l.portfolio_id = $1 AND c.account_code IN ('4200', '4250') GROUP BY 1 ORDER BY 1`,
    [of.id],
  )
  expect(balances).toEqual([
    { code: '4200', amount: '0.00' },
    { code: '4250', amount: '300.00' },
  ])
  await clean()
})

test.each([
  ['of one entity', {}],
  ['between entities', { transferPrice: 25 }],
])('a transfer %s whose taker is changed takes shares and money from the former one', async (_, price) => {
  const giver = await oneHolding(books, 'FIFO')
  const isAcross = 'transferPrice' in price
  const taker = async () => (isAcross ? (await apart(books, 'FIFO')).of : oneHolding(books, 'FIFO'))
  const [wrong, right] = [await taker(), await taker()]
  await giver.buy('2026-02-10', 400, 20)
  await wrong.buy('2026-02-11', 50, 21)
  const form = {
    kind: 'transfer',
    securityCode: 'JKH.N0000',
    portfolioId: giver.portfolioId,
    quantity: 300,
    transferDate: '2026-03-03',
    ...price,
  }
  const id = await processed(giver, { ...form, toPortfolio: wrong.portfolioId })
  expect(await wrong.position()).toMatchObject({ quantity: 350 })
  const body = { ...form, toPortfolio: right.portfolioId }
  const changed = await api.call<Refused>(`PUT /corporate-actions/${id}`, { body })
  expect([changed.status, changed.body.message]).toEqual([200, undefined])
  for (const role of ['investment', isAcross ? 'payable' : 'inter-portfolio-clearing']) {
    const [line] = await lines(wrong, role)
    expect([role, line?.debit]).toEqual([role, line?.credit])
  }
  expect([await wrong.position(), await right.position()]).toMatchObject([
    { quantity: 50 },
    { quantity: 300 },
  ])
  const { body: rows } = await api.call<Entitlement[]>(`GET /corporate-actions/${id}/entitlements`)
  const shares = rows.map((row) => [row.portfolioId, row.entitled_shares, row.outstanding])
  expect(shares.filter(([, entitled]) => entitled !== 0)).toEqual(
    isAcross
      ? [
          [giver.portfolioId, 300, 7_500],
          [right.portfolioId, 300, -7_500],
        ]
      : [[giver.portfolioId, 300, 0]],
  )
  expect(shares.filter(([, entitled]) => entitled === 0)).toEqual(isAcross ? [[wrong.portfolioId, 0, 0]] : [])
  await clean()
})

test('a tender of a part of the shares needs a costing method, of all of them it does not', async () => {
  const of = await oneHolding(books, null)
  await of.buy('2026-02-10', 100, 20)
  const tender = { kind: 'tender', acceptanceDate: '2026-03-02', effectiveDate: '2026-03-03', offerPrice: 25 }
  const { id } = await done('', { securityCode: 'JKH.N0000', portfolioId: of.portfolioId, ...tender })
  const tendered = async (sell: number) => {
    const body = { elections: [{ portfolioId: of.portfolioId, sell }] }
    return (await api.call<Refused>(`POST /corporate-actions/${id}/process?dryRun=1`, { body })).body.code
  }
  api.clock.set('2026-03-02')
  expect(await tendered(40)).toBe('action.method-needed')
  expect(await tendered(100)).toBeUndefined()
  api.clock.set('2026-03-25')
})
