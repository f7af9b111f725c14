/**
 * Random histories with locks, late trades, corrections, deletions and runs: whatever the days that are asked for, parts sum to the
 * whole, a closing is its opening and what moved, and every report says of the accounts what their lines do, one by one.
 * MODEL_RUNS sets the number of histories.
 */
import { investmentMovements, MOVEMENTS, type Movement } from '@em/contract/reports/investment-movements'
import { netAssets } from '@em/contract/reports/net-assets'
import { statementOfInvestments } from '@em/contract/reports/statement-of-investments'
import { trialBalance } from '@em/contract/trial-balance/trial-balance'
import { valuations } from '@em/contract/valuation/valuation'
import { CHANGED_UNDER_LOCK } from '@em/contract/valuation/valuation-note'
import { addDays } from '@em/core/values/dates'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { CHANGED } from '../../src/features/reports/changed-values-text.ts'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import type { OneHolding } from '../support/one-holding.ts'
import { apart, lock } from '../support/own-entity.ts'
import { recordPrices } from '../support/prices.ts'

const numRuns = Number(process.env['MODEL_RUNS'] ?? 5)
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
const ENDS = [...DAYS, '2026-01-31', '2026-02-28', '2026-03-11', TODAY]
const LOCKS = ['2026-01-12', '2026-01-31', '2026-02-28', '2026-03-10']
const SECURITIES = [
  { symbol: 'JKH.N0000', companyName: 'John Keells Holdings PLC' },
  { symbol: 'SAMP.N0000', companyName: 'Sampath Bank PLC' },
  // It never has a price.
  { symbol: 'COMB.X0000', companyName: 'Commercial Bank of Ceylon PLC' },
]

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: TODAY })
  books = await startBooks(api)
  for (const [index, day] of DAYS.entries())
    await recordPrices(api, day, { 'JKH.N0000': 5 + (index % 4), ...(index < 4 && { 'SAMP.N0000': 6.1 }) })
})

const day = fc.constantFrom(...DAYS)
const amounts = {
  day,
  security: fc.constantFrom(...SECURITIES),
  quantity: fc.integer({ min: 1, max: 90 }),
  price: fc.integer({ min: 100, max: 900 }),
}
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('buy' as const), ...amounts }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('sell' as const), ...amounts }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('change' as const), which: fc.nat(), ...amounts }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), which: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('lock' as const), through: fc.constantFrom(...LOCKS) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('run' as const), day: fc.constantFrom(...ENDS) }) },
)
const story = fc.record({
  method: fc.constantFrom('WAP' as const, 'FIFO' as const),
  treatment: fc.constantFrom('FVTPL', 'FVOCI'),
  steps: fc.array(step, { minLength: 6, maxLength: 18 }),
  spans: fc.array(fc.tuple(fc.constantFrom(...ENDS), fc.constantFrom(...ENDS)), {
    minLength: 2,
    maxLength: 3,
  }),
})
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never

interface Known {
  readonly side: 'buy' | 'sell'
  readonly id: number
  readonly security: (typeof SECURITIES)[number]
  version: number
}

/** Plays a story; what is refused simply did not happen. */
async function play({ method, treatment, steps }: Story): Promise<OneHolding> {
  const { of, entity } = await apart(books, method, treatment)
  const trades: Known[] = []
  let locked = ''
  // Something to sell, so that most stories sell.
  for (const security of SECURITIES) {
    const first = await of.buy('2026-01-05', 100, 5, security)
    trades.push({ side: 'buy', id: first.id, security, version: 1 })
  }
  for (const one of steps) {
    if (one.do === 'lock') {
      if (one.through > locked && (await lock(api, entity, one.through)).status === 201) locked = one.through
    } else if (one.do === 'run') {
      const { status } = await api.call(valuations.run, {
        body: { date: one.day, portfolioId: of.portfolioId },
      })
      expect([200, 201, 409, 422, 423]).toContain(status)
    } else if (one.do === 'buy' || one.do === 'sell') {
      const { security } = one
      const made = await of[one.do](one.day, one.quantity, one.price / 100, security, '?openPeriod=1')
      expect([201, 422]).toContain(made.status_)
      if (made.status_ === 201) trades.push({ side: one.do, id: made.id, security, version: 1 })
    } else {
      const known = trades[one.which % Math.max(trades.length, 1)]
      if (known === undefined) continue
      if (one.do === 'remove') {
        const { status_ } = await of.remove(known.side, known.id, '?openPeriod=1')
        if (status_ === 200) trades.splice(trades.indexOf(known), 1)
      } else {
        const price = { [known.side === 'buy' ? 'price' : 'soldPrice']: one.price / 100 }
        const dated = { tradeDate: one.day, settlementDate: one.day, version: known.version }
        const body = { ...known.security, ...price, quantity: one.quantity, ...dated }
        const { status_ } = await of.change(known.side, known.id, body, '?openPeriod=1')
        if (status_ === 200) known.version += 1
      }
    }
  }
  return of
}

