/** Settlement instructions: what is due, what was paid, and what that does to the ledger. Today is Monday 2026-06-15. */
import { notifications } from '@em/contract/dashboard/notifications'
import { type SettlementRow, settlements } from '@em/contract/settlements/settlements'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Answer, type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, settleManually, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { rewindable } from '../support/rewind.ts'
import { reportAfter } from '../support/tampering.ts'

const TODAY = '2026-06-15'
/** Of two who act at once: RACE_ROUNDS where it is set. */
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 10)
let api: Api
let books: Books
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: TODAY })
  books = await startBooks(api)
  await settleManually(books)
  rewind = await rewindable(api)
})

interface Acted {
  readonly results: readonly {
    trade_id: number
    kind: string
    paid: number
    outstanding: number
    due_date: string | null
    entries: number[]
  }[]
  readonly postings: readonly { date: string; account_code: string; debit: number; credit: number }[]
}
type Act = 'confirm' | 'fail' | 'reschedule' | 'reopen'
const act = (word: Act, items: readonly object[], sent: object = {}): Promise<Answer<Acted & Refused>> =>
  api.call(`POST /settlements/${word}`, { body: { items }, ...sent })
const done = async (word: Act, item: object) => {
  const answer = await act(word, [item])
  expect([answer.status, answer.body]).toEqual([201, expect.anything()])
  return answer.body.results[0]
}
const one = (id: number) => ask(api, settlements.one, { params: { id } })
const clean = async (of: OneHolding) =>
  expect(await verifyBooks(api.database, { portfolioId: of.id })).toEqual([])
/** 1,000 shares at 10.00, net 10,112.00, settled two market days later unless said otherwise. */
const buy = async (of: OneHolding, tradeDate = '2026-06-10', settlementDate = '2026-06-12', more = {}) => {
  const { id, status_ } = await of.buy(tradeDate, 1000, 10, { settlementDate, ...more })
  expect(status_).toBe(201)
  return id
}
const NET = 10_112

/** Debits less credits of the roles of one trade's settlement by day, with what is dated after today. */
async function balances(id: number): Promise<Record<string, number>> {
  const rows = await api.database.query<{ account: string; amount: string }>(
    `SELECT a.account_code AS account, sum(l.debit - l.credit) AS amount
       FROM journal_lines l JOIN journal_entries h ON h.id = l.entry_id JOIN chart_of_accounts a ON a.id = l.account_id
      WHERE h.trade_id = $1 AND a.account_code IN ('1010', '1200', '2100') GROUP BY 1 HAVING sum(l.debit - l.credit) <> 0`,
    [id],
  )
  return Object.fromEntries(rows.map((row) => [row.account, Number(row.amount)]))
}

