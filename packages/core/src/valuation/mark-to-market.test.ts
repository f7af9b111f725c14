import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Treatment } from '../ledger/treatment.ts'
import {
  type HoldingToMark,
  markHolding,
  sameValuation,
  valuationEntries,
  valuationRoles,
} from './mark-to-market.ts'
import type { PriceAt } from './price-at.ts'
import { isInForce, nextState, RUN_STATES, stateOfRun } from './run-state.ts'

const price = (units: bigint, more: Partial<PriceAt> = {}): PriceAt => ({
  price: units,
  date: '2026-03-31',
  kind: 'last trade',
  source: 'summary',
  age: 0,
  isStale: false,
  level: 1,
  ...more,
})
const held = (more: Partial<HoldingToMark> = {}): HoldingToMark => ({
  equityId: 3,
  symbol: 'JKH.N0000',
  quantity: 1_000n,
  cost: 20_000_00n,
  capitalised: 0n,
  price: price(260_000n),
  broughtForward: 0n,
  ...more,
})
const mark = (more: Partial<HoldingToMark> = {}) => markHolding(held(more), 'Last Trade')
const entriesOf = (treatment: Treatment, ...marked: ReturnType<typeof mark>[]) =>
  valuationEntries({ portfolioId: 7, date: '2026-03-31', treatment }, marked)
const shown = (entry: NonNullable<ReturnType<typeof entriesOf>>['run']) =>
  entry.lines.map(({ role, debit, credit }) => [role, debit, credit])

describe('a run', () => {
  it('FVTPL: 1,000 at 26.00 that cost 20,000.00 (vector 1.2)', () => {
    const entries = entriesOf('FVTPL', mark())
    expect(entries?.run).toMatchObject({
      kind: 'valuation',
      entryDate: '2026-03-31',
      transactionType: 'Valuation',
    })
    expect(shown(entries!.run)).toEqual([
      ['fair-value-adjustment', 6_000_00n, 0n],
      ['unrealized-gain', 0n, 6_000_00n],
    ])
    expect(entries?.reversal.entryDate).toBe('2026-04-01')
    expect(shown(entries!.reversal)).toEqual([
      ['fair-value-adjustment', 0n, 6_000_00n],
      ['unrealized-gain', 6_000_00n, 0n],
    ])
  })

  it('FVOCI: capitalised costs are carried, the difference is the reserve (vector 1.1)', () => {
    const marked = mark({ capitalised: 224_00n, price: price(220_000n) })
    expect(marked).toMatchObject({ carrying: 20_224_00n, fairValue: 22_000_00n, difference: 1_776_00n })
    expect(shown(entriesOf('FVOCI', marked)!.run)).toEqual([
      ['fair-value-adjustment', 1_776_00n, 0n],
      ['fair-value-reserve', 0n, 1_776_00n],
    ])
  })

  it('a loss is a credit of the adjustment', () => {
    expect(shown(entriesOf('FVTPL', mark({ price: price(190_000n) }))!.run)).toEqual([
      ['fair-value-adjustment', 0n, 1_000_00n],
      ['unrealized-gain', 1_000_00n, 0n],
    ])
  })

  it('a holding without a price is valued at cost, is named, and posts nothing', () => {
    const marked = mark({ price: null, capitalised: 224_00n })
    expect(marked).toMatchObject({
      fairValue: 20_224_00n,
      difference: 0n,
      level: 3,
      exceptions: ['unpriced'],
    })
    expect(entriesOf('FVOCI', marked)).toBeNull()
  })

  it('names prices that are old, typed, or no close', () => {
    const exceptions = (more: Partial<PriceAt>, basis: 'Last Trade' | 'Close' = 'Last Trade') =>
      markHolding(held({ price: price(1n, more) }), basis).exceptions
    expect(exceptions({})).toEqual([])
    expect(exceptions({ isStale: true, level: 2 })).toEqual(['stale'])
    expect(exceptions({ isStale: true, level: 3, source: 'typed' })).toEqual(['stale', 'typed'])
    expect(exceptions({}, 'Close')).toEqual(['no-close'])
    expect(exceptions({ kind: 'previous close' }, 'Close')).toEqual([])
  })

  it('on the opening date posts only what the opening entry did not', () => {
    const marked = mark({ broughtForward: 6_000_00n, price: price(250_000n) })
    expect(marked).toMatchObject({ difference: 5_000_00n, posted: -1_000_00n })
    expect(mark({ broughtForward: 6_000_00n, price: null })).toMatchObject({
      fairValue: 26_000_00n,
      posted: 0n,
    })
  })

  it('cost without shares is written down, also without a price', () => {
    expect(mark({ quantity: 0n, price: null })).toMatchObject({
      fairValue: 0n,
      difference: -20_000_00n,
      exceptions: [],
    })
  })

  it('marks of rights are income of their own account, whatever the treatment', () => {
    expect(valuationRoles('JKH.R0000', 'FVOCI')).toEqual(['rights-entitlement', 'unrealized-gain'])
    expect(valuationRoles('JKH.N0000', 'FVOCI')).toEqual(['fair-value-adjustment', 'fair-value-reserve'])
  })
})

