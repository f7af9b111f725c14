/**
 * Trades that are corrected or deleted after they were paid: the payment stays, the difference is open in payable or
 * receivable. Today is Monday 2026-06-15.
 */
import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import { SETTLEMENT_WORDS, settlements } from '@em/contract/settlements/settlements'
import { transactions } from '@em/contract/trades/transactions'
import { trialBalance } from '@em/contract/trial-balance/trial-balance'
import fc from 'fast-check'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import { waitingForLock } from '../support/locks.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'

const TODAY = '2026-06-15'
let api: Api
let books: Books
/** Settles by hand; `books.bank` is automatic. */
let manualAccount: number
let accounts = 0
async function account(settles: 'automatic' | 'by hand'): Promise<number> {
  accounts += 1
  const answer = await api.call<{ id: number }>('POST /accounts', {
    body: {
      payment_method: 'Bank Transfer',
      account_number: `90${accounts}`,
      account_name: `Account ${accounts} (${settles})`,
      bank_name: 'Sampath Bank',
      branch_name: 'Fort',
      settles,
    },
  })
  expect(answer.status).toBe(201)
  return answer.body.id
}
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: TODAY })
  books = await startBooks(api)
  manualAccount = await account('by hand')
})

type Act = 'confirm' | 'fail' | 'reschedule' | 'reopen'
const act = (word: Act, item: object, query: object = {}) =>
  api.call<{ code?: string }>(`POST /settlements/${word}`, { body: { items: [item] }, query } as never)
const done = async (word: Act, item: object, query: object = {}) => {
  const { status, body } = await act(word, item, query)
  expect([word, status, body]).toEqual([word, 201, expect.anything()])
}
const one = async (id: number) => (await ask(api, settlements.one, { params: { id } })).settlement
const trade = async (id: number) => (await ask(api, transactions.one, { params: { id } })).trade
const clean = async (of: OneHolding) =>
  expect(await verifyBooks(api.database, { portfolioId: of.id })).toEqual([])

/** Cash, receivable and payable in the portfolio's trial balance of today, debits less credits. */
async function books3(of: OneHolding): Promise<Record<string, number>> {
  const query = { portfolioId: of.portfolioId, endDate: TODAY }
  const { data } = await ask(api, trialBalance.get, { query })
  const found = Object.values(data.accountsByType)
    .flat()
    .filter((row) => ['1010', '1200', '2100'].includes(row.account_code) && row.net_balance !== 0)
    .map((row) => [row.account_code, row.net_balance])
  return Object.fromEntries(found)
}
/** The same of one trade's entries, with what is dated later. */
async function effectOf(id: number): Promise<Record<string, number>> {
  const rows = await api.database.query<{ account: string; amount: string }>(
    `SELECT a.account_code AS account, sum(l.debit - l.credit) AS amount
       FROM journal_lines l JOIN journal_entries h ON h.id = l.entry_id JOIN chart_of_accounts a ON a.id = l.account_id
      WHERE h.trade_id = $1 AND a.account_code IN ('1010', '1200', '2100') GROUP BY 1 HAVING sum(l.debit - l.credit) <> 0`,
    [id],
  )
  return Object.fromEntries(rows.map((row) => [row.account, Number(row.amount)]))
}
const ladder = async (of: OneHolding) =>
  (await ask(api, settlements.ladder, { query: { portfolioId: of.portfolioId } })).steps
    .filter((step) => step.count > 0)
    .map(({ step, pay, receive }) => [step, pay.amount, receive.amount])

/** The buy of the complaint: 6,332 shares at 285.00, net 1,824,708.29 with the schedule's fees. */
const PAID = { quantity: 6332, price: 285, tradeDate: '2026-06-08', settlementDate: '2026-06-10' }
async function paidBuy(of: OneHolding, more: object = {}) {
  const { tradeDate, quantity, price, ...rest } = PAID
  const { id, net_value } = await of.buy(tradeDate, quantity, price, {
    settlementAccount: manualAccount,
    ...rest,
    ...more,
  })
  return { id, net: Number(net_value) }
}