describe('confirming', () => {
  test('as booked is a record of its own and posts nothing', async () => {
    const of = await oneHolding(books, 'WAP')
    const id = await buy(of)
    expect((await one(id)).settlement).toMatchObject({
      status: 'overdue',
      direction: 'pay',
      due_date: '2026-06-12',
      net_value: NET,
      outstanding: NET,
    })
    expect(await done('confirm', { tradeId: id, reference: 'CEFT 1' })).toMatchObject({
      kind: 'settled',
      paid: NET,
      outstanding: 0,
      entries: [],
    })
    const { settlement, history, entries } = await one(id)
    expect(settlement).toMatchObject({
      status: 'settled',
      paid_on: '2026-06-12',
      due_date: null,
      reference: 'CEFT 1',
    })
    expect(history).toMatchObject([
      { kind: 'settled', date: '2026-06-12', amount: NET, reference: 'CEFT 1', entries: [] },
    ])
    expect(entries).toMatchObject([{ date: '2026-06-12', total: NET, reversed_by: null }])
    await clean(of)
  })

  test('late reverses what was booked, on its date, and posts what happened', async () => {
    const of = await oneHolding(books, 'WAP')
    const id = await buy(of)
    const preview = await act('confirm', [{ tradeId: id, date: TODAY }], { query: { dryRun: 1 } })
    expect(preview).toMatchObject({
      status: 200,
      body: {
        dryRun: true,
        postings: [
          { date: '2026-06-12', account_code: '2100', credit: NET },
          { date: '2026-06-12', account_code: '1010', debit: NET },
          { date: TODAY, account_code: '2100', debit: NET },
          { date: TODAY, account_code: '1010', credit: NET },
        ],
      },
    })
    expect((await one(id)).history).toEqual([])
    expect((await done('confirm', { tradeId: id, date: TODAY }))?.entries).toHaveLength(2)
    expect((await one(id)).entries).toMatchObject([
      { date: '2026-06-12', reversed_by: expect.any(Number) },
      { date: '2026-06-12', reversal_of: expect.any(Number) },
      { date: TODAY, total: NET },
    ])
    expect(await balances(id)).toEqual({ 1010: -NET })
    await clean(of)
  })

  test('in part expects the rest on its new date; failed it stays payable until a new date is set', async () => {
    const of = await oneHolding(books, 'WAP')
    const id = await buy(of)
    expect(await done('confirm', { tradeId: id, amount: 4000 })).toMatchObject({
      kind: 'part',
      paid: 4000,
      outstanding: 6112,
      due_date: '2026-06-16',
    })
    expect((await one(id)).settlement).toMatchObject({ status: 'part', is_part: true, paid: 4000 })
    expect(await balances(id)).toEqual({ 1010: -NET })
    await clean(of)
    expect(await done('fail', { tradeId: id, note: 'No cover' })).toMatchObject({ due_date: null })
    expect((await one(id)).settlement).toMatchObject({ status: 'failed', outstanding: 6112 })
    expect(await balances(id)).toEqual({ 1010: -4000, 2100: -6112 })
    await clean(of)
    expect(await done('reschedule', { tradeId: id, date: '2026-06-18' })).toMatchObject({
      due_date: '2026-06-18',
    })
    expect((await one(id)).entries.at(-1)).toMatchObject({
      date: '2026-06-18',
      total: 6112,
      status: 'Pending',
    })
    await clean(of)
    expect(await done('confirm', { tradeId: id })).toMatchObject({ kind: 'settled', paid: NET })
    expect(await balances(id)).toEqual({ 1010: -NET })
    await clean(of)
  })

  test('a sale comes in', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-06-01', 100, 10)
    const { id } = await of.sell('2026-06-10', 50, 12, { settlementDate: '2026-06-12' })
    expect((await one(id)).settlement).toMatchObject({ direction: 'receive', net_value: 593.29 })
    await done('confirm', { tradeId: id, date: '2026-06-11', amount: 93.29, nextDate: '2026-06-15' })
    expect(await balances(id)).toEqual({ 1010: 593.29 })
    await done('fail', { tradeId: id })
    expect(await balances(id)).toEqual({ 1010: 93.29, 1200: 500 })
    await clean(of)
  })

  test('many at once are all or nothing, with a report of each that cannot be', async () => {
    const of = await oneHolding(books, 'WAP')
    const ids = [await buy(of), await buy(of), await buy(of)]
    const items = ids.map((tradeId) => ({ tradeId }))
    await done('confirm', { tradeId: ids[1] })
    const refused = await act('confirm', [...items, { tradeId: 999_999 }])
    expect(refused).toMatchObject({
      status: 422,
      body: {
        code: 'settlement.items',
        message: '2 of 4 settlements cannot be saved. Nothing was saved.',
        details: [
          { field: 'items.1', message: expect.stringContaining('already settled') },
          { field: 'items.3', message: 'The trade was not found.' },
        ],
      },
    })
    expect((await one(ids[0] ?? 0)).settlement.status).toBe('overdue')
    const answer = await act('confirm', [
      { tradeId: ids[2], date: TODAY, amount: 112, reference: 'B' },
      { tradeId: ids[0], date: '2026-06-11' },
    ])
    expect(answer.body.results).toMatchObject([
      { trade_id: ids[2], kind: 'part', outstanding: 10_000, entries: { length: 3 } },
      { trade_id: ids[0], kind: 'settled', entries: { length: 2 } },
    ])
    await clean(of)
  })

  test('is refused for what cannot be', async () => {
    const of = await oneHolding(books, 'WAP')
    const id = await buy(of)
    const code = async (word: Act, item: object) => {
      const { status, body } = await act(word, [{ tradeId: id, ...item }])
      return [status, body.code, body.details?.[0]?.field]
    }
    expect(await code('confirm', { date: '2026-06-16' })).toEqual([422, 'settlement.date-in-future', 'date'])
    expect(await code('confirm', { date: '2026-06-09' })).toEqual([422, 'settlement.before-trade', 'date'])
    expect(await code('confirm', { amount: NET + 1 })).toEqual([422, 'settlement.too-much', 'amount'])
    expect(await code('confirm', { amount: 0 })).toEqual([422, 'settlement.amount-zero', 'amount'])
    expect(await code('confirm', { amount: 1, nextDate: '2026-06-12' })).toEqual([
      422,
      'settlement.next-date',
      'nextDate',
    ])
    expect(await code('confirm', { outstanding: 5 })).toEqual([409, 'settlement.stale', undefined])
    expect(await code('confirm', { amount: -1 })).toEqual([400, 'request.invalid', 'items.0.amount'])
    expect(await code('reschedule', { date: '2026-06-12' })).toEqual([422, 'settlement.next-date', 'date'])
    expect(await code('reopen', {})).toEqual([409, 'settlement.not-confirmed', undefined])
    await done('fail', { tradeId: id })
    expect(await code('fail', {})).toEqual([409, 'settlement.failed-already', undefined])
    expect((await act('confirm', [])).status).toBe(400)
    expect((await act('confirm', [{ tradeId: id }, { tradeId: id }])).body.details).toMatchObject([
      { field: 'items.1.tradeId' },
    ])
    expect((await act('confirm', [{ tradeId: 999_999 }])).status).toBe(404)
    expect((await api.call('GET /settlements/999999')).status).toBe(404)
    expect((await api.call('GET /settlements?cursor=x')).status).toBe(400)
  })

  test('one idempotency key is one confirmation', async () => {
    const of = await oneHolding(books, 'WAP')
    const id = await buy(of)
    const headers = { 'idempotency-key': 'pay-once' }
    const item = { tradeId: id, amount: 112 }
    const first = await act('confirm', [item], { headers })
    expect(await act('confirm', [item], { headers })).toMatchObject({ status: 201, body: first.body })
    expect((await one(id)).settlement.paid).toBe(112)
  })
})

