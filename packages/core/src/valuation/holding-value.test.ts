import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdingValue, holdingValueInNumbers } from './holding-value.ts'

test('shares at a price, rounded once to the cent, half away from zero', () => {
  expect(holdingValue(1_000n, 261_257n, 20_000_00n)).toBe(26_125_70n)
  expect(holdingValue(3n, 153_333n, 0n)).toBe(46_00n)
  expect(holdingValue(1n, 50n, 7n)).toBe(1n)
  expect(holdingValue(1n, 49n, 7n)).toBe(0n)
})

test('without a price a holding is worth what it is carried at; no shares are worth nothing', () => {
  expect(holdingValue(10n, null, 123_45n)).toBe(123_45n)
  expect(holdingValue(10n, 0n, 123_45n)).toBe(0n)
  expect(holdingValue(0n, null, 123_45n)).toBe(0n)
  expect(holdingValue(0n, 10_000n, 123_45n)).toBe(0n)
})

test('in numbers it is the same wherever a number holds shares x price, and elsewhere it says so', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 42 }),
      fc.integer({ min: 0, max: 2 ** 42 }),
      (quantity, price) => {
        const inNumbers = holdingValueInNumbers(quantity, price)
        if (BigInt(quantity) * BigInt(price) >= 2n ** 50n) expect(inNumbers).toBeUndefined()
        else expect(inNumbers).toBe(Number(holdingValue(BigInt(quantity), BigInt(price), 0n)))
      },
    ),
    {
      examples: [
        [1, 50],
        [1, 49],
        [0, 0],
        [2 ** 25, 2 ** 25],
        [2 ** 25 - 1, 2 ** 25],
      ],
    },
  )
})
