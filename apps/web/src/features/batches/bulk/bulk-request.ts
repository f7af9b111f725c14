import { bulkBuyInput, bulkSellInput } from '@em/contract/batches/batches'
import type { CostingMethod } from '@em/contract/costing-methods/costing-methods'
import {
  type Faults,
  missingFrom,
  type Required,
  tradeSent,
  withContractFaults,
} from '../../trades/form/trade-request.ts'
import { EMPTY_TRADE, type TradeValues } from '../../trades/form/trade-values.ts'
import { allocationFault, allocationsSent } from '../../trades/sell/sell-request.ts'
import type { SellValues } from '../../trades/sell/sell-values.ts'

/** A bulk buy has its gross value typed; the price follows. */
export interface BulkBuyValues extends TradeValues {
  grossValue: string
}
export const EMPTY_BULK_BUY: BulkBuyValues = { ...EMPTY_TRADE, grossValue: '' }

const BUY_REQUIRED: Required<BulkBuyValues> = [
  ['companyName', 'Company Name is required'],
  ['symbol', 'Symbol is required'],
  ['portfolio', 'Portfolio is required'],
  ['quantity', 'Quantity is required'],
  ['grossValue', 'Gross Value is required: the price follows from it'],
  ['contractNumber', 'Contract Number is required'],
  ['brokerName', 'Broker Name is required'],
  ['tradeDate', 'Trade Date is required'],
  ['settlementDate', 'Settlement Date is required'],
  ['settlementAccount', 'Settlement Account is required'],
]
const SELL_REQUIRED: Required<SellValues> = [
  ['portfolio', 'Portfolio is required'],
  ['companyName', 'Company Name is required'],
  ['symbol', 'Symbol is required'],
  ['quantity', 'Valid quantity is required'],
  ['soldPrice', 'Valid sold price is required'],
  ['tradeDate', 'Trade date is required'],
  ['settlementDate', 'Settlement date is required'],
  ['settlementAccount', 'Receiving account is required'],
]

/** All faults of a bulk buy by field. */
export function checkBulkBuy(values: BulkBuyValues): Faults {
  return withContractFaults(missingFrom(values, BUY_REQUIRED), bulkBuyInput, bulkBuyRequest(values, ''))
}

/** All faults of a bulk sale by field. `method` is the portfolio's: with cherry picking the lots must make up the quantity. */
export function checkBulkSell(values: SellValues, method: CostingMethod | null): Faults {
  const missing = missingFrom(values, SELL_REQUIRED)
  const faults = withContractFaults(missing, bulkSellInput, bulkSellRequest(values, '', method))
  const allocations = allocationFault(values, { method })
  return allocations === undefined ? faults : { ...faults, allocations }
}

/** The request of a bulk buy. */
export function bulkBuyRequest(values: BulkBuyValues, dealNumber: string) {
  return { ...tradeSent(values, dealNumber), grossValue: values.grossValue }
}

/** The request of a bulk sale; the related buys of a cherry-picked one go along as allocations. */
export function bulkSellRequest(values: SellValues, dealNumber: string, method: CostingMethod | null) {
  return {
    ...tradeSent(values, dealNumber),
    soldPrice: values.soldPrice,
    ...allocationsSent(values, method),
  }
}
