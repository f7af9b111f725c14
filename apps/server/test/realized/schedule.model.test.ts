/**
 * Random histories with locks, late trades, corrections and deletions: whatever the days that are asked for, the schedule comes
 * to what the account moved, and all of it to what the sales realized. MODEL_RUNS sets the number of histories.
 */
import { journal } from '@em/contract/journal/journal'
import { type RealizedData, realized } from '@em/contract/realized/realized'
import { type RealizedSchedule, realizedSchedule } from '@em/contract/realized/realized-schedule'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import type { OneHolding } from '../support/one-holding.ts'
import { apart, lock } from '../support/own-entity.ts'

const numRuns = Number(process.env['MODEL_RUNS'] ?? 8)
const seed = process.env['MODEL_SEED'] === undefined ? {} : { seed: Number(process.env['MODEL_SEED']) }
const TODAY = '2026-03-31'
/** Market days, among them the first and the last open ones of months. */
const DAYS = [
  '2026-01-05',
  '2026-01-12',
  '2026-01-30',
  '2026-02-03',
  '2026-02-10',
  '2026-02-27',
  '2026-03-03',
  '2026-03-10',
  '2026-03-30',
]
const LOCKS = ['2026-01-12', '2026-01-31', '2026-02-28', '2026-03-10']

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: TODAY })
  books = await startBooks(api)
})

const day = fc.constantFrom(...DAYS)
const amounts = { day, quantity: fc.integer({ min: 1, max: 90 }), price: fc.integer({ min: 100, max: 900 }) }
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('buy' as const), ...amounts }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('sell' as const), ...amounts }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('change' as const), which: fc.nat(), ...amounts }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), which: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('lock' as const), through: fc.constantFrom(...LOCKS) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('by hand' as const),
      day,
      cents: fc.integer({ min: 1, max: 9999 }),
    }),
  },
)
const story = fc.record({
  method: fc.constantFrom('WAP' as const, 'FIFO' as const),
  treatment: fc.constantFrom('FVTPL', 'FVOCI'),
  steps: fc.array(step, { minLength: 6, maxLength: 16 }),
  spans: fc.array(fc.tuple(day, day), { minLength: 2, maxLength: 2 }),
})
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never

interface Known {
  readonly side: 'buy' | 'sell'
  readonly id: number
  version: number
}

/** Plays a story; what is refused simply did not happen. */
async function play({ method, treatment, steps }: Story): Promise<OneHolding> {
  const { of, entity } = await apart(books, method, treatment)
  const trades: Known[] = []
  let locked = ''
  // Something to sell, so that most stories sell.
  const first = await of.buy('2026-01-05', 200, 5)
  trades.push({ side: 'buy', id: first.id, version: 1 })
  for (const one of steps) {
    if (one.do === 'lock') {
      if (one.through > locked && (await lock(api, entity, one.through)).status === 201) locked = one.through
    } else if (one.do === 'by hand') {
      const date = one.day > locked ? one.day : TODAY
      const [account_code, amount] = [treatment === 'FVTPL' ? '4100' : '3100', one.cents / 100]
      await ask(api, journal.create, {
        body: {
          date,
          description: 'By hand',
          lines: [
            { account_code: '1010', debit: amount, portfolioId: of.portfolioId },
            { account_code, credit: amount, portfolioId: of.portfolioId },
          ],
        },
      })
    } else if (one.do === 'buy' || one.do === 'sell') {
      const made = await of[one.do](
        one.day,
        one.quantity,
        one.price / 100,
        { costOfFunds: 9.5 },
        '?openPeriod=1',
      )
      expect([201, 422]).toContain(made.status_)
      if (made.status_ === 201) trades.push({ side: one.do, id: made.id, version: 1 })
    } else {
      const known = trades[one.which % trades.length]
      if (known === undefined) continue
      if (one.do === 'remove') {
        const { status_ } = await of.remove(known.side, known.id, '?openPeriod=1')
        if (status_ === 200) trades.splice(trades.indexOf(known), 1)
      } else {
        const price = { [known.side === 'buy' ? 'price' : 'soldPrice']: one.price / 100 }
        const body = {
          ...price,
          quantity: one.quantity,
          tradeDate: one.day,
          settlementDate: one.day,
          costOfFunds: 9.5,
        }
        const { status_ } = await of.change(
          known.side,
          known.id,
          { ...body, version: known.version },
          '?openPeriod=1',
        )
        if (status_ === 200) known.version += 1
      }
    }
  }
  return of
}