describe('a paid buy', () => {
  test('that is corrected stays paid; the difference is payable, in the ladder and on the trade', async () => {
    const of = await oneHolding(books, 'WAP')
    const { id, net } = await paidBuy(of)
    await done('confirm', { tradeId: id, reference: 'CEFT 4711' })
    expect(await books3(of)).toEqual({ 1010: -net })
    const preview = await of.change(
      'buy',
      id,
      { ...PAID, settlementAccount: manualAccount, quantity: 6832 },
      '?dryRun=1',
    )
    expect(preview.status_).toBe(200)
    expect((preview['postings'] as { account_code: string }[]).map((row) => row.account_code)).not.toContain(
      '1010',
    )
    const changed = await of.change('buy', id, { ...PAID, settlementAccount: manualAccount, quantity: 6832 })
    expect(changed.status_).toBe(200)
    const open = Number((Number(changed['net_value']) - net).toFixed(2))
    expect(open).toBeGreaterThan(142_500)
    expect(await books3(of)).toEqual({ 1010: -net, 2100: -open })
    expect(await one(id)).toMatchObject({
      status: 'overdue',
      direction: 'pay',
      is_part: true,
      net_value: changed['net_value'],
      paid: net,
      outstanding: open,
      due_date: '2026-06-10',
      reference: 'CEFT 4711',
    })
    expect(await trade(id)).toMatchObject({ status: 'Overdue', paid: net, outstanding: open })
    expect(await ladder(of)).toEqual([['overdue', open, 0]])
    await clean(of)
    await done('confirm', { tradeId: id, reference: 'CEFT 4712' })
    expect(await books3(of)).toEqual({ 1010: -Number(changed['net_value']) })
    expect(await one(id)).toMatchObject({ status: 'settled', paid_on: TODAY, paid: changed['net_value'] })
    await clean(of)
  })

  test('that cost less than was paid has a refund to come, and so has one that is deleted', async () => {
    const of = await oneHolding(books, 'WAP')
    const { id, net } = await paidBuy(of)
    await done('confirm', { tradeId: id })
    const changed = await of.change('buy', id, { ...PAID, settlementAccount: manualAccount, quantity: 5832 })
    const back = Number((net - Number(changed['net_value'])).toFixed(2))
    expect(await books3(of)).toEqual({ 1010: -net, 2100: back })
    expect(await one(id)).toMatchObject({
      status: 'overdue',
      direction: 'receive',
      outstanding: back,
      paid: net,
    })
    expect(await trade(id)).toMatchObject({ outstanding: -back })
    expect(await ladder(of)).toEqual([['overdue', 0, back]])
    await clean(of)
    expect(await of.remove('buy', id)).toMatchObject({ status_: 200 })
    expect(await books3(of)).toEqual({ 1010: -net, 2100: net })
    expect(await one(id)).toMatchObject({
      status: 'overdue',
      direction: 'receive',
      net_value: 0,
      outstanding: net,
      is_deleted: true,
    })
    expect(await ladder(of)).toEqual([['overdue', 0, net]])
    await clean(of)
    await done('confirm', { tradeId: id, amount: 1000, nextDate: '2026-06-18' })
    expect(await one(id)).toMatchObject({ status: 'part', paid: Number((net - 1000).toFixed(2)) })
    await clean(of)
    await done('confirm', { tradeId: id })
    expect(await books3(of)).toEqual({})
    expect(await ladder(of)).toEqual([])
    await clean(of)
  })

  test('whose difference is all that is due is confirmed with all that is due', async () => {
    const of = await oneHolding(books, 'WAP')
    const { id, net } = await paidBuy(of)
    await done('confirm', { tradeId: id })
    const changed = await of.change('buy', id, { ...PAID, settlementAccount: manualAccount, quantity: 6333 })
    const open = Number((Number(changed['net_value']) - net).toFixed(2))
    const body = { upTo: TODAY, portfolioId: of.portfolioId }
    expect((await api.call('POST /settlements/confirm-due', { body })).body).toMatchObject({
      count: 1,
      pay: { count: 1, amount: open },
      remaining: 0,
    })
    expect(await effectOf(id)).toEqual({ 1010: -Number(changed['net_value']) })
    await clean(of)
  })

  test('is not confirmed with all that is due up to a day once a correction has moved it beyond', async () => {
    const of = await oneHolding(books, 'WAP')
    const { id } = await paidBuy(of)
    await done('confirm', { tradeId: id })
    const correct = (settlementDate: string) =>
      of.change('buy', id, { ...PAID, settlementAccount: manualAccount, quantity: 6333, settlementDate })
    await correct(PAID.settlementDate)
    const holder = new pg.Client(api.fresh.config)
    await holder.connect()
    try {
      await holder.query('BEGIN')
      await holder.query('SELECT FROM em.trades WHERE id = $1 FOR UPDATE', [id])
      // The correction comes to the trade first; the confirmation has listed it by its earlier date and waits behind.
      const corrected = correct('2026-06-12')
      await waitingForLock(holder)
      const body = { upTo: PAID.settlementDate, portfolioId: of.portfolioId }
      const confirmed = api.call('POST /settlements/confirm-due', { body })
      await waitingForLock(holder, 2)
      await holder.query('COMMIT')
      expect(await corrected).toMatchObject({ status_: 200 })
      expect((await confirmed).body).toMatchObject({ count: 0, remaining: 0 })
    } finally {
      await holder.end()
    }
    expect(await one(id)).toMatchObject({ status: 'overdue', due_date: '2026-06-12' })
    await clean(of)
  })

  test('moves to another account and broker by what is corrected; the payment stays where it was made', async () => {
    const of = await oneHolding(books, 'WAP')
    const { id, net } = await paidBuy(of)
    await done('confirm', { tradeId: id, amount: 1_000_000, nextDate: '2026-06-18' })
    await of.change('buy', id, {
      ...PAID,
      settlementAccount: books.cheque,
      brokerName: 'Asia Securities (Pvt) Ltd',
    })
    const lines = await api.database.query<{ account: number; amount: string }>(
      `SELECT l.settlement_account_id AS account, sum(l.debit - l.credit) AS amount FROM journal_lines l
         JOIN journal_entries h ON h.id = l.entry_id WHERE h.trade_id = $1 AND l.role = 'cash'
        GROUP BY 1 HAVING sum(l.debit - l.credit) <> 0 ORDER BY 1`,
      [id],
    )
    expect(lines.map((row) => [row.account, Number(row.amount)]).toSorted()).toEqual(
      [
        [manualAccount, -1_000_000],
        [books.cheque, Number((1_000_000 - net).toFixed(2))],
      ].toSorted(),
    )
    expect(await one(id)).toMatchObject({ settlement_account: books.cheque, status: 'part' })
    await clean(of)
  })

  test('of an import that is undone leaves what was paid to come back', async () => {
    const of = await oneHolding(books, 'WAP')
    const row = (n: number) => ({
      side: 'buy',
      symbol: 'JKH.N0000',
      portfolioId: of.portfolioId,
      quantity: 10 * n,
      price: 10,
      contractNumber: `B-${n}`,
      brokerName: 'B',
      tradeDate: '2026-06-10',
      settlementDate: '2026-06-12',
      settlementAccount: manualAccount,
    })
    const made = await api.call<{ id: number }>('POST /trade-batches', {
      body: { source: 'import', rows: [1, 2, 3].map(row), duplicates: 'keep' },
    })
    const found = (
      await api.call<{ id: number; net_value: number }[]>(`GET /trades?batch=${made.body.id}&sort=quantity`)
    ).body
    const [first, second] = found
    await done('confirm', { tradeId: first?.id })
    await done('confirm', { tradeId: second?.id, amount: 1 })
    await done('fail', { tradeId: found[2]?.id })
    expect((await api.call(`DELETE /trade-batches/${made.body.id}`)).status).toBe(200)
    const net = first?.net_value ?? 0
    expect(await books3(of)).toEqual({ 1010: -(net + 1), 2100: net + 1 })
    expect(await ladder(of)).toEqual([
      ['overdue', 0, net],
      ['t1', 0, 1],
    ])
    expect((await api.call(`GET /settlements/${found[2]?.id}`)).status).toBe(404)
    await clean(of)
  })
})

