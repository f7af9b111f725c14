import { z } from 'zod'
import { date, optional } from '../kit/fields.ts'
import { route } from '../kit/route.ts'
import { type Treatment, treatment } from '../reports/report-ties.ts'
import { balanceType, scopeNamed } from '../trial-balance/trial-balance.ts'
import { valuationNote } from '../valuation/valuation-note.ts'

/**
 * The statements made of the ledger's balances: profit and loss, financial position, cash movements. Amounts in
 * rupees. Entries dated after today are not counted.
 */

/** The labels of investments in the statement of financial position: those of each treatment apart. */
export const INVESTMENT_GROUPS: Readonly<Record<Treatment, string>> = {
  FVTPL: 'Investments at fair value through profit or loss',
  FVOCI: 'Investments at fair value through other comprehensive income',
}

/** The amount of the compared period or date; null where none was asked for. */
const compared = {
  compare_balance: z.number().nullable(),
  /** Amount less the compared one. */
  change: z.number().nullable(),
  /** The change in percent of the compared amount, 2 decimals; null where that is zero. */
  change_percent: z.number().nullable(),
}
const figure = z.object({ balance: z.number(), ...compared })
export type StatementFigure = z.output<typeof figure>

export const statementAccount = z.object({
  account_code: z.string(),
  account_name: z.string(),
  account_type: z.string(),
  /** In the sense of its section: income and liabilities are credits, expenses and assets debits. */
  balance: z.number(),
  balance_type: balanceType,
  ...compared,
  /** Lines of journal entries made by users alone, or all others; left out where the line shows all of them. */
  entries: z.enum(['manual', 'other']).optional(),
  /** Of investments and their dividends: of which portfolios the line shows the account; left out where it shows all of it. */
  treatment: treatment.optional(),
})
export type StatementAccount = z.output<typeof statementAccount>

const byCategory = z.record(z.string(), z.array(statementAccount))
const subtotals = z.record(z.string(), figure)

const scopeReply = { portfolio: z.string().nullable(), entity: z.string().nullable() }
const span = z.object({ startDate: z.string().nullable(), endDate: z.string() })

const profitTotals = z.object({
  /** All income but unrealized capital gains. */
  total_revenue: z.number(),
  /** Of sales; manual entries on the account are a category of their own. */
  realized_capital_gains: z.number(),
  /** Without tax withheld. */
  total_expenses: z.number(),
  /** total_revenue - total_expenses */
  operating_profit: z.number(),
  unrealized_capital_gains: z.number(),
  /** operating_profit + unrealized_capital_gains */
  profit_before_tax: z.number(),
  /** Tax withheld on dividends. */
  withholding_tax: z.number(),
  /** profit_before_tax - withholding_tax */
  net_profit: z.number(),
  /** Gains of instruments at fair value through other comprehensive income; they never pass through profit or loss. */
  other_comprehensive_income: z.number(),
  total_comprehensive_income: z.number(),
})

/** Whether investments are valued on the end date, and on that of what it is compared with (null: nothing, or nothing to say). */
const valued = { valuation: valuationNote, comparedValuation: valuationNote.nullable() }

export const profitLoss = z.object({
  period: span.extend(scopeReply),
  /** The period compared with. */
  compared: span.nullable(),
  ...valued,
  totals: profitTotals.extend({ generated_date: z.string() }),
  /** The same totals of the compared period. */
  comparedTotals: profitTotals.nullable(),
  revenueByCategory: byCategory,
  revenueCategorySubtotals: subtotals,
  revenueSubtotal: figure,
  otherIncomeByCategory: byCategory,
  otherIncomeSubtotal: figure,
  expensesByCategory: byCategory,
  expenseCategorySubtotals: subtotals,
  expenseSubtotal: figure,
  unrealizedGains: z.array(statementAccount),
  /** Below profit before tax: what the accounts of withholding tax moved. */
  taxes: z.array(statementAccount),
  otherComprehensiveIncome: z.array(
    statementAccount.extend({
      /** Fair value changes kept in the reserve, or gains of sales that went on to Retained Earnings. */
      what: z.enum(['fair-value', 'realized']),
    }),
  ),
})
export type ProfitLoss = z.output<typeof profitLoss>