const cents = (amount: number) => Math.round(amount * 100)
const sum = <T>(rows: readonly T[], of: (row: T) => number) =>
  rows.reduce((all, row) => all + cents(of(row)), 0)

test(
  'the tie-out leaves nothing over, for any days',
  async () => {
    await fc.assert(
      fc.asyncProperty(story, async (drawn) => {
        const of = await play(drawn)
        const code = drawn.treatment === 'FVTPL' ? '4100' : '3100'
        // The ledger's own lines, one by one.
        const lines = await api.database.query<{ day: string; amount: string; by_hand: boolean }>(
          `SELECT l.entry_date AS day, l.credit - l.debit AS amount, h.kind = 'manual' AS by_hand
           FROM journal_lines l JOIN journal_entries h ON h.id = l.entry_id JOIN chart_of_accounts a ON a.id = l.account_id
          WHERE l.portfolio_id = $1 AND a.account_code = $2 AND l.transaction_type <> 'Closing'`,
          [of.id, code],
        )
        const scheduleOf = (startDate: string, endDate: string): Promise<RealizedSchedule> =>
          ask(api, realizedSchedule, { query: { portfolioId: of.portfolioId, startDate, endDate } })
        const spans = [
          ['2026-01-01', TODAY],
          ['2026-01-01', '2026-01-31'],
          ['2026-02-01', '2026-02-28'],
          ['2026-03-01', TODAY],
          ...drawn.spans.map((span) => span.toSorted()),
        ] as [string, string][]
        for (const [from, to] of spans) {
          const { rows, totals, tieOuts } = await scheduleOf(from, to)
          const within = lines.filter((line) => line.day >= from && line.day <= to)
          const tied = tieOuts.find(({ treatment }) => treatment === drawn.treatment)
          expect(tieOuts.map(({ difference }) => difference)).toEqual(tieOuts.map(() => 0))
          expect(cents(tied?.movement ?? 0)).toBe(sum(within, (line) => Number(line.amount)))
          expect(sum(rows, (row) => row.posted)).toBe(
            sum(
              within.filter((line) => !line.by_hand),
              (line) => Number(line.amount),
            ),
          )
          const total = totals.find(({ treatment }) => treatment === drawn.treatment)
          for (const column of [
            'proceeds',
            'fees',
            'cost',
            'gain',
            'buyCharges',
            'afterFees',
            'financing',
            'posted',
          ] as const)
            expect(cents(total?.[column] ?? 0)).toBe(sum(rows, (row) => row[column]))
          expect(total?.rows).toBe(rows.length)
          expect(rows.every((row) => row.posted_on >= from && row.posted_on <= to)).toBe(true)
          expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
        }
        // Over all days each sale comes to what it is now, a deleted one to nothing; the whole to what was realized.
        const { rows } = await scheduleOf('2025-01-01', TODAY)
        const sales = new Map((await of.sales()).map((sale) => [Number(sale['id']), sale]))
        for (const [id, ofSale] of Map.groupBy(rows, (row) => row.trade_id)) {
          const sale = sales.get(id)
          expect([id, sum(ofSale, (row) => row.proceeds), sum(ofSale, (row) => row.cost)]).toEqual([
            id,
            cents(Number(sale?.['gross_value'] ?? 0)),
            cents(Number(sale?.['holding_cost'] ?? 0)),
          ])
          expect(ofSale.filter(({ days }) => days !== null)).toHaveLength(sale === undefined ? 0 : 1)
        }
        expect([...sales.keys()].every((id) => rows.some((row) => row.trade_id === id))).toBe(true)
        const query = { portfolioId: of.portfolioId, timeRange: 'All' as const }
        const data = (await ask(api, realized.data, { query })) as RealizedData
        expect([
          sum(rows, (row) => row.gain),
          sum(rows, (row) => row.afterFees),
          sum(rows, (row) => row.afterFees - row.financing),
        ]).toEqual([data.parts.capitalGain, data.parts.afterFees, data.realizedPnL].map(cents))
        expect(await verifyBooks(api.database, { portfolioId: of.id })).toEqual([])
      }),
      { numRuns, ...seed, endOnFailure: true },
    )
  },
  60_000 + numRuns * 2_000,
)