describe('a settlement that is assumed', () => {
  test('is no payment: the correction corrects it', async () => {
    const of = await oneHolding(books, 'WAP')
    const { id } = await paidBuy(of, { settlementAccount: books.bank })
    const changed = await of.change('buy', id, { ...PAID, quantity: 6832 })
    expect(await books3(of)).toEqual({ 1010: -Number(changed['net_value']) })
    expect(await trade(id)).toMatchObject({ status: 'Settled (assumed)' })
    expect(await ladder(of)).toEqual([])
    await of.remove('buy', id)
    expect(await books3(of)).toEqual({})
    await clean(of)
  })

  test('and reconciled with the bank was paid: the correction leaves it, also after the sign-off', async () => {
    for (const isSignedOff of [false, true]) {
      for (const word of ['change', 'remove'] as const) {
        const own = await account('automatic')
        const of = await oneHolding(books, 'WAP')
        const { id, net } = await paidBuy(of, { settlementAccount: own })
        const { reconciliation: month } = await api.ask(reconciliation.create, {
          body: {
            accountCode: '1010',
            settlementAccount: own,
            period: '2026-06',
            externalOpening: 0,
          } as never,
        })
        await ask(api, reconciliation.importStatement, {
          params: { id: month.id },
          body: {
            lines: [{ date: '2026-06-10', credit: net, reference: 'TT 88', description: 'Broker' }],
            openingBalance: 0,
            closingBalance: -net,
          },
        })
        const { matched, reconciliation: now } = await api.ask(reconciliation.autoMatch, {
          params: { id: month.id },
          body: {},
        })
        expect(matched).toBe(1)
        if (isSignedOff) {
          const saved = await api.call(reconciliation.save, {
            body: { id: now.id, version: now.version } as never,
          })
          expect(saved.status).toBe(200)
        }
        const answer =
          word === 'remove'
            ? await of.remove('buy', id)
            : await of.change('buy', id, { ...PAID, settlementAccount: own, quantity: 6832 })
        expect([word, isSignedOff, answer.status_, answer['message']]).toEqual([
          word,
          isSignedOff,
          200,
          undefined,
        ])
        const open = word === 'remove' ? -net : Number((Number(answer['net_value']) - net).toFixed(2))
        expect(await books3(of)).toEqual({ 1010: -net, 2100: -open })
        expect(await one(id)).toMatchObject({
          status: 'overdue',
          paid: net,
          reference: 'TT 88',
          outstanding: Math.abs(open),
        })
        const [after] = await api.ask(reconciliation.matches, { params: { id: month.id }, query: {} })
        expect(after).toMatchObject({ externalTransaction: { state: 'matched' } })
        await clean(of)
      }
    }
    expect(await verifyBooks(api.database)).toEqual([])
  })
})

