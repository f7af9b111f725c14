import { expect, test } from 'vitest'
import { isBankCharge } from './bank-charges.ts'

test.each([
  'Monthly FEE',
  'Service charge June',
  'BANK CHARGES',
  'CHGS/RTGS 4411',
  'Bank chg 06/26',
  'Commission on draft',
  'STAMP  DUTY 06/2026',
  'SMS alert June',
  'Debit tax levy',
])('%s is a charge of the bank', (description) => {
  expect(isBankCharge(description)).toBe(true)
})

test.each(['Discharged cheque 77', 'Supercharger Ltd', 'Levylink PLC', 'Stamp album', 'Dividend', ''])(
  '%s is none',
  (description) => {
    expect(isBankCharge(description)).toBe(false)
  },
)

test('nor is a line without a description', () => {
  expect(isBankCharge(null)).toBe(false)
})
