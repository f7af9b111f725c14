import type { GlMapping, MappedRole } from '@em/contract/books/gl-mappings'
import { describe, expect, it } from 'vitest'
import { accountOf, placeOf, rowsOf } from './mapping.ts'

const exception = (portfolioId: string | null, bank: number | null, account_code: string): GlMapping => ({
  role: 'cash',
  portfolioId,
  portfolioName: portfolioId === null ? null : `Fund ${portfolioId}`,
  settlement_account_id: bank,
  settlement_account: bank === null ? null : `Bank ${bank}`,
  account_code,
  account_name: 'An account',
})
const cash: MappedRole = {
  role: 'cash',
  label: 'Cash at bank',
  account_type: 'Asset',
  is_control: false,
  account_code: '1010',
  account_name: 'Cash at Bank',
  balance: 0,
  exceptions: [exception('P1', null, '1011'), exception(null, 7, '1012'), exception('P1', 7, '1013')],
}

describe('the account of a posting', () => {
  it.each([
    ['P2', 8, '1010'],
    ['P1', 8, '1011'],
    ['P2', 7, '1012'],
    ['P1', 7, '1013'],
    [null, null, '1010'],
  ])('of portfolio %s and bank %s is %s', (portfolioId, bank, code) => {
    expect(accountOf(cash, portfolioId, bank).account_code).toBe(code)
  })
})

it('exceptions stand below their role, with their place', () => {
  const rows = rowsOf([cash])
  expect(rows.map((row) => row.exception && placeOf(row.exception))).toEqual([
    null,
    'Fund P1',
    'Bank 7',
    'Fund P1, Bank 7',
  ])
  expect(new Set(rows.map((row) => row.key)).size).toBe(4)
})
