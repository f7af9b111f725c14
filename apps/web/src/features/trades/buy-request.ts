import { type BuyDraft, buyInput } from '@em/contract/books/trades'
import type { BuyValues } from './buy-values.ts'
import { FEE_FIELDS } from './figures.ts'

/** The required fields in the form's order, each with the words for its absence. */
const REQUIRED = [
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
] as const satisfies readonly (readonly [keyof BuyValues, string])[]

/** What is required and missing, by field. */
export function missingOf(values: BuyValues): Record<string, string> {
  const missing: Record<string, string> = {}
  for (const [field, sentence] of REQUIRED) {
    if (values[field].trim() === '') missing[field] = sentence
  }
  if (values.asCharged) {
    for (const { field, label } of FEE_FIELDS) {
      if (values[field].trim() === '') missing[field] = `${label} is required`
    }
  }
  return missing
}

/** All faults by field: first what is missing, else what the contract says about what is there. */
export function checkBuy(values: BuyValues): Record<string, string> {
  const errors = missingOf(values)
  const { error } = buyInput.safeParse(requestOf(values, ''))
  for (const issue of error?.issues ?? []) {
    const field = issue.path.join('.')
    errors[field] ??= issue.message
  }
  return errors
}

/** Above the list of faults: the specification's words where things are missing. */
export function summaryTitleOf(values: BuyValues, errors: Record<string, unknown>): string | undefined {
  const missing = missingOf(values)
  return Object.keys(errors).some((field) => field in missing)
    ? 'Please fill in all required fields:'
    : undefined
}

/** The request of a save. Computed figures are not sent: the server computes them. */
export function requestOf(values: BuyValues, dealNumber: string): BuyDraft {
  const {
    settlementTyped: _settlementTyped,
    costOfFundsTyped: _costOfFundsTyped,
    asCharged,
    accountName: _accountName,
    accountNumber: _accountNumber,
    bankName: _bankName,
    branchName: _branchName,
    brokerage,
    cseFees,
    cdsFees,
    clearingFees,
    sec,
    stl,
    ...sent
  } = values
  return {
    ...sent,
    dealNumber,
    ...(asCharged
      ? { feeSource: 'contract', brokerage, cseFees, cdsFees, clearingFees, sec, stl }
      : { feeSource: 'schedule' }),
  }
}
