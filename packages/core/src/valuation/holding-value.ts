/**
 * The value of a holding. Holdings, valuations, daily values, performance and reports ask for it here or, where the database
 * values many holdings at once, its function `holding_value` (schema/valuation.sql). A property test holds the two equal
 * (apps/server/test/valuation/holding-value.test.ts).
 *
 * Shares are whole, a price counts 1/10000 rupee, the value whole cents. Shares x price is exact and rounded once, half away from
 * zero (../shared/spec/domain.md, 1.3: grossSales = quantity x marketPrice). 1,000 shares at 26.1257 are worth 26,125.70; 3 at 15.3333 46.00 (45.9999).
 */
import type { Cents, PriceUnits, Shares } from '../values/decimal.ts'
import { grossOf } from '../values/money.ts'

/** The value of shares at a price; at `carried`, what they are carried at, where there is no price. No shares are worth nothing. */
export function holdingValue(quantity: Shares, price: PriceUnits | null, carried: Cents): Cents {
  if (quantity === 0n) return 0n
  return price === null ? carried : grossOf(quantity, price)
}

/** An amount of cents below this is exact as a number, with the half that rounding adds. */
export const EXACT_BELOW = 2 ** 50

/**
 * The same in numbers, for hundreds of millions of days of holdings; undefined where a number does not hold shares x price exactly.
 * No shares and prices below zero come here.
 */
export function holdingValueInNumbers(quantity: number, price: number): number | undefined {
  const units = quantity * price
  return units < EXACT_BELOW ? Math.floor((units + 50) / 100) : undefined
}
