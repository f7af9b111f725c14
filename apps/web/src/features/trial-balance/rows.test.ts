import type { TrialBalance } from '@em/contract/trial-balance/trial-balance'
import { expect, test } from 'vitest'
import { parseHash } from '../../lib/hash.ts'
import { balanceText } from '../../ui/Balance.tsx'
import { askedFor, filtersOf, fromInAddress } from './filters.ts'
import { trialBalanceReport } from './report.ts'
import { differenceOf, groupsOf, sumsOf } from './rows.ts'

const account = (code: string, opening: number, debit: number, credit: number, net: number) => ({
  account_code: code,
  account_name: code,
  account_type: 'Asset',
  opening_balance: opening,
  period_debit: debit,
  period_credit: credit,
  net_balance: net,
  compare_balance: null,
  change: null,
  change_percent: null,
  transaction_account_name: null,
  account_number: null,
  bank_name: null,
  payment_method: null,
  bank_accounts: [],
  balance_type: net > 0 ? ('DR' as const) : net < 0 ? ('CR' as const) : ('ZERO' as const),
})
const cash = account('1010', 0.1, 0.2, 0, 0.3)
const shares = account('1100', 0, 100, 0, 100)
const payable = account('2100', -0.1, 0, 100.2, -100.3)
const NONE = { compare_net: null, change: null, change_percent: null }
const books: TrialBalance = {
  period: {
    startDate: '2026-01-01',
    endDate: '2026-06-30',
    compareDate: null,
    portfolio: null,
    entity: null,
  },
  totals: {
    generated_date: '2026-06-30T00:00:00Z',
    is_balanced: true,
    total_debits: 100.3,
    total_credits: 100.3,
    compare_debits: null,
    compare_credits: null,
    account_count: 3,
  },
  accountsByType: { Liability: [payable], Asset: [cash, shares] },
  typeSubtotals: {},
  summary: [
    { account_type: 'Asset', total_debit: 100.3, total_credit: 0, net_balance: 100.3, ...NONE },
    { account_type: 'Liability', total_debit: 0, total_credit: 100.3, net_balance: -100.3, ...NONE },
  ],
}

test('accounts are grouped by type in the order of the chart, with exact sums', () => {
  const [assets, liabilities] = groupsOf(books)
  expect(assets).toMatchObject({
    type: 'Asset',
    opening: '0.1',
    debit: '100.2',
    credit: '0',
    closing: '100.3',
  })
  expect(liabilities).toMatchObject({ type: 'Liability', closing: '-100.3' })
})

test('over all accounts opening and closing balances come to zero and movements agree', () => {
  const sums = sumsOf([cash, shares, payable])
  expect(Number(sums.opening)).toBe(0)
  expect(Number(sums.closing)).toBe(0)
  expect(sums.debit).toBe(sums.credit)
  expect(Number(differenceOf(books))).toBe(0)
})

test('the difference is shown to the cent', () => {
  const off = { ...books, totals: { ...books.totals, total_credits: 100.29 } }
  expect(differenceOf(off)).toBe('0.01')
})

const at = (hash: string) => filtersOf(parseHash(`#/a/b${hash}`).query, '2026-11-20', 3)

test('the period is the financial year to date unless the address says otherwise', () => {
  expect(at('')).toEqual({
    from: '2026-04-01',
    to: '2026-11-20',
    compare: '',
    entity: '',
    portfolio: '',
    view: 'detailed',
    banks: false,
  })
  expect(
    at(
      '?from=2025-04-01&to=2026-03-31&compare=2025-03-31&entity=Finance&portfolio=CORE&view=summary&banks=1',
    ),
  ).toEqual({
    from: '2025-04-01',
    to: '2026-03-31',
    compare: '2025-03-31',
    entity: 'Finance',
    portfolio: 'CORE',
    view: 'summary',
    banks: true,
  })
  expect(at('?from=nonsense&to=2026-13-01&view=x')).toEqual(at(''))
})

test('a cleared start date stays cleared and asks for balances as at the end date', () => {
  const cleared = at(`?from=${fromInAddress('')}`)
  expect(cleared.from).toBe('')
  expect(askedFor(cleared)).toEqual({ endDate: '2026-11-20' })
})

test('a second date and bank accounts are asked for where they are shown', () => {
  expect(askedFor(at('?from=none&compare=2025-12-31&banks=1'))).toEqual({
    endDate: '2026-11-20',
    compareDate: '2025-12-31',
    banks: '1',
  })
  expect(askedFor(at('?from=none&banks=1&view=summary'))).toEqual({ endDate: '2026-11-20' })
})

const bank = {
  ...cash,
  settlement_account_id: 7,
  transaction_account_name: 'Trading account',
  account_number: '1000 4471',
  bank_name: 'Commercial Bank',
  payment_method: 'Cheque',
}
const compared: TrialBalance = {
  ...books,
  period: { ...books.period, compareDate: '2025-12-31', portfolio: 'Growth' },
  accountsByType: {
    ...books.accountsByType,
    Asset: [
      { ...cash, compare_balance: 0.1, change: 0.2, change_percent: 200, bank_accounts: [bank] },
      shares,
    ],
  },
}

test('the report names its books and dates, and balances carry their side on paper', () => {
  const report = trialBalanceReport(compared, 'detailed', 'N. Perera')
  expect(report.subtitle).toEqual(['Growth', '01 Jan 2026 to 30 Jun 2026'])
  const [table] = report.tables
  expect(table?.columns.map(({ header, unit }) => [header, unit].filter(Boolean).join(' '))).toEqual([
    'Account Code',
    'Account',
    '30 Jun 2026 LKR',
    '31 Dec 2025 LKR',
    'Change LKR',
    'Change %',
  ])
  expect(table?.rows.map(({ level, indent, cells: [code, name] }) => [level, indent, code, name])).toEqual([
    ['heading', 0, 'Assets', ''],
    ['row', 1, '1010', '1010'],
    ['row', 2, '', 'Commercial Bank 1000 4471, Trading account (Cheque)'],
    ['row', 1, '1100', '1100'],
    ['subtotal', 0, 'Total assets', ''],
    ['heading', 0, 'Liabilities', ''],
    ['row', 1, '2100', '2100'],
    ['subtotal', 0, 'Total liabilities', ''],
    ['total', 0, 'Total of 3 accounts', ''],
  ])
  expect(table?.rows[1]?.cells.slice(2)).toEqual([0.3, 0.1, 0.2, 200])
  expect([balanceText(-1234.5), balanceText('1234.50'), balanceText(0)]).toEqual([
    '1,234.50 CR',
    '1,234.50 DR',
    '0.00',
  ])
})

test('without a start date and a second one the report has neither opening nor change', () => {
  const asAt = { ...books, period: { ...books.period, startDate: null } }
  const [table] = trialBalanceReport(asAt, 'detailed', 'N. Perera').tables
  expect(table?.columns.map(({ header }) => header)).toEqual([
    'Account Code',
    'Account',
    'Debit',
    'Credit',
    'Closing',
  ])
  const [summary] = trialBalanceReport(asAt, 'summary', 'N. Perera').tables
  expect(summary?.rows.at(-1)?.cells).toEqual(['Total', 100.3, 100.3, '0.0'])
})
