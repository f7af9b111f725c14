/** Holdings without a price, portfolios without cash, bounds at their edges. */
import { expect, test } from 'vitest'
import { stateOf } from './compare.ts'
import type { LimitFacts, LimitHolding } from './facts.ts'
import { type LimitTerms, measurementsOf } from './measure.ts'
import { judge } from './what-if.ts'

const DAY = '2026-03-31'
const security = (id: number, symbol: string, issued: bigint | null = 1_000_000n) =>
  [
    id,
    {
      id,
      symbol,
      issuer: symbol.split('.')[0] ?? '',
      issuerGroup: null,
      sector: null,
      board: null,
      securityClass: 'N',
      votes: 1n,
      issued,
    },
  ] as const
const held = (securityId: number, changes: Partial<LimitHolding>): LimitHolding => ({
  portfolioId: 1,
  securityId,
  quantity: 100n,
  price: null,
  carried: 0n,
  value: 0n,
  ...changes,
})
const facts = (holdings: readonly LimitHolding[], netAssets = 100_000n): LimitFacts => ({
  day: DAY,
  securities: new Map([security(1, 'COMB.N0000'), security(2, 'JKH.N0000', null)]),
  portfolios: new Map([[1, { id: 1, code: 'P1', netAssets, cash: 0n, ladder: [0n] }]]),
  holdings,
  settlements: [],
  ladderDays: [DAY],
  dealt: [],
  acts: [],
})
const terms = (changes: Partial<LimitTerms> = {}): LimitTerms => ({
  measure: 'percent-of-net-assets',
  subject: { type: 'security', id: 'each', top: null },
  bound: 10_0000n,
  unit: 'percent',
  operator: 'above',
  warning: 90,
  days: 0,
  collateral: 0n,
  side: null,
  ...changes,
})

test('a holding without a price counts at its cost and says so; it is never worth nothing', () => {
  const books = facts([held(1, { carried: 30_000n, value: 30_000n })])
  const measurement = measurementsOf(terms(), books).get('COMB.N0000')
  expect(measurement).toMatchObject({
    numerator: 30_000n,
    denominator: 100_000n,
    atCost: 30_000n,
    unknown: null,
  })
  expect(measurement === undefined ? '' : stateOf(terms(), measurement)).toBe('exceeded')
})

test('a share of issued shares that are not known is unknown, not within', () => {
  const books = facts([held(2, { value: 1n })])
  const asked = terms({ measure: 'percent-of-issued' })
  const measurement = measurementsOf(asked, books).get('JKH.N0000')
  expect(measurement?.unknown).toBe('The issued shares of JKH.N0000 are not known.')
  expect(measurement === undefined ? '' : stateOf(asked, measurement)).toBe('unknown')
})

test('a buy of what cannot be computed asks for a reason of a hard limit, a sale for none', () => {
  const books = facts([held(2, { value: 1n })])
  const asked = terms({ measure: 'percent-of-issued' })
  const actOf = (kind: 'buy' | 'sell') => ({
    kind,
    portfolioId: 1,
    securityId: 2,
    quantity: 10n,
    price: 10_0000n,
    marketPrice: null,
    feesOf: () => 0n,
    settlementDate: DAY,
    broker: null,
  })
  const asks = (kind: 'buy' | 'sell', hardness: 'hard' | 'soft') =>
    judge({ terms: asked, hardness, portfolioIds: new Set([1]) }, books, [actOf(kind)], []).map((one) => [
      one.effect,
      one.asks,
    ])
  expect(asks('buy', 'hard')).toEqual([['worse', 'reason']])
  expect(asks('buy', 'soft')).toEqual([['worse', 'nothing']])
  expect(asks('sell', 'hard')).toEqual([['better', 'nothing']])
})

test('without net assets above zero a share of them is unknown', () => {
  for (const netAssets of [0n, -1n]) {
    const measurement = measurementsOf(terms(), facts([held(1, { price: 1n, value: 1n })], netAssets)).get(
      'COMB.N0000',
    )
    expect(measurement?.unknown).toMatch(/cash is not kept here/)
    expect(measurement === undefined ? '' : stateOf(terms(), measurement)).toBe('unknown')
  }
})

test('what equals the bound is within, or exceeded where the limit says so; of 0 a bound allows nothing', () => {
  const books = facts([held(1, { price: 1n, value: 10_000n })])
  const measurement = measurementsOf(terms(), books).get('COMB.N0000')
  if (measurement === undefined) throw new Error('it is held')
  expect(stateOf(terms(), measurement)).toBe('warning')
  expect(stateOf(terms({ operator: 'at-or-above' }), measurement)).toBe('exceeded')
  expect(stateOf(terms({ bound: 0n }), measurement)).toBe('exceeded')
})
