import { dashboard } from '@em/contract/dashboard/dashboard'
import { journal } from '@em/contract/journal/journal'
import { trialBalance } from '@em/contract/trial-balance/trial-balance'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'
import { recordPrices } from '../support/prices.ts'

let api: Api
let books: Books

beforeAll(async () => {
  api = await startApi()
  books = await startBooks(api)
})

const capital = (more = {}) => ({
  date: '2026-06-01',
  description: 'Capital paid in',
  lines: [
    { account_code: '1010', debit: '2500000.50', portfolioId: 'GROW', settlementAccount: books.bank },
    { account_code: '3000', credit: 2_500_000.5, portfolioId: 'grow' },
  ],
  ...more,
})

describe('a journal entry', () => {
  test('is posted as it was sent, and found again', async () => {
    const { data } = await ask(api, journal.create, { body: capital({ reference: 'CAP-1' }) })
    expect(data).toMatchObject({
      date: '2026-06-01',
      description: 'Capital paid in',
      reference: 'CAP-1',
      transaction_type: 'Manual',
      status: 'Posted',
      kind: 'manual',
      trade_id: null,
      reversal_of: null,
      recorded_by: 'Nimal Perera',
      total: 2_500_000.5,
    })
    expect(data.lines).toEqual([
      expect.objectContaining({
        line_no: 1,
        account_code: '1010',
        debit: 2_500_000.5,
        credit: 0,
        portfolioId: 'GROW',
        settlement_account: {
          id: books.bank,
          account_name: expect.any(String),
          account_number: expect.any(String),
          bank_name: expect.any(String),
        },
      }),
      expect.objectContaining({
        line_no: 2,
        account_code: '3000',
        debit: 0,
        credit: 2_500_000.5,
        portfolioId: 'GROW',
        settlement_account: null,
      }),
    ])
    expect(data).toMatchObject({ one_line: false, difference: 0, journal_type: 'Manual', version: null })
    expect((await ask(api, journal.get, { params: { id: data.id } })).data).toEqual({
      ...data,
      history: [{ at: expect.any(String), by: 'Nimal Perera', action: 'journal.post' }],
    })
  })

  test('of tomorrow is pending and in no balance yet', async () => {
    const before = await ask(api, trialBalance.get, { query: {} })
    const { data } = await ask(api, journal.create, { body: capital({ date: '2026-06-16' }) })
    expect(data.status).toBe('Pending')
    const after = await ask(api, trialBalance.get, { query: {} })
    expect(after.data.accountsByType).toEqual(before.data.accountsByType)
  })

  const line = (account_code: string, debit?: unknown, credit?: unknown, more = {}) => ({
    account_code,
    debit,
    credit,
    ...more,
  })
  test.each<[string, object[], number, string]>([
    [
      'debits and credits that differ',
      [line('1010', 100), line('3000', '', 99.99)],
      422,
      'journal.unbalanced',
    ],
    [
      'a balance only across portfolios',
      [line('1010', 100, 0, { portfolioId: 'GROW' }), line('3000', 0, 100, { portfolioId: 'HOLD' })],
      422,
      'journal.unbalanced',
    ],
    ['both sides in one line', [line('1010', 100, 100), line('3000', 0, 0)], 422, 'journal.line-sides'],
    ['nothing in a line', [line('1010', 100), line('3000', 0, 100), line('4900')], 422, 'journal.line-sides'],
    ['an unknown account', [line('1010', 5), line('9999', 0, 5)], 422, 'journal.account-unknown'],
    ['one line', [line('1010', 5)], 400, 'request.invalid'],
    ['a negative amount', [line('1010', -5), line('3000', 0, -5)], 400, 'request.invalid'],
    ['five decimals', [line('1010', 1.00001), line('3000', 0, 1.00001)], 400, 'request.invalid'],
    [
      'an unknown portfolio',
      [line('1010', 5, 0, { portfolioId: 'NO' }), line('3000', 0, 5)],
      404,
      'record.missing',
    ],
    [
      'an unknown settlement account',
      [line('1010', 5, 0, { settlementAccount: 99_999 }), line('3000', 0, 5)],
      404,
      'record.missing',
    ],
    ...['1100', '1105', '1110', '1200', '1210', '1220', '1230', '2100'].map(
      (code): [string, object[], number, string] => [
        `account ${code}, which follows from trades`,
        [line(code, 5), line('3000', 0, 5)],
        422,
        'journal.derived-account',
      ],
    ),
  ])('with %s is refused', async (_, lines, status, code) => {
    const count = 'SELECT count(*) FROM journal_entries'
    const before = await api.database.query(count)
    const answer = await api.call<Refused>(journal.create, { body: capital({ lines }) })
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await api.database.query(count)).toEqual(before)
  })

  test('on an account that was deactivated is refused', async () => {
    const account = await api.call<{ id: number }>('POST /chart-of-accounts', {
      body: { account_code: '6990', account_name: 'Sundry', active_status: 'No' },
    })
    expect(account.status).toBe(201)
    const answer = await api.call<Refused>(journal.create, {
      body: capital({ lines: [line('6990', 5), line('1010', 0, 5)] }),
    })
    expect([answer.status, answer.body.code]).toEqual([422, 'journal.account-inactive'])
  })

  test('that does not balance is refused with the difference', async () => {
    const answer = await api.call<Refused>(journal.create, {
      body: capital({ lines: [line('1010', 1_000), line('3000', 0, 999.9)] }),
    })
    expect(answer.body.message).toBe('Debits and credits differ by 0.10.')
  })

  test('is written once for one key, not at all in a dry run, and by no one without a token', async () => {
    const sent = { body: capital({ reference: 'KEY' }), headers: { 'idempotency-key': 'j-1' } }
    const [first, second] = [await api.call(journal.create, sent), await api.call(journal.create, sent)]
    expect(second.body).toEqual(first.body)
    await api.call(journal.create, { body: capital({ reference: 'DRY' }), query: { dryRun: 1 } })
    expect((await api.call(journal.create, { ...sent, token: null })).status).toBe(401)
    const found = await api.database.query(
      "SELECT reference, count(*) FROM journal_entries WHERE reference IN ('KEY', 'DRY') GROUP BY 1",
    )
    expect(found).toEqual([{ reference: 'KEY', count: 1 }])
    expect((await api.call(journal.get, { params: { id: 999_999 } })).status).toBe(404)
    expect((await api.call(journal.get, { params: { id: 'x' } })).status).toBe(400)
  })
})