const cents = (amount: number) => Math.round(amount * 100)
const sum = <T>(rows: readonly T[], of: (row: T) => number) =>
  rows.reduce((all, row) => all + cents(of(row)), 0)
const KINDS = Object.keys(MOVEMENTS) as Movement[]

/** The lines of a portfolio's ledger, one by one. */
async function linesOf(of: OneHolding) {
  const lines = await api.database.query<{
    day: string
    code: string
    symbol: string | null
    amount: string
  }>(
    `SELECT l.entry_date AS day, a.account_code AS code, e.symbol, l.debit - l.credit AS amount
       FROM journal_lines l JOIN chart_of_accounts a ON a.id = l.account_id LEFT JOIN equities e ON e.id = l.equity_id
      WHERE l.portfolio_id = $1`,
    [of.id],
  )
  /** Debits less credits in cents until a day: of an account, or of all whose code begins so; of one security where named. */
  return (code: string, until: string, symbol?: string) =>
    sum(
      lines.filter(
        (line) =>
          line.code.startsWith(code) && line.day <= until && (symbol === undefined || line.symbol === symbol),
      ),
      (line) => Number(line.amount),
    )
}
type Ledger = Awaited<ReturnType<typeof linesOf>>

const statementAt = (of: OneHolding, asOf: string) =>
  ask(api, statementOfInvestments, { query: { portfolioId: of.portfolioId, asOf } })
const movementsIn = (of: OneHolding, startDate: string, endDate: string) =>
  ask(api, investmentMovements, { query: { portfolioId: of.portfolioId, startDate, endDate } })

async function checkDate(of: OneHolding, date: string, ledger: Ledger): Promise<void> {
  const report = await statementAt(of, date)
  expect(report.ties.map(({ difference }) => difference)).toEqual([0, 0, 0])
  expect(report.ties.map((tie) => cents(tie.ledger))).toEqual(
    ['1100', '1105', '1110'].map((code) => ledger(code, date)),
  )
  for (const part of ['cost', 'capitalised', 'fair_value', 'unrealized'] as const) {
    const whole = cents(report.total[part])
    expect([part, sum(report.rows, (row) => row[part])]).toEqual([part, whole])
    expect(sum(report.sectors, (row) => row[part])).toBe(whole)
    expect(sum(report.treatments, (row) => row[part])).toBe(whole)
  }
  const { state, message } = report.valuation
  const changed = message?.startsWith(CHANGED_UNDER_LOCK) === true
  const isValued = state === 'valued' && !changed
  for (const row of report.rows) {
    expect([cents(row.cost), cents(row.capitalised)]).toEqual([
      ledger('1100', date, row.symbol),
      ledger('1105', date, row.symbol),
    ])
    expect(cents(row.unrealized)).toBe(cents(row.fair_value) - cents(row.cost) - cents(row.capitalised))
    if (row.price !== null && row.quantity > 0)
      expect(cents(row.fair_value)).toBe(cents(row.quantity * row.price))
    // Where the day is valued, the books hold the fair value of each security.
    if (isValued) expect(cents(row.unrealized)).toBe(ledger('1110', date, row.symbol))
  }
  // A stale run of a locked day stays in force: what changed since is one line of the tie-out.
  const others = report.ties.at(-1)?.others.map(({ label }) => label)
  if (isValued) expect(others).toEqual([])
  else if (changed) expect([[], [CHANGED]]).toContainEqual(others)

  const net = await ask(api, netAssets, { query: { portfolioId: of.portfolioId, asOf: date } })
  expect(cents(net.total.ledger)).toBe(ledger('1', date) + ledger('2', date))
  expect(net.tie.difference).toBe(0)
  expect([cents(net.total.netAssets), cents(report.netAssets)]).toEqual([
    cents(net.total.ledger) + cents(net.total.notPosted),
    cents(net.total.netAssets),
  ])
  expect(sum(net.reasons, ({ amount }) => amount)).toBe(cents(net.total.notPosted))
  expect(cents(net.moved.netAssets) - cents(net.total.netAssets)).toBe(
    cents(net.moved.investments) +
      cents(net.moved.receivables) +
      cents(net.moved.cash) +
      cents(net.moved.payables) +
      cents(net.moved.otherAssets),
  )
  // The statement equals the trial balance.
  const { data } = await ask(api, trialBalance.get, { query: { portfolioId: of.portfolioId, endDate: date } })
  const accounts = Object.values(data.accountsByType).flat()
  for (const [at, code] of ['1100', '1105', '1110'].entries())
    expect(cents(report.ties[at]?.ledger ?? 0)).toBe(
      cents(accounts.find((one) => one.account_code === code)?.net_balance ?? 0),
    )
}

