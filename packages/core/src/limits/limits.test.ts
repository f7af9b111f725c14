import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdingValue } from '../valuation/holding-value.ts'
import { stateOf } from './compare.ts'
import { factsOf, type LimitAct, type LimitFacts, withActs } from './facts.ts'
import { type LimitTerms, measurementsOf } from './measure.ts'
import { judge, strictest } from './what-if.ts'

const DAY = '2026-03-31'
const PRICES = [201_2500n, 160_0000n, 20_0000n, 137_0000n] as const
const SYMBOLS = ['COMB.N0000', 'COMB.X0000', 'JKH.N0000', 'SAMP.N0000'] as const
const feesOf = (gross: bigint) => (gross * 112n + 5_000n) / 10_000n

const securities: LimitFacts['securities'] = new Map(
  SYMBOLS.map((symbol, id) => [
    id,
    {
      id,
      symbol,
      issuer: symbol.split('.')[0] ?? '',
      issuerGroup: null,
      sector: id < 2 ? 'Financial Services' : null,
      board: null,
      securityClass: symbol.split('.')[1]?.charAt(0) ?? '',
      votes: 1n,
      issued: 1_000_000n,
    },
  ]),
)

/** Two portfolios with cash and nothing else. */
const start = (cash: bigint): LimitFacts => ({
  day: DAY,
  securities,
  portfolios: new Map(
    [1, 2].map((id) => [id, { id, code: `P${id}`, netAssets: cash, cash, ladder: [cash, cash] }]),
  ),
  holdings: [],
  settlements: [],
  ladderDays: [DAY, '2026-04-01'],
  dealt: [],
  acts: [],
})

const act: fc.Arbitrary<LimitAct> = fc
  .record({
    kind: fc.constantFrom('buy' as const, 'sell' as const),
    portfolioId: fc.constantFrom(1, 2),
    securityId: fc.integer({ min: 0, max: 3 }),
    quantity: fc.bigInt({ min: 1n, max: 5_000n }),
    off: fc.bigInt({ min: -5_0000n, max: 5_0000n }),
  })
  .map(({ off, ...one }) => ({
    ...one,
    price: (PRICES[one.securityId] ?? 1n) + off,
    marketPrice: PRICES[one.securityId] ?? null,
    settlementDate: '2026-04-01',
    broker: 'ASIA',
    feesOf,
  }))
const acts = fc.array(act, { minLength: 1, maxLength: 12 })

const SHARES = ['percent-of-net-assets', 'percent-of-securities', 'percent-of-total'] as const
const terms: fc.Arbitrary<LimitTerms> = fc
  .record({
    measure: fc.constantFrom(...SHARES, 'value' as const, 'percent-of-issued' as const),
    type: fc.constantFrom('security' as const, 'issuer' as const),
    bound: fc.bigInt({ min: 1n, max: 60_0000n }),
    warning: fc.integer({ min: 1, max: 100 }),
    operator: fc.constantFrom('above' as const, 'at-or-above' as const),
  })
  .map(({ type, ...one }) => ({
    ...one,
    subject: { type, id: 'each', top: null },
    bound: one.measure === 'value' ? one.bound * 10_000n : one.bound,
    unit: one.measure === 'value' ? ('LKR' as const) : ('percent' as const),
    days: 1,
    collateral: 0n,
    side: null,
  }))

const BOTH = new Set([1, 2])

test('acts that worsen nothing are never held, and what is held is exceeded and worse', () => {
  fc.assert(
    fc.property(terms, acts, acts, (limit, before, asked) => {
      const facts = withActs(start(100_000_000n), before)
      for (const one of judge({ terms: limit, hardness: 'hard', portfolioIds: BOTH }, facts, asked, [])) {
        if (one.asks === 'refusal') expect([one.effect, one.states.after]).toEqual(['worse', 'exceeded'])
        if (one.effect !== 'worse') expect(one.asks).toBe('nothing')
      }
    }),
  )
})

