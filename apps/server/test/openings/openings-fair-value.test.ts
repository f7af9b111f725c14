/** Opening positions that carry their fair value: gains of earlier years are none of the first period, whatever becomes of the lot. */
import { openings } from '@em/contract/openings/openings'
import { valuations } from '@em/contract/valuation/valuation'
import { beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { recordPrices } from '../support/prices.ts'
import { reportAfter } from '../support/tampering.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-15' })
  books = await startBooks(api)
  await recordPrices(api, '2026-04-02', { 'JKH.N0000': 25.5 })
  await recordPrices(api, '2026-04-30', { 'JKH.N0000': 25 })
})

const LOT = { symbol: 'JKH.N0000', quantity: 1000, cost: 20_000, charges: 224, tradeDate: '2025-06-02' }
const open = (of: OneHolding, openingDate = '2026-04-01', more: object = { fairValue: '26,000.00' }) =>
  api.call<{ id: number; message?: string }>(openings.recordLots, {
    params: { portfolio: of.portfolioId },
    body: { openingDate, rows: [{ ...LOT, ...more }] },
  })
const run = (of: OneHolding, date: string) =>
  api.call<{ id: number; difference: number; state: string }>(valuations.run, {
    body: { date, portfolioId: of.portfolioId },
  })
/** Debits less credits by account at a day. */
async function balances(of: OneHolding, date: string): Promise<Record<string, number>> {
  const rows = await api.database.query<{ code: string; amount: string }>(
    `SELECT a.account_code AS code, sum(l.debit - l.credit) AS amount FROM journal_lines l JOIN chart_of_accounts a ON a.id = l.account_id
      WHERE l.portfolio_id = $1 AND l.entry_date <= $2 GROUP BY 1 HAVING sum(l.debit - l.credit) <> 0 ORDER BY 1`,
    [of.id, date],
  )
  return Object.fromEntries(rows.map(({ code, amount }) => [code, Number(amount)]))
}
const clean = async (of: OneHolding) =>
  expect(await verifyBooks(api.database, { portfolioId: of.id })).toEqual([])

test.each([
  ['FVTPL', { '1100': 20_000, '1110': 6_000, '3000': -20_000, '3100': -6_000 }, '4110', 5_000, 6_000],
  [
    'FVOCI',
    { '1100': 20_000, '1105': 224, '1110': 5_776, '3000': -20_224, '3200': -5_776 },
    '3200',
    4_776,
    0,
  ],
])(
  '%s: posted on the opening date, and April is the change since (vector 1.5)',
  async (treatment, opened, gain, after, left) => {
    const of = await oneHolding(books, 'WAP', treatment)
    expect((await open(of)).status).toBe(201)
    expect(await balances(of, '2026-04-01')).toEqual(opened)
    const second = await balances(of, '2026-04-02')
    expect(second['1110']).toBeUndefined()
    const { status, body } = await run(of, '2026-04-30')
    expect([status, body.difference]).toEqual([201, after])
    const april = await balances(of, '2026-04-30')
    expect(april['1110']).toBe(after)
    // 1,000.00 lost in April, in the account that the treatment gives it.
    expect((april[gain] ?? 0) - (opened[gain as keyof typeof opened] ?? 0)).toBe(1_000)
    expect(april['3100'] ?? 0).toBe(left === 0 ? 0 : -left)
    await clean(of)
  },
)

test('a run on the opening date posts the difference that the opening did not', async () => {
  const of = await oneHolding(books, 'WAP')
  await open(of, '2026-04-02')
  const { status, body } = await run(of, '2026-04-02')
  expect([status, body.difference]).toEqual([201, 5_500])
  expect(await balances(of, '2026-04-02')).toMatchObject({ '1110': 5_500, '4110': 500, '3100': -6_000 })
  expect((await balances(of, '2026-04-03'))['1110']).toBeUndefined()
  const [line] = await ask(api, valuations.lines, { params: { id: body.id }, query: {} })
  expect(line).toMatchObject({ difference: 5_500, posted: -500 })
  await clean(of)
})

test('a corrected fair value is posted anew, and a deletion takes it back', async () => {
  const of = await oneHolding(books, 'WAP')
  await open(of)
  const { body: standing } = await run(of, '2026-04-01')
  const detail = await ask(api, openings.get, { params: { portfolio: of.portfolioId } })
  const [lot] = detail.positions
  expect(lot).toMatchObject({ fair_value: 26_000 })
  const change = async (more: object, status = 200) => {
    const answer = await api.call(openings.changeLot, { params: { id: lot?.id }, body: { ...LOT, ...more } })
    expect([answer.status, answer.body]).toEqual([status, answer.body])
  }
  await change({ fairValue: 27_000 })
  expect(await balances(of, '2026-04-01')).toMatchObject({ '3100': -7_000 })
  expect((await ask(api, valuations.get, { params: { id: standing.id } })).state).toBe('stale')
  expect(await run(of, '2026-04-01')).toMatchObject({ status: 201 })
  await change({ fairValue: null })
  expect((await balances(of, '2026-04-30'))['3100']).toBeUndefined()
  await change({ fairValue: 20_000 })
  await clean(of)
  await change({ fairValue: 25_000 })
  const gone = await api.call(openings.removeLot, { params: { id: lot?.id } })
  expect(gone.status).toBe(200)
  expect(await run(of, '2026-04-01')).toMatchObject({ status: 201, body: { difference: 0 } })
  expect(await balances(of, '2026-06-15')).toEqual({})
  await clean(of)
})

test('a sale of a part leaves nothing of the opening fair value', async () => {
  const of = await oneHolding(books, 'FIFO')
  await open(of)
  await of.sell('2026-04-07', 400, 28)
  expect((await balances(of, '2026-04-07'))['1110']).toBeUndefined()
  expect((await run(of, '2026-04-30')).body.difference).toBe(3_000)
  await clean(of)
})

test('verify reports a fair value that differs from its entries', async () => {
  const of = await oneHolding(books, 'WAP')
  await open(of)
  const report = await reportAfter(
    api,
    `UPDATE trade_versions SET fair_value = 30000 WHERE trade_id IN (SELECT id FROM trades WHERE portfolio_id = ${of.id})`,
    { portfolioId: of.id },
  )
  expect(report.differences.map(({ check }) => check)).toContain('ledger effects of trades')
  const none = await reportAfter(
    api,
    `UPDATE trade_versions SET fair_value = NULL WHERE trade_id IN (SELECT id FROM trades WHERE portfolio_id = ${of.id})`,
    { portfolioId: of.id },
  )
  expect(none.differences.map(({ check }) => check)).toContain('entries of opening lots')
})
