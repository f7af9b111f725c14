import { expect, test } from 'vitest'
import { decimalMarkOf, withPoint } from './decimal-mark.ts'

test.each([
  [['1.000'], null],
  [['1.000', '20.10'], '.'],
  [['1.000', '20,10'], ','],
  [['1.000', '1.234.567'], ','],
  [['1.000', '2,000.00'], '.'],
  [['1.000', '20.1250'], '.'],
  [['1000.000000'], '.'],
  [['1,000'], '.'],
  [['1,000', '2,50'], ','],
  [['20.10', '20,10'], null],
  [['LKR 1.234,50 CR'], ','],
  [['1000', '', 'n/a'], '.'],
  [['1.5', '1,5'], null],
  [[], '.'],
] as const)('%j: %s', (texts, mark) => {
  expect(decimalMarkOf(texts)).toBe(mark)
})

test('a text with a decimal comma is one with a point', () => {
  expect(['1.234,50', '1.000', '20'].map((text) => withPoint(text, ','))).toEqual(['1234.50', '1000', '20'])
  expect(withPoint('1,234.50', '.')).toBe('1,234.50')
})
