/**
 * The purpose of each posting role and the events that post to it: the ground of GL Mapping and Cash Flow
 * Mapping, and the words that their screens show.
 */
import {
  type AccountType,
  accountType,
  DEFAULT_ROLE_ACCOUNTS,
  POSTING_ROLES,
  type PostingRole,
  SYSTEM_ONLY_ROLES,
} from './roles.ts'

/** The first day of a mapping that names none: before any entry. */
export const MAPPED_FROM_START = '1900-01-01'

export interface RoleInfo {
  readonly role: PostingRole
  readonly label: string
  /** The criterion for choosing an account: the type that every account of the role has. */
  readonly type: AccountType
  /** Its balance follows from trades and events: its account serves no other role and takes no manual entries. */
  readonly isControl: boolean
}

const LABELS: Readonly<Record<PostingRole, string>> = Object.freeze({
  cash: 'Cash at bank',
  investment: 'Investment in equity securities',
  'transaction-costs': 'Capitalised transaction costs',
  'fair-value-adjustment': 'Fair value adjustment',
  receivable: 'Share sale receivable',
  'dividend-receivable': 'Dividend receivable',
  'ipo-application': 'IPO application money',
  'rights-entitlement': 'Rights entitlements',
  'inter-portfolio-clearing': 'Inter-portfolio clearing',
  payable: 'Share purchase payable',
  'accrued-cost-of-funds': 'Accrued cost of funds',
  suspense: 'Suspense',
  capital: 'Capital',
  'retained-earnings': 'Retained earnings',
  'fair-value-reserve': 'Fair value reserve',
  'realized-gain': 'Realized capital gains',
  'unrealized-gain': 'Unrealized fair value gains',
  'dividend-income': 'Dividend income',
  'other-income': 'Other income',
  'fee.brokerage': 'Brokerage',
  'fee.cse': 'CSE fees',
  'fee.cds': 'CDS fees',
  'fee.clearing': 'Clearing fees',
  'fee.sec': 'SEC cess',
  'fee.stl': 'Share transaction levy',
  'finance-cost': 'Finance cost',
  'withholding-tax': 'Withholding tax',
  'bank-charges': 'Bank charges',
  impairment: 'Impairment of receivables',
})

/** Every role, in the order of the chart of accounts. */
export const ROLE_BOOK: readonly RoleInfo[] = Object.freeze(
  POSTING_ROLES.map((role) =>
    Object.freeze({
      role,
      label: LABELS[role],
      type: accountType(DEFAULT_ROLE_ACCOUNTS[role]),
      isControl: SYSTEM_ONLY_ROLES.includes(role),
    }),
  ),
)

/** An event of the books with the roles that it debits and credits. */
export interface EventPosting {
  readonly event: string
  readonly when: string
  readonly debit: readonly PostingRole[]
  readonly credit: readonly PostingRole[]
}

const FEES: readonly PostingRole[] = [
  'fee.brokerage',
  'fee.cse',
  'fee.cds',
  'fee.clearing',
  'fee.sec',
  'fee.stl',
]

/** The events that post today, as `trade-entries.ts` and its neighbours do it. */
export const EVENT_POSTINGS: readonly EventPosting[] = Object.freeze([
  { event: 'Buy', when: 'Trade date', debit: ['investment', ...FEES], credit: ['payable'] },
  {
    event: 'Buy, fees capitalised (FVOCI)',
    when: 'Trade date',
    debit: ['investment', 'transaction-costs'],
    credit: ['payable'],
  },
  { event: 'Buy settled', when: 'Settlement date', debit: ['payable'], credit: ['cash'] },
  {
    event: 'Sell',
    when: 'Trade date',
    debit: ['receivable', ...FEES],
    credit: ['investment', 'realized-gain'],
  },
  {
    event: 'Sell (FVOCI)',
    when: 'Trade date',
    debit: ['receivable', ...FEES, 'fair-value-reserve'],
    credit: ['investment', 'transaction-costs', 'fair-value-reserve', 'retained-earnings'],
  },
  { event: 'Sell settled', when: 'Settlement date', debit: ['cash'], credit: ['receivable'] },
  { event: 'Opening position', when: 'Opening date', debit: ['investment'], credit: ['capital'] },
  {
    event: 'Opening position (FVOCI)',
    when: 'Opening date',
    debit: ['investment', 'transaction-costs'],
    credit: ['capital'],
  },
  {
    event: 'Opening position, fair value brought forward',
    when: 'Opening date',
    debit: ['fair-value-adjustment'],
    credit: ['retained-earnings'],
  },
  {
    event: 'Opening position, fair value brought forward (FVOCI)',
    when: 'Opening date',
    debit: ['fair-value-adjustment'],
    credit: ['fair-value-reserve'],
  },
  {
    event: 'Mark-to-market gain',
    when: 'Valuation date, reversed on the next day',
    debit: ['fair-value-adjustment'],
    credit: ['unrealized-gain'],
  },
  {
    event: 'Mark-to-market gain (FVOCI)',
    when: 'Valuation date, reversed on the next day',
    debit: ['fair-value-adjustment'],
    credit: ['fair-value-reserve'],
  },
  {
    event: 'Receivable written off',
    when: 'Day of the write-off',
    debit: ['impairment'],
    credit: ['receivable', 'dividend-receivable', 'ipo-application'],
  },
  {
    event: 'One-line journal entry, its other side',
    when: 'Entry date',
    debit: ['suspense'],
    credit: ['suspense'],
  },
  {
    event: 'Year-end close, income',
    when: 'Year-end',
    debit: ROLE_BOOK.flatMap(({ role, type }) => (type === 'Income' ? [role] : [])),
    credit: ['retained-earnings'],
  },
  {
    event: 'Year-end close, expenses',
    when: 'Year-end',
    debit: ['retained-earnings'],
    credit: ROLE_BOOK.flatMap(({ role, type }) => (type === 'Expense' ? [role] : [])),
  },
] as const)
