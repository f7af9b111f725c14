import { dashboard } from '@em/contract/dashboard/dashboard'
import { journal } from '@em/contract/journal/journal'
import { type LedgerEntry, ledger } from '@em/contract/ledger/ledger'
import { beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'

let api: Api
let books: Books
/** Every line, newest first. */
let all: LedgerEntry[]

beforeAll(async () => {
  api = await startApi({ today: '2026-06-15' })
  books = await startBooks(api)
  for (let number = 0; number < 9; number += 1) {
    await books.bought({
      symbol: 'JKH.N0000',
      companyName: 'John Keells Holdings PLC',
      portfolioId: number % 3 === 0 ? 'HOLD' : 'GROW',
      quantity: 100 + number * 37,
      price: (10 + number * 0.3).toFixed(2),
      contractNumber: `P-${number}`,
      settlementAccount: books.bank,
      tradeDate: number < 7 ? '2026-06-01' : '2026-06-15',
      settlementDate: number < 7 ? '2026-06-03' : '2026-06-17',
    })
  }
  all = await ask(api, ledger.list, {})
})

const cents = (value: number) => BigInt(Math.round(value * 100))
const sum = (lines: readonly LedgerEntry[], side: 'debit' | 'credit') =>
  Number(lines.reduce((total, line) => total + cents(line[side]), 0n)) / 100

test('pages by number, walked from either end, are cuts of the whole list', async () => {
  const size = 7
  const pages = Math.ceil(all.length / size)
  expect(pages).toBeGreaterThan(4)
  for (let page = 1; page <= pages; page += 1) {
    const lines = await ask(api, ledger.list, { query: { limit: size, page } })
    expect(lines, `page ${page}`).toEqual(all.slice((page - 1) * size, page * size))
  }
})

test('a page after the last is empty, and still has the number of all lines', async () => {
  const answer = await api.call<LedgerEntry[]>(ledger.list, { query: { limit: 7, page: 1000 } })
  expect(answer.body).toEqual([])
  expect(answer.headers['x-total-count']).toBe(String(all.length))
  expect((await api.call(ledger.list, { query: { page: 0 } })).status).toBe(400)
})

test.each([
  [{}, () => true],
  [{ status: 'Pending' }, (line: LedgerEntry) => line.status === 'Pending'],
  [{ status: 'Posted' }, (line: LedgerEntry) => line.status === 'Posted'],
  [{ from: '2026-06-02', to: '2026-06-03' }, (line: LedgerEntry) => line.date === '2026-06-03'],
  [{ account_code: '1010' }, (line: LedgerEntry) => line.account_code === '1010'],
  [{ transaction_type: 'Bank Payment' }, (line: LedgerEntry) => line.transaction_type === 'Bank Payment'],
  [{ portfolioId: 'HOLD' }, (line: LedgerEntry) => line.portfolioId === 'HOLD'],
  [{ search: 'jkh' }, (line: LedgerEntry) => line.symbol === 'JKH.N0000'],
  [
    { search: 'Brokerage', portfolioId: 'GROW' },
    (line: LedgerEntry) => line.account_code === '6010' && line.portfolioId === 'GROW',
  ],
  [{ account_code: '9999' }, () => false],
  [{ search: '100%_\\' }, () => false],
] as const)('the totals of %j are those of its lines', async (query, belongs) => {
  const lines = all.filter(belongs)
  const summary = await ask(api, ledger.summary, { query })
  expect(summary).toEqual({
    stopped: false,
    entries: lines.length,
    debits: sum(lines, 'debit'),
    credits: sum(lines, 'credit'),
    net: Number(cents(sum(lines, 'debit')) - cents(sum(lines, 'credit'))) / 100,
  })
  expect(await ask(api, ledger.list, { query })).toHaveLength(lines.length)
})

test.each([
  { account_code: '1010' },
  { search: 'P-0' },
  { search: 'a', limit: 9 },
  { transaction_type: 'Bank Payment' },
  { limit: 5, page: 4 },
])('lines that %j picks out of the books carry the balances of the whole list', async (query) => {
  const balances = new Map(all.map((line) => [line.id, line.balance]))
  const lines = await ask(api, ledger.list, { query })
  expect(lines.map((line) => line.balance)).toEqual(lines.map((line) => balances.get(line.id)))
})

test('within a portfolio the balances count its own lines', async () => {
  const lines = await ask(api, ledger.list, { query: { portfolioId: 'HOLD' } })
  const running = new Map<string, bigint>()
  for (const line of lines.toReversed()) {
    const balance = (running.get(line.account_code) ?? 0n) + cents(line.debit) - cents(line.credit)
    running.set(line.account_code, balance)
    expect(cents(line.balance ?? Number.NaN), line.id).toBe(balance)
  }
  const some = await ask(api, ledger.list, { query: { portfolioId: 'HOLD', account_code: '2100' } })
  expect(some).toEqual(lines.filter((line) => line.account_code === '2100'))
})

test('a search finds the lines of a deal by its number, and the entry names the deal', async () => {
  const reference = all.find((line) => line.trade_id !== null)?.reference ?? ''
  const found = await ask(api, ledger.list, { query: { search: reference } })
  expect(new Set(found.map((line) => line.reference))).toEqual(new Set([reference]))
  const { data } = await ask(api, journal.get, { params: { id: found[0]?.entry_id ?? 0 } })
  expect(data).toMatchObject({ deal_number: reference, reversal_of: null, reversed_by: null })
})

test('the dashboard says how its figures come about', async () => {
  const { profitAndLoss: figures, setup } = await ask(api, dashboard, { query: { portfolioId: 'GROW' } })
  const { projectedSalesWithCOF, totalCost, totalCharges, unrealizedPnL, totalValue, unrealizedGain } =
    figures
  expect(cents(unrealizedPnL)).toBe(cents(projectedSalesWithCOF) - cents(totalCost) - cents(totalCharges))
  expect(cents(unrealizedGain)).toBe(cents(totalValue) - cents(totalCost))
  expect(cents(figures.totalPnL)).toBe(cents(figures.realizedPnL) + cents(unrealizedPnL))
  expect(setup).toMatchObject({ trades: 1, costOfFunds: expect.any(Number) })
})

test('drafts are listed, counted and added up by their own status, and by no other', async () => {
  const line = (account_code: string, debit: number, credit: number) => ({ account_code, debit, credit })
  const draft = async (description: string, date: string) =>
    (
      await ask(api, journal.create, {
        body: {
          date,
          description,
          status: 'Draft',
          transaction_type: 'Manual',
          lines: [line('6300', 250, 0), line('1010', 0, 250)],
        },
      })
    ).data.id
  const before = await ask(api, ledger.list, {})
  const summary = await ask(api, ledger.summary, {})
  const first = await draft('Bank fee of May', '2026-05-31')
  const second = await draft('Bank fee of June', '2026-06-14')
  const drafts = await ask(api, ledger.list, { query: { status: 'Draft' } })
  expect(drafts.map((one) => [one.entry_id, one.line_no])).toEqual([
    [second, 2],
    [second, 1],
    [first, 2],
    [first, 1],
  ])
  expect(drafts[1]).toMatchObject({
    status: 'Draft',
    account_code: '6300',
    debit: 250,
    balance: null,
    description: 'Bank fee of June',
  })
  const listed = (query: object) =>
    ask(api, ledger.list, { query: { status: 'Draft', ...query } }).then((rows) => rows.map((one) => one.id))
  expect(await listed({ account_code: '6300', from: '2026-06-01' })).toEqual([`${second}-1`])
  expect(await listed({ search: 'of may', sort: '-debit' })).toEqual([`${first}-1`, `${first}-2`])
  expect(await listed({ broker: 'Anybody' })).toEqual([])
  expect(await listed({ limit: 1, page: 3 })).toEqual([`${first}-2`])
  const paged = await api.call<LedgerEntry[]>(ledger.list, { query: { status: 'Draft', limit: 3 } })
  const cursor = String(paged.headers['x-next-cursor'])
  expect(await listed({ limit: 3, cursor })).toEqual([`${first}-1`])
  expect(await ask(api, ledger.summary, { query: { status: 'Draft' } })).toEqual({
    entries: 4,
    debits: 500,
    credits: 500,
    net: 0,
    stopped: false,
  })
  expect(await ask(api, ledger.list, {})).toEqual(before)
  expect(await ask(api, ledger.summary, {})).toEqual(summary)
  expect((await api.call(ledger.export, { body: { status: 'Draft' } })).status).toBe(400)
})