describe('corrections of trades', () => {
  test('one settled as booked, corrected in words and reopened can still be deleted', async () => {
    const of = await oneHolding(books, 'WAP')
    const id = await buy(of)
    await done('confirm', { tradeId: id })
    const facts = { tradeDate: '2026-06-10', settlementDate: '2026-06-12', quantity: 1000, price: 10 }
    await of.change('buy', id, { ...facts, description: 'Word' })
    expect((await done('reopen', { tradeId: id }))?.entries).toEqual([])
    await clean(of)
    expect(await of.remove('buy', id)).toMatchObject({ status_: 200 })
    expect(await balances(id)).toEqual({})
    await clean(of)
  })

  test('a late trade costs a settled sale again', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-06-08', 100, 20)
    const { id } = await of.sell('2026-06-09', 50, 30, { settlementDate: '2026-06-11' })
    await done('confirm', { tradeId: id, date: '2026-06-12' })
    await of.buy('2026-06-02', 100, 10)
    expect((await one(id)).settlement.status).toBe('settled')
    await clean(of)
  })
})

describe('lists', () => {
  let of: OneHolding
  let ids: number[]
  const list = async (query: object) => {
    const answer = await api.call<SettlementRow[]>(settlements.list, {
      query: { portfolioId: of.portfolioId, ...query },
    })
    expect([answer.status, answer.body]).toEqual([200, expect.anything()])
    return answer
  }
  const found = async (query: object) =>
    (await list(query)).body.map((row) => ids.indexOf(row.trade_id)).toSorted()

  beforeAll(async () => {
    of = await oneHolding(books, 'WAP')
    ids = [
      await buy(of, '2026-06-08', '2026-06-10'),
      await buy(of, '2026-06-10', '2026-06-12', { brokerName: 'Other broker' }),
      await buy(of, '2026-06-11', '2026-06-15', { settlementAccount: books.cheque }),
      await buy(of, '2026-06-12', '2026-06-16'),
      await buy(of, '2026-06-12', '2026-06-16'),
      (await of.sell('2026-06-12', 500, 12, { settlementDate: '2026-06-16' })).id,
      await buy(of, '2026-06-12', '2026-06-25'),
      await buy(of, '2026-06-02', '2026-06-04'),
    ]
    await done('confirm', { tradeId: ids[7], reference: 'REF-77' })
    await done('confirm', { tradeId: ids[1], amount: 112, nextDate: '2026-06-17' })
    await done('fail', { tradeId: ids[0] })
  })

  test('by status, side, dates, broker, account and words', async () => {
    expect(await found({})).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(await found({ status: 'pending' })).toEqual([1, 2, 3, 4, 5, 6])
    expect(await found({ status: 'overdue' })).toEqual([])
    expect(await found({ status: 'part' })).toEqual([1])
    expect(await found({ status: 'failed' })).toEqual([0])
    expect(await found({ status: 'settled' })).toEqual([7])
    expect(await found({ status: 'all' })).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(await found({ side: 'sell' })).toEqual([5])
    expect(await found({ from: '2026-06-16', to: '2026-06-17' })).toEqual([1, 3, 4, 5])
    expect(await found({ broker: 'other BROKER' })).toEqual([1])
    expect(await found({ broker: '-' })).toEqual([])
    expect(await found({ account: books.cheque })).toEqual([2])
    expect(await found({ account: '-' })).toEqual([])
    expect(await found({ status: 'all', search: 'ref-77' })).toEqual([7])
    api.clock.set('2026-06-16')
    expect(await found({ status: 'overdue' })).toEqual([2])
    api.clock.set(TODAY)
  })

  test('by pages, each once and in order, with sums over all', async () => {
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const page = await list({ limit: 2, cursor })
      expect(page.headers['x-total-count']).toBe('7')
      seen.push(...page.body.map((row) => ids.indexOf(row.trade_id)))
      cursor = page.headers['x-next-cursor'] as string | undefined
    } while (cursor !== undefined)
    expect(seen).toEqual([0, 2, 3, 4, 5, 1, 6])
    expect(await ask(api, settlements.summary, { query: { portfolioId: of.portfolioId } })).toEqual({
      count: 7,
      pay: { count: 6, amount: 6 * NET - 112 },
      receive: { count: 1, amount: 5932.8 },
      net: 5932.8 - (6 * NET - 112),
    })
    expect(
      await ask(api, settlements.summary, { query: { portfolioId: of.portfolioId, status: 'settled' } }),
    ).toMatchObject({ count: 1, pay: { amount: NET } })
  })

  test('netted per broker, day and account', async () => {
    const netted = await ask(api, settlements.netted, {
      query: { portfolioId: of.portfolioId, from: '2026-06-16' },
    })
    expect(netted).toMatchObject([
      {
        broker_name: 'Some broker',
        date: '2026-06-16',
        settlement_account: books.bank,
        count: 3,
        payable: 2 * NET,
        receivable: 5932.8,
        net: 5932.8 - 2 * NET,
      },
      { broker_name: 'Other broker', date: '2026-06-17', count: 1, payable: 10_000, receivable: 0 },
      { date: '2026-06-25', count: 1 },
    ])
    const [first] = netted
    const drilled = await found({
      broker: first?.broker_name,
      account: first?.settlement_account,
      from: first?.date,
      to: first?.date,
    })
    expect(drilled).toEqual([3, 4, 5])
  })

  test('the ladder shows what is due when, and what each account needs', async () => {
    const { steps, accounts } = await ask(api, settlements.ladder, {
      query: { portfolioId: of.portfolioId },
    })
    expect(steps.map(({ step, count, from, to }) => [step, count, from, to])).toEqual([
      ['failed', 1, null, null],
      ['overdue', 0, null, '2026-06-14'],
      ['today', 1, TODAY, TODAY],
      ['t1', 3, '2026-06-16', '2026-06-16'],
      ['t2', 1, '2026-06-17', '2026-06-17'],
      ['t3', 0, '2026-06-18', '2026-06-18'],
      ['later', 1, '2026-06-19', null],
    ])
    const cash = accounts.find((one) => one.settlement_account === books.bank)
    expect(cash?.cells.map((cell) => cell.net)).toEqual([-NET, 0, 0, 5932.8 - 2 * NET, -10_000, 0, -NET])
    expect(accounts.map((one) => one.account_number).toSorted()).toEqual(['7001', '7002'])
  })

  test('everything due up to a day is confirmed as booked in one go', async () => {
    const body = { upTo: TODAY, portfolioId: of.portfolioId }
    expect(
      (await api.call('POST /settlements/confirm-due', { body: { ...body, upTo: '2026-06-16' } })).status,
    ).toBe(422)
    const preview = await api.call('POST /settlements/confirm-due?dryRun=1', { body })
    expect(preview.body).toEqual({
      dryRun: true,
      count: 1,
      pay: { count: 1, amount: NET },
      receive: { count: 0, amount: 0 },
      net: -NET,
      remaining: 0,
      withoutLine: 0,
      withoutEntry: 0,
    })
    expect(await found({ status: 'settled' })).toEqual([7])
    expect((await api.call('POST /settlements/confirm-due', { body })).body).toMatchObject({ count: 1 })
    expect(await found({ status: 'settled' })).toEqual([2, 7])
    await clean(of)
  })
})

