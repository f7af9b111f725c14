/** The check of the books looks at batches for outside ledgers: their numbers, their files, their entries. */
import { accountingExports } from '@em/contract/accounting-exports/accounting-exports'
import { journal } from '@em/contract/journal/journal'
import { beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, startBooks } from '../support/books.ts'
import { makeBatch, makeTarget, mapChart } from '../support/outside-ledgers.ts'
import { reportAfter } from '../support/tampering.ts'

const TODAY = '2026-03-31'
let api: Api

/** Two batches that count, and one that was replaced between them; an opening balance. */
beforeAll(async () => {
  api = await startApi({ today: TODAY })
  await startBooks(api)
  const post = (date: string, amount: number) =>
    ask(api, journal.create, {
      body: {
        date,
        description: 'Capital',
        status: 'Posted',
        lines: [
          { account_code: '1010', debit: amount, portfolioId: 'GROW' },
          { account_code: '3000', credit: amount, portfolioId: 'GROW' },
        ],
      },
    })
  await post('2025-12-30', 1000)
  const target = await makeTarget(api)
  await mapChart(api, target)
  await post('2026-01-10', 5)
  await makeBatch(api, target, '2026-01-31')
  await post('2026-02-10', 7)
  const { id } = (await makeBatch(api, target, '2026-02-28')).body
  await ask(api, accountingExports.refuse, { params: { id }, body: { reason: 'Refused' } })
  await ask(api, accountingExports.replace, { params: { id } })
  await makeBatch(api, target, '2026-02-28')
})

test('finds nothing in intact books', async () => {
  expect(await verifyBooks(api.database)).toEqual([])
})

const NUMBERS = 'numbers of batches for outside ledgers'
const FILES = 'files of batches for outside ledgers'
const ENTRIES = 'entries in batches for outside ledgers'
const FIRST = "(SELECT id FROM accounting_batches WHERE number = 'EXP-XERO-000001')"
const SECOND = "(SELECT id FROM accounting_batches WHERE number = 'EXP-XERO-000002')"
const OPENING = 'batch_id IS NULL'

test.each([
  ['a lost batch', `DELETE FROM accounting_batches WHERE id = ${SECOND}`, NUMBERS, 'batches, highest number'],
  ['a gap', 'UPDATE accounting_targets SET last_number = 4', NUMBERS, 'batches, highest number'],
  [
    'another number',
    `UPDATE accounting_batches SET number = 'EXP-XERO-1' WHERE id = ${FIRST}`,
    NUMBERS,
    'number',
  ],
  [
    'a state without a step',
    `UPDATE accounting_batches SET state = 'refused' WHERE id = ${FIRST}`,
    NUMBERS,
    'state',
  ],
  [
    'another byte',
    `UPDATE accounting_batch_parts SET content = set_byte(content, 9, 33) WHERE batch_id = ${FIRST}`,
    FILES,
    'bytes, SHA-256',
  ],
  ['a lost file', `DELETE FROM accounting_batch_parts WHERE batch_id = ${FIRST}`, FILES, 'bytes, SHA-256'],
  [
    'an entry that is in no batch any more',
    `DELETE FROM accounting_exported WHERE batch_id = ${FIRST}`,
    ENTRIES,
    'entries, debits, credits',
  ],
  [
    'another amount',
    `UPDATE accounting_batches SET amount = 6 WHERE id = ${FIRST}`,
    ENTRIES,
    'entries, debits, credits',
  ],
  [
    'another sum',
    `UPDATE accounting_sums SET debit = debit + 1 WHERE debit > 0 AND batch_id = ${FIRST}`,
    ENTRIES,
    'debits, credits',
  ],
  [
    'an entry of a replaced batch that counts',
    `DELETE FROM accounting_exported WHERE batch_id = (SELECT max(id) FROM accounting_batches);
     UPDATE accounting_exported SET is_live = true WHERE batch_id = ${SECOND}`,
    ENTRIES,
    'counts',
  ],
  [
    'an entry that does not count',
    `UPDATE accounting_exported SET is_live = false WHERE batch_id = ${FIRST}`,
    ENTRIES,
    'counts',
  ],
  [
    'an opening balance of the first day',
    `UPDATE accounting_targets SET start_date = '2025-12-30'`,
    ENTRIES,
    'date of an entry in the opening balances',
  ],
  [
    'an opening balance that is in no ledger',
    `UPDATE accounting_exported SET entry_id = 99999 WHERE ${OPENING}`,
    ENTRIES,
    'date of an entry in the opening balances',
  ],
])('finds %s', async (_, statement, check, what) => {
  const { differences } = await reportAfter(api, statement)
  expect(differences.map((one) => [one.check, one.what])).toContainEqual([check, what])
})