async function checkSpan(of: OneHolding, from: string, to: string, ledger: Ledger): Promise<void> {
  const report = await movementsIn(of, from, to)
  const before = addDays(from, -1)
  expect(report.ties.map(({ difference }) => difference)).toEqual([0, 0, 0])
  expect(report.ties.map((tie) => cents(tie.ledger))).toEqual(
    ['1100', '1105', '1110'].map((code) => ledger(code, to) - ledger(code, before)),
  )
  for (const row of report.rows) {
    for (const part of ['quantity', 'cost', 'capitalised'] as const) {
      const { opening, closing } = row[part]
      const moved = KINDS.reduce((all, kind) => all + cents(row[part][kind]), 0)
      expect([row.symbol, part, cents(opening) + moved]).toEqual([row.symbol, part, cents(closing)])
    }
    const { opening, release, change, closing } = row.fairValue
    expect(cents(opening) + cents(release) + cents(change)).toBe(cents(closing))
    expect([cents(opening), cents(closing)]).toEqual([
      ledger('1110', before, row.symbol),
      ledger('1110', to, row.symbol),
    ])
    expect([cents(row.cost.opening), cents(row.cost.closing)]).toEqual([
      ledger('1100', before, row.symbol),
      ledger('1100', to, row.symbol),
    ])
    expect(row.cost.actions + row.cost.transfers + row.cost.openings).toBe(0)
  }
  const whole = report.treatments[0]
  for (const kind of ['opening', ...KINDS, 'closing'] as const)
    expect(cents(whole?.cost[kind] ?? 0)).toBe(sum(report.rows, (row) => row.cost[kind]))
  // Its closing figures equal the statement of its last day.
  const { rows } = await statementAt(of, to)
  expect(
    report.rows
      .filter(({ quantity, cost, capitalised }) =>
        [quantity, cost, capitalised].some(({ closing }) => closing !== 0),
      )
      .map(({ symbol, quantity, cost }) => [symbol, quantity.closing, cost.closing])
      .toSorted(),
  ).toEqual(rows.map(({ symbol, quantity, cost }) => [symbol, quantity, cost]).toSorted())
}

test(
  'reports agree with the ledger and with each other, for any days',
  async () => {
    await fc.assert(
      fc.asyncProperty(story, async (drawn) => {
        const of = await play(drawn)
        const ledger = await linesOf(of)
        for (const date of ['2026-01-31', '2026-02-28', TODAY, ...drawn.spans.flat()])
          await checkDate(of, date, ledger)
        const spans = [
          ['2026-01-01', TODAY],
          ['2026-02-01', '2026-02-28'],
          ...drawn.spans.map((span) => span.toSorted()),
        ] as [string, string][]
        for (const [from, to] of spans) await checkSpan(of, from, to, ledger)
        // Two periods side by side move what both together do.
        const [all, early, late] = [
          await movementsIn(of, '2026-01-01', TODAY),
          await movementsIn(of, '2026-01-01', '2026-02-10'),
          await movementsIn(of, '2026-02-11', TODAY),
        ]
        for (const kind of KINDS)
          expect([kind, sum(all.rows, (row) => row.cost[kind])]).toEqual([
            kind,
            sum([...early.rows, ...late.rows], (row) => row.cost[kind]),
          ])
        expect(await verifyBooks(api.database, { portfolioId: of.id })).toEqual([])
      }),
      { numRuns, ...seed, endOnFailure: true },
    )
  },
  60_000 + numRuns * 4_000,
)
