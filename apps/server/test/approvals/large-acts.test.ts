/** Acts of more trades and ledger lines than a request shows: what their hash covers, and what is said of them where they change. */
import type { ApprovalFacts, ApprovalRequest } from '@em/contract/approvals/approvals'
import { approvals } from '@em/contract/approvals/approvals'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { differencesOf } from '../../src/features/approvals/differs.ts'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { approve, approver, requestOf, rule, waits } from '../support/approvals.ts'
import { type Books, startBooks } from '../support/books.ts'
import { rewindable } from '../support/rewind.ts'

const TODAY = '2026-06-18'
/** More trades than a request shows. */
const MANY = 210
let api: Api
let books: Books
let rewind: () => Promise<void>
let second: { token: string }
beforeAll(async () => {
  api = await startApi({ today: TODAY })
  books = await startBooks(api)
  await api.call('POST /portfolio-costing-method', { body: { portfolioId: 'GROW', costing_method: 'WAP' } })
  second = await approver(api)
  rewind = await rewindable(api)
})
beforeEach(async () => {
  await rewind()
  api.settings.signup = 'open'
  api.clock.set(`${TODAY}T05:00:00Z`)
})

const row = (at: number, more: object = {}) => ({
  side: 'buy',
  symbol: 'JKH.N0000',
  tradeDate: '2026-06-15',
  settlementDate: '2026-06-17',
  quantity: 10,
  price: 20,
  contractNumber: `L-${at}`,
  ...more,
})
const rowsOf = (of: (at: number) => object = () => ({})) =>
  Array.from({ length: MANY }, (_, at) => row(at, of(at)))

async function submitted(rows: readonly object[]): Promise<ApprovalRequest> {
  const sent = await api.call('POST /trade-batches', {
    body: {
      source: 'import',
      defaults: {
        portfolioId: 'GROW',
        brokerName: 'Asia Securities (Pvt) Ltd',
        settlementAccount: books.bank,
      },
      rows,
    },
  })
  return (await requestOf(api, waits(sent).approvalId, second.token)).body
}
const wholeOf = ({ submitted: { facts } }: ApprovalRequest) => {
  if (facts.whole === undefined) throw new Error('the act is no large one')
  return facts.whole
}

test('a request shows the first trades and lines of a large act, and the sums of all by account', async () => {
  await rule(api, ['batches.record'])
  const request = await submitted(rowsOf())
  const { facts, counts } = request.submitted
  expect([facts.trades.length, facts.lines.length]).toEqual([200, 200])
  const { trades, lines, accounts } = wholeOf(request)
  expect(trades).toMatchObject({
    count: MANY,
    gross: '42000.00',
    cost_out: null,
    capital_gain: null,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(counts).toEqual({ trades: MANY, lines: lines.count })
  expect(request.amount).toBe(42_000)
  const sum = (side: 'debit' | 'credit') =>
    accounts.reduce((total, one) => total + Math.round(Number(one[side]) * 100), 0) / 100
  expect([sum('debit'), sum('credit')]).toEqual([Number(lines.amount), Number(lines.amount)])
  const payable = accounts.find(({ account_code: code }) => code === '2100')
  expect(payable?.credit).toBe(trades.net)
  expect((await approve(api, request.id, second.token)).body.state).toBe('done')
  expect(await verifyBooks(api.database)).toEqual([])
})

test('its hash covers every trade, also where the sums stay, and not the order of equal days', async () => {
  await rule(api, ['batches.record'])
  const prices = (low: number, high: number) =>
    rowsOf((at) =>
      at === 207 ? { price: low } : at === 208 ? { price: high, quantity: 10, symbol: 'COMB.N0000' } : {},
    )
  const one = wholeOf(await submitted(prices(20, 21)))
  const swapped = wholeOf(await submitted(prices(21, 20)))
  expect(swapped.trades).toEqual({ ...one.trades, sha256: swapped.trades.sha256 })
  expect(swapped.trades.sha256).not.toBe(one.trades.sha256)
  expect(wholeOf(await submitted(prices(20, 21).toReversed()))).toEqual(one)
  // A ledger line that differs is of another hash of the lines.
  const dearer = wholeOf(await submitted(prices(20, 22)))
  expect(dearer.lines.sha256).not.toBe(one.lines.sha256)
})

test('where the figures of a large act have changed, the sums that differ are named', async () => {
  await books.bought({ quantity: 10_000, price: 20, tradeDate: '2026-06-10', settlementDate: '2026-06-12' })
  await rule(api, ['batches.record'])
  const { id } = await submitted(rowsOf(() => ({ side: 'sell', price: 28 })))
  await books.bought({
    quantity: 2_000,
    price: 21,
    contractNumber: 'C-2',
    tradeDate: '2026-06-11',
    settlementDate: '2026-06-15',
  })
  await api.call(approvals.get, { params: { id }, query: { again: 1 } })
  const now = async () => (await requestOf(api, id, second.token)).body
  // The preview is a job: until it is done, the request may show the preview of the submission.
  await expect.poll(async () => (await now()).differs).not.toEqual([])
  const { differs } = await now()
  expect(differs).toEqual(
    expect.arrayContaining([
      'Cost out of all trades 42,000.00, now 42,350.70',
      '4100 Realized Capital Gains: credit 16,800.00, now credit 16,449.30',
      'Gain of all trades 16,800.00, now 16,449.30',
    ]),
  )
  expect(differs.join()).not.toMatch(/Net|Trades \d/)
})

test('single rows that differ under the same sums are said to differ', () => {
  const facts = (sha256: string): ApprovalFacts => ({
    trades: [],
    lines: [],
    checks: [],
    whole: {
      trades: {
        count: 300,
        gross: '1.00',
        fees: '0.00',
        net: '1.00',
        cost_out: null,
        capital_gain: null,
        sha256,
      },
      lines: { count: 600, amount: '1.00', sha256: 'the same' },
      accounts: [],
    },
  })
  expect(differencesOf(facts('one'), facts('one'))).toEqual([])
  expect(differencesOf(facts('one'), facts('other'))).toEqual([
    'Single trades or ledger lines differ; their sums are the same',
  ])
})
