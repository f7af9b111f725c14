/** The price steps of the exchange: 0.10 up to 100.00, 0.25 above it. */
import type { PriceUnits } from '../values/decimal.ts'

const SMALL: PriceUnits = 1_000n
const LARGE: PriceUnits = 2_500n
/** Up to this price the small step applies. */
const LIMIT: PriceUnits = 1_000_000n
const STEPS_TO_LIMIT = LIMIT / SMALL

/** The n-th price that an order can have: 1 is 0.10, 1,000 is 100.00, 1,001 is 100.25. */
export const tickAt = (n: bigint): PriceUnits =>
  n <= STEPS_TO_LIMIT ? n * SMALL : LIMIT + (n - STEPS_TO_LIMIT) * LARGE
