import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addedReturn, NO_RETURN, type ReturnParts, returnOfHeld, totalReturn } from './total-return.ts'

/**
 * Buy 1,000 @ 20.00 (fees 224.00), sell 400 @ 25.00 (fees 112.00, cost of funds 84.93); 600 left at 22.00, sale fees 147.83, cost of
 * funds 502.16. Dividend of 1.00 on 600, 15 % withheld.
 */
test('capital gains and dividends less fees, tax and cost of funds', () => {
  const sold = { ...NO_RETURN, realizedGain: 200_000n, fees: 8_960n + 11_200n, financing: 8_493n }
  const held = returnOfHeld({
    unrealizedGainLoss: 120_000n,
    charges: 13_440n,
    chargesOnSales: 14_783n,
    costOfFunds: 50_216n,
  })
  const income = { ...NO_RETURN, dividends: 60_000n, withheldTax: 9_000n }
  // 2,129.08 of profit and 510.00 of dividends after tax.
  expect(totalReturn([sold, held, income].reduce(addedReturn, NO_RETURN))).toBe(263_908n)
})

const amount = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })
const parts = fc.record({
  realizedGain: amount,
  fractions: amount,
  unrealizedGain: amount,
  dividends: amount,
  fees: amount,
  sellingFees: amount,
  withheldTax: amount,
  writtenOff: amount,
  financing: amount,
  heldFinancing: amount,
}) satisfies fc.Arbitrary<ReturnParts>
test('the return of two is the sum of their returns', () => {
  fc.assert(
    fc.property(parts, parts, (a, b) => {
      expect(totalReturn(addedReturn(a, b))).toBe(totalReturn(a) + totalReturn(b))
    }),
  )
})