const cents = fc.bigInt({ min: 0n, max: 10n ** 12n })
const anyHolding: fc.Arbitrary<HoldingToMark> = fc.record({
  equityId: fc.nat({ max: 400 }),
  symbol: fc.constantFrom('JKH.N0000', 'COMB.X0000', 'JKH.R0001'),
  quantity: fc.bigInt({ min: 0n, max: 10n ** 8n }),
  cost: cents,
  capitalised: cents,
  price: fc.option(fc.bigInt({ min: 1n, max: 10n ** 8n }).map((units) => price(units))),
  broughtForward: fc.constant(0n),
})

test('any run balances, its reversal takes it back, and the books are then at fair value', () => {
  fc.assert(
    fc.property(fc.array(anyHolding), fc.constantFrom<Treatment>('FVTPL', 'FVOCI'), (holdings, treatment) => {
      const marked = holdings.map((one) => markHolding(one, 'Last Trade'))
      const entries = valuationEntries({ portfolioId: 7, date: '2026-03-31', treatment }, marked)
      const lines = [...(entries?.run.lines ?? []), ...(entries?.reversal.lines ?? [])]
      const sum = (of: typeof lines) => of.reduce((total, { debit, credit }) => total + debit - credit, 0n)
      const assets = ['fair-value-adjustment', 'rights-entitlement']
      const adjusted = sum((entries?.run.lines ?? []).filter(({ role }) => assets.includes(role)))
      const total = (of: (one: (typeof marked)[number]) => bigint) =>
        marked.reduce((all, one) => all + of(one), 0n)
      expect(adjusted).toBe(total((one) => one.fairValue - one.cost - one.capitalised))
      expect(sum(entries?.run.lines ? [...entries.run.lines] : [])).toBe(0n)
      for (const key of new Set(lines.map(({ role, equityId }) => `${role} ${equityId}`)))
        expect(sum(lines.filter(({ role, equityId }) => `${role} ${equityId}` === key))).toBe(0n)
      expect(entries === null).toBe(marked.every((one) => one.difference === 0n))
      for (const one of marked)
        expect(one.fairValue).toBe(
          one.quantity === 0n
            ? 0n
            : one.price === null
              ? one.carrying
              : (one.quantity * one.price.price + 50n) / 100n,
        )
    }),
  )
})

test('two valuations are the same in any order, and another as soon as one figure moves', () => {
  const distinct = fc.uniqueArray(anyHolding, { minLength: 1, selector: ({ equityId }) => equityId })
  fc.assert(
    fc.property(
      distinct,
      fc.nat(),
      fc.constantFrom('quantity', 'cost', 'capitalised'),
      (holdings, at, what) => {
        const marked = holdings.map((one) => markHolding(one, 'Last Trade'))
        expect(sameValuation(marked, marked.toReversed())).toBe(true)
        const index = at % marked.length
        const moved = holdings.with(index, { ...holdings[index]!, [what]: holdings[index]![what] + 1n })
        expect(
          sameValuation(
            marked,
            moved.map((one) => markHolding(one, 'Last Trade')),
          ),
        ).toBe(false)
        expect(sameValuation(marked, marked.slice(1))).toBe(false)
      },
    ),
  )
  const said = mark()
  expect(sameValuation([said], [mark({ price: price(260_000n, { date: '2026-03-30' }) })])).toBe(false)
  expect(sameValuation([said], [mark({ price: price(260_000n, { source: 'typed', level: 3 }) })])).toBe(false)
})

describe('the state of a run', () => {
  it('goes from posted to stale and back, and ends replaced or reversed', () => {
    expect(nextState('posted', 'input changed')).toBe('stale')
    expect(nextState('stale', 'confirmed')).toBe('posted')
    for (const state of ['posted', 'stale'] as const) {
      expect(nextState(state, 'replaced')).toBe('replaced')
      expect(nextState(state, 'reversed')).toBe('reversed')
    }
    for (const ended of ['replaced', 'reversed'] as const)
      for (const act of ['input changed', 'confirmed', 'replaced', 'reversed'] as const)
        expect(nextState(ended, act)).toBeNull()
    expect(RUN_STATES.filter(isInForce)).toEqual(['posted', 'stale'])
  })

  it('of several portfolios is the one that needs attention', () => {
    expect(stateOfRun(['posted', 'stale', 'replaced'])).toBe('stale')
    expect(stateOfRun(['replaced', 'posted'])).toBe('posted')
    expect(stateOfRun(['reversed', 'replaced'])).toBe('replaced')
    expect(stateOfRun(['reversed'])).toBe('reversed')
    expect(stateOfRun([])).toBe('replaced')
  })
})
