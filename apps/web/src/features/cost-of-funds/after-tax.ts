import { afterTaxCostOfFunds } from '@em/core/cost-of-funds/rates'
import { formatDecimal, parseTyped, RATE_SCALE, RATE_WHOLE } from '@em/core/values/decimal'

/**
 * The after-tax rate of what is typed, in per cent with 2 decimals (12.35 at 30 gives "8.65"); null while one of
 * the two is no rate. The server computes the same.
 */
export function afterTaxOf(costOfFunds: string, taxRate: string): string | null {
  const cost = parseTyped(costOfFunds, RATE_SCALE, { unsigned: true })
  const tax = parseTyped(taxRate, RATE_SCALE, { unsigned: true })
  if (!cost.ok || !tax.ok || tax.units > RATE_WHOLE) return null
  return formatDecimal(afterTaxCostOfFunds(cost.units, tax.units), RATE_SCALE).slice(0, -2)
}
