/** Write-offs: an impairment of the receivable, in profit or loss before tax; older write-offs stay where they were posted. */
import type { ActionPreview, CorporateActionDetail } from '@em/contract/corporate-actions/corporate-actions'
import { statements } from '@em/contract/statements/statements'
import { beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { reportAfter } from '../support/tampering.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-03-25' })
  books = await startBooks(api)
})

type Said = CorporateActionDetail & ActionPreview & Refused
async function done(path: string, body: object): Promise<Said> {
  const answer = await api.call<Said>(`POST /corporate-actions${path}`, { body })
  expect([answer.body.message, answer.status < 300]).toEqual([undefined, true])
  return answer.body
}
async function processed(of: OneHolding, form: object): Promise<number> {
  const { id } = await done('', { securityCode: 'JKH.N0000', portfolioId: of.portfolioId, ...form })
  await done(`/${id}/process`, {})
  return id
}
/** The lines that some entries of an event posted to, with their accounts: debits less credits. */
const posted = async (of: OneHolding, description: string) =>
  (
    await api.database.query<{ code: string; role: string; net: string }>(
      `SELECT a.account_code AS code, l.role, sum(l.debit - l.credit) AS net
         FROM journal_lines l JOIN journal_entries h ON h.id = l.entry_id JOIN chart_of_accounts a ON a.id = l.account_id
        WHERE l.portfolio_id = $1 AND h.description LIKE $2 GROUP BY 1, 2 ORDER BY 1`,
      [of.id, description],
    )
  ).map(({ code, role, net }) => [code, role, net])
const clean = async () => expect(await verifyBooks(api.database)).toEqual([])

/** `vectors.md` 4.1: 20,000 shares, 3.25 a share, 15 % tax: 55,250.00. */
const DIVIDEND = {
  kind: 'dividend',
  announcementDate: '2026-02-20',
  exDividendDate: '2026-03-03',
  recordDate: '2026-03-04',
  paymentDate: '2026-03-20',
  dividendRate: 3.25,
}

test('a dividend that does not come is 6400 / 1210, a line of its own before profit before tax', async () => {
  const of = await oneHolding(books, 'WAP')
  await of.buy('2026-02-10', 20_000, 20)
  const id = await processed(of, DIVIDEND)
  await done(`/${id}/receive`, { date: '2026-03-20', amount: 55_000 })
  await done(`/${id}/write-off`, { date: '2026-03-24', reason: 'Lost' })
  expect(await posted(of, '%, written off')).toEqual([
    ['1210', 'dividend-receivable', '-250.00'],
    ['6400', 'impairment', '250.00'],
  ])
  const { data } = await ask(api, statements.profitLoss, {
    query: { portfolio: of.portfolioId, startDate: '2026-03-01', endDate: '2026-03-25' },
  })
  expect(data.expensesByCategory['Impairment of Receivables']).toMatchObject([
    { account_code: '6400', account_name: 'Impairment of Receivables', balance: 250 },
  ])
  expect(data.revenueByCategory['Dividend Income']).toMatchObject([{ balance: 65_000 }])
  expect(data.totals).toMatchObject({
    total_revenue: 65_000,
    total_expenses: 250,
    operating_profit: 64_750,
    profit_before_tax: 64_750,
    withholding_tax: 9_750,
    net_profit: 55_000,
  })
  await clean()
})

test('so are cash of an offer, 6400 / 1200, and a refund of rights, 6400 / 1220', async () => {
  const of = await oneHolding(books, 'WAP')
  await of.buy('2026-02-10', 1000, 20)
  const tender = await processed(of, {
    kind: 'buyback',
    announcementDate: '2026-02-20',
    effectiveDate: '2026-03-03',
    ratioFrom: 1,
    ratioTo: 8,
    offerPrice: 80,
  })
  await done(`/${tender}/receive`, { date: '2026-03-10', amount: 9_999.25 })
  await done(`/${tender}/write-off`, { date: '2026-03-24', reason: 'Bank charge' })
  expect(await posted(of, '%, written off')).toEqual([
    ['1200', 'receivable', '-0.75'],
    ['6400', 'impairment', '0.75'],
  ])
  const rights = await processed(of, {
    kind: 'rights',
    rightsRatioFrom: 1,
    rightsRatioTo: 5,
    offerPrice: 15,
    announcementDate: '2026-02-20',
    exRightsDate: '2026-03-05',
    subscriptionEnd: '2026-03-13',
  })
  const choose = { portfolioId: of.portfolioId, subscribe: 100, date: '2026-03-11' }
  await api.call(`PUT /corporate-actions/${rights}/elections`, { body: { elections: [choose] } })
  await done(`/${rights}/allot`, { portfolioId: of.portfolioId, allotted: 90, date: '2026-03-16' })
  await done(`/${rights}/write-off`, { date: '2026-03-24', reason: 'Issuer is wound up' })
  expect(await posted(of, '%, written off')).toEqual([
    ['1200', 'receivable', '-0.75'],
    ['1220', 'ipo-application', '-150.00'],
    ['6400', 'impairment', '150.75'],
  ])
  await clean()
})