test('a locked period: the correction is posted on the first open day, the payment stays on its own', async () => {
  const of = await oneHolding(books, 'WAP')
  const may = { quantity: 1000, price: 10, tradeDate: '2026-05-26', settlementDate: '2026-05-28' }
  const { id } = await of.buy('2026-05-26', 1000, 10, {
    settlementDate: '2026-05-28',
    settlementAccount: manualAccount,
  })
  await done('confirm', { tradeId: id, amount: 112, nextDate: TODAY })
  const [entity] = await api.database.query<{ id: number }>(
    'SELECT entity_id AS id FROM portfolios WHERE id = $1',
    [of.id],
  )
  await api.database.query(
    "INSERT INTO period_locks (act_id, entity_id, locked_through, set_by) VALUES (1, $1, '2026-05-31', $2)",
    [entity?.id, api.user.id],
  )
  const change = { ...may, settlementAccount: manualAccount, quantity: 2000 }
  expect(await of.change('buy', id, change)).toMatchObject({ status_: 409, code: 'period.locked' })
  const changed = await of.change('buy', id, change, '?openPeriod=1')
  expect(changed.status_).toBe(200)
  expect(await effectOf(id)).toEqual({ 1010: -112, 2100: -(Number(changed['net_value']) - 112) })
  await clean(of)
  expect(await of.remove('buy', id, '?openPeriod=1')).toMatchObject({ status_: 200 })
  expect(await effectOf(id)).toEqual({ 1010: -112, 2100: 112 })
  await clean(of)
})

const day = fc.constantFrom('2026-06-11', '2026-06-12', TODAY, '2026-06-16', '2026-06-19')
const steps = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('confirm' as const),
      date: fc.option(day, { nil: undefined }),
      amount: fc.constantFrom(undefined, undefined, 0.01, 3000, 9000),
      nextDate: fc.option(day, { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fail' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reschedule' as const), date: day }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      quantity: fc.constantFrom(1000, 1001, 500, 2000),
      hand: fc.boolean(),
      word: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const) }) },
)
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never
const cents = (rupees: number) => Math.round(rupees * 100)

