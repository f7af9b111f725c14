/**
 * The sums of settlements that are kept per month: whatever happens, they are those of the trades, and what is read by
 * them is what is read trade by trade. Today is Monday 2026-06-15.
 */
import { type NettedRow, type SettlementRow, settlements } from '@em/contract/settlements/settlements'
import fc from 'fast-check'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { READ } from '../../src/features/settlements/list/monthly-sums.queries.ts'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { type Books, settleManually, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { reportAfter } from '../support/tampering.ts'

const TODAY = '2026-06-15'
const usual = { ...READ }
let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: TODAY })
  books = await startBooks(api)
  // The other account settles automatically: its past counts as settled.
  await settleManually(books, [books.bank])
})
afterEach(() => {
  Object.assign(READ, usual)
})

const day = fc.constantFrom(
  '2026-03-31',
  '2026-04-30',
  '2026-05-04',
  '2026-05-29',
  '2026-06-02',
  '2026-06-12',
)
const settling = fc.constantFrom(
  '2026-05-04',
  '2026-05-29',
  '2026-06-12',
  TODAY,
  '2026-06-16',
  '2026-07-01',
  '2026-08-03',
)
const broker = fc.constantFrom('Some broker', 'SOME broker', 'Other broker')
const nth = fc.nat(20)
const acts = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('buy' as const), day, settling, broker, cheque: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('sell' as const),
      day,
      settling,
      price: fc.constantFrom(0.01, 12),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('change' as const), nth, settling, broker }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), nth }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('confirm' as const),
      nth,
      amount: fc.constantFrom(undefined, 3),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fail' as const), nth }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reschedule' as const), nth, date: settling }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen' as const), nth }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('confirm-due' as const),
      upTo: fc.constantFrom('2026-05-10', TODAY),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      days: fc.array(day, { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const) }) },
)
type Happening = typeof acts extends fc.Arbitrary<infer T> ? T : never

/** A portfolio under way; what a rule refuses is left. */
class Story {
  readonly trades: { id: number; side: 'buy' | 'sell'; day: string }[] = []
  readonly batches: number[] = []
  readonly of: OneHolding
  constructor(of: OneHolding) {
    this.of = of
  }

  async happen(what: Happening): Promise<void> {
    if ('nth' in what) return this.toOne(what)
    const { portfolioId } = this.of
    if (what.kind === 'buy') {
      const account = what.cheque ? { settlementAccount: books.cheque } : {}
      this.keep(
        'buy',
        what.day,
        await this.of.buy(what.day, 1000, 10, {
          settlementDate: what.settling,
          brokerName: what.broker,
          ...account,
        }),
      )
    } else if (what.kind === 'sell') {
      this.keep(
        'sell',
        what.day,
        await this.of.sell(what.day, 10, what.price, { settlementDate: what.settling }),
      )
    } else if (what.kind === 'confirm-due') {
      await api.call('POST /settlements/confirm-due', { body: { upTo: what.upTo, portfolioId } })
    } else if (what.kind === 'import') {
      const rows = what.days.map((tradeDate, no) => ({
        side: 'buy',
        symbol: 'JKH.N0000',
        portfolioId,
        quantity: 10,
        price: 10,
        contractNumber: `I-${this.batches.length}-${no}`,
        brokerName: 'Some broker',
        tradeDate,
        settlementDate: tradeDate,
        settlementAccount: books.bank,
      }))
      const made = await api.call<{ id: number }>('POST /trade-batches', {
        body: { source: 'import', rows, duplicates: 'keep' },
      })
      if (made.status === 201) this.batches.push(made.body.id)
    } else {
      const id = this.batches.pop()
      if (id !== undefined) await api.call(`DELETE /trade-batches/${id}`)
    }
  }

  private async toOne(what: Extract<Happening, { nth: number }>): Promise<void> {
    const trade = this.trades[what.nth % Math.max(1, this.trades.length)]
    if (trade === undefined) return
    const { id, side, day: tradeDate } = trade
    if (what.kind === 'change') {
      if (side === 'buy')
        await this.of.change('buy', id, {
          tradeDate,
          settlementDate: what.settling,
          quantity: 900,
          price: 10,
          brokerName: what.broker,
          reason: 'x',
        })
    } else if (what.kind === 'delete') {
      await this.of.remove(side, id)
    } else {
      const { kind, nth: _, ...item } = what
      await api.call(`POST /settlements/${kind}`, { body: { items: [{ tradeId: id, ...item }] } })
    }
  }

