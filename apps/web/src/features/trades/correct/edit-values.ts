/** The values of the correction form, and the request made of them. Values are text as typed. */
import { recordedBuyChange, recordedSellChange } from '@em/contract/batches/batches'
import { byField, FEES, type FeeField } from '@em/contract/fee-tariffs/fees'
import type { SellDraft } from '@em/contract/trades/sells'
import type { BuyDraft } from '@em/contract/trades/trades'
import { groupNumeral, readNumeral } from '../../../lib/numerals.ts'
import {
  type Faults,
  feesMissing,
  feesSent,
  missingFrom,
  type Required,
  withContractFaults,
} from '../form/trade-request.ts'
import { recordedOf, type Trade } from './trade.ts'

export interface EditValues extends Record<FeeField, string> {
  tradeDate: string
  settlementDate: string
  quantity: string
  price: string
  contractNumber: string
  brokerName: string
  /** Per cent a year, after tax. */
  costOfFunds: string
  settlementAccount: string
  /** Goes with the account. */
  paymentMethod: string
  cashFlowOnSettlement: string
  generatePayment: string
  description: string
  /** The six fees are typed from the contract note; else the schedule of the trade date decides. */
  asCharged: boolean
  /** Shares by the id of the buy they are taken from; only a cherry-picked sale has any. */
  allocations: Readonly<Record<string, string>>
}

const text = (value: string | number | null | undefined) => (value == null ? '' : String(value))
const cents = (value: number) => value.toFixed(2)

/** Whether a sale names the lots it takes. */
export function isCherryPicked(trade: Trade): boolean {
  return trade.sell?.valuation_method === 'CHERRY'
}

/** The form's values of the recorded trade. */
export function valuesOf(trade: Trade): EditValues {
  const recorded = recordedOf(trade)
  const now = trade.versions.at(-1)
  const fees = Object.fromEntries(FEES.map(({ field, column }) => [field, cents(recorded[column])]))
  return {
    ...(fees as Record<FeeField, string>),
    tradeDate: recorded.trade_date,
    settlementDate: recorded.settlement_date,
    quantity: text(recorded.quantity),
    price: text(trade.trade.price),
    contractNumber: text(recorded.contract_number),
    brokerName: text(recorded.broker_name),
    costOfFunds: text(recorded.cost_of_funds),
    settlementAccount: text(recorded.settlement_account),
    paymentMethod: text(recorded.payment_method),
    cashFlowOnSettlement: text(now?.cash_flow_on_settlement),
    generatePayment: now?.generate_payment ?? 'No',
    description: text(recorded.description),
    asCharged: recorded.fee_source !== 'schedule',
    allocations: Object.fromEntries(
      (trade.sell?.allocations ?? []).map((one) => [
        String(one.buyTransactionId),
        groupNumeral(String(one.allocatedQuantity)),
      ]),
    ),
  }
}

/** The lots named, without the empty ones. */
export function allocationsOf({ allocations }: EditValues) {
  return Object.entries(allocations)
    .filter(([, shares]) => shares.trim() !== '' && readNumeral(shares) !== '0')
    .map(([buy, shares]) => ({
      buyTransactionId: Number(buy),
      allocatedQuantity: readNumeral(shares) ?? shares,
    }))
}

/** The sum of the shares allocated; what cannot be read counts nothing. */
export function allocatedOf(values: EditValues): bigint {
  return allocationsOf(values).reduce(
    (sum, { allocatedQuantity: shares }) => sum + (/^\d+$/.test(shares) ? BigInt(shares) : 0n),
    0n,
  )
}

function withoutFees<Values extends Record<FeeField, unknown>>(values: Values): Omit<Values, FeeField> {
  const fees = new Set<string>(FEES.map(({ field }) => field))
  return Object.fromEntries(Object.entries(values).filter(([name]) => !fees.has(name))) as Omit<
    Values,
    FeeField
  >
}

