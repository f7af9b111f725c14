/** `verify` on books with mark-to-market runs: each tampering with them is found. */
import { valuations } from '@em/contract/valuation/valuation'
import { beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { startBooks } from '../support/books.ts'
import { oneHolding } from '../support/one-holding.ts'
import { recordPrices } from '../support/prices.ts'
import { reportAfter } from '../support/tampering.ts'

let api: Api
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-15' })
  const books = await startBooks(api)
  await recordPrices(api, '2026-03-31', { 'JKH.N0000': 26 })
  const of = await oneHolding(books, 'WAP')
  await of.buy('2026-01-05', 1000, 20)
  const run = async (date: string) => {
    const answer = await api.call<{ id: number }>(valuations.run, { body: { date, portfolioId: 'all' } })
    expect(answer.status).toBe(201)
    return answer.body.id
  }
  await run('2026-03-31')
  await of.buy('2026-03-30', 200, 21)
  await run('2026-03-31')
  const april = await run('2026-04-30')
  await api.call(valuations.reverse, { params: { id: april }, body: { reason: 'Another day' } })
  await of.buy('2026-04-20', 10, 21)
  // A stale one, of which nothing is said.
  await run('2026-05-29')
  await of.buy('2026-05-20', 10, 21)
})

test('finds nothing in intact books', async () => {
  expect(await verifyBooks(api.database)).toEqual([])
})

const LIVE = "(SELECT valuation_id FROM valuations_in_force WHERE valuation_date = '2026-03-31')"
test.each<[string, string, string, RegExp]>([
  [
    'an older version in force',
    "UPDATE valuations_in_force SET valuation_id = (SELECT min(id) FROM valuations) WHERE valuation_date = '2026-03-31'",
    'valuations in force',
    /valuation/,
  ],
  [
    'a reversed one in force',
    "INSERT INTO valuations_in_force SELECT portfolio_id, valuation_date, id + 1000, run_id, false FROM valuations WHERE valuation_date = '2026-04-30'",
    'valuations in force',
    /valuation/,
  ],
  [
    'another amount in its entry',
    `UPDATE journal_lines SET debit = debit + 1 WHERE debit > 0 AND entry_id = (SELECT entry_id FROM valuations WHERE id = ${LIVE});
     UPDATE journal_lines SET credit = credit + 1 WHERE credit > 0 AND entry_id = (SELECT entry_id FROM valuations WHERE id = ${LIVE})`,
    'entries of valuations',
    /of security/,
  ],
  [
    'a reversal on another day',
    `UPDATE journal_entries SET entry_date = '2026-04-02' WHERE id = (SELECT reversal_entry_id FROM valuations WHERE id = ${LIVE})`,
    'entries of valuations',
    /entry/,
  ],
  [
    'something else on the adjustment',
    `UPDATE journal_lines SET role = 'fair-value-adjustment' WHERE role = 'investment' AND entry_date <= '2026-03-31'`,
    'fair value adjustments on valued days',
    /adjustment/,
  ],
  [
    'a quantity that was not held',
    `UPDATE valuation_lines SET quantity = quantity + 1 WHERE valuation_id = ${LIVE}`,
    'what valuations rest on',
    /quantity/,
  ],
  [
    'a change that marked nothing',
    'DELETE FROM valuation_marks',
    'what valuations rest on',
    /quantity|cost|fair_value/,
  ],
  [
    'sums that are not those of the lines',
    `UPDATE valuations SET fair_value = fair_value + 1 WHERE id = ${LIVE}`,
    'entries of valuations',
    /sums/,
  ],
])('finds %s', async (_, statements, check, what) => {
  const report = await reportAfter(api, statements)
  const found = report.differences.filter((one) => one.check === check)
  expect(found.map((one) => one.what)).toEqual(expect.arrayContaining([expect.stringMatching(what)]))
})