describe('at once', () => {
  const soon = async <T>(run: () => Promise<T>): Promise<T> => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 6))
    return run()
  }

  test('two confirmations: one effect', async () => {
    const of = await oneHolding(books, 'WAP')
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await buy(of)
      const answers = await Promise.all([
        soon(() => act('confirm', [{ tradeId: id, date: TODAY }])),
        soon(() => act('confirm', [{ tradeId: id, date: '2026-06-11', amount: NET }])),
      ])
      expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 409])
      expect(await balances(id)).toEqual({ 1010: -NET })
    }
    await clean(of)
  })

  test('a confirmation and a correction: the one that comes second sees the first', async () => {
    const of = await oneHolding(books, 'WAP')
    const outcomes = new Set<string>()
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await buy(of)
      const facts = { tradeDate: '2026-06-10', settlementDate: '2026-06-12', quantity: 1000, price: 11 }
      const [confirmation, correction] = await Promise.all([
        soon(() => act('confirm', [{ tradeId: id, date: TODAY, outstanding: NET }])),
        soon(() => of.change('buy', id, facts)),
      ])
      outcomes.add(`${confirmation.status} ${correction.status_}`)
    }
    // Confirmed first: the payment stays. Corrected first: what was shown is not outstanding any more.
    for (const outcome of outcomes) expect(['201 200', '409 200']).toContain(outcome)
    await clean(of)
  })

  test('a confirmation and a deletion', async () => {
    const of = await oneHolding(books, 'WAP')
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await buy(of)
      const [confirmation, removal] = await Promise.all([
        soon(() => act('confirm', [{ tradeId: id, amount: 12 }])),
        soon(() => of.remove('buy', id)),
      ])
      expect(['201 200', '404 200']).toContain(`${confirmation.status} ${removal.status_}`)
      expect(await balances(id)).toEqual(confirmation.status === 201 ? { 1010: -12, 2100: 12 } : {})
    }
    await clean(of)
  })

  test('confirming all due while parts are confirmed', async () => {
    const of = await oneHolding(books, 'WAP')
    const ids: number[] = []
    for (let trade = 0; trade < 12; trade += 1) ids.push(await buy(of))
    const body = { upTo: TODAY, portfolioId: of.portfolioId }
    await Promise.all([
      ...ids.map((tradeId) => soon(() => act('confirm', [{ tradeId, amount: 12, nextDate: TODAY }]))),
      soon(() => api.call('POST /settlements/confirm-due', { body })),
      soon(() => api.call('POST /settlements/confirm-due', { body })),
    ])
    await api.call('POST /settlements/confirm-due', { body })
    for (const id of ids) expect(await balances(id)).toEqual({ 1010: -NET })
    await clean(of)
  })
})

