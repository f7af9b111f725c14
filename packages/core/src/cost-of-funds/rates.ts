/** Cost-of-funds definitions: the rate after tax, and which definition is active on a day. */
import type { PlainDate } from '../values/dates.ts'
import { mulDiv, RATE_WHOLE, type RateUnits } from '../values/decimal.ts'

/** RateUnits in 0.01 %: the after-tax rate is kept at 2 decimals. */
const TWO_DECIMALS = 100n

/**
 * cost x (100 - tax) / 100, rounded once to 2 decimals of a percent (12.35 % at 30 % tax gives 8.65 %).
 * In and out: RateUnits.
 */
export function afterTaxCostOfFunds(cost: RateUnits, tax: RateUnits): RateUnits {
  return mulDiv(cost, RATE_WHOLE - tax, RATE_WHOLE * TWO_DECIMALS) * TWO_DECIMALS
}

/** The definition with the latest effective date not after the day; of equal dates the later in the list. */
export function activeCostOfFunds<T extends { readonly effectiveDate: PlainDate }>(
  definitions: readonly T[],
  date: PlainDate,
): T | null {
  let active: T | null = null
  for (const definition of definitions) {
    if (definition.effectiveDate > date) continue
    if (active === null || definition.effectiveDate >= active.effectiveDate) active = definition
  }
  return active
}
