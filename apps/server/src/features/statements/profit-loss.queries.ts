/** Profit and loss: what income and expense accounts moved in a period, year-end closings left out. */
import type { Treatment } from '@em/contract/reports/report-ties'
import type { ProfitLoss, StatementAccount } from '@em/contract/statements/statements'
import { CLOSING } from '@em/core/ledger/lines'
import { rupees } from '@em/core/values/money'
import type { Queryable } from '../../platform/database/database.ts'
import { type Account, chartOfAccounts } from '../chart-of-accounts/chart.queries.ts'

import { portfoliosOf, type Scope } from '../portfolios/scope.queries.ts'
import { comparedTo } from './compared.ts'
import { dayBefore, type Span } from './span.queries.ts'
import { MANUAL, netOf, type StoredSums, storedSumsAt } from './statements.balances.ts'

/** Balances from before: opening balances of the reserve are no income of a period. */
const OPENING = 'Opening'
/** Sales of FVOCI portfolios carry it on Retained Earnings: gains that pass from the reserve. */
const REALIZED = 'Revenue'

/** A line of the statement: what it shows, in cents, and of the compared period (undefined: none). */
interface Moved {
  readonly account: Account
  /** Lines of users' journal entries alone, or all others; undefined: all of them. */
  readonly entries?: 'manual' | 'other'
  /** Of dividends: of the portfolios of which treatment. */
  readonly treatment?: Treatment
  readonly amount: bigint
  readonly before: bigint | undefined
}

const EXPENSES: readonly [category: string, of: (account: Account) => boolean][] = [
  ['Cost of Sales', (account) => account.account_type === 'Cost of Sales'],
  ['Trading Expenses', (account) => account.role?.startsWith('fee.') ?? false],
  ['Impairment of Receivables', (account) => account.role === 'impairment'],
  ['Finance Cost', (account) => account.role === 'finance-cost'],
  ['Other Expenses', () => true],
]
const MANUAL_ENTRIES = 'Manual entries on Realized Capital Gains'
const REVENUE: readonly [category: string, of: (account: Account, line: Moved) => boolean][] = [
  [
    'Realized Capital Gains',
    (account, { entries }) => account.role === 'realized-gain' && entries !== 'manual',
  ],
  [MANUAL_ENTRIES, (account) => account.role === 'realized-gain'],
  ['Dividend Income', (account) => account.role === 'dividend-income'],
]

/** The days of the periods in all. */
function daysOf(spans: readonly Span[]) {
  const starts = spans.map((one) => one.startDate)
  const first = starts.filter((day) => day !== null).toSorted()[0] ?? null
  const last = spans
    .map((one) => one.endDate)
    .toSorted()
    .at(-1)
  if (last === undefined) throw new RangeError('no period')
  return { from: starts.includes(null) ? null : first, to: last }
}