/** The request of a correction: every field of the trade as it is to be. Computed figures are not sent. */
export function requestOf(trade: Trade, values: EditValues): BuyDraft & SellDraft {
  const { price, asCharged: _asCharged, allocations: _allocations, ...rest } = values
  const sent = withoutFees(rest)
  const { company_name, symbol, portfolioId, side } = trade.trade
  const source = recordedOf(trade).fee_source
  return {
    ...sent,
    companyName: company_name,
    symbol,
    portfolioId,
    ...(side === 'buy' ? { price } : { soldPrice: price }),
    ...feesSent(values, source === 'manual' ? 'manual' : 'contract'),
    ...(isCherryPicked(trade) ? { allocations: allocationsOf(values) } : {}),
  }
}

const REQUIRED: Required<EditValues> = [
  ['tradeDate', 'Trade Date is required'],
  ['settlementDate', 'Settlement Date is required'],
  ['quantity', 'Quantity is required'],
  ['price', 'Price is required'],
  ['contractNumber', 'Contract Number is required'],
  ['brokerName', 'Broker Name is required'],
  ['settlementAccount', 'Settlement Account is required'],
]

/** A trade was perhaps recorded without contract and broker (a bulk sale, a start from a sheet): it is corrected as it was recorded. */
export function mayBeEmpty(trade: Trade, field: string): boolean {
  const recorded = recordedOf(trade)
  if (field === 'contractNumber') return recorded.contract_number === null
  return field === 'brokerName' && recorded.broker_name === null
}

/** All faults by field: what is missing, else what the contract says about what is there. */
export function checkEdit(trade: Trade, values: EditValues): Faults {
  const missing = {
    ...missingFrom(
      values,
      REQUIRED.filter(([field]) => !mayBeEmpty(trade, field)),
    ),
    ...feesMissing(values),
  }
  const schema = trade.trade.side === 'buy' ? recordedBuyChange : recordedSellChange
  const errors = withContractFaults(missing, schema, requestOf(trade, values), formField)
  if (isCherryPicked(trade) && errors['quantity'] === undefined && errors['allocations'] === undefined) {
    const [allocated, quantity] = [allocatedOf(values), readNumeral(values.quantity) ?? values.quantity]
    if (String(allocated) !== quantity) {
      errors['allocations'] = `Total allocated (${allocated}) must match sell quantity (${quantity})`
    }
  }
  return errors
}

/** The server's word for a field where the form has another. */
export function formField(field: string): string {
  if (field === 'soldPrice') return 'price'
  return field === 'paymentMethod' ? 'settlementAccount' : field
}

const LABELS: Readonly<Record<keyof EditValues, string>> = {
  tradeDate: 'Trade Date',
  settlementDate: 'Settlement Date',
  quantity: 'Quantity',
  price: 'Price',
  contractNumber: 'Contract Number',
  brokerName: 'Broker Name',
  costOfFunds: 'Cost of Funds',
  settlementAccount: 'Settlement Account',
  paymentMethod: 'Payment Method',
  cashFlowOnSettlement: 'Cash Flow on Settlement',
  generatePayment: 'Generate Payment',
  description: 'Description',
  asCharged: 'Fees as charged',
  allocations: 'Lots taken',
  ...byField(({ label }) => label),
}

/** Whether the form says otherwise than the trade; fees that are not typed say nothing. */
export function changedFields(base: EditValues, typed: EditValues): (keyof EditValues)[] {
  const fees = new Set<string>(typed.asCharged ? [] : FEES.map(({ field }) => field))
  return (Object.keys(LABELS) as (keyof EditValues)[]).filter(
    (name) => !fees.has(name) && shownText(base, name) !== shownText(typed, name),
  )
}

function shownText(values: EditValues, name: keyof EditValues): string {
  return name === 'allocations' ? JSON.stringify(allocationsOf(values)) : String(values[name]).trim()
}

/** After a reload: the present values with the typed ones laid over them, and the labels of what was kept. */
export function mergeTyped(base: EditValues, typed: EditValues, fresh: EditValues) {
  const own = changedFields(base, typed)
  const values = { ...fresh, ...Object.fromEntries(own.map((name) => [name, typed[name]])) } as EditValues
  return { values, retained: own.map((name) => LABELS[name]) }
}
