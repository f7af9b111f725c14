/** From what a form holds to the request of a save: what is missing, what the contract refuses, what is sent. */
import { byField, FEES, type FeeField } from '@em/contract/fee-tariffs/fees'
import type { TradeValues } from './trade-values.ts'

/** Faults by field, in the order in which they are named. */
export type Faults = Record<string, string>

/** The required fields in the form's order, each with the words for its absence. */
export type Required<Values> = readonly (readonly [field: keyof Values & string, sentence: string])[]

const isBlank = (value: unknown) => String(value).trim() === ''

/** The required fields that are blank. */
export function missingFrom<Values>(values: Values, required: Required<Values>): Faults {
  return Object.fromEntries(required.filter(([field]) => isBlank(values[field])))
}

/** Fees as charged are six: none of them may be blank, and a fee that was not charged is 0. */
export function feesMissing(values: Pick<TradeValues, FeeField | 'asCharged'>): Faults {
  if (!values.asCharged) return {}
  return missingFrom(
    values,
    FEES.map(({ field, label }) => [field, `${label} is required`] as const),
  )
}

interface Schema {
  safeParse(value: unknown): {
    error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined
  }
}

/**
 * The form's own faults, and behind them what the contract says about the other fields. `fieldOf` gives the form's
 * name of a field where the request has another.
 */
export function withContractFaults(
  faults: Faults,
  schema: Schema,
  request: object,
  fieldOf: (name: string) => string = (name) => name,
): Faults {
  const all = { ...faults }
  for (const issue of schema.safeParse(request).error?.issues ?? []) {
    all[fieldOf(String(issue.path[0] ?? ''))] ??= issue.message
  }
  return all
}

/** The request of every trade, single or bulk. Computed figures are not sent: the server computes them. */
export function tradeSent(values: TradeValues, dealNumber: string) {
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

/** Where the fees come from, and the six themselves where they are typed; `charged` says what typed fees are called. */
export function feesSent(
  values: Pick<TradeValues, FeeField | 'asCharged'>,
  charged: 'contract' | 'manual' = 'contract',
) {
  if (!values.asCharged) return { feeSource: 'schedule' as const }
  return { feeSource: charged, ...byField(({ field }) => values[field]) }
}
