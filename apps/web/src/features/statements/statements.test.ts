import type {
  CashFlow,
  FinancialPosition,
  ProfitLoss,
  StatementAccount,
} from '@em/contract/statements/statements'
import { describe, expect, test } from 'vitest'
import { parseHash } from '../../lib/hash.ts'
import {
  comparedDate,
  comparedSpan,
  filtersOf,
  periodAsked,
  positionAsked,
  profitLossAsked,
} from './filters.ts'
import { cashRows, positionRows, profitLossRows, type StatementRow } from './rows.ts'
import { bankColumns, reportOf, shownCash, shownPosition, shownProfitLoss } from './shown.ts'

const TODAY = '2026-11-20'
const at = (hash: string) => filtersOf(parseHash(`#/a/b${hash}`).query, TODAY, 3)

describe('what is asked', () => {
  test('is the financial year to date of all books, profit and loss, unless the address says otherwise', () => {
    expect(profitLossAsked(at(''))).toEqual({ startDate: '2026-04-01', endDate: TODAY })
    const december = filtersOf(parseHash('#/a/b').query, TODAY, 12)
    expect(profitLossAsked(december)).toEqual({ startDate: '2026-01-01', endDate: TODAY })
    const asked = at('?statement=cash&from=2026-04-01&to=2026-06-30&entity=Finance&portfolio=CORE')
    expect(asked.statement).toBe('cash')
    expect(periodAsked(asked)).toEqual({
      startDate: '2026-04-01',
      endDate: '2026-06-30',
      entity: 'Finance',
      portfolio: 'CORE',
    })
    expect(at('?statement=x&from=y&to=2026-13-01&compare=z')).toEqual(at(''))
    expect(periodAsked(at('?from=none'))).toEqual({ endDate: TODAY })
  })

  test.each([
    // As many whole months where the period is whole months, else as many days.
    ['from=2026-04-01&to=2026-06-30&compare=previous', { from: '2026-01-01', to: '2026-03-31' }],
    ['from=2026-03-01&to=2026-03-31&compare=previous', { from: '2026-02-01', to: '2026-02-28' }],
    ['from=2026-03-10&to=2026-03-19&compare=previous', { from: '2026-02-28', to: '2026-03-09' }],
    ['from=2026-01-01&to=2026-11-20&compare=year', { from: '2025-01-01', to: '2025-11-20' }],
    ['from=2027-02-01&to=2027-02-28&compare=year', { from: '2026-02-01', to: '2026-02-28' }],
    ['from=2025-02-01&to=2025-02-28&compare=year', { from: '2024-02-01', to: '2024-02-29' }],
    ['compare=own&compareTo=2025-06-30', { from: '', to: '2025-06-30' }],
    ['compare=own&compareFrom=2025-01-01', null],
    ['from=none&compare=previous', null],
    ['from=2026-06-30&to=2026-06-01&compare=previous', null],
    ['', null],
  ])('compared by %s', (hash, expected) => {
    expect(comparedSpan(at(`?${hash}`))).toEqual(expected)
  })

  test('for a position is a date, compared with the month end or the year before', () => {
    expect(comparedDate(at('?compare=previous'))).toBe('2026-10-31')
    expect(comparedDate(at('?compare=year&to=2025-02-28'))).toBe('2024-02-29')
    expect(comparedDate(at('?compare=own'))).toBeNull()
    expect(positionAsked(at('?compare=own&compareTo=2025-12-31'))).toEqual({
      asOf: TODAY,
      compareDate: '2025-12-31',
    })
  })
})

const NONE = { compare_balance: null, change: null, change_percent: null }
const account = (code: string, name: string, balance: number, before?: number): StatementAccount => ({
  account_code: code,
  account_name: name,
  account_type: 'x',
  balance,
  balance_type: 'DR',
  ...(before === undefined ? NONE : { compare_balance: before, change: balance - before, change_percent: 0 }),
})
const linesOf = (rows: readonly StatementRow[]) =>
  rows.map(({ level, indent, label, code, figures }) =>
    [level, indent, label, code, figures?.balance].filter((part) => part !== undefined).join(' | '),
  )