/** The statement of a period, compared with another one where one is given. */
export async function profitLossOf(
  db: Queryable,
  span: Span,
  compared: Span | null,
  scope: Scope,
  now: Date,
): Promise<Omit<ProfitLoss, 'valuation' | 'comparedValuation'>> {
  const spans = compared === null ? [span] : [span, compared]
  const days = spans.flatMap((one) => [one.endDate, dayBefore(one)])
  const [accounts, storedSums] = await Promise.all([
    chartOfAccounts(db, daysOf(spans)),
    storedSumsAt(db, days, { portfolioIds: scope.portfolioIds, types: [CLOSING, REALIZED, OPENING, MANUAL] }),
  ])
  const dividends = accounts.filter(({ role }) => role === 'dividend-income').map(({ id }) => id)
  const fvociIds = dividends.length === 0 ? [] : await portfoliosOf(db, scope, 'FVOCI')
  const fvociSums =
    fvociIds.length === 0
      ? []
      : await storedSumsAt(db, days, { portfolioIds: fvociIds, accountIds: dividends, types: [CLOSING] })
  /** Credits less debits of an account in the first or second period. */
  const credited = (
    account: Account,
    index: 0 | 1,
    wanted: (sums: StoredSums) => boolean,
    from: readonly StoredSums[][] = storedSums,
  ) => {
    const one = spans[index]
    if (one === undefined) return undefined
    const own = (sums: StoredSums) => sums.accountId === account.id && sums.type !== CLOSING && wanted(sums)
    const start = one.startDate === null ? 0n : netOf(from[index * 2 + 1] ?? [], own)
    return start - netOf(from[index * 2] ?? [], own)
  }
  const movedBy = (
    of: (account: Account) => boolean,
    sign: 1n | -1n,
    counts = (_type: string) => true,
  ): Moved[] =>
    accounts.filter(of).flatMap((account) => {
      const wanted = (sums: StoredSums) => counts(sums.type)
      const amount = credited(account, 0, wanted) ?? 0n
      const earlier = credited(account, 1, wanted)
      if (amount === 0n && (earlier ?? 0n) === 0n) return []
      return [{ account, amount: sign * amount, before: earlier === undefined ? undefined : sign * earlier }]
    })

  /** The gains of sales, and apart from them the entries of users. */
  const manualApart = (line: Moved): Moved[] => {
    const parts = (entries: 'manual' | 'other') =>
      movedBy(
        (account) => account.id === line.account.id,
        1n,
        (type) => (type === MANUAL) === (entries === 'manual'),
      ).map((part): Moved => ({ ...part, entries }))
    const manual = parts('manual')
    return manual.length === 0 ? [line] : [...parts('other'), ...manual]
  }
  /** Dividends of investments at fair value through other comprehensive income, apart from those of others. */
  const dividendsApart = (line: Moved): Moved[] => {
    const { account } = line
    const amount = credited(account, 0, () => true, fvociSums) ?? 0n
    const earlier = credited(account, 1, () => true, fvociSums)
    if (amount === 0n && (earlier ?? 0n) === 0n) return [line]
    const rest: Moved = {
      account,
      treatment: 'FVTPL',
      amount: line.amount - amount,
      before: line.before === undefined ? undefined : line.before - (earlier ?? 0n),
    }
    const fvoci: Moved = { account, treatment: 'FVOCI', amount, before: earlier }
    return rest.amount === 0n && (rest.before ?? 0n) === 0n ? [fvoci] : [rest, fvoci]
  }
  const income = (account: Account) => account.account_type === 'Income'
  const expense = (account: Account) => ['Expense', 'Cost of Sales'].includes(account.account_type)
  const unrealized = movedBy((account) => income(account) && account.role === 'unrealized-gain', 1n)
  const earned = movedBy((account) => income(account) && account.role !== 'unrealized-gain', 1n).flatMap(
    (line) =>
      line.account.role === 'realized-gain'
        ? manualApart(line)
        : line.account.role === 'dividend-income'
          ? dividendsApart(line)
          : [line],
  )
  const isTax = ({ role }: Account) => role === 'withholding-tax'
  const spent = movedBy((account) => expense(account) && !isTax(account), -1n)
  const taxes = movedBy((account) => expense(account) && isTax(account), -1n)
  const revenue = categories(earned, REVENUE)
  const revenueLines = [...revenue.values()].flat()
  const otherIncome = earned.filter((line) => !revenueLines.includes(line))
  const comprehensive = [
    ...movedBy(
      (account) => account.role === 'fair-value-reserve',
      1n,
      (type) => type !== OPENING,
    ),
    ...movedBy(
      (account) => account.role === 'retained-earnings',
      1n,
      (type) => type === REALIZED,
    ),
  ]
  const parts = {
    earned,
    realized: revenue.get('Realized Capital Gains') ?? [],
    spent,
    unrealized,
    taxes,
    comprehensive,
  }
  const expenses = categories(spent, EXPENSES)
  const without = compared === null
  return {
    period: { ...span, portfolio: scope.portfolio, entity: scope.entity },
    compared,
    totals: { generated_date: now.toISOString(), ...totalsOf(parts, (line) => line.amount) },
    comparedTotals: without ? null : totalsOf(parts, (line) => line.before ?? 0n),
    revenueByCategory: toCategories(revenue),
    revenueCategorySubtotals: subtotalsOf(revenue, without),
    revenueSubtotal: sumOf(revenueLines, without),
    otherIncomeByCategory: toCategories(
      new Map(otherIncome.length === 0 ? [] : [['Other Income', otherIncome]]),
    ),
    otherIncomeSubtotal: sumOf(otherIncome, without),
    expensesByCategory: toCategories(expenses),
    expenseCategorySubtotals: subtotalsOf(expenses, without),
    expenseSubtotal: sumOf(spent, without),
    unrealizedGains: unrealized.map(toAccount),
    taxes: taxes.map(toAccount),
    otherComprehensiveIncome: comprehensive.map((line) => ({
      ...toAccount(line),
      what: line.account.role === 'retained-earnings' ? ('realized' as const) : ('fair-value' as const),
    })),
  }
}