test('the database itself refuses to rewrite or unbalance the books', async () => {
  await books.bought()
  for (const statement of [
    'UPDATE journal_lines SET debit = debit + 1 WHERE debit > 0',
    'DELETE FROM journal_entries',
    'UPDATE trade_versions SET net = 0',
    'TRUNCATE audit',
  ]) {
    await expect(api.database.query(statement), statement).rejects.toThrow(/append-only|permission denied/)
  }
  await expect(
    api.database.query(
      `INSERT INTO journal_lines (entry_id, line_no, entry_date, account_id, role, debit, transaction_type)
       SELECT id, line_count + 1, entry_date, 1, 'cash', 5, 'Loan' FROM journal_entries LIMIT 1`,
    ),
  ).rejects.toThrow(/does not balance/)
  expect(await verifyBooks(api.database)).toEqual([])
})

test('the dashboard adds up what is held and names what was traded', async () => {
  await books.bought({ symbol: 'SAMP.N0000', companyName: 'Sampath Bank PLC', contractNumber: 'D' })
  const { id } = await ask(api, dashboard, { query: { portfolioId: 'GROW' } }).then(
    ({ portfolio }) => portfolio ?? { id: 0 },
  )
  await recordPrices(api, '2026-06-12', { 'JKH.N0000': 12.5 })
  const seen = await ask(api, dashboard, { query: { portfolioId: 'GROW' } })
  const [sums] = await api.database.query<{ cost: string; charges: string; jkh: number }>(
    `SELECT sum(c.cost) AS cost, sum(c.charges) AS charges, sum(c.quantity) FILTER (WHERE e.symbol = 'JKH.N0000')::bigint AS jkh
       FROM chains c JOIN equities e ON e.id = c.equity_id WHERE c.portfolio_id = $1`,
    [id],
  )
  expect(seen.profitAndLoss).toMatchObject({
    totalCost: Number(sums?.cost),
    totalCharges: Number(sums?.charges),
    // 12.50 against 10.00 on every share; the unpriced holding is valued at cost.
    unrealizedGain: 2.5 * (sums?.jkh ?? 0),
    realizedPnL: 0,
  })
  expect(seen.unpriced).toEqual(['SAMP.N0000'])
  expect(seen.recent[0]).toMatchObject({ symbol: 'SAMP.N0000', side: 'buy', net_value: 1_011_200 })
  expect(seen.mostTraded.map(({ symbol }) => symbol).toSorted()).toEqual(['JKH.N0000', 'SAMP.N0000'])
  expect(seen.marketDay).toEqual({ isMarketDay: true, reason: null, next: '2026-06-16' })
})