  private keep(side: 'buy' | 'sell', tradeDate: string, answer: { status_: number; id: number }): void {
    if (answer.status_ === 201) this.trades.push({ id: answer.id, side, day: tradeDate })
  }
}

const FILTERS: readonly object[] = [
  {},
  { broker: 'some broker' },
  { side: 'buy', from: '2026-05-04' },
  { account: '-' },
  { from: '2026-04-30', to: '2026-06-20' },
  { to: '2026-05-31' },
  { from: '2026-05-05', to: '2026-05-20' },
]
const STATUSES = ['open', 'pending', 'overdue', 'part', 'failed', 'settled', 'assumed', 'all'] as const

async function pages<Row>(
  route: typeof settlements.list | typeof settlements.netted,
  query: object,
): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | undefined
  do {
    const page = await api.call<Row[]>(route, { query: { ...query, cursor } as never })
    expect(page.status).toBe(200)
    rows.push(...page.body)
    cursor = page.headers['x-next-cursor'] as string | undefined
  } while (cursor !== undefined)
  return rows
}

const ASKED = STATUSES.flatMap((status) => FILTERS.map((filter) => ({ status, ...filter })))

const ALWAYS = (['open', 'overdue', 'settled', 'assumed', 'all'] as const).map((status) => ({ status }))
/** Some of every standing over several months, so that each story has something to go wrong. */
const BEGINNING: readonly Happening[] = [
  ...(['2026-05-04', '2026-05-29', '2026-06-12', '2026-07-01'] as const).map((settles) => ({
    kind: 'buy' as const,
    day: '2026-04-30' as const,
    settling: settles,
    broker: 'Some broker' as const,
    cheque: false,
  })),
  ...(['2026-05-04', '2026-06-12', TODAY, '2026-07-01'] as const).map((settles) => ({
    kind: 'buy' as const,
    day: '2026-04-30' as const,
    settling: settles,
    broker: 'Other broker' as const,
    cheque: true,
  })),
  { kind: 'confirm', nth: 0, amount: undefined },
  { kind: 'confirm', nth: 1, amount: 3 },
  { kind: 'fail', nth: 2 },
]

/** Lists, sums and nets; `search` set reads trade by trade. */
async function readAll(asked: readonly object[], more: object) {
  const answers: unknown[] = []
  for (const one of asked) {
    const query = { ...one, ...more }
    const list = await pages<SettlementRow>(settlements.list, { ...query, limit: 4 })
    const netted = await pages<NettedRow>(settlements.netted, query)
    const { body: sums } = await api.call(settlements.summary, { query })
    answers.push({ one, list: list.map((row) => row.trade_id), netted, sums })
  }
  return answers
}

test('whatever happens, they are the sums of the trades, and answer as the trades do', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(acts, { minLength: 8, maxLength: 24 }),
      fc.shuffledSubarray(ASKED, { minLength: 4, maxLength: 4 }),
      async (happenings, some) => {
        Object.assign(READ, usual)
        const story = new Story(await oneHolding(books, 'WAP'))
        for (const what of [...BEGINNING, ...happenings]) await story.happen(what)
        expect(await verifyBooks(api.database, { portfolioId: story.of.id })).toEqual([])
        const { portfolioId } = story.of
        const asked = [...ALWAYS, ...some].map((one) => ({ ...one, portfolioId }))
        const ladder = async () => (await api.call(settlements.ladder, { query: { portfolioId } })).body
        // Every deal number has a dash: a search for it finds all, trade by trade.
        const byTrades = [await readAll(asked, { search: '-' }), await ladder()]
        Object.assign(READ, { open: -1, netted: 1 })
        expect([await readAll(asked, {}), await ladder()]).toEqual(byTrades)
      },
    ),
    { numRuns: Number(process.env['MODEL_RUNS'] ?? 3) },
  )
})

test('verify finds a sum that is not that of its trades', async () => {
  const of = await oneHolding(books, 'WAP')
  await of.buy('2026-06-10', 1000, 10, { settlementDate: '2026-06-12' })
  const mine = `portfolio_id = ${of.id}`
  for (const change of [
    `UPDATE settlement_months SET payable = payable + 0.01 WHERE ${mine}`,
    `UPDATE settlement_months SET trades = trades + 1 WHERE ${mine}`,
    `DELETE FROM settlement_months WHERE ${mine}`,
    `INSERT INTO settlement_months VALUES ('2026-06-01', 'settled', ${of.id}, 0, '', 'buy', 0, 1, 1, 5, 0)`,
  ]) {
    const { differences } = await reportAfter(api, change)
    expect(differences.map((one) => one.check)).toEqual(['monthly sums of settlements'])
  }
})
