import { expect, test } from 'vitest'
import { decimalMarkOf, openNumber } from './decimal-mark-finding.ts'

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
  // A point of “Rs.” or “CR.” is none of the number.
  [['Rs. 500.00', 'Rs. 1.000'], '.'],
  [['Rs. 150.250', 'Rs. 200.500'], null],
  [['Rs. 1.250', 'Rs. 2.500'], null],
  [['Rs. 150.25'], '.'],
  [['Rs. 1.000'], null],
  [['1.000 CR.'], null],
  [['(Rs. 1.000)', '-1.000'], null],
  [['Rs. 1.234,50 Dr.'], ','],
  // A text that is no figure does not show the mark.
  [['1,500', '2,000', 'As at 15 June, 2026'], '.'],
  [['1.000', 'page 1.5'], null],
  [['1.000', 'version 1,50'], null],
  // No group begins with 0.
  [['0.500'], '.'],
  [['0.500', '1.000'], '.'],
  [['0,500', '1,000'], null],
  [['0,500', '20,5'], ','],
  [['0,012', '20.10'], '.'],
] as const)('%j: %s', (texts, mark) => {
  expect(decimalMarkOf(texts)).toBe(mark)
})

test.each([
  [['20', 'Rs. 1.250', '2.500'], 'Rs. 1.250'],
  [['0.500 a share', '1.000 CR.'], '1.000 CR.'],
  [['June, 2026', '20.10', '20,10'], '20,10'],
  [['20'], ''],
])('of %j the open one is %s', (texts, example) => {
  expect(openNumber(texts)).toBe(example)
})
