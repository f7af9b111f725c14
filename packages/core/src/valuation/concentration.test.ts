import fc from 'fast-check'
import { expect, it } from 'vitest'
import { concentrationOf } from './concentration.ts'

it('of four equal parts is 25 % each, and 2,500', () => {
  expect(concentrationOf([100n, 100n, 100n, 100n])).toEqual({
    largest: 250_000n,
    top5: 1_000_000n,
    top10: 1_000_000n,
    index: 2_500,
  })
})

it('is of the largest values: 600 and 300 of 1,000 among eleven', () => {
  const values = [600n, 300n, 50n, 20n, 10n, 5n, 5n, 4n, 3n, 2n, 1n]
  // 360,000 + 90,000 + 2,500 + 400 + 100 + 25 + 25 + 16 + 9 + 4 + 1 of 1,000,000.
  const expected = { largest: 600_000n, top5: 980_000n, top10: 999_000n, index: 4_531 }
  expect(concentrationOf(values)).toEqual(expected)
  expect(concentrationOf(values.toReversed())).toEqual(expected)
})

it('of one is everything; of nothing nothing', () => {
  expect(concentrationOf([500n])).toMatchObject({ largest: 1_000_000n, index: 10_000 })
  expect(concentrationOf([0n])).toMatchObject({ largest: 0n, index: 0 })
  expect(concentrationOf([])).toMatchObject({ largest: 0n, index: 0 })
})

it('grows with each larger group, and does not depend on the order', () => {
  const values = fc.array(fc.bigInt({ min: 1n, max: 10n ** 12n }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(values, (all) => {
      const found = concentrationOf(all)
      expect(found.largest <= found.top5 && found.top5 <= found.top10 && found.top10 <= 1_000_000n).toBe(true)
      expect(found.index).toBeGreaterThanOrEqual(Math.floor(10_000 / all.length) - 1)
      expect(concentrationOf(all.toReversed())).toEqual(found)
    }),
  )
})
