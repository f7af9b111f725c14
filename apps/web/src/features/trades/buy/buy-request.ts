import { type BuyDraft, buyInput } from '@em/contract/trades/trades'
import {
  type Faults,
  feesMissing,
  feesSent,
  missingFrom,
  type Required,
  tradeSent,
  withContractFaults,
} from '../form/trade-request.ts'
import type { BuyValues } from './buy-values.ts'

const REQUIRED: Required<BuyValues> = [
  ['companyName', 'Company Name is required'],
  ['symbol', 'Symbol is required'],
  ['portfolio', 'Portfolio is required'],
  ['quantity', 'Quantity is required'],
  ['price', 'Price is required'],
  ['contractNumber', 'Contract Number is required'],
  ['brokerName', 'Broker Name is required'],
  ['tradeDate', 'Trade Date is required'],
  ['settlementDate', 'Settlement Date is required'],
  ['settlementAccount', 'Settlement Account is required'],
]

/** The required fields that are missing. */
export function missingOf(values: BuyValues): Faults {
  return { ...missingFrom(values, REQUIRED), ...feesMissing(values) }
}

/** All faults by field: first what is missing, else what the contract says about what is there. */
export function checkBuy(values: BuyValues): Faults {
  return withContractFaults(missingOf(values), buyInput, requestOf(values, ''))
}

/** Above the list of faults: the specification's words where things are missing. */
export function summaryTitleOf(values: BuyValues, errors: Record<string, unknown>): string | undefined {
  const missing = missingOf(values)
  return Object.keys(errors).some((field) => field in missing)
    ? 'Please fill in all required fields:'
    : undefined
}

/** The request of a save. */
export function requestOf(values: BuyValues, dealNumber: string): BuyDraft {
  const { price, generatePayment } = values
  return { ...tradeSent(values, dealNumber), price, generatePayment, ...feesSent(values) }
}