test('any sequence of acts leaves in the ledger what is outstanding, and ends exactly at the net value', async () => {
  const of = await oneHolding(books, 'WAP')
  const day = fc.constantFrom('2026-06-09', '2026-06-11', '2026-06-12', TODAY, '2026-06-16', '2026-06-19')
  const amount = fc.constantFrom(undefined, 0.01, 3000, 10_111.99, NET)
  const acts = fc.oneof(
    fc.tuple(
      fc.constant('confirm' as const),
      fc.record({ date: fc.option(day), amount, nextDate: fc.option(day) }),
    ),
    fc.tuple(fc.constant('fail' as const), fc.record({ date: fc.option(day) })),
    fc.tuple(fc.constant('reschedule' as const), fc.record({ date: day })),
    fc.tuple(fc.constant('reopen' as const), fc.constant({})),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 1, maxLength: 6 }), async (sequence) => {
      const id = await buy(of)
      for (const [word, item] of sequence) {
        const { status } = await act(word, [{ tradeId: id, ...item }])
        expect([201, 409, 422]).toContain(status)
        const { settlement } = await one(id)
        const stuck = settlement.status === 'failed' ? settlement.outstanding : 0
        const held = await balances(id)
        expect([held['1010'] ?? 0, held['2100'] ?? 0]).toEqual([
          Number((stuck - NET).toFixed(2)) + 0,
          0 - stuck,
        ])
      }
      if ((await one(id)).settlement.outstanding > 0) await done('confirm', { tradeId: id })
      expect(await balances(id)).toEqual({ 1010: -NET })
    }),
    { numRuns: Number(process.env['MODEL_RUNS'] ?? 6) },
  )
  await clean(of)
})