test('a sale at the market price of what is exceeded is never held by its own limit', () => {
  fc.assert(
    fc.property(terms, acts, fc.bigInt({ min: 1n, max: 100n }), (limit, before, quantity) => {
      const facts = withActs(start(100_000_000n), before)
      for (const held of facts.holdings) {
        const sale: LimitAct = {
          kind: 'sell',
          portfolioId: held.portfolioId,
          securityId: held.securityId,
          quantity,
          price: held.price ?? 1n,
          marketPrice: held.price,
          settlementDate: DAY,
          broker: null,
          feesOf,
        }
        const subject =
          limit.subject.type === 'security'
            ? SYMBOLS[held.securityId]
            : SYMBOLS[held.securityId]?.split('.')[0]
        const judged = judge({ terms: limit, hardness: 'hard', portfolioIds: BOTH }, facts, [sale], [])
        for (const one of judged.filter((own) => own.subject === subject)) expect(one.asks).toBe('nothing')
      }
    }),
  )
})

test('the headroom stays within, and one share more does not', () => {
  fc.assert(
    fc.property(terms, acts, act, (limit, before, asked) => {
      const buy: LimitAct = { ...asked, kind: 'buy', price: asked.marketPrice ?? asked.price }
      const facts = withActs(start(10_000_000_000n), before)
      for (const { subject, headroom } of judge(
        { terms: limit, hardness: 'soft', portfolioIds: BOTH },
        facts,
        [buy],
        [],
      )) {
        const { quantity } = headroom
        if (quantity === null) continue
        const state = (shares: bigint) => {
          const measurement = measurementsOf(limit, withActs(facts, [{ ...buy, quantity: shares }])).get(
            subject,
          )
          return measurement === undefined ? 'within' : stateOf(limit, measurement)
        }
        if (quantity > 0n) expect(state(quantity)).not.toBe('exceeded')
        expect(state(quantity + 1n)).toBe('exceeded')
      }
    }),
    { numRuns: 60 },
  )
})

/** A naive model: every act replayed on plain sums, in thousandths that are exact. */
function replay(cash: bigint, done: readonly LimitAct[]) {
  const shares = new Map<string, bigint>()
  let money = 2n * cash
  for (const one of done) {
    const key = `${one.portfolioId} ${one.securityId}`
    const had = shares.get(key) ?? 0n
    const quantity = one.kind === 'sell' && one.quantity > had ? had : one.quantity
    const gross = (quantity * one.price + 50n) / 100n
    const fees = quantity === 0n ? 0n : feesOf(gross)
    shares.set(key, one.kind === 'buy' ? had + quantity : had - quantity)
    money += (one.kind === 'buy' ? -gross : gross) - fees
  }
  const values = new Map<string, bigint>()
  let worth = 0n
  for (const [key, quantity] of shares) {
    const security = Number(key.split(' ')[1])
    const value = holdingValue(quantity, PRICES[security] ?? 0n, 0n)
    worth += value
    const issuer = (SYMBOLS[security] ?? '').split('.')[0] ?? ''
    values.set(issuer, (values.get(issuer) ?? 0n) + value)
  }
  return { values, netAssets: worth + money }
}

test('the utilisation of a day equals a replay of everything that led to it', () => {
  fc.assert(
    fc.property(acts, (done) => {
      const limit: LimitTerms = {
        measure: 'percent-of-net-assets',
        subject: { type: 'issuer', id: 'each', top: null },
        bound: 10_0000n,
        unit: 'percent',
        operator: 'above',
        warning: 90,
        days: 0,
        collateral: 0n,
        side: null,
      }
      const cash = 1_000_000_000n
      const naive = replay(cash, done)
      const measurements = measurementsOf(limit, factsOf(withActs(start(cash), done), BOTH))
      const held = [...naive.values].filter(([, value]) => value > 0n)
      expect(new Map([...measurements].map(([key, one]) => [key, one.numerator]))).toEqual(new Map(held))
      for (const { denominator } of measurements.values()) expect(denominator).toBe(naive.netAssets)
    }),
  )
})

test('the strictest of several decides', () => {
  expect(strictest(['nothing', 'reason'])).toBe('reason')
  expect(strictest(['reason', 'refusal', 'nothing'])).toBe('refusal')
  expect(strictest([])).toBe('nothing')
})
