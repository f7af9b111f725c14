/** The value of a holding that the database computes (`holding_value`) is core's. */
import { holdingValue } from '@em/core/valuation/holding-value'
import { decimalOf, formatDecimal, MONEY_SCALE, PRICE_SCALE } from '@em/core/values/decimal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startApi } from '../support/api.ts'

const VALUES = `
  SELECT holding_value(h.quantity, h.price, h.carried)::numeric(30, 2) AS value
    FROM unnest($1::numeric[], $2::numeric[], $3::numeric[]) WITH ORDINALITY AS h (quantity, price, carried, place) ORDER BY place`

const whole = (most: bigint) =>
  fc.oneof(fc.bigInt({ min: 0n, max: most }), fc.bigInt({ min: 0n, max: 1_000n }))
const holding = fc.record({
  // A day's shares that are still to come may be more than what is held.
  quantity: fc.oneof(whole(10n ** 12n), fc.bigInt({ min: -1_000n, max: 0n })),
  price: fc.option(whole(10n ** 8n), { nil: null }),
  carried: fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }),
})

test('the database values holdings as core does, to the cent', async () => {
  const { database } = await startApi()
  await fc.assert(
    fc.asyncProperty(fc.array(holding, { minLength: 1, maxLength: 200 }), async (holdings) => {
      const rows = await database.query<{ value: string }>(VALUES, [
        holdings.map(({ quantity }) => String(quantity)),
        holdings.map(({ price }) => (price === null ? null : formatDecimal(price, PRICE_SCALE))),
        holdings.map(({ carried }) => formatDecimal(carried, MONEY_SCALE)),
      ])
      expect(rows.map(({ value }) => decimalOf(value, MONEY_SCALE))).toEqual(
        holdings.map(({ quantity, price, carried }) => holdingValue(quantity, price, carried)),
      )
    }),
    {
      numRuns: 50,
      examples: [
        [
          [
            { quantity: 1n, price: 50n, carried: 0n },
            { quantity: -1n, price: 50n, carried: 0n },
            { quantity: 0n, price: null, carried: 5n },
          ],
        ],
      ],
    },
  )
})
