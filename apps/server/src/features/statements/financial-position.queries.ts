/** Financial position: assets, liabilities and equity at a date, with the result that no closing has taken over yet. */
import type { Treatment } from '@em/contract/reports/report-ties'
import { type FinancialPosition, INVESTMENT_GROUPS } from '@em/contract/statements/statements'
import type { PostingRole } from '@em/core/ledger/roles'
import { presented } from '@em/core/statements/presentation'
import { rupees } from '@em/core/values/money'
import type { Queryable } from '../../platform/database/database.ts'
import { type Account, chartOfAccounts } from '../chart-of-accounts/chart.queries.ts'
import { RESULT_TYPES } from '../periods/periods.queries.ts'
import { portfoliosOf, type Scope } from '../portfolios/scope.queries.ts'
import { type Bank, settlementAccounts } from '../settlement-accounts/settlement-accounts.queries.ts'
import { comparedTo } from './compared.ts'
import {
  byPortfolioAt,
  MANUAL,
  netOf,
  type OwnedAndOwed,
  type StoredSums,
  storedSumsAt,
} from './statements.balances.ts'

export const RESULT = 'Result for the period (not yet closed)'
const PRIOR_YEAR = 'Prior-year adjustments'

/** Now, and at the second date (undefined: there is none), in cents. */
interface Amounts {
  readonly amount: bigint
  readonly before: bigint | undefined
}

/** An account or a part of one, or the result (code null), in the sense of its section. */
interface Stood extends Amounts {
  readonly account: Omit<Account, 'id' | 'role' | 'account_code'> & { readonly account_code: string | null }
  readonly role: PostingRole | null
  readonly debitSide: boolean
  /** Cash: the settlement account; null where the lines name none. */
  readonly bankId?: number | null
  readonly entries?: 'manual' | 'other'
  /** Of investments: of which portfolios. */
  readonly treatment?: Treatment
}

const INVESTMENT_ROLES: readonly PostingRole[] = [
  'investment',
  'transaction-costs',
  'fair-value-adjustment',
  'rights-entitlement',
]
/** Receivables that are liabilities where they have a credit balance. */
const OWNED_OR_OWED: readonly PostingRole[] = ['inter-portfolio-clearing', 'dividend-receivable']
const ASSETS: readonly [group: string, roles: readonly PostingRole[]][] = [
  ['Cash at Bank', ['cash']],
  [INVESTMENT_GROUPS.FVTPL, []],
  [INVESTMENT_GROUPS.FVOCI, []],
  ['Receivables', ['receivable', 'dividend-receivable', 'ipo-application', 'inter-portfolio-clearing']],
]
const LIABILITIES: readonly [group: string, roles: readonly PostingRole[]][] = [
  ['Bank overdrafts', ['cash']],
  ['Payables', ['payable', 'accrued-cost-of-funds', 'inter-portfolio-clearing', 'dividend-receivable']],
]

/** The position at a date, compared with a second one where one is given. */
export async function financialPositionAt(
  db: Queryable,
  asOf: string,
  compareDate: string | null,
  scope: Scope,
  now: Date,
): Promise<Omit<FinancialPosition, 'valuation' | 'comparedValuation'>> {
  const books = await readBooks(db, asOf, compareDate, scope)
  const { accounts, without, net } = books
  const stood = (types: readonly string[], debitSide: boolean): Stood[] =>
    accounts
      .filter((account) => types.includes(account.account_type))
      .flatMap((account) => {
        const amounts = net((sums) => sums.accountId === account.id)
        return shownWhere(amounts, { account, role: account.role, debitSide, ...signed(amounts, debitSide) })
      })
  const eitherSide = ({ role }: Stood) => role === 'cash' || (role !== null && OWNED_OR_OWED.includes(role))
  const owned = stood(['Asset', 'Other'], true)
  const [assets, owed] = [
    owned.filter((line) => !eitherSide(line)).flatMap((line) => byTreatment(line, books)),
    stood(['Liability'], false),
  ]
  for (const line of [
    ...cashLines(books),
    ...owned.filter((one) => one.role !== 'cash' && eitherSide(one)),
  ]) {
    const { asset, liability } =
      line.role === 'dividend-receivable' ? sidesByPortfolio(line, books) : sidesOf(line)
    assets.push(...shownWhere(asset, { ...line, ...asset }))
    owed.push(...shownWhere(liability, { ...line, ...liability, ...asLiability(line) }))
  }
  const results = new Set(
    accounts.filter((account) => RESULT_TYPES.includes(account.account_type)).map((account) => account.id),
  )
  const result: Stood = {
    account: { account_code: null, account_name: RESULT, account_type: 'Equity' },
    role: null,
    debitSide: false,
    ...signed(
      net((sums) => results.has(sums.accountId)),
      false,
    ),
  }
  const equity = [...stood(['Equity'], false).flatMap((line) => withAdjustments(line, books)), result]
  const total = (lines: readonly Stood[]) => figure(lines, without)
  const [left, right] = [total(assets), total([...owed, ...equity])]
  const takenOff = owed.map((line) => ({ ...line, ...signed(line, false) }))
  return {
    asOf,
    compareDate,
    portfolio: scope.portfolio,
    entity: scope.entity,
    assets: groupsOf(assets, ASSETS, 'Other Assets', without),
    liabilities: groupsOf(owed, LIABILITIES, 'Other Liabilities', without),
    equity: [toGroup('Equity', equity, without)],
    totals: {
      generated_date: now.toISOString(),
      is_balanced: left.balance === right.balance && left.compare_balance === right.compare_balance,
      total_assets: left,
      total_liabilities: total(owed),
      total_equity: total(equity),
      result_not_closed: total([result]),
      total_liabilities_and_equity: right,
      net_assets: total([...assets, ...takenOff]),
    },
  }
}

