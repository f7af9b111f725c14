import type { TrialBalance } from '@em/contract/books/trial-balance'
import { expect, test } from 'vitest'
import { parseHash } from '../../lib/hash.ts'
import { askedFor, filtersOf, fromInAddress } from './filters.ts'
import { differenceOf, groupsOf, sumsOf } from './rows.ts'

const account = (code: string, opening: number, debit: number, credit: number, net: number) => ({
  account_code: code,
  account_name: code,
  account_type: 'Asset',
  opening_balance: opening,
  period_debit: debit,
  period_credit: credit,
  net_balance: net,
  balance_type: net > 0 ? ('DR' as const) : net < 0 ? ('CR' as const) : ('ZERO' as const),
})
const cash = account('1010', 0.1, 0.2, 0, 0.3)
const shares = account('1100', 0, 100, 0, 100)
const payable = account('2100', -0.1, 0, 100.2, -100.3)
const books: TrialBalance = {
  period: { startDate: '2026-01-01', endDate: '2026-06-30', portfolio: null },
  totals: {
    generated_date: '2026-06-30T00:00:00Z',
    is_balanced: true,
    total_debits: 100.3,
    total_credits: 100.3,
    account_count: 3,
  },
  accountsByType: { Liability: [payable], Asset: [cash, shares] },
  typeSubtotals: {},
  summary: [
    { account_type: 'Asset', total_debit: 100.3, total_credit: 0, net_balance: 100.3 },
    { account_type: 'Liability', total_debit: 0, total_credit: 100.3, net_balance: -100.3 },
  ],
}

test('accounts stand by type in the order of the chart, with exact sums', () => {
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

test('the difference is told to the cent', () => {
  const off = { ...books, totals: { ...books.totals, total_credits: 100.29 } }
  expect(differenceOf(off)).toBe('0.01')
})

const at = (hash: string) => filtersOf(parseHash(`#/a/b${hash}`).query, '2026-11-20')

test('the period is the year to date unless the address says otherwise', () => {
  expect(at('')).toEqual({ from: '2026-01-01', to: '2026-11-20', portfolio: '', view: 'detailed' })
  expect(at('?from=2025-04-01&to=2026-03-31&portfolio=CORE&view=summary')).toEqual({
    from: '2025-04-01',
    to: '2026-03-31',
    portfolio: 'CORE',
    view: 'summary',
  })
  expect(at('?from=nonsense&to=2026-13-01&view=x')).toEqual(at(''))
})

test('a cleared start date stays cleared and asks for balances as at the end date', () => {
  const cleared = at(`?from=${fromInAddress('')}`)
  expect(cleared.from).toBe('')
  expect(askedFor(cleared)).toEqual({ endDate: '2026-11-20' })
})