test('a credit that is not asked back is income, and write-offs recorded against income stay there and are reversed there', async () => {
  const of = await oneHolding(books, 'WAP')
  await of.buy('2026-02-10', 20_000, 20)
  const id = await processed(of, DIVIDEND)
  await done(`/${id}/receive`, { date: '2026-03-20', amount: 55_250 })
  // Confirmed as too much by the taxes of a lower rate.
  await api.call(`PUT /corporate-actions/${id}`, {
    body: {
      ...DIVIDEND,
      securityCode: 'JKH.N0000',
      portfolioId: of.portfolioId,
      dividendRate: 3,
      reason: 'Announced',
    },
  })
  await done(`/${id}/write-off`, { date: '2026-03-24', reason: 'Not asked back' })
  // 20,000 x 3.00 less 15 % is 51,000.00.
  expect(await posted(of, '%, written off')).toEqual([
    ['1210', 'dividend-receivable', '4250.00'],
    ['4200', 'dividend-income', '-4250.00'],
  ])
  const old = await oneHolding(books, 'WAP')
  await old.buy('2026-02-10', 20_000, 20)
  const before = await processed(old, DIVIDEND)
  await done(`/${before}/receive`, { date: '2026-03-20', amount: 55_000 })
  await done(`/${before}/write-off`, { date: '2026-03-24', reason: 'Lost', against: 'income' })
  const written = [
    ['1210', 'dividend-receivable', '-250.00'],
    ['4200', 'dividend-income', '250.00'],
  ]
  expect(await posted(old, '%, written off')).toEqual(written)
  await clean()
  // Another part is an impairment; the older one is not posted again.
  await old.buy('2026-02-12', 100, 20)
  await done(`/${before}/write-off`, { date: '2026-03-25', amount: 76.25, reason: 'Lost' })
  expect(await posted(old, '%, written off')).toEqual([
    ['1210', 'dividend-receivable', '-326.25'],
    ['4200', 'dividend-income', '250.00'],
    ['6400', 'impairment', '76.25'],
  ])
  await done(`/${before}/reverse`, { reason: 'Cancelled' })
  expect(
    await api.database.query(
      `SELECT l.role, sum(l.debit - l.credit) AS net FROM journal_lines l JOIN journal_entries h ON h.id = l.entry_id
        WHERE l.portfolio_id = $1 AND h.cause_kind = 'action' GROUP BY 1 HAVING sum(l.debit - l.credit) <> 0`,
      [old.id],
    ),
  ).toEqual([])
  await clean()
})

test('verify has an account rule of its own: a write-off against another account is found, though it was kept so', async () => {
  const of = await oneHolding(books, 'WAP')
  await of.buy('2026-02-10', 20_000, 20)
  const id = await processed(of, DIVIDEND)
  await done(`/${id}/receive`, { date: '2026-03-20', amount: 55_000 })
  await done(`/${id}/write-off`, { date: '2026-03-24', reason: 'Lost' })
  const against = (role: string, more = '') =>
    reportAfter(
      api,
      `UPDATE em.action_money SET against = '${role}' WHERE action_id = ${id} AND kind = 'written-off'; ${more}`,
      { portfolioId: of.id },
    )
  const found = ({ differences }: Awaited<ReturnType<typeof reportAfter>>) =>
    differences
      .filter(({ check }) => check === 'corporate actions')
      .map(({ what, stored, expected }) => [what, stored, expected])
  // Of a dividend 4200 may be what it was posted against before 6400 existed, 4900 never.
  const moved = (role: string) =>
    `UPDATE em.journal_lines SET role = '${role}', account_id = (SELECT id FROM em.chart_of_accounts WHERE account_code = '${role === 'other-income' ? '4900' : '4200'}')
      WHERE role = 'impairment' AND portfolio_id = ${of.id}`
  expect(found(await against('dividend-income', moved('dividend-income')))).toEqual([])
  expect(found(await against('other-income', moved('other-income')))).toEqual([
    ['what is written off on 2026-03-24 is against', 'other-income', 'impairment or dividend-income'],
    ['ledger', 'differs by', 'impairment 250.00, other-income -250.00'],
  ])
})
