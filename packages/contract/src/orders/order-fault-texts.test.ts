/** What is wrong with an order, a what-if, a proposal or an election is said in our words, never in those of the library that finds it. */
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { corporateActions } from '../corporate-actions/corporate-actions.ts'
import type { Route } from '../kit/route.ts'
import { limits } from '../limits/limits.ts'
import { rebalancing } from '../proposals/rebalancing.ts'
import { saleProposals } from '../proposals/sale-proposals.ts'
import { orders } from './orders.ts'

const SHARES = { portfolioId: 'GROW', quantity: 5 }
const ORDER = { portfolios: [SHARES], symbol: 'JKH.N0000', side: 'buy', limitPrice: 20, broker: 'Asha' }
const ACTS = [{ ...SHARES, kind: 'buy', symbol: 'JKH.N0000', price: 20, settlementDate: '2026-06-22' }]
const LINE = { symbol: 'JKH.N0000', sector: null, weight: 40, band: 1, lotSize: 1 }
const ELECTION = {
  portfolioId: 'GROW',
  subscribe: 5,
  date: '2026-06-22',
  settlementAccount: 1,
  allocations: [{ buyTransactionId: 1, allocatedQuantity: 5 }],
  unnamedLots: 'oldest',
}
const WORDS = { version: 1, reason: 'Wanted' }
/** A right body of each door, with all that it may have. */
const DOORS: readonly (readonly [Route, object])[] = [
  [orders.create, { ...ORDER, validUntil: '2026-06-22', reason: 'Underweight' }],
  [orders.create, { ...ORDER, ...SHARES, portfolios: null, validUntil: '2026-06-22' }],
  [orders.change, { ...ORDER, ...WORDS, validUntil: '2026-06-22' }],
  [orders.approve, WORDS],
  [orders.place, WORDS],
  [orders.cancel, WORDS],
  [orders.fill, { trades: [1] }],
  [limits.whatIf, { acts: ACTS }],
  [saleProposals.sale, { portfolioId: 'GROW', symbol: 'JKH.N0000', shares: 5, goal: 'oldest', price: 20 }],
  [saleProposals.average, { portfolioId: 'GROW', symbol: 'JKH.N0000', average: 5, price: 20 }],
  [saleProposals.cash, { portfolioId: 'GROW', net: 5, tradeDate: '2026-06-22' }],
  [
    rebalancing.setTargets,
    { version: 1, cashTarget: 5, minimumTrade: 25_000, cashMinimum: 0, lines: [LINE] },
  ],
  [rebalancing.propose, { portfolioId: 'GROW', cashMinimum: 0, costOfFunds: 9, financedDays: 30 }],
  [corporateActions.elect, { elections: [ELECTION], reason: 'Wanted' }],
]
const WRONG = [
  undefined,
  null,
  '',
  'x',
  0,
  -1,
  1.5,
  1e30,
  true,
  {},
  [],
  [null],
  [{}],
  ['x'],
  'x'.repeat(9_000),
]

/** The body with each value, at any depth, replaced by something wrong. */
function* spoilt(value: unknown): Generator<unknown> {
  yield* WRONG
  if (Array.isArray(value)) {
    yield Array.from({ length: 6_000 }, () => value[0])
    for (const one of spoilt(value[0])) yield [one]
  } else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value))
      for (const one of spoilt(inner)) yield { ...value, [name]: one }
}

/** The library's own sentences. */
const RAW = /^(Invalid|Too (small|big)|Unrecognized|Expected|Required)|expected /

test.each(DOORS.map(([route, body]) => [route.name, route, body] as const))('%s', (_, route, body) => {
  const schema = route.body as z.ZodType
  expect(schema.safeParse(body).error?.issues ?? []).toEqual([])
  const raw = new Set<string>()
  for (const sent of spoilt(body))
    for (const { message, path } of schema.safeParse(sent).error?.issues ?? [])
      if (RAW.test(message)) raw.add(`${path.join('.')}: ${message}`)
  expect([...raw]).toEqual([])
})
