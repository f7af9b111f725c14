/** The question to the server about a sale, and its answer with fees as charged. */

import type { CostingMethod } from '@em/contract/costing-methods/costing-methods'
import type { SellCalculation } from '@em/contract/trades/sells'
import type { Figures } from '@em/contract/trades/trade-preview'
import { MONEY_SCALE, PRICE_SCALE, parseDecimal, SHARES_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { dateOf, isAbove, rateOf } from '../form/figures.ts'
import type { Allocation } from './allocations.ts'
import type { SellValues } from './sell-values.ts'

export type SaleFigures = NonNullable<SellCalculation['sale']>

export interface SaleQuestion {
  quantity: string
  soldPrice: string
  costOfFunds: string
  tradeDate: string
  settlementDate: string
  portfolioId: string
  symbol: string
  feeSource: 'schedule' | 'manual'
  allocations?: readonly Allocation[]
}

/** The input of the calculation, or null while quantity or price cannot be read yet. */
export function saleQuestionOf(values: SellValues, method: CostingMethod | null): SaleQuestion | null {
  const { quantity, soldPrice, portfolioId, symbol, allocations } = values
  if (!isAbove(quantity, SHARES_SCALE) || !isAbove(soldPrice, PRICE_SCALE)) return null
  return {
    quantity,
    soldPrice,
    costOfFunds: rateOf(values.costOfFunds),
    tradeDate: dateOf(values.tradeDate),
    settlementDate: dateOf(values.settlementDate),
    feeSource: values.asCharged ? 'manual' : 'schedule',
    // Without a method the chain has no answer: the fees alone are asked for.
    ...(method === null ? { portfolioId: '', symbol } : { portfolioId, symbol }),
    ...(method === 'CHERRY' && allocations.length > 0 ? { allocations } : {}),
  }
}

/**
 * A sale's result with the fees as charged in place of the schedule's: money generation cost, profit or loss and the
 * result after costs follow. Exact in cents.
 */
export function saleWithFees(sale: SaleFigures, figures: Figures): SaleFigures {
  const cents = (rupees: number) => {
    const parsed = parseDecimal(rupees, MONEY_SCALE)
    return parsed.ok ? parsed.units : 0n
  }
  const rupees = (units: bigint) => toJsonNumber(units, MONEY_SCALE)
  const profit = cents(sale.capitalGain) - cents(figures.moneyGenerationCost)
  return {
    ...sale,
    moneyGenerationCost: figures.moneyGenerationCost,
    profitLoss: rupees(profit),
    afterCostResult: rupees(profit - cents(sale.chargesOut) - cents(figures.totalFees)),
  }
}

/** Shares left after the sale, never below zero; null while what is held is unknown. */
export function remainingShares(total: number | null, quantity: string): number | null {
  if (total === null) return null
  return Math.max(total - (/^\d+$/.test(quantity) ? Number(quantity) : 0), 0)
}
