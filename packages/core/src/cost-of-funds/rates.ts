/** Cost of funds: the rate after tax, which definition is active on a day, and what a trade's funds cost. */
import type { PlainDate } from '../values/dates.ts'
import { type Cents, mulDiv, RATE_WHOLE, type RateUnits } from '../values/decimal.ts'

/** A yearly rate is spread over 365 days, in leap years too: amount x rate x days / RATE_YEAR. */
export const RATE_YEAR: bigint = RATE_WHOLE * 365n

/** RateUnits in 0.01 %: the after-tax rate is kept at 2 decimals. */
const TWO_DECIMALS = 100n

/**
 * cost x (100 - tax) / 100, rounded once to 2 decimals of a percent (12.35 % at 30 % tax gives 8.65 %).
 * In and out: RateUnits.
 */
export function afterTaxCostOfFunds(cost: RateUnits, tax: RateUnits): RateUnits {
  return mulDiv(cost, RATE_WHOLE - tax, RATE_WHOLE * TWO_DECIMALS) * TWO_DECIMALS
}

/**
 * The cost of the funds that a trade ties up: net x rate % / 365 x days, rounded once to the cent. No rate costs
 * nothing. A buy counts one day, a sale its holding days.
 */
export function moneyGenerationCost(net: Cents, rate: RateUnits | null, days: number): Cents {
  return mulDiv(net, (rate ?? 0n) * BigInt(days), RATE_YEAR)
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
