import fc from 'fast-check'
import { expect, it } from 'vitest'
import { gainsByAge } from './holding-ages.ts'

it('divides value and average cost by shares', () => {
  // 300 shares, cost 3,000.00, worth 4,500.00; 100 of them held for over a year.
  const holding = {
    quantity: 300n,
    cost: 300_000n,
    value: 450_000n,
    longQuantity: 100n,
    longLotCost: 0n,
    averaged: true,
  }
  expect(gainsByAge(holding)).toEqual({
    shortQuantity: 200n,
    longQuantity: 100n,
    shortGain: 100_000n,
    longGain: 50_000n,
  })
})

it('takes the cost of the lots themselves where it is no average', () => {
  const holding = {
    quantity: 300n,
    cost: 300_000n,
    value: 450_000n,
    longQuantity: 100n,
    longLotCost: 50_000n,
    averaged: false,
  }
  expect(gainsByAge(holding)).toMatchObject({ shortGain: 50_000n, longGain: 100_000n })
})

it('adds up to the gain of the holding, and is nothing without shares', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 12n })
  fc.assert(
    fc.property(amount, amount, amount, amount, fc.boolean(), (shares, part, cost, value, averaged) => {
      const longQuantity = part > shares ? shares : part
      const of = gainsByAge({ quantity: shares, cost, value, longQuantity, longLotCost: cost, averaged })
      const nothing = { shortQuantity: 0n, longQuantity: 0n, shortGain: 0n, longGain: 0n }
      if (shares === 0n) {
        expect(of).toEqual(nothing)
        return
      }
      expect(of.shortGain + of.longGain).toBe(value - cost)
      expect(of.shortQuantity + of.longQuantity).toBe(shares)
      // All of one age, all of the gain is of that age.
      if (averaged && longQuantity === shares) expect(of.shortGain).toBe(0n)
    }),
  )
})
