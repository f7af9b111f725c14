import { describe, expect, it } from 'vitest'
import { spread } from './spread.ts'

describe('an amount that is spread', () => {
  it('gives what is left to the largest remainders, of equal ones to the first', () => {
    // 100 over 1, 1 and 1: 33 each, and one is left.
    expect(spread(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n])
    // 10 over 1, 2 and 4: 1.43, 2.86 and 5.71; of the two that are left the second and the third have one each.
    expect(spread(10n, [1n, 2n, 4n])).toEqual([1n, 3n, 6n])
  })

  it('goes to the first part where no weight is above zero, and nowhere where nothing is spread over nothing', () => {
    expect(spread(5n, [0n, 0n])).toEqual([5n, 0n])
    expect(spread(0n, [])).toEqual([])
  })

  it('is not below zero, and has parts', () => {
    expect(() => spread(-1n, [1n])).toThrow(RangeError)
    expect(() => spread(1n, [])).toThrow(RangeError)
  })
})