test('a locked period: the reversal is posted on the first open day where that is asked for', async () => {
  const of = await oneHolding(books, 'WAP')
  const id = await buy(of, '2026-05-26', '2026-05-28')
  const [entity] = await api.database.query<{ id: number }>(
    'SELECT entity_id AS id FROM portfolios WHERE id = $1',
    [of.id],
  )
  await api.database.query(
    "INSERT INTO period_locks (act_id, entity_id, locked_through, set_by) VALUES (1, $1, '2026-05-31', $2)",
    [entity?.id, api.user.id],
  )
  const late = [{ tradeId: id, date: '2026-06-02' }]
  expect(await act('confirm', late)).toMatchObject({ status: 409, body: { code: 'period.locked' } })
  expect((await act('confirm', late, { query: { openPeriod: 1 } })).status).toBe(201)
  expect((await one(id)).entries.map((entry) => entry.date)).toEqual([
    '2026-05-28',
    '2026-06-01',
    '2026-06-02',
  ])
  await clean(of)
  expect((await act('reopen', [{ tradeId: id }], { query: { openPeriod: 1 } })).status).toBe(201)
  await clean(of)
})

describe('verify finds', () => {
  let id: number
  beforeAll(async () => {
    const of = await oneHolding(books, 'WAP')
    id = await buy(of)
    await done('confirm', { tradeId: id, amount: 4000, nextDate: '2026-06-18' })
  })
  test.each([
    ['another sum', 'UPDATE settlement_states SET paid = paid + 1 WHERE trade_id = ?', 'paid'],
    ['another day', "UPDATE settlement_states SET due_date = '2026-06-19' WHERE trade_id = ?", 'due_date'],
    [
      'another entry',
      'UPDATE settlement_states SET expected_entry_id = 1 WHERE trade_id = ?',
      'expected_entry',
    ],
    ['a state that is gone', 'DELETE FROM settlement_states WHERE trade_id = ?', 'row'],
    ['a trade called settled', 'UPDATE trades SET is_settled = true WHERE id = ?', 'is_settled'],
    [
      'a payment that was changed',
      "UPDATE settlement_confirmations SET actual_date = '2026-06-11' WHERE trade_id = ?",
      'paid_on',
    ],
  ])('%s', async (_, statement, what) => {
    const report = await reportAfter(api, statement.replace('?', String(id)))
    expect(report.differences.map((one) => `${one.check}: ${one.what}`)).toContain(
      `settlements that were acted upon: ${what}`,
    )
  })

  test('a payment without its entry, in the effects and in the payable of its days', async () => {
    const report = await reportAfter(
      api,
      `UPDATE settlement_confirmations SET amount = amount - 1 WHERE trade_id = ${id}`,
    )
    const checks = new Set(report.differences.map((one) => one.check))
    expect(checks).toContain('ledger effects of trades')
    expect(checks).toContain('days of the payable account (ledger = unsettled buys)')
  })
})

test('confirmations cannot be changed, and everything verifies', async () => {
  for (const change of [
    'UPDATE settlement_confirmations SET amount = 1',
    'DELETE FROM settlement_confirmations',
  ]) {
    await expect(api.database.query(change)).rejects.toThrow(/permission denied|append/i)
  }
  expect(await verifyBooks(api.database)).toEqual([])
})

test('the bell shows what is due, overdue and failed', async () => {
  // It counts all that there is: nothing else may be.
  await rewind()
  const of = await oneHolding(books, 'WAP')
  const notes = async () =>
    Object.fromEntries((await api.ask(notifications)).map((note) => [note.id, [note.title, note.tab]]))
  await buy(of, '2026-06-10', '2026-06-12')
  const failed = await buy(of, '2026-06-10', '2026-06-12')
  const put = await buy(of, '2026-06-10', '2026-06-12')
  await buy(of, '2026-06-15', '2026-06-17')
  await buy(of, '2026-06-15', '2026-06-25')
  await api.call('POST /settlements/fail', { body: { items: [{ tradeId: failed }] } })
  await api.call('POST /settlements/reschedule', { body: { items: [{ tradeId: put, date: '2026-06-18' }] } })
  expect(await notes()).toMatchObject({
    'settlements-due': ['2 settlements due', 'Settlement Instructions'],
    'settlements-overdue': ['1 settlement overdue', 'Settlement Instructions'],
    'settlements-failed': ['1 settlement failed', 'Settlement Instructions'],
  })
})
