import type { CostingMethod } from '@em/contract/costing-methods/costing-methods'
import { type SellDraft, sellInput } from '@em/contract/trades/sells'
import { PRICE_SCALE, SHARES_SCALE } from '@em/core/values/decimal'
import { isAbove } from '../form/figures.ts'
import { type Faults, feesMissing, feesSent, tradeSent, withContractFaults } from '../form/trade-request.ts'
import { mismatchOf, sharesOf, totalAllocated } from './allocations.ts'
import type { SellValues } from './sell-values.ts'

/** The data of the form in addition to the typed values. */
export interface SellContext {
  /** The portfolio's costing method; null while it has none or none is chosen. */
  readonly method: CostingMethod | null
  /** Shares held on the trade date; null while unknown. */
  readonly totalShares: number | null
  /** Without shares that are not listed yet. */
  readonly sellableShares: number | null
  /** Null while nothing is calculated. */
  readonly boughtPrice: number | null
  /** A calculation is on its way: what it will say is left to the server's check of the save. */
  readonly pending: boolean
}

/** The faults by field in the form's order, in the specification's words. */
function faultsOf(values: SellValues, context: SellContext): Faults {
  const faults: Faults = {}
  const need = (field: keyof SellValues, sentence: string) => {
    if (String(values[field]).trim() === '') faults[field] = sentence
  }
  need('companyName', 'Company name is required')
  need('portfolio', 'Portfolio name is required')
  if (context.method === null) faults['valuationMethod'] = 'Valuation method is required'
  need('contractNumber', 'Contract number is required')
  const quantity = quantityFault(values, context)
  if (quantity !== undefined) faults['quantity'] = quantity
  if (!isAbove(values.soldPrice, PRICE_SCALE) && !hasTooManyDecimals(values.soldPrice)) {
    faults['soldPrice'] = 'Valid sold price is required'
  }
  const allocations = allocationFault(values, context)
  if (allocations !== undefined) faults['allocations'] = allocations
  else if (!context.pending && !((context.boughtPrice ?? 0) > 0)) {
    faults['boughtPrice'] = 'Valid bought price is required'
  }
  need('tradeDate', 'Trade date is required')
  need('settlementDate', 'Settlement date is required')
  need('brokerName', 'Broker name is required')
  need('symbol', 'Ticker Symbol is required')
  need('settlementAccount', 'Receiving account is required')
  return { ...faults, ...feesMissing(values) }
}

function quantityFault(
  { quantity }: SellValues,
  { totalShares, sellableShares }: SellContext,
): string | undefined {
  if (!isAbove(quantity, SHARES_SCALE)) return 'Valid quantity is required'
  if (totalShares !== null && BigInt(quantity) > BigInt(totalShares)) {
    return `Quantity cannot exceed total shares (${totalShares})`
  }
  if (sellableShares !== null && BigInt(quantity) > BigInt(sellableShares))
    return `Quantity cannot exceed the shares that can be sold on the trade date (${sellableShares})`
  return undefined
}

/** Cherry picking: the picked lots make up the quantity. Nothing to say before there is a quantity. */
export function allocationFault(
  values: SellValues,
  { method }: Pick<SellContext, 'method'>,
): string | undefined {
  if (method !== 'CHERRY' || !isAbove(values.quantity, SHARES_SCALE)) return undefined
  return mismatchOf(totalAllocated(values.allocations), sharesOf(values.quantity))
}

/** The contract names this fault better. */
function hasTooManyDecimals(price: string): boolean {
  return /^\d+\.\d{5,}$/.test(price)
}

/** All faults by field: first those of the form, else what the contract says about what is there. */
export function checkSell(values: SellValues, context: SellContext): Faults {
  return withContractFaults(faultsOf(values, context), sellInput, sellRequestOf(values, '', context.method))
}

/** The request of a save. */
export function sellRequestOf(
  values: SellValues,
  dealNumber: string,
  method: CostingMethod | null,
): SellDraft {
  return {
    ...tradeSent(values, dealNumber),
    soldPrice: values.soldPrice,
    ...(method === null ? {} : { valuationMethod: method }),
    ...allocationsSent(values, method),
    ...feesSent(values),
  }
}

/** The lots go along only where the method is to pick them. */
export function allocationsSent({ allocations }: SellValues, method: CostingMethod | null) {
  return method === 'CHERRY' ? { allocations } : {}
}