/** A naive model of the settlement, in cents: the amount paid, and the amount that the books still expect. */
class Naive {
  net: number
  paid = 0
  booked: number
  touched = false
  isFailed = false
  account: string
  constructor(net: number, account: string) {
    this.net = net
    this.booked = net
    this.account = account
  }
  get open(): number {
    return this.net - this.paid
  }
  acted(step: Step): void {
    if (step.kind === 'reopen') {
      Object.assign(this, { paid: 0, touched: false, booked: this.net })
      return
    }
    this.touched = true
    if (step.kind === 'confirm') {
      const most = Math.abs(this.open)
      this.paid += Math.sign(this.open) * (step.amount === undefined ? most : cents(step.amount))
    }
    this.booked = step.kind === 'fail' ? 0 : this.open
  }
  corrected(net: number, account: string): void {
    const isSame = net === this.net && (account === this.account || this.booked === 0)
    const wasOpen = this.open
    this.net = net
    this.account = account
    if (!this.touched) this.booked = net
    else if (!isSame && this.booked !== 0)
      this.booked = this.paid === 0 || wasOpen === this.open ? this.open : 0
  }
}

async function play(side: 'buy' | 'sell', startsManual: boolean, sequence: readonly Step[]): Promise<void> {
  const of = await oneHolding(books, 'WAP')
  const [control, sign] = side === 'buy' ? ['2100', -1] : ['1200', 1]
  const accountFor = (isManual: boolean) => (isManual ? manualAccount : books.bank)
  if (side === 'sell') await of.buy('2026-06-01', 5000, 10, { settlementAccount: books.bank })
  const facts = { tradeDate: '2026-06-10', settlementDate: '2026-06-12', price: 10, soldPrice: 10 }
  const more = { settlementDate: '2026-06-12', settlementAccount: accountFor(startsManual) }
  const made = await of[side]('2026-06-10', 1000, 10, more)
  const naive = new Naive(cents(Number(made['net_value'])), String(startsManual))
  const { id } = made
  let [isManual, isGone] = [startsManual, false]
  for (const step of sequence) {
    if (step.kind === 'change') {
      const settlementAccount = accountFor(step.hand)
      const answer = await of.change(side, id, {
        ...facts,
        settlementAccount,
        quantity: step.quantity,
        ...(step.word && { description: 'Another word' }),
      })
      expect([step, answer.status_, answer['message']]).toEqual([step, isGone ? 404 : 200, answer['message']])
      if (isGone) continue
      naive.corrected(cents(Number(answer['net_value'])), String(step.hand))
      isManual = step.hand
    } else if (step.kind === 'remove') {
      expect(await of.remove(side, id)).toMatchObject({ status_: isGone ? 404 : 200 })
      if (isGone) continue
      naive.corrected(0, naive.account)
      isGone = true
    } else {
      const { kind, ...item } = step
      const { status } = await act(kind, { tradeId: id, ...item })
      expect([201, 404, 409, 422]).toContain(status)
      if (status === 201) naive.acted(step)
    }
    const cash = sign * (naive.paid + naive.booked)
    const owed = sign * (naive.net - naive.paid - naive.booked)
    const held = await effectOf(id)
    expect([step, cents(held['1010'] ?? 0), cents(held[control] ?? 0)]).toEqual([step, cash + 0, owed + 0])
    if (isGone && (!naive.touched || naive.paid === 0)) continue
    const { status, outstanding, direction } = await one(id)
    expect([step, cents(outstanding)]).toEqual([step, Math.abs(naive.open)])
    if (naive.open !== 0) expect(direction).toBe((side === 'buy') === naive.open > 0 ? 'pay' : 'receive')
    if (naive.open === 0) expect(status).toBe('settled')
    else if (!naive.touched) expect(status).toBe(isManual ? 'overdue' : 'assumed')
    else expect(['pending', 'part', 'overdue', 'failed']).toContain(status)
    expect((await trade(id)).status).toBe(SETTLEMENT_WORDS[status])
  }
  await clean(of)
}

test('any sequence of payments, corrections and deletions keeps cash, payable and receivable to the cent', async () => {
  const numRuns = Number(process.env['MODEL_RUNS'] ?? 8)
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('buy' as const, 'sell' as const),
      fc.boolean(),
      fc.array(steps, { minLength: 3, maxLength: 9 }),
      play,
    ),
    { numRuns },
  )
})
