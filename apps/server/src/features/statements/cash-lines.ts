/** The lines of the statement of cash movements, and which of them a counterpart of cash belongs to. */
import type { CashLine } from '@em/contract/statements/statements'
import type { PostingRole } from '@em/core/ledger/roles'
import { type Account } from '../chart-of-accounts/chart.queries.ts'

/** The transaction type of cash lines that settle trades. */
export const BANK_PAYMENT = 'Bank Payment'

/** The receipts less the payments of a settlement account (0: none), in cents, for one line of the statement. */
export interface BankLine {
  readonly bankId: number
  readonly key: CashLine
  readonly amount: bigint
}

const LINE_OF_ROLE: Partial<Record<PostingRole, CashLine>> = {
  payable: 'purchases',
  investment: 'purchases',
  'transaction-costs': 'purchases',
  receivable: 'sales',
  'dividend-receivable': 'dividends',
  'dividend-income': 'dividends',
  'withholding-tax': 'dividends',
  'ipo-application': 'applications',
  'rights-entitlement': 'applications',
  'inter-portfolio-clearing': 'between_portfolios',
  suspense: 'suspense',
  'retained-earnings': 'prior_year',
}
const LINE_OF_TYPE: Record<string, CashLine> = {
  Asset: 'other_assets',
  Liability: 'liabilities',
  Equity: 'capital',
  Income: 'income',
  'Cost of Sales': 'expenses',
  Expense: 'expenses',
}

/** The line that a counterpart of cash belongs to: by what posts there, else by the account's type. */
export function lineOf({ role, account_type }: Account): CashLine {
  return (role === null ? undefined : LINE_OF_ROLE[role]) ?? LINE_OF_TYPE[account_type] ?? 'other_assets'
}
