import { expect, test } from 'vitest'
import { ofBeta, ofDrawdown, ofSharpe, ofVolatility } from './thresholds.ts'

test('each threshold, on both of its sides', () => {
  expect([14.99, 15, 24.99, 25].map((value) => ofVolatility(value).tone)).toEqual([
    'good',
    'warn',
    'warn',
    'bad',
  ])
  expect([1.51, 1.5, 1.01, 1].map((value) => ofSharpe(value).tone)).toEqual(['good', 'warn', 'warn', 'bad'])
  expect([0.9, 0.91, 1.09, 1.1].map((value) => ofBeta(value).tone)).toEqual(['warn', 'good', 'good', 'warn'])
  expect([-9.99, -10, -19.99, -20].map((value) => ofDrawdown(value).tone)).toEqual([
    'good',
    'warn',
    'warn',
    'bad',
  ])
  expect([0.5, 1.5].map((value) => ofBeta(value).word)).toEqual([
    'Moves less than the index',
    'Moves more than the index',
  ])
})