/** The lines by the first category that takes them, in the order of the categories; empty ones are left out. */
function categories(
  lines: readonly Moved[],
  of: readonly [category: string, takes: (account: Account, line: Moved) => boolean][],
): Map<string, Moved[]> {
  const found = new Map<string, Moved[]>(of.map(([category]) => [category, []]))
  for (const line of lines) {
    const category = of.find(([, takes]) => takes(line.account, line))?.[0]
    if (category !== undefined) found.get(category)?.push(line)
  }
  return new Map([...found].filter(([, group]) => group.length > 0))
}

interface Parts {
  readonly earned: readonly Moved[]
  readonly realized: readonly Moved[]
  readonly spent: readonly Moved[]
  readonly unrealized: readonly Moved[]
  readonly taxes: readonly Moved[]
  readonly comprehensive: readonly Moved[]
}

function totalsOf(parts: Parts, of: (line: Moved) => bigint) {
  const total = (lines: readonly Moved[]) => lines.reduce((sum, line) => sum + of(line), 0n)
  const operating = total(parts.earned) - total(parts.spent)
  const beforeTax = operating + total(parts.unrealized)
  const net = beforeTax - total(parts.taxes)
  return {
    total_revenue: rupees(total(parts.earned)),
    realized_capital_gains: rupees(total(parts.realized)),
    total_expenses: rupees(total(parts.spent)),
    operating_profit: rupees(operating),
    unrealized_capital_gains: rupees(total(parts.unrealized)),
    profit_before_tax: rupees(beforeTax),
    withholding_tax: rupees(total(parts.taxes)),
    net_profit: rupees(net),
    other_comprehensive_income: rupees(total(parts.comprehensive)),
    total_comprehensive_income: rupees(net + total(parts.comprehensive)),
  }
}

function sumOf(lines: readonly Moved[], without: boolean) {
  const amount = lines.reduce((sum, line) => sum + line.amount, 0n)
  const earlier = without ? undefined : lines.reduce((sum, line) => sum + (line.before ?? 0n), 0n)
  return { balance: rupees(amount), ...comparedTo(amount, earlier) }
}

function subtotalsOf(groups: ReadonlyMap<string, readonly Moved[]>, without: boolean) {
  return Object.fromEntries([...groups].map(([category, lines]) => [category, sumOf(lines, without)]))
}

function toCategories(groups: ReadonlyMap<string, readonly Moved[]>) {
  return Object.fromEntries([...groups].map(([category, lines]) => [category, lines.map(toAccount)]))
}

function toAccount({ account, amount, before: earlier, entries, treatment }: Moved): StatementAccount {
  const { account_code, account_type } = account
  const name = entries === 'manual' ? MANUAL_ENTRIES : account.account_name
  const account_name = treatment === undefined ? name : `${name}, ${treatment} investments`
  const debit = account_type === 'Expense' || account_type === 'Cost of Sales' ? amount : -amount
  return {
    account_code,
    account_name,
    account_type,
    balance: rupees(amount),
    balance_type: debit > 0n ? 'DR' : debit < 0n ? 'CR' : 'ZERO',
    ...comparedTo(amount, earlier),
    ...(entries === undefined ? {} : { entries }),
    ...(treatment === undefined ? {} : { treatment }),
  }
}
