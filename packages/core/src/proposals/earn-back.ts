/** The cost of a rebalancing in addition to its fees, and the rise in price that earns it back. */
import { moneyGenerationCost } from '../cost-of-funds/rates.ts'
import type { Cents, RateUnits } from '../values/decimal.ts'
import { percentageOf } from '../values/money.ts'

export interface PurchaseCosts {
  /** Gross value and fees of the purchases, and the fees of selling the same again. */
  readonly gross: Cents
  readonly fees: Cents
  readonly sellingFees: Cents
  readonly costOfFundsRate: RateUnits | null
  readonly days: number
}

/**
 * The rise of the purchases, in percent, that pays their fees, those of selling them and their financing of some days; null without a
 * purchase. 100,000.00 with fees of 1,120.00 twice, at 10 % for 30 days (831.12): 3.0711 %.
 */
export function riseToEarnBack({
  gross,
  fees,
  sellingFees,
  costOfFundsRate,
  days,
}: PurchaseCosts): RateUnits | null {
  if (gross <= 0n) return null
  const financing = moneyGenerationCost(gross + fees, costOfFundsRate, days)
  return percentageOf(fees + sellingFees + financing, gross)
}