const positionGroup = z.object({
  name: z.string(),
  /** An account, or (code null) the result not yet closed, which is in no account. */
  accounts: z.array(
    statementAccount.extend({
      account_code: z.string().nullable(),
      /** Of cash, which is shown by settlement account; null where the lines name none. */
      settlement_account_id: z.number().nullable().optional(),
    }),
  ),
  subtotal: figure,
})
export const financialPosition = z.object({
  asOf: z.string(),
  compareDate: z.string().nullable(),
  ...scopeReply,
  ...valued,
  assets: z.array(positionGroup),
  liabilities: z.array(positionGroup),
  equity: z.array(positionGroup),
  totals: z.object({
    generated_date: z.string(),
    /** Assets equal liabilities and equity, at both dates. */
    is_balanced: z.boolean(),
    total_assets: figure,
    total_liabilities: figure,
    total_equity: figure,
    /** Income less expenses that no closing has taken to Retained Earnings yet; part of the equity. */
    result_not_closed: figure,
    total_liabilities_and_equity: figure,
    /** Assets less liabilities. */
    net_assets: figure,
  }),
})
export type FinancialPosition = z.output<typeof financialPosition>

/** Where cash came from and went to, by the other side of the entry. */
export const CASH_LINES = {
  opening_balances: 'Opening balances taken over',
  purchases: 'Purchases settled',
  sales: 'Sales settled',
  dividends: 'Dividends and tax withheld on them',
  applications: 'IPO applications and rights',
  income: 'Other income',
  expenses: 'Expenses paid',
  other_assets: 'Other assets',
  liabilities: 'Loans and other liabilities',
  suspense: 'Suspense, not yet cleared',
  prior_year: 'Prior-year adjustments',
  capital: 'Capital paid in and withdrawn',
  between_portfolios: 'Transfers between portfolios',
  between_accounts: 'Transfers between bank accounts',
} as const
export type CashLine = keyof typeof CASH_LINES

const cashLine = z.object({
  key: z.enum(Object.keys(CASH_LINES) as [CashLine, ...CashLine[]]),
  label: z.string(),
  /** Received less paid. */
  amount: z.number(),
})
const cashMovements = {
  opening: z.number(),
  /** Lines of nothing are left out. */
  lines: z.array(cashLine),
  /** Sum of the lines: closing - opening. */
  change: z.number(),
  closing: z.number(),
}
export const cashFlow = z.object({
  period: span.extend(scopeReply),
  generated_date: z.string(),
  /** The ledger accounts that hold cash. */
  cash_accounts: z.array(z.object({ account_code: z.string(), account_name: z.string() })),
  ...cashMovements,
  /** Whether the closing balance is that of the cash accounts in the ledger. */
  is_tied: z.boolean(),
  accounts: z.array(
    z.object({
      /** Null: cash lines that name no settlement account. */
      settlement_account_id: z.number().nullable(),
      account_name: z.string().nullable(),
      account_number: z.string().nullable(),
      bank_name: z.string().nullable(),
      payment_method: z.string().nullable(),
      ...cashMovements,
    }),
  ),
})
export type CashFlow = z.output<typeof cashFlow>

/** Refused (422 `statement.not-final`) where investments have no current run of the end date. */
const final = z.enum(['0', '1', 'true', 'false']).optional()
const periodQuery = z.object({ startDate: optional(date), endDate: optional(date), ...scopeNamed })
export const statements = {
  profitLoss: route({
    name: 'statements.profit-loss',
    needs: 'reports.read',
    load: 'report',
    method: 'GET',
    path: '/profit-loss',
    tag: 'Statements',
    summary:
      'Income and expenses of a period, year-end closings left out; beside another period where one is given',
    query: periodQuery.extend({ compareStartDate: optional(date), compareEndDate: optional(date), final }),
    reply: z.object({ success: z.literal(true), data: profitLoss }),
  }),
  financialPosition: route({
    name: 'statements.financial-position',
    needs: 'reports.read',
    load: 'report',
    method: 'GET',
    path: '/financial-position',
    tag: 'Statements',
    summary:
      'Assets, liabilities and equity at a date (today where none is given); beside another date where one is given',
    query: z.object({ asOf: optional(date), compareDate: optional(date), final, ...scopeNamed }),
    reply: z.object({ success: z.literal(true), data: financialPosition }),
  }),
  cashFlow: route({
    name: 'statements.cash-flow',
    needs: 'reports.read',
    load: 'report',
    method: 'GET',
    path: '/cash-flow',
    tag: 'Statements',
    summary: 'Cash received and paid in a period, in total and for each settlement account',
    query: periodQuery,
    reply: z.object({ success: z.literal(true), data: cashFlow }),
  }),
}