interface PositionBooks {
  readonly accounts: readonly Account[]
  readonly banks: readonly Bank[]
  /** Nothing is compared. */
  readonly without: boolean
  /** Debits less credits at both dates of what is wanted. */
  readonly net: Net
  /** The same, of cash by settlement account and of Retained Earnings by what users entered. */
  readonly netOfParts: Net
  /** Dividends receivable at both dates, portfolio by portfolio. */
  readonly dividends: readonly OwnedAndOwed[][]
  /** The same, of investments in portfolios that take their gains through other comprehensive income. */
  readonly netOfFvoci: Net
}
type Net = (wanted: (sums: StoredSums) => boolean) => Amounts

async function readBooks(
  db: Queryable,
  asOf: string,
  compareDate: string | null,
  scope: Scope,
): Promise<PositionBooks> {
  const { portfolioIds } = scope
  const without = compareDate === null
  const dates = [asOf, compareDate ?? asOf]
  const accounts = await chartOfAccounts(db, {
    from: dates.toSorted()[0] ?? asOf,
    to: dates.toSorted()[1] ?? asOf,
  })
  const inParts = accounts.filter(({ role }) => role === 'cash' || role === 'retained-earnings')
  const invested = accounts.filter(({ role }) => role !== null && INVESTMENT_ROLES.includes(role))
  const fvociIds = await portfoliosOf(db, scope, 'FVOCI')
  const dividendIds = accounts.filter(({ role }) => role === 'dividend-receivable').map(({ id }) => id)
  const [banks, whole, dividends, parts, fvoci] = await Promise.all([
    settlementAccounts(db),
    storedSumsAt(db, dates, { portfolioIds }),
    byPortfolioAt(db, dates, { portfolioIds, accountIds: dividendIds }),
    storedSumsAt(db, dates, {
      portfolioIds,
      accountIds: inParts.map((account) => account.id),
      byBank: true,
      types: [MANUAL],
    }),
    fvociIds.length === 0
      ? []
      : storedSumsAt(db, dates, { portfolioIds: fvociIds, accountIds: invested.map(({ id }) => id) }),
  ])
  const netIn =
    ([here = [], there = []]: readonly StoredSums[][]): Net =>
    (wanted) => ({ amount: netOf(here, wanted), before: without ? undefined : netOf(there, wanted) })
  return {
    accounts,
    banks,
    without,
    dividends,
    net: netIn(whole),
    netOfParts: netIn(parts),
    netOfFvoci: netIn(fvoci),
  }
}

/** Cash by settlement account, and what names none; debits less credits. */
function cashLines({ accounts, banks, netOfParts }: PositionBooks): Stood[] {
  return accounts
    .filter((account) => account.role === 'cash')
    .flatMap((account) =>
      [...banks.map(({ id }) => id), 0].flatMap((bankId) => {
        const bank = banks.find(({ id }) => id === bankId)
        const amounts = netOfParts((sums) => sums.accountId === account.id && sums.bankId === bankId)
        const account_name =
          bank === undefined
            ? `${account.account_name}, no settlement account`
            : `${bank.account_name} ${bank.account_number}, ${bank.bank_name}`
        return shownWhere(amounts, {
          account: { ...account, account_name },
          role: account.role,
          debitSide: true,
          bankId: bank === undefined ? null : bankId,
          ...amounts,
        })
      }),
    )
}

/** An account of investments as two lines, one of each treatment. */
function byTreatment(line: Stood, { accounts, netOfFvoci }: PositionBooks): Stood[] {
  if (line.role === null || !INVESTMENT_ROLES.includes(line.role)) return [line]
  const own = accounts.find((account) => account.account_code === line.account.account_code)
  const fvoci = netOfFvoci((sums) => sums.accountId === own?.id)
  const rest = {
    amount: line.amount - fvoci.amount,
    before: line.before === undefined ? undefined : line.before - (fvoci.before ?? 0n),
  }
  return [
    ...shownWhere(rest, { ...line, ...rest, treatment: 'FVTPL' }),
    ...shownWhere(fvoci, { ...line, ...fvoci, treatment: 'FVOCI' }),
  ]
}