const TOTALS = {
  generated_date: '2026-11-20T00:00:00Z',
  total_revenue: 110,
  realized_capital_gains: 100,
  total_expenses: 30.1,
  operating_profit: 79.9,
  unrealized_capital_gains: 5,
  profit_before_tax: 84.9,
  withholding_tax: 0,
  net_profit: 84.9,
  other_comprehensive_income: 0,
  total_comprehensive_income: 84.9,
}
const VALUED = { date: TODAY, state: 'valued' as const, missing: [], message: null }
const profitLoss: ProfitLoss = {
  period: { startDate: '2026-01-01', endDate: TODAY, portfolio: null, entity: 'Finance' },
  compared: { startDate: '2025-01-01', endDate: '2025-11-20' },
  totals: TOTALS,
  valuation: VALUED,
  comparedValuation: null,
  comparedTotals: { ...TOTALS, net_profit: -42.45, total_revenue: 0 },
  revenueByCategory: { 'Realized Capital Gains': [account('4100', 'Realized Capital Gains', 100)] },
  revenueCategorySubtotals: {},
  revenueSubtotal: { balance: 100, ...NONE },
  otherIncomeByCategory: { 'Other Income': [account('4900', 'Other Income', 10)] },
  otherIncomeSubtotal: { balance: 10, ...NONE },
  expensesByCategory: {
    'Trading Expenses': [account('6010', 'Brokerage', 20), account('6020', 'CSE Fees', 10)],
    'Other Expenses': [account('6300', 'Bank Charges', 0.1)],
  },
  expenseCategorySubtotals: { 'Trading Expenses': { balance: 30, ...NONE } },
  expenseSubtotal: { balance: 30.1, ...NONE },
  unrealizedGains: [account('4110', 'Unrealized Fair Value Gains', 5)],
  taxes: [],
  otherComprehensiveIncome: [],
}

