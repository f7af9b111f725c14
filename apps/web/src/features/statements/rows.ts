/** The lines of a statement as they are read: headings, accounts, subtotals and totals, each with its figures. */
import {
  type CashFlow,
  type FinancialPosition,
  INVESTMENT_GROUPS,
  type ProfitLoss,
  type StatementAccount,
  type StatementFigure,
} from '@em/contract/statements/statements'
import type { RowLevel } from '@em/paper/report'
import { sumOf } from '../../ui/grid/columns.ts'
import type { AccountPart } from '../trial-balance/filters.ts'

/** Rupees; the change in percent. Null where nothing is compared. */
export interface Figures {
  readonly balance: number | string
  readonly compare_balance: number | string | null
  readonly change: number | string | null
  readonly change_percent: number | null
}
export interface StatementRow {
  readonly key: string
  readonly level: RowLevel
  readonly indent: number
  readonly label: string
  /** The account that the row opens. */
  readonly code?: string
  /** The part of the account that the row shows, where it is not all of it. */
  readonly part?: AccountPart
  /** None under a heading. */
  readonly figures?: Figures
}

type Account = Omit<StatementAccount, 'account_code'> & {
  account_code: string | null
  settlement_account_id?: number | null | undefined
}

const heading = (label: string, indent = 0): StatementRow => ({
  key: `heading ${label}`,
  level: 'heading',
  indent,
  label,
})
const total = (label: string, figures: Figures, level: RowLevel = 'subtotal', indent = 0): StatementRow => ({
  key: `total ${label}`,
  level,
  indent,
  label,
  figures,
})
const partOf = ({ settlement_account_id: bank, entries, treatment }: Account): AccountPart => ({
  ...(bank === undefined ? {} : { settlementAccount: String(bank ?? 0) }),
  ...(entries === undefined ? {} : { entries }),
  ...(treatment === undefined ? {} : { treatment }),
})
const row = (account: Account, indent: number): StatementRow => ({
  key: `account ${account.account_code ?? ''} ${account.account_type} ${account.treatment ?? ''} ${account.account_name}`,
  level: 'row',
  indent,
  label: account.account_name,
  ...(account.account_code === null ? {} : { code: account.account_code, part: partOf(account) }),
  figures: account,
})

/** Groups that keep their heading over a single account: its name alone does not say which group it belongs to. */
const NAMED_GROUPS: readonly string[] = [
  'Cash at Bank',
  'Bank overdrafts',
  ...Object.values(INVESTMENT_GROUPS),
]

/** A group with its subtotal, unless it is `alone` in its section; of a single account only the account's row. */
function group(
  name: string,
  accounts: readonly Account[],
  subtotal: StatementFigure,
  alone: boolean,
): StatementRow[] {
  const [only, ...others] = accounts
  const isSingle = only !== undefined && others.length === 0
  if (isSingle && !NAMED_GROUPS.includes(name)) return [row(only, 1)]
  return [
    heading(name, 1),
    ...accounts.map((account) => row(account, 2)),
    ...(alone || isSingle ? [] : [total(`Total ${name.toLowerCase()}`, subtotal, 'subtotal', 1)]),
  ]
}

const PERCENT_DIGITS = 2
/** An amount with the one that it is compared with; null: nothing is compared. */
function compared(amount: number | string, before: number | string | null): Figures {
  if (before === null) return { balance: amount, compare_balance: null, change: null, change_percent: null }
  const change = sumOf([amount, negative(before)])
  const base = Math.abs(Number(before))
  return {
    balance: amount,
    compare_balance: before,
    change,
    change_percent: base === 0 ? null : Number(((Number(change) / base) * 100).toFixed(PERCENT_DIGITS)),
  }
}
const negative = (value: number | string) =>
  String(value).startsWith('-') ? String(value).slice(1) : `-${value}`

const COMPREHENSIVE = {
  'fair-value': 'Fair value changes, in the Fair Value Reserve',
  realized: 'Realized on sales, taken to Retained Earnings',
}

/** Income, expenses, operating profit, unrealized gains, profit before tax where tax was withheld, net profit, and other comprehensive income where there is any. */
export function profitLossRows(data: ProfitLoss): StatementRow[] {
  const { totals, comparedTotals: before } = data
  const of = (name: keyof NonNullable<typeof before>) =>
    compared(totals[name], before === null ? null : before[name])
  const categories = (
    groups: Record<string, StatementAccount[]>,
    subtotals: Record<string, StatementFigure>,
    whole: StatementFigure,
  ) => {
    const entries = Object.entries(groups)
    return entries.flatMap(([name, accounts]) =>
      group(name, accounts, subtotals[name] ?? whole, entries.length === 1),
    )
  }
  const comprehensive = data.otherComprehensiveIncome
  return [
    heading('Income'),
    ...categories(data.revenueByCategory, data.revenueCategorySubtotals, data.revenueSubtotal),
    ...categories(data.otherIncomeByCategory, {}, data.otherIncomeSubtotal),
    total('Total income', of('total_revenue')),
    heading('Expenses'),
    ...categories(data.expensesByCategory, data.expenseCategorySubtotals, data.expenseSubtotal),
    total('Total expenses', of('total_expenses')),
    total('Operating profit', of('operating_profit')),
    ...(data.unrealizedGains.length === 0
      ? []
      : [heading('Unrealized capital gains'), ...data.unrealizedGains.map((account) => row(account, 1))]),
    ...(data.taxes.length === 0
      ? []
      : [
          total('Profit before tax', of('profit_before_tax')),
          ...data.taxes.map((account) => row(account, 1)),
        ]),
    total('Net profit', of('net_profit'), 'total'),
    ...(comprehensive.length === 0
      ? []
      : [
          heading('Other comprehensive income (FVOCI)'),
          ...comprehensive.map((account) => ({ ...row(account, 1), label: COMPREHENSIVE[account.what] })),
          total('Total other comprehensive income', of('other_comprehensive_income')),
          total('Total comprehensive income', of('total_comprehensive_income'), 'total'),
        ]),
  ]
}

/** Assets; equity and liabilities. */
export function positionRows(data: FinancialPosition): StatementRow[] {
  const { totals } = data
  const groups = (of: FinancialPosition['assets']) =>
    of.flatMap(({ name, accounts, subtotal }) => group(name, accounts, subtotal, of.length === 1))
  return [
    heading('Assets'),
    ...groups(data.assets),
    total('Total assets', totals.total_assets, 'total'),
    heading('Equity'),
    ...data.equity.flatMap(({ accounts }) => accounts.map((account) => row(account, 1))),
    total('Total equity', totals.total_equity),
    heading('Liabilities'),
    ...groups(data.liabilities),
    total('Total liabilities', totals.total_liabilities),
    total('Total equity and liabilities', totals.total_liabilities_and_equity, 'total'),
  ]
}

/** Opening balance, what came and went, closing balance. */
export function cashRows(data: Pick<CashFlow, 'opening' | 'lines' | 'change' | 'closing'>): StatementRow[] {
  const of = (amount: number) => compared(amount, null)
  return [
    { key: 'opening', level: 'row', indent: 0, label: 'Opening balance', figures: of(data.opening) },
    heading('Received less paid'),
    ...data.lines.map(
      (line): StatementRow => ({
        key: line.key,
        level: 'row',
        indent: 1,
        label: line.label,
        figures: of(line.amount),
      }),
    ),
    total('Net movement', of(data.change)),
    total('Closing balance', of(data.closing), 'total'),
  ]
}
