import { bulkBuyInput, bulkSellInput } from '@em/contract/books/batches'
import type { CostingMethod } from '@em/contract/registers/costing-methods'
import { mismatchOf, sharesOf, totalAllocated } from '../trades/allocations.ts'
import type { SellValues } from '../trades/sell-values.ts'
import { EMPTY_TRADE, type TradeValues } from '../trades/trade-values.ts'

/** A bulk buy states its gross value; the price follows. */
export interface BulkBuyValues extends TradeValues {
  grossValue: string
}
export const EMPTY_BULK_BUY: BulkBuyValues = { ...EMPTY_TRADE, grossValue: '' }

const BUY_REQUIRED = [
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
] as const satisfies readonly (readonly [keyof BulkBuyValues, string])[]
const SELL_REQUIRED = [
  ['portfolio', 'Portfolio is required'],
  ['companyName', 'Company Name is required'],
  ['symbol', 'Symbol is required'],
  ['quantity', 'Valid quantity is required'],
  ['soldPrice', 'Valid sold price is required'],
  ['tradeDate', 'Trade date is required'],
  ['settlementDate', 'Settlement date is required'],
  ['settlementAccount', 'Receiving account is required'],
] as const satisfies readonly (readonly [keyof SellValues, string])[]

interface Schema {
  safeParse(value: unknown): {
    error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined
  }
}

function faults<V>(
  values: V,
  required: readonly (readonly [keyof V, string])[],
  schema: Schema,
  request: object,
): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const [field, sentence] of required) {
    if (String(values[field]).trim() === '') errors[String(field)] = sentence
  }
  for (const issue of schema.safeParse(request).error?.issues ?? []) {
    errors[String(issue.path[0] ?? '')] ??= issue.message
  }
  return errors
}

export const checkBulkBuy = (values: BulkBuyValues) =>
  faults(values, BUY_REQUIRED, bulkBuyInput, bulkBuyRequest(values, ''))
/** `method` is the portfolio's: with cherry picking the lots must make up the quantity. */
export function checkBulkSell(values: SellValues, method: CostingMethod | null) {
  const found = faults(values, SELL_REQUIRED, bulkSellInput, bulkSellRequest(values, '', method))
  const wanted = sharesOf(values.quantity)
  const mismatch = mismatchOf(totalAllocated(values.allocations), wanted)
  return method !== 'CHERRY' || wanted === 0 || mismatch === undefined
    ? found
    : { ...found, allocations: mismatch }
}

function sentOf(values: TradeValues, dealNumber: string) {
  const { companyName, symbol, portfolio, portfolioId, quantity, contractNumber, description } = values
  const { brokerName, tradeDate, settlementDate, costOfFunds, settlementAccount } = values
  const { paymentMethod, cashFlowOnSettlement } = values
  return {
    companyName,
    symbol,
    portfolio,
    portfolioId,
    quantity,
    contractNumber,
    description,
    dealNumber,
    brokerName,
    tradeDate,
    settlementDate,
    costOfFunds,
    settlementAccount,
    paymentMethod,
    cashFlowOnSettlement,
  }
}

/** Computed figures are not sent: the server computes them. */
export function bulkBuyRequest(values: BulkBuyValues, dealNumber: string) {
  return { ...sentOf(values, dealNumber), grossValue: values.grossValue }
}

/** The related buys of a cherry-picked sale go along as allocations. */
export function bulkSellRequest(values: SellValues, dealNumber: string, method: CostingMethod | null) {
  return {
    ...sentOf(values, dealNumber),
    soldPrice: values.soldPrice,
    ...(method === 'CHERRY' ? { allocations: values.allocations } : {}),
  }
}
