import type { DecimalMark } from '@em/core/sheets/decimal-mark'
import { formatDecimal } from '@em/core/values/decimal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountOf } from './amounts.ts'

test.each<[string, DecimalMark, bigint, 'in' | 'out' | null]>([
  ['1,234.50', '.', 123450n, null],
  ['1.234,50', ',', 123450n, null],
  ['1 234,5', ',', 123450n, null],
  ["1'234.50", '.', 123450n, null],
  ['1,00,000.00', '.', 10000000n, null],
  ['(1,234.50)', '.', -123450n, null],
  ['1,234.50-', '.', -123450n, null],
  ['- 12', '.', -1200n, null],
  ['+12.', '.', 1200n, null],
  ['.5', '.', 50n, null],
  ['LKR 50.00 CR', '.', 5000n, 'in'],
  ['Rs. 50.00Dr', '.', 5000n, 'out'],
  ['2.50', '.', 250n, null],
])('%s', (text, mark, cents, side) => {
  expect(amountOf(text, mark)).toEqual({ cents, side })
})

test.each(['1,23', '12,34.5', '1.234', '1.2.3', 'abc', '(-5)', '1e5', '0x10', '12 CRX', '1,234,56'])(
  '%s is no amount',
  (text) => {
    expect(amountOf(text, '.')).toBe('wrong')
  },
)
test.each(['', ' ', '-', '—', 'nil'])('“%s” is blank', (text) => {
  expect(amountOf(text, '.')).toBe('blank')
})

test('every amount reads back as it was written, with either mark', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), fc.boolean(), (cents, comma) => {
      const point = formatDecimal(cents, 2, { grouping: true })
      const text = comma ? point.replaceAll(',', '_').replace('.', ',').replaceAll('_', '.') : point
      expect(amountOf(text, comma ? ',' : '.')).toEqual({ cents, side: null })
    }),
  )
})
