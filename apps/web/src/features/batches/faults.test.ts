import { expect, test } from 'vitest'
import { faultSentences } from './faults.ts'

const fault = (row: number, field: string, error: string, value: string | null = null) => ({
  row,
  field,
  error,
  value,
})

test('what is the same for several rows is said once, in the order of the first', () => {
  const missing = [1, 2, 3].map((row) => fault(row, 'portfolio', 'Please choose a portfolio.'))
  expect(
    faultSentences(
      [...missing, fault(2, 'tradeDate', 'Must be a date like 2026-01-31.', 'n/a')],
      (row) => row + 1,
    ),
  ).toEqual([
    'Rows 2, 3 and 4: Please choose a portfolio.',
    'Row 3: Trade Date must be a date like 2026-01-31. (n/a)',
  ])
})
test('a date that is missing is named by its column', () => {
  expect(faultSentences([fault(1, 'tradeDate', 'A date is required.')], (row) => row)).toEqual([
    'Row 1: Trade Date is required.',
  ])
})
test('a value that the sentence names is not said again', () => {
  const unknown = fault(1, 'symbol', 'The security NONE.N0000 was not found.', 'NONE.N0000')
  expect(faultSentences([unknown], (row) => row)).toEqual(['Row 1: The security NONE.N0000 was not found.'])
})
test('of many rows the first are named', () => {
  const many = Array.from({ length: 1_008 }, (_, at) => fault(at + 1, 'quantity', 'Quantity is required.'))
  expect(faultSentences(many, (row) => row)).toEqual([
    'Rows 1, 2, 3, 4, 5, 6 and 1,002 more: Quantity is required.',
  ])
})
