import { byField, type FeeField } from '@em/contract/fee-tariffs/fees'

/**
 * What the forms of buys and sells hold alike, and how one choice changes others. Values are text as typed; the marks
 * `...Typed` say that the user typed over a proposed value: no proposal overwrites it any more.
 */
export interface TradeValues extends Record<FeeField, string> {
  companyName: string
  symbol: string
  /** The portfolio's name; its code is in `portfolioId`. */
  portfolio: string
  portfolioId: string
  quantity: string
  contractNumber: string
  description: string
  brokerName: string
  tradeDate: string
  settlementDate: string
  settlementTyped: boolean
  /** Per cent a year, after tax. */
  costOfFunds: string
  costOfFundsTyped: boolean
  /** The six fees are typed from the contract note. */
  asCharged: boolean
  paymentMethod: string
  /** The chosen account's id; its particulars are shown next to it. */
  settlementAccount: string
  accountName: string
  accountNumber: string
  bankName: string
  branchName: string
  swiftCode: string
  iban: string
  cashFlowOnSettlement: string
}

/** A change that both forms know: it answers the values with some of the fields they share set anew. */
export type ChangeTrade = (how: <V extends TradeValues>(values: V) => V) => void

const NO_ACCOUNT = {
  settlementAccount: '',
  accountName: '',
  accountNumber: '',
  bankName: '',
  branchName: '',
  swiftCode: '',
  iban: '',
}

export const EMPTY_TRADE: TradeValues = {
  companyName: '',
  symbol: '',
  portfolio: '',
  portfolioId: '',
  quantity: '',
  contractNumber: '',
  description: '',
  brokerName: '',
  tradeDate: '',
  settlementDate: '',
  settlementTyped: false,
  costOfFunds: '',
  costOfFundsTyped: false,
  asCharged: false,
  ...byField(() => ''),
  paymentMethod: '',
  ...NO_ACCOUNT,
  cashFlowOnSettlement: '',
}

/** The values that the form fills in automatically. */
const PROPOSED = new Set<string>(['tradeDate', 'settlementDate', 'costOfFunds'])

/** Whether the user put anything in that is worth keeping; dates and rates that were proposed are not. */
export function differsFrom<V extends TradeValues>(empty: V, values: V): boolean {
  return Object.entries(empty).some(
    ([name, blank]) => !PROPOSED.has(name) && !isSame(values[name as keyof V], blank),
  )
}

/** Lists are the same when they hold the same; forms copy them. */
function isSame(a: unknown, b: unknown): boolean {
  return a === b || (Array.isArray(a) && JSON.stringify(a) === JSON.stringify(b))
}

/** The form starts from these dates; a trade date that is already there stays. */
export function datesProposed<V extends TradeValues>(
  values: V,
  tradeDate: string,
  settlementDate: string,
): V {
  if (values.tradeDate !== '') return values
  return settlementProposed({ ...values, tradeDate }, settlementDate)
}

/** A settlement date that follows from the trade date, unless the user has set their own. */
export function settlementProposed<V extends TradeValues>(values: V, settlementDate: string): V {
  return values.settlementTyped ? values : { ...values, settlementDate }
}

/** Back from the user's own settlement date to the one that follows from the trade date. */
export function settlementAutomatic<V extends TradeValues>(values: V, settlementDate: string): V {
  return { ...values, settlementTyped: false, settlementDate }
}

/** The rate in force on the trade date ('' for none), unless the user has set or cleared their own. */
export function costOfFundsProposed<V extends TradeValues>(values: V, rate: string): V {
  return values.costOfFundsTyped ? values : { ...values, costOfFunds: rate }
}

/** Another payment method leaves the account of the former one behind. */
export function methodChosen<V extends TradeValues>(values: V, paymentMethod: string): V {
  return { ...values, ...NO_ACCOUNT, paymentMethod }
}

/** A settlement account as the picker lists it. */
export interface Account {
  id: number
  account_name: string
  account_number: string
  bank_name: string
  branch_name: string
  swift_code: string | null
  iban: string | null
}

/** The account that the picker gave, with what is shown of it. */
export function accountChosen<V extends TradeValues>(values: V, account: Account): V {
  return {
    ...values,
    settlementAccount: String(account.id),
    accountName: account.account_name,
    accountNumber: account.account_number,
    bankName: account.bank_name,
    branchName: account.branch_name,
    swiftCode: account.swift_code ?? '',
    iban: account.iban ?? '',
  }
}

/** The account picker was closed: a method without an account means nothing and goes. */
export function pickerClosed<V extends TradeValues>(values: V): V {
  return values.settlementAccount === '' ? methodChosen(values, '') : values
}

/** "Change Account": method and account are chosen anew. */
export function accountDropped<V extends TradeValues>(values: V): V {
  return methodChosen(values, '')
}
