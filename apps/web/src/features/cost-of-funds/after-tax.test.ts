import { expect, test } from 'vitest'
import { afterTaxOf } from './after-tax.ts'
import { faultsOf } from './faults.ts'

test('the live figure is what the server computes: rounded once, half away from zero', () => {
  expect(afterTaxOf('12.35', '30')).toBe('8.65')
  expect(afterTaxOf('10', '24')).toBe('7.60')
  expect(afterTaxOf('9.75', '0')).toBe('9.75')
  expect(afterTaxOf('9.75', '100')).toBe('0.00')
})

test('separators and an unfinished number are read as typed', () => {
  expect(afterTaxOf('1,000.50', '50')).toBe('500.25')
  expect(afterTaxOf('12.', '50')).toBe('6.00')
})

test.each([
  ['', '30'],
  ['12', ''],
  ['x', '30'],
  ['-1', '30'],
  ['12', '100.01'],
])('no figure for %s at %s', (cost, tax) => {
  expect(afterTaxOf(cost, tax)).toBeNull()
})

const good = { effectiveDate: '2026-11-20', costOfFunds: '12.35', taxRate: '30' }

test('the faults in the words of the specification', () => {
  expect(faultsOf(good)).toEqual({})
  expect(faultsOf({ effectiveDate: '', costOfFunds: '', taxRate: '' })).toEqual({
    effectiveDate: 'Effective date is required',
    costOfFunds: 'Cost of funds must be greater than 0',
    taxRate: 'Tax rate must be between 0 and 100',
  })
  expect(faultsOf({ ...good, costOfFunds: '0' })).toEqual({
    costOfFunds: 'Cost of funds must be greater than 0',
  })
  expect(faultsOf({ ...good, taxRate: '100.5' })).toEqual({
    taxRate: 'Tax rate must be between 0 and 100',
  })
  expect(faultsOf({ ...good, taxRate: '0' })).toEqual({})
})
