/** `verify` on books with sales, late trades, corrections and deletions: each tampering with them is found. */
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { startBooks } from '../support/books.ts'
import { oneHolding } from '../support/one-holding.ts'
import { reportAfter } from '../support/tampering.ts'

let api: Api
/** Ids of what the story recorded. */
const ids = { first: 0, second: 0, sale: 0, picked: 0, changed: 0, deleted: 0 }

beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  const books = await startBooks(api)
  const picking = await oneHolding(books, 'CHERRY')
  ids.first = (await picking.buy('2026-06-01', 100, 10)).id
  ids.second = (await picking.buy('2026-06-03', 100, 20)).id
  const allocations = [
    { buyTransactionId: ids.first, allocatedQuantity: 60 },
    { buyTransactionId: ids.second, allocatedQuantity: 70 },
  ]
  ids.picked = (await picking.sell('2026-06-04', 130, 30, { allocations })).id
  const average = await oneHolding(books, 'WAP', 'FVOCI')
  ids.changed = (await average.buy('2026-06-02', 100, 10)).id
  ids.sale = (await average.sell('2026-06-08', 50, 30)).id
  await average.buy('2026-06-01', 100, 5)
  await average.change('buy', ids.changed, { tradeDate: '2026-06-02', quantity: 100, price: 12 })
  ids.deleted = (await average.buy('2026-06-05', 10, 10)).id
  await average.remove('buy', ids.deleted)
})

test('finds nothing in intact books, and checks all of them', async () => {
  expect(await verifyBooks(api.database)).toEqual([])
  const { checked } = await reportAfter(api, 'SELECT 1')
  const counts = Object.fromEntries(checked.map(({ name, count }) => [name, count]))
  expect(counts).toMatchObject({
    // Two entries of the changed and two of the deleted buy; the late, the changed, the added and the deleted buy
    // moved the sale.
    'reversals that mirror their entries': 4,
    'differences of re-costed sales': 4,
    'allocations within their lots': 2,
  })
})

describe('finds', () => {
  const REVERSAL = () =>
    `(SELECT min(id) FROM journal_entries WHERE reversal_of IS NOT NULL AND trade_id = ${ids.changed})`
  const DIFFERENCE = () =>
    `(SELECT min(id) FROM journal_entries WHERE cause_kind = 'trade' AND cause_id <> trade_id)`
  test.each<[string, () => string, string, string | RegExp]>([
    [
      'a reversal of another amount',
      () => `UPDATE journal_lines SET debit = debit + 1 WHERE entry_id = ${REVERSAL()} AND debit > 0;
             UPDATE journal_lines SET credit = credit + 1 WHERE entry_id = ${REVERSAL()} AND credit > 0`,
      'reversals that mirror their entries',
      /^sum on /,
    ],
    [
      'a reversal on another account',
      () => `UPDATE journal_lines SET account_id = (SELECT id FROM chart_of_accounts WHERE account_code = '6300')
              WHERE entry_id = ${REVERSAL()} AND role = 'payable'`,
      'reversals that mirror their entries',
      'sum on payable',
    ],
    [
      'an entry that is reversed twice',
      () => `DROP INDEX journal_entries_reversed_once;
             UPDATE journal_entries SET reversal_of = (SELECT reversal_of FROM journal_entries WHERE id = ${REVERSAL()})
              WHERE id = ${DIFFERENCE()}`,
      'reversals that mirror their entries',
      'reversals',
    ],
    [
      'a reversal of another trade’s entry',
      () => `UPDATE journal_entries SET trade_id = ${ids.first} WHERE id = ${REVERSAL()}`,
      'reversals that mirror their entries',
      /^reversal of entry /,
    ],
    [
      'an entry of an old version that is not reversed',
      () => `UPDATE trades SET version = 3 WHERE id = ${ids.changed}`,
      'entries that stand for the version in force',
      'version',
    ],
    [
      'an entry of a deleted trade that is not reversed',
      () =>
        `UPDATE journal_entries SET reversal_of = NULL WHERE trade_id = ${ids.deleted} AND reversal_of IS NOT NULL`,
      'entries that stand for the version in force',
      'version',
    ],
    [
      'a trade whose entry became something else',
      () =>
        `UPDATE journal_entries SET kind = 'settlement' WHERE trade_id = ${ids.picked} AND kind = 'trade'`,
      'entries that stand for the version in force',
      'trade and settlement entries',
    ],
    [
      'a difference without the trade that moved the sale',
      () =>
        `UPDATE journal_entries SET cause_kind = 'person', cause_id = recorded_by WHERE id = ${DIFFERENCE()}`,
      'differences of re-costed sales',
      'because of trade',
    ],
    [
      'a difference that names a trade that is not there',
      () => `UPDATE journal_entries SET cause_id = 999999 WHERE id = ${DIFFERENCE()}`,
      'differences of re-costed sales',
      'because of trade',
    ],
    [
      'a difference that names a trade of another chain',
      () => `UPDATE journal_entries SET cause_id = ${ids.first} WHERE id = ${DIFFERENCE()}`,
      'differences of re-costed sales',
      'because of trade',
    ],
    [
      'a difference on another role',
      () => `UPDATE journal_lines SET role = 'cash' WHERE entry_id = ${DIFFERENCE()} AND role = 'investment'`,
      'differences of re-costed sales',
      'role',
    ],
    [
      'a lost difference',
      () =>
        `DELETE FROM journal_lines WHERE entry_id = ${DIFFERENCE()}; DELETE FROM journal_entries WHERE id = ${DIFFERENCE()}`,
      'ledger effects of trades',
      /^investment on 2026-06-08/,
    ],
    [
      'allocations beyond their lot',
      () => `UPDATE trade_allocations SET quantity = 101 WHERE buy_trade_id = ${ids.first}`,
      'allocations within their lots',
      'allocated',
    ],
    [
      'allocations that are not what was sold',
      () => `UPDATE trade_allocations SET quantity = 59 WHERE buy_trade_id = ${ids.first}`,
      'allocations within their lots',
      'allocated',
    ],
    [
      'an allocation to a sale',
      () => `UPDATE trade_allocations SET buy_trade_id = ${ids.sale} WHERE buy_trade_id = ${ids.first}`,
      'allocations within their lots',
      /^allocation to trade/,
    ],
    [
      'an allocation to a buy of a later day',
      () =>
        `UPDATE trade_versions SET trade_date = '2026-06-05', settlement_date = '2026-06-05' WHERE trade_id = ${ids.second}`,
      'allocations within their lots',
      /^allocation to trade/,
    ],
    [
      'a sale’s cost that a late buy should have moved',
      () => `UPDATE event_results SET cost_out = cost_out + 1 WHERE event_id = ${ids.sale}`,
      'results',
      'cost_out',
    ],
    [
      'a lot that a sale did not take from',
      () => `UPDATE lot_changes SET quantity_change = quantity_change + 1 WHERE event_id = ${ids.picked}`,
      'changes of lots',
      'lots',
    ],
  ])('%s', async (_, statements, check, what) => {
    const { differences } = await reportAfter(api, statements())
    const field = typeof what === 'string' ? what : expect.stringMatching(what)
    expect(differences).toContainEqual(expect.objectContaining({ check, what: field }))
  })
})
