import { expect, test } from 'vitest'
import { entryWarnings, type LineToCheck } from './entry-warnings.ts'

const line = (change: Partial<LineToCheck>): LineToCheck => ({
  accountCode: '1010',
  isCash: true,
  hasSettlementAccount: true,
  portfolio: { name: 'Growth', openingDate: '2026-04-01' },
  ...change,
})

test.each([
  ['on the opening date', '2026-04-01', [line({})], []],
  [
    'the day before, once for all lines',
    '2026-03-31',
    [line({}), line({ accountCode: '3000', isCash: false })],
    [{ code: 'before-opening', portfolio: 'Growth', openingDate: '2026-04-01' }],
  ],
  ['before no opening', '2026-03-31', [line({ portfolio: { name: 'New', openingDate: null } })], []],
  ['without a portfolio', '2026-03-31', [line({ portfolio: null })], []],
  [
    'cash of no settlement account',
    '2026-04-01',
    [line({ hasSettlementAccount: false }), line({ hasSettlementAccount: false })],
    [{ code: 'no-settlement-account', account: '1010' }],
  ],
  [
    'another account needs none',
    '2026-04-01',
    [line({ accountCode: '6300', isCash: false, hasSettlementAccount: false })],
    [],
  ],
])('%s', (_, date, lines, expected) => {
  expect(entryWarnings(date, lines)).toEqual(expected)
})