const PAYABLE: Readonly<Record<string, string>> = {
  'inter-portfolio-clearing': 'Inter-portfolio clearing (payable)',
  'dividend-receivable': 'Dividends received in excess (payable)',
}

/** What may be owned at one date and owed at the other, on both sides. */
function sidesOf({ amount, before }: Amounts): { asset: Amounts; liability: Amounts } {
  const [now, then] = [presented(amount), before === undefined ? undefined : presented(before)]
  return {
    asset: { amount: now.asset, before: then?.asset },
    liability: { amount: now.liability, before: then?.liability },
  }
}

/** Too much received in one portfolio is owed, whatever another one is still to receive. */
function sidesByPortfolio(
  line: Stood,
  { accounts, dividends, without }: PositionBooks,
): { asset: Amounts; liability: Amounts } {
  const own = accounts.find((account) => account.account_code === line.account.account_code)
  const at = (index: number) => dividends[index]?.find(({ accountId }) => accountId === own?.id)
  const sideOf = (side: 'owned' | 'owed'): Amounts => ({
    amount: at(0)?.[side] ?? 0n,
    before: without ? undefined : (at(1)?.[side] ?? 0n),
  })
  return { asset: sideOf('owned'), liability: sideOf('owed') }
}

function asLiability({ account, role }: Stood): Pick<Stood, 'account' | 'debitSide'> {
  const account_name = (role === null ? undefined : PAYABLE[role]) ?? account.account_name
  return { debitSide: false, account: { ...account, account_name, account_type: 'Liability' } }
}

/** Retained Earnings without what users entered there, which is a prior-year adjustment. */
function withAdjustments(line: Stood, { accounts, netOfParts }: PositionBooks): Stood[] {
  if (line.role !== 'retained-earnings') return [line]
  const own = accounts.find((account) => account.account_code === line.account.account_code)
  const adjusted = signed(
    netOfParts((sums) => sums.accountId === own?.id && sums.type === MANUAL),
    false,
  )
  if (isNothing(adjusted)) return [line]
  const rest = {
    amount: line.amount - adjusted.amount,
    before: line.before === undefined ? undefined : line.before - (adjusted.before ?? 0n),
  }
  const account = { ...line.account, account_name: PRIOR_YEAR }
  return [
    ...shownWhere(rest, { ...line, ...rest, entries: 'other' }),
    { ...line, account, ...adjusted, entries: 'manual' },
  ]
}

const isNothing = ({ amount, before }: Amounts) => amount === 0n && (before ?? 0n) === 0n
const shownWhere = (amounts: Amounts, line: Stood): Stood[] => (isNothing(amounts) ? [] : [line])

/** Debits less credits in the sense of a section: as they are, or turned round where credits are meant. */
function signed({ amount, before }: Amounts, debitSide: boolean): Amounts {
  if (debitSide) return { amount, before }
  return { amount: -amount, before: before === undefined ? undefined : -before }
}

function figure(lines: readonly Stood[], without: boolean) {
  const amount = lines.reduce((sum, line) => sum + line.amount, 0n)
  const before = without ? undefined : lines.reduce((sum, line) => sum + (line.before ?? 0n), 0n)
  return { balance: rupees(amount), ...comparedTo(amount, before) }
}

/** The lines by what posts to their accounts, in the order of the groups; accounts of no type come last. */
function groupsOf(
  lines: readonly Stood[],
  groups: readonly [group: string, roles: readonly PostingRole[]][],
  rest: string,
  without: boolean,
) {
  const groupOf = ({ role, account, treatment }: Stood) => {
    if (treatment !== undefined) return INVESTMENT_GROUPS[treatment]
    if (account.account_type === 'Other') return 'Accounts of no type'
    return groups.find(([, roles]) => role !== null && roles.includes(role))?.[0] ?? rest
  }
  const found = Map.groupBy(lines, groupOf)
  return [...groups.map(([group]) => group), rest, 'Accounts of no type'].flatMap((name) => {
    const own = found.get(name)
    return own === undefined ? [] : [toGroup(name, own, without)]
  })
}

function toGroup(name: string, lines: readonly Stood[], without: boolean) {
  return {
    name,
    accounts: lines.map(({ account, amount, before, debitSide, bankId, entries, treatment }) => {
      const debit = debitSide ? amount : -amount
      return {
        account_code: account.account_code,
        account_name: account.account_name,
        account_type: account.account_type,
        balance: rupees(amount),
        balance_type: debit > 0n ? ('DR' as const) : debit < 0n ? ('CR' as const) : ('ZERO' as const),
        ...comparedTo(amount, before),
        ...(bankId === undefined ? {} : { settlement_account_id: bankId }),
        ...(entries === undefined ? {} : { entries }),
        ...(treatment === undefined ? {} : { treatment }),
      }
    }),
    subtotal: figure(lines, without),
  }
}
