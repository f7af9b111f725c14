import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ASKING, isOpenTo, ORDER_STATES, type OrderAct } from './order-acts.ts'
import { splitByAsk } from './split.ts'

const asks = fc.array(fc.bigInt({ min: 1n, max: 10n ** 12n }), { minLength: 1, maxLength: 20 })
const sum = (some: readonly bigint[]) => some.reduce((all, one) => all + one, 0n)

test('1,000 dealt of 700, 500 and 300 asked', () => {
  expect(splitByAsk(1_000n, [700n, 500n, 300n])).toEqual([467n, 333n, 200n])
})

test('of equal remainders the portfolio named first gets the share', () => {
  expect(splitByAsk(1n, [5n, 5n])).toEqual([1n, 0n])
  expect(splitByAsk(3n, [2n, 2n, 2n, 2n])).toEqual([1n, 1n, 1n, 0n])
})

test('a split gives out what was dealt, to each at most what it asked for, within a share of the exact part', () => {
  fc.assert(
    fc.property(
      asks.chain((asked) => fc.tuple(fc.constant(asked), fc.bigInt({ min: 0n, max: sum(asked) }))),
      ([asked, dealt]) => {
        const given = splitByAsk(dealt, asked)
        expect(sum(given)).toBe(dealt)
        for (const [index, one] of given.entries()) {
          const wanted = asked[index] ?? 0n
          expect(one <= wanted).toBe(true)
          const off = one * sum(asked) - dealt * wanted
          expect(off < sum(asked) && off > -sum(asked)).toBe(true)
        }
      },
    ),
  )
})

test('more than was asked for is not split', () => {
  expect(() => splitByAsk(11n, [10n])).toThrow('11 of 10 shares')
})

test('what is over is neither changed, approved nor placed; trades may be taken off it at any time', () => {
  for (const state of ORDER_STATES) {
    for (const act of ['change', 'approve', 'place', 'cancel'] as const satisfies OrderAct[])
      if (isOpenTo(act, state)) expect(ASKING).toContain(state)
    expect(isOpenTo('unfill', state)).toBe(true)
  }
  expect(isOpenTo('fill', 'cancelled')).toBe(false)
  expect(isOpenTo('place', 'proposal')).toBe(false)
})
