/**
 * The state of a settlement: one word in every list, count, page and account of a trade. Today is Monday 2026-06-15.
 */
import { dashboard } from '@em/contract/dashboard/dashboard'
import { settlementAccounts } from '@em/contract/settlement-accounts/settlement-accounts'
import { SETTLEMENT_WORDS, type SettlementWord, settlements } from '@em/contract/settlements/settlements'
import { transactions } from '@em/contract/trades/transactions'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, settleManually, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'

const TODAY = '2026-06-15'
let api: Api
let books: Books
let of: OneHolding
/** Each with what happened, on the account that settles by hand and on the automatic one, and the word for it. */
const expected = new Map<number, SettlementWord>()

beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: TODAY })
  books = await startBooks(api)
  await settleManually(books, [books.cheque])
  of = await oneHolding(books, 'WAP')
  const act = (word: string, tradeId: number, more = {}) =>
    api.call(`POST /settlements/${word}`, { body: { items: [{ tradeId, ...more }] } })
  const [late, now, soon] = ['2026-06-12', TODAY, '2026-06-17']
  for (const [account, isManual] of [
    [books.bank, false],
    [books.cheque, true],
  ] as const) {
    const story = async (settlementDate: string, word: SettlementWord, ...acts: [string, object][]) => {
      const { id } = await of.buy('2026-06-10', 100, 10, { settlementDate, settlementAccount: account })
      for (const [name, item] of acts) expect((await act(name, id, item)).status).toBe(201)
      expected.set(id, word)
    }
    await story(soon, 'Pending')
    await story(now, 'Pending')
    await story(late, isManual ? 'Overdue' : 'Settled (assumed)')
    await story(late, 'Settled', ['confirm', {}])
    await story(late, 'Failed', ['fail', {}])
    await story(late, 'Part settled', ['confirm', { amount: 10, nextDate: soon }])
    await story(late, 'Failed', ['confirm', { amount: 10 }], ['fail', {}])
    await story(late, 'Pending', ['reschedule', { date: soon }])
    await story(late, isManual ? 'Overdue' : 'Settled (assumed)', ['fail', {}], ['reopen', {}])
    await story(late, 'Settled', ['confirm', { amount: 10 }], ['confirm', {}])
  }
})

const list = (query: object) =>
  ask(api, transactions.list, { query: { portfolioId: of.portfolioId, ...query } })
const count = (word: SettlementWord, words: Iterable<SettlementWord> = expected.values()) =>
  [...words].filter((one) => one === word).length
const codeOf = (word: SettlementWord) =>
  Object.entries(SETTLEMENT_WORDS).find(([, one]) => one === word)?.[0] as keyof typeof SETTLEMENT_WORDS

describe('the state', () => {
  test('is the same in the list of trades, on each trade, and in the instructions', async () => {
    const rows = await list({})
    expect(new Map(rows.toSorted((a, b) => a.id - b.id).map((row) => [row.id, row.status]))).toEqual(expected)
    for (const [id, word] of expected) {
      expect((await ask(api, transactions.one, { params: { id } })).trade.status).toBe(word)
      const { settlement } = await ask(api, settlements.one, { params: { id } })
      expect(SETTLEMENT_WORDS[settlement.status]).toBe(word)
    }
  })

  test('filters the list of trades, alone or several, and is counted over a whole filter', async () => {
    for (const word of Object.values(SETTLEMENT_WORDS)) {
      const rows = await list({ status: word })
      expect([word, rows.length, ...new Set(rows.map((row) => row.status))]).toEqual([
        word,
        count(word),
        word,
      ])
    }
    const both = await list({ status: 'Settled,Settled (assumed)' })
    expect(both).toHaveLength(count('Settled') + count('Settled (assumed)'))
    expect(await ask(api, transactions.summary, { query: { portfolioId: of.portfolioId } })).toMatchObject({
      trades: expected.size,
      pending: count('Pending'),
      partSettled: count('Part settled'),
      overdue: count('Overdue'),
      failed: count('Failed'),
    })
    expect((await api.call('GET /trades?status=Completed')).status).toBe(400)
  })

  test('filters the instructions; what is assumed is not open', async () => {
    const found = async (status: string) =>
      (await ask(api, settlements.list, { query: { portfolioId: of.portfolioId, status } }))
        .map((row) => row.trade_id)
        .toSorted((a, b) => a - b)
    const having = (...words: SettlementWord[]) =>
      [...expected].flatMap(([id, word]) => (words.includes(word) ? [id] : []))
    expect(await found('open')).toEqual(having('Pending', 'Part settled', 'Overdue', 'Failed'))
    expect(await found('pending')).toEqual(having('Pending', 'Part settled'))
    for (const word of ['Part settled', 'Overdue', 'Failed', 'Settled', 'Settled (assumed)'] as const) {
      expect([word, await found(codeOf(word))]).toEqual([word, having(word)])
    }
    const { steps } = await ask(api, settlements.ladder, { query: { portfolioId: of.portfolioId } })
    expect(steps.find((one) => one.step === 'overdue')?.count).toBe(count('Overdue'))
  })

  test('is on the dashboard', async () => {
    const { recent } = await ask(api, dashboard, { query: { portfolioId: of.portfolioId } })
    expect(recent).toHaveLength(10)
    for (const { id, status } of recent) expect([id, status]).toEqual([id, expected.get(id)])
  })

  test('follows the day, and the account where nothing happened', async () => {
    const words = async () => (await list({})).map((row) => row.status)
    api.clock.set('2026-06-18')
    expect(count('Pending', await words())).toBe(0)
    // Two were to come on either account, one was put off and one is the rest of a part payment.
    expect(count('Settled (assumed)', await words())).toBe(2 + 2)
    expect(count('Overdue', await words())).toBe(2 + 2 + 2 * 2)
    api.clock.set(TODAY)
    await settleManually(books, [books.bank])
    expect(count('Settled (assumed)', await words())).toBe(0)
    expect(count('Overdue', await words())).toBe(4)
    await api.call(`PUT /accounts/${books.bank}`, { body: { settles: 'automatic' } })
    expect(count('Settled (assumed)', await words())).toBe(2)
  })
})

test('an account settles automatically unless it says otherwise', async () => {
  const made = await api.call<{ id: number; settles: string }>('POST /accounts', {
    body: {
      payment_method: 'Cash',
      account_number: '1',
      account_name: 'A',
      bank_name: 'B',
      branch_name: 'C',
    },
  })
  expect(made.body.settles).toBe('automatic')
  const refused = await api.call(`PUT /accounts/${made.body.id}`, { body: { settles: 'sometimes' } })
  expect(refused).toMatchObject({ status: 400 })
  const stored = await ask(api, settlementAccounts.routes.list, { query: {} })
  expect(stored.map((one) => one.settles)).toContain('by hand')
  expect(await verifyBooks(api.database)).toEqual([])
})
