import { expect, test } from 'vitest'
import { stepped } from './numerals.ts'

test.each([
  ['', '0.01', 1, '0.01'],
  ['9.99', '0.01', 1, '10.00'],
  ['9.999', '0.01', -1, '9.989'],
  ['1,000', '0.01', 1, '1000.01'],
  ['0.00', '0.01', -1, '0.00'],
  ['7', '1', -1, '6'],
] as const)('%s by %s, %s: %s', (value, step, direction, next) => {
  expect(stepped(value, step, direction)).toBe(next)
})

test('what is no number is not changed', () => {
  expect(stepped('abc', '0.01', 1)).toBeNull()
})
