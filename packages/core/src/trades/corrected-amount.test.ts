import { describe, expect, test } from 'vitest'
import { correctedAmount } from './corrected-amount.ts'

// 10,000,000.00 for 300,000 shares: 33.3333 each, of which 300,000 make 9,999,990.00.
const BULK = { dealNumber: 'BULK-BUY-1', quantity: 300_000n, price: 333_333n, gross: 1_000_000_000n }
// 20.00 for 1,000 shares, exactly.
const EXACT = { dealNumber: 'BULK-BUY-2', quantity: 1_000n, price: 200_000n, gross: 2_000_000n }
const USUAL = { ...EXACT, dealNumber: 'BUY-1' }

describe('a correction of a bulk buy goes', () => {
  test.each([
    [
      'by the recorded gross value, for the price as shown',
      BULK,
      300_000n,
      333_333n,
      null,
      { gross: 1_000_000_000n },
    ],
    ['by it also for another quantity', BULK, 400_000n, 333_333n, null, { gross: 1_000_000_000n }],
    [
      'by the gross value sent with the price as shown',
      BULK,
      300_000n,
      333_333n,
      900_000_000n,
      { gross: 900_000_000n },
    ],
    ['by the gross value sent with the price that follows', BULK, 4n, 250_000n, 10_000n, { gross: 10_000n }],
    ['by the gross value alone', BULK, 3n, null, 10_000n, { gross: 10_000n }],
    ['by a new price', BULK, 300_000n, 340_000n, null, { price: 340_000n }],
    [
      'by a new price with the old gross value',
      BULK,
      300_000n,
      340_000n,
      1_000_000_000n,
      { price: 340_000n },
    ],
    ['by a new price with their product to the cent', BULK, 1n, 100_010n, 1_000n, { price: 100_010n }],
    ['nowhere when a new price and a new gross value disagree', BULK, 100n, 340_000n, 999n, null],
    [
      'by the price where its gross value was exact and none is sent',
      EXACT,
      1_100n,
      200_000n,
      null,
      { price: 200_000n },
    ],
    [
      'by the gross value sent where it was exact',
      EXACT,
      1_100n,
      200_000n,
      2_000_000n,
      { gross: 2_000_000n },
    ],
  ] as const)('%s', (_, recorded, quantity, price, gross, amount) => {
    expect(correctedAmount({ quantity, price, gross }, recorded)).toEqual(amount)
  })
})

describe('a correction of a usual buy goes', () => {
  test('by its price, whatever gross value a form computed', () => {
    const sent = { quantity: 1_100n, price: 200_000n, gross: 2_000_000n }
    expect(correctedAmount(sent, USUAL)).toEqual({ price: 200_000n })
  })
  test('by the gross value where no price is sent; nowhere without either', () => {
    expect(correctedAmount({ quantity: 3n, price: null, gross: 10_000n }, USUAL)).toEqual({ gross: 10_000n })
    expect(correctedAmount({ quantity: 3n, price: null, gross: null }, USUAL)).toBeNull()
  })
})
