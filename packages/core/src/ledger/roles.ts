/**
 * Posting roles and the chart of accounts that a new installation starts with. Postings name roles; a mapping
 * turns a role into an account, per portfolio where one is set.
 */
import type { FeeComponent } from '../fee-tariffs/tariff.ts'

export const POSTING_ROLES = [
  'cash',
  'investment',
  'transaction-costs',
  'fair-value-adjustment',
  'receivable',
  'dividend-receivable',
  'ipo-application',
  'rights-entitlement',
  'inter-portfolio-clearing',
  'payable',
  'accrued-cost-of-funds',
  'suspense',
  'capital',
  'retained-earnings',
  'fair-value-reserve',
  'realized-gain',
  'unrealized-gain',
  'dividend-income',
  'other-income',
  'fee.brokerage',
  'fee.cse',
  'fee.cds',
  'fee.clearing',
  'fee.sec',
  'fee.stl',
  'finance-cost',
  'withholding-tax',
  'bank-charges',
  'impairment',
] as const
export type PostingRole = (typeof POSTING_ROLES)[number]

export type AccountType = 'Asset' | 'Liability' | 'Equity' | 'Income' | 'Cost of Sales' | 'Expense' | 'Other'

const TYPE_BY_DIGIT: Readonly<Record<string, AccountType>> = Object.freeze({
  '1': 'Asset',
  '2': 'Liability',
  '3': 'Equity',
  '4': 'Income',
  '5': 'Cost of Sales',
  '6': 'Expense',
})

/** An account's type from the first digit of its code; any other beginning is Other. */
export function accountType(code: string): AccountType {
  return TYPE_BY_DIGIT[code.charAt(0)] ?? 'Other'
}

/** Whether accounts of the type grow on the debit side. */
export function isDebitType(type: AccountType): boolean {
  return type === 'Asset' || type === 'Cost of Sales' || type === 'Expense' || type === 'Other'
}

export interface ChartAccount {
  readonly code: string
  readonly name: string
  /** The role that posts here; these accounts can be neither deleted nor deactivated. */
  readonly role: PostingRole
}

function account(code: string, name: string, role: PostingRole): ChartAccount {
  return Object.freeze({ code, name, role })
}

/** The chart of accounts of a new installation, by code: one account for each role. */
export const DEFAULT_CHART: readonly ChartAccount[] = Object.freeze([
  account('1010', 'Cash at Bank', 'cash'),
  account('1100', 'Investment in Equity Securities', 'investment'),
  account('1105', 'Capitalised Transaction Costs', 'transaction-costs'),
  account('1110', 'Fair Value Adjustment', 'fair-value-adjustment'),
  account('1200', 'Share Sale Receivable', 'receivable'),
  account('1210', 'Dividend Receivable', 'dividend-receivable'),
  account('1220', 'IPO Application Money', 'ipo-application'),
  account('1230', 'Rights Entitlements', 'rights-entitlement'),
  account('1300', 'Inter-portfolio Clearing', 'inter-portfolio-clearing'),
  account('2100', 'Share Purchase Payable', 'payable'),
  account('2110', 'Accrued Cost of Funds', 'accrued-cost-of-funds'),
  account('2900', 'Suspense', 'suspense'),
  account('3000', 'Capital', 'capital'),
  account('3100', 'Retained Earnings', 'retained-earnings'),
  account('3200', 'Fair Value Reserve (FVOCI)', 'fair-value-reserve'),
  account('4100', 'Realized Capital Gains', 'realized-gain'),
  account('4110', 'Unrealized Fair Value Gains', 'unrealized-gain'),
  account('4200', 'Dividend Income', 'dividend-income'),
  account('4900', 'Other Income', 'other-income'),
  account('6010', 'Brokerage', 'fee.brokerage'),
  account('6020', 'CSE Fees', 'fee.cse'),
  account('6030', 'CDS Fees', 'fee.cds'),
  account('6040', 'Clearing Fees', 'fee.clearing'),
  account('6050', 'SEC Cess', 'fee.sec'),
  account('6060', 'Share Transaction Levy', 'fee.stl'),
  account('6100', 'Finance Cost', 'finance-cost'),
  account('6200', 'Withholding Tax', 'withholding-tax'),
  account('6300', 'Bank Charges', 'bank-charges'),
  account('6400', 'Impairment of Receivables', 'impairment'),
])

/** The account code of each role where no mapping says otherwise. */
export const DEFAULT_ROLE_ACCOUNTS: Readonly<Record<PostingRole, string>> = Object.freeze(
  Object.fromEntries(DEFAULT_CHART.map(({ role, code }) => [role, code])) as Record<PostingRole, string>,
)

/** The account code of a role: the portfolio's own mapping first, then the default. */
export function accountOfRole(role: PostingRole, own: Partial<Record<PostingRole, string>> = {}): string {
  return own[role] ?? DEFAULT_ROLE_ACCOUNTS[role]
}

/** The role that a fee component posts to. */
export function feeRole(component: FeeComponent): PostingRole {
  return `fee.${component}`
}

/** Roles whose balances follow from trades and events: a manual entry may not touch their accounts. */
export const SYSTEM_ONLY_ROLES: readonly PostingRole[] = Object.freeze([
  'investment',
  'transaction-costs',
  'fair-value-adjustment',
  'receivable',
  'dividend-receivable',
  'ipo-application',
  'rights-entitlement',
  'payable',
] as const)

/**
 * Roles whose accounts take no line of a journal entry made by a user. In addition to those above, the
 * valuation accounts, which only an opening balance may state.
 */
export const NO_MANUAL_LINES: readonly PostingRole[] = Object.freeze([
  ...SYSTEM_ONLY_ROLES,
  'fair-value-reserve',
  'unrealized-gain',
] as const)