describe('the lines', () => {
  test('of profit and loss lead from income to net profit', () => {
    const rows = profitLossRows(profitLoss)
    expect(linesOf(rows)).toEqual([
      'heading | 0 | Income',
      'row | 1 | Realized Capital Gains | 4100 | 100',
      'row | 1 | Other Income | 4900 | 10',
      'subtotal | 0 | Total income | 110',
      'heading | 0 | Expenses',
      'heading | 1 | Trading Expenses',
      'row | 2 | Brokerage | 6010 | 20',
      'row | 2 | CSE Fees | 6020 | 10',
      'subtotal | 1 | Total trading expenses | 30',
      'row | 1 | Bank Charges | 6300 | 0.1',
      'subtotal | 0 | Total expenses | 30.1',
      'subtotal | 0 | Operating profit | 79.9',
      'heading | 0 | Unrealized capital gains',
      'row | 1 | Unrealized Fair Value Gains | 4110 | 5',
      'total | 0 | Net profit | 84.9',
    ])
    const taxed = profitLossRows({
      ...profitLoss,
      totals: { ...TOTALS, withholding_tax: 1.5, net_profit: 83.4 },
      taxes: [account('6200', 'Withholding Tax', 1.5)],
    })
    expect(linesOf(taxed).slice(-3)).toEqual([
      'subtotal | 0 | Profit before tax | 84.9',
      'row | 1 | Withholding Tax | 6200 | 1.5',
      'total | 0 | Net profit | 83.4',
    ])
    const { 'Trading Expenses': fees = [] } = profitLoss.expensesByCategory
    const alone = profitLossRows({ ...profitLoss, expensesByCategory: { 'Trading Expenses': fees } })
    expect(linesOf(alone)).not.toContain('subtotal | 1 | Total trading expenses | 30')
    const of = (label: string) => rows.find((row) => row.label === label)?.figures
    // From a loss to a gain is above zero; from nothing there is no percentage.
    expect(of('Net profit')).toMatchObject({ compare_balance: -42.45, change: '127.35', change_percent: 300 })
    expect(of('Total income')).toMatchObject({ compare_balance: 0, change_percent: null })
  })

  test('of profit and loss show gains of FVOCI portfolios separately', () => {
    const rows = profitLossRows({
      ...profitLoss,
      totals: { ...TOTALS, other_comprehensive_income: 7, total_comprehensive_income: 91.9 },
      otherComprehensiveIncome: [
        { ...account('3200', 'Fair Value Reserve', 2), what: 'fair-value' },
        { ...account('3100', 'Retained Earnings', 5), what: 'realized' },
      ],
    })
    expect(linesOf(rows).slice(-5)).toEqual([
      'heading | 0 | Other comprehensive income (FVOCI)',
      'row | 1 | Fair value changes, in the Fair Value Reserve | 3200 | 2',
      'row | 1 | Realized on sales, taken to Retained Earnings | 3100 | 5',
      'subtotal | 0 | Total other comprehensive income | 7',
      'total | 0 | Total comprehensive income | 91.9',
    ])
  })

  const figure = (balance: number) => ({ balance, ...NONE })
  const position: FinancialPosition = {
    asOf: TODAY,
    compareDate: null,
    valuation: VALUED,
    comparedValuation: null,
    portfolio: 'Growth',
    entity: null,
    assets: [
      {
        name: 'Cash at Bank',
        accounts: [
          { ...account('1010', 'Trading 7, BOC', 310), settlement_account_id: 7 },
          { ...account('1010', 'Cash at Bank, no settlement account', 10), settlement_account_id: null },
        ],
        subtotal: figure(320),
      },
    ],
    liabilities: [
      {
        name: 'Bank overdrafts',
        accounts: [{ ...account('1010', 'Custody 8, BOC', 20), settlement_account_id: 8 }],
        subtotal: figure(20),
      },
      { name: 'Other Liabilities', accounts: [account('2900', 'Suspense', 40.5)], subtotal: figure(40.5) },
    ],
    equity: [
      {
        name: 'Equity',
        accounts: [
          account('3000', 'Capital', 200),
          { ...account('3100', 'Retained Earnings', 5), entries: 'other' },
          { ...account('3100', 'Prior-year adjustments', -5), entries: 'manual' },
          { ...account('', 'Result for the period (not yet closed)', 59.5), account_code: null },
        ],
        subtotal: figure(259.5),
      },
    ],
    totals: {
      generated_date: '2026-11-20T00:00:00Z',
      is_balanced: true,
      total_assets: figure(320),
      total_liabilities: figure(60.5),
      total_equity: figure(259.5),
      result_not_closed: figure(59.5),
      total_liabilities_and_equity: figure(320),
      net_assets: figure(259.5),
    },
  }

  test('of a position set assets against equity and liabilities; the open result opens no account', () => {
    expect(linesOf(positionRows(position))).toEqual([
      'heading | 0 | Assets',
      'heading | 1 | Cash at Bank',
      'row | 2 | Trading 7, BOC | 1010 | 310',
      'row | 2 | Cash at Bank, no settlement account | 1010 | 10',
      'total | 0 | Total assets | 320',
      'heading | 0 | Equity',
      'row | 1 | Capital | 3000 | 200',
      'row | 1 | Retained Earnings | 3100 | 5',
      'row | 1 | Prior-year adjustments | 3100 | -5',
      'row | 1 | Result for the period (not yet closed) | 59.5',
      'subtotal | 0 | Total equity | 259.5',
      'heading | 0 | Liabilities',
      'heading | 1 | Bank overdrafts',
      'row | 2 | Custody 8, BOC | 1010 | 20',
      'row | 1 | Suspense | 2900 | 40.5',
      'subtotal | 0 | Total liabilities | 60.5',
      'total | 0 | Total equity and liabilities | 320',
    ])
    // Each line opens what it shows of its account, and no two lines have one key.
    const opened = positionRows(position).flatMap(({ label, part }) =>
      part === undefined || Object.keys(part).length === 0 ? [] : [[label, part]],
    )
    expect(opened).toEqual([
      ['Trading 7, BOC', { settlementAccount: '7' }],
      ['Cash at Bank, no settlement account', { settlementAccount: '0' }],
      ['Retained Earnings', { entries: 'other' }],
      ['Prior-year adjustments', { entries: 'manual' }],
      ['Custody 8, BOC', { settlementAccount: '8' }],
    ])
    const keys = positionRows(position).map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    const shown = shownPosition(position, { portfolio: 'CORE' })
    expect(shown.check).toEqual({ ok: true, text: 'Assets equal equity and liabilities' })
    expect(shown.notes.at(-1)).toBe('Suspense holds LKR 40.50 that is still to be cleared.')
    expect(shown.asked).toEqual({ portfolio: 'CORE', endDate: TODAY })
    expect(
      shownPosition({ ...position, totals: { ...position.totals, is_balanced: false } }, {}).check?.ok,
    ).toBe(false)
  })

  const bank = { account_name: 'Trading', account_number: '7', bank_name: 'BOC', payment_method: 'Cheque' }
  const line = (key: 'sales' | 'purchases' | 'between_accounts', amount: number) => ({
    key,
    label: key,
    amount,
  })
  const cash: CashFlow = {
    period: { startDate: null, endDate: TODAY, portfolio: null, entity: null },
    generated_date: '2026-11-20T00:00:00Z',
    cash_accounts: [{ account_code: '1010', account_name: 'Cash at Bank' }],
    opening: 0,
    lines: [line('purchases', -30), line('sales', 50)],
    change: 20,
    closing: 20,
    is_tied: true,
    accounts: [
      {
        settlement_account_id: 7,
        ...bank,
        opening: 0,
        lines: [line('purchases', -30), line('between_accounts', 40)],
        change: 10,
        closing: 10,
      },
      {
        settlement_account_id: null,
        account_name: null,
        account_number: null,
        bank_name: null,
        payment_method: null,
        opening: 0,
        lines: [line('sales', 50), line('between_accounts', -40)],
        change: 10,
        closing: 10,
      },
    ],
  }

  test('of cash lead from the opening to the closing balance, in all and for each bank account', () => {
    expect(linesOf(cashRows(cash))).toEqual([
      'row | 0 | Opening balance | 0',
      'heading | 0 | Received less paid',
      'row | 1 | purchases | -30',
      'row | 1 | sales | 50',
      'subtotal | 0 | Net movement | 20',
      'total | 0 | Closing balance | 20',
    ])
    const { banks, check } = shownCash(cash, {})
    expect(check).toEqual({ ok: true, text: 'Agrees with the balance of account 1010' })
    expect(banks?.map(({ name, closing }) => [name, closing])).toEqual([
      ['BOC 7, Trading', 10],
      ['No bank account named', 10],
      ['All bank accounts', 20],
    ])
    expect(bankColumns(banks ?? []).map(({ id }) => id)).toEqual([
      'name',
      'opening',
      'purchases',
      'sales',
      'between_accounts',
      'closing',
    ])
    const [first, second] = cash.accounts
    if (first === undefined || second === undefined) throw new Error('two accounts')
    const still = { ...second, opening: 0, lines: [line('sales', 0)], change: 0, closing: 0 }
    expect(shownCash({ ...cash, accounts: [first, still] }, {}).banks?.map(({ name }) => name)).toEqual([
      'BOC 7, Trading',
      'All bank accounts',
    ])
  })

  test('are in the report as on the screen, with whose and when, and places to sign', () => {
    const report = reportOf(shownProfitLoss(profitLoss, {}), 'N. Perera')
    expect([report.title, ...(report.subtitle ?? [])]).toEqual([
      'Statement of Profit or Loss',
      'All portfolios of Finance',
      '01 Jan 2026 to 20 Nov 2026',
    ])
    expect(
      report.tables[0]?.columns.map(({ header, unit }) => [header, unit].filter(Boolean).join(' ')),
    ).toEqual([
      'Line',
      'Account',
      '01 Jan 2026 to 20 Nov 2026 LKR',
      '01 Jan 2025 to 20 Nov 2025 LKR',
      'Change LKR',
      'Change %',
    ])
    expect(report.tables[0]?.rows).toHaveLength(profitLossRows(profitLoss).length)
    expect(report.signatures).toEqual(['Prepared by', 'Reviewed by'])
    const cashReport = reportOf(shownCash(cash, {}), 'N. Perera')
    expect(cashReport.tables.map((table) => table.title)).toEqual(['Cash movements', 'By bank account'])
    expect(cashReport.tables[1]?.rows.at(-1)).toMatchObject({
      level: 'total',
      cells: ['All bank accounts', 0, -30, 50, 0, 20],
    })
  })
})
