import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDecimal } from '../values/decimal.ts'
import type { DecimalMark } from './decimal-mark.ts'
import { type FigureRead, plainIn, readFigure, readNumeral } from './figures.ts'

const figure = (numeral: string, more: object = {}) => ({ numeral, side: null, isPercent: false, ...more })

test.each<[string, DecimalMark, FigureRead]>([
  ['1234.50', '.', figure('1234.50')],
  ['1,234.50', '.', figure('1234.50')],
  ['1.234,50', ',', figure('1234.50')],
  ['1 234,5', ',', figure('1234.5')],
  ['\u202f1\u00a0234.5', '.', figure('1234.5')],
  ["1'234.50", '.', figure('1234.50')],
  ['12,34,567', '.', figure('1234567')],
  ['(1,234.50)', '.', figure('-1234.50')],
  ['1,234.50-', '.', figure('-1234.50')],
  ['\u22125', '.', figure('-5')],
  ['(Rs. 5)', '.', figure('-5')],
  ['LKR 50.00 CR', '.', figure('50.00', { side: 'in' })],
  ['Rs. 50.00Dr.', '.', figure('50.00', { side: 'out' })],
  ['500/-', '.', figure('500')],
  ['10.25%', '.', figure('10.25', { isPercent: true })],
  ['-0.00', '.', figure('0.00')],
  ['007', '.', figure('7')],
  ['5.', '.', figure('5')],
  ['.5', '.', figure('0.5')],
])('%j with %s', (text, mark, read) => {
  expect(readFigure(text, mark)).toEqual(read)
})

test.each(['', '  ', '-', '–', 'N/A', 'n/a', 'nil'])('%j is blank', (text) => {
  expect(readFigure(text)).toBe('blank')
})

test.each([
  '1,23',
  '0,012',
  '12 34',
  '1,234,56',
  '1,2345',
  '123,45,678',
  '1,234 567',
  '1.2.3',
  '1.234,56',
  '(-5)',
  '--5',
  '-5-',
  '1e5',
  '0x10',
  'Infinity',
  '12 CRX',
  'JKH.N0000',
  '2026-06-15',
  '1'.repeat(101),
])('%s is no figure', (text) => {
  expect(readFigure(text)).toBe('wrong')
  expect(readNumeral(text)).toBeNull()
})

test('a figure of the other mark is left as it is written', () => {
  expect(['1.234,50', '1.000', '20', '20.50', 'n/a'].map((text) => plainIn(text, ','))).toEqual([
    '1234.50',
    '1000',
    '20',
    '20.50',
    'n/a',
  ])
  expect(plainIn('1,234.50', '.')).toBe('1,234.50')
})

test('every figure reads back as it was written, and no text is read as digits that it does not have', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }),
      fc.integer({ min: 0, max: 4 }),
      fc.boolean(),
      fc.constantFrom('.' as const, ',' as const),
      (units, scale, grouping, mark) => {
        const plain = formatDecimal(units, scale)
        const point = formatDecimal(units, scale, { grouping })
        const text = mark === '.' ? point : point.replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'))
        expect(readNumeral(text, mark)).toBe(plain.replace(/^-(?=[0.]*$)/, ''))
      },
    ),
  )
  fc.assert(
    fc.property(fc.stringMatching(/^[-+ ()\d.,'’/%CRDrs]{0,14}$/), (text) => {
      const read = readFigure(text)
      if (typeof read === 'string') return
      const digits = (of: string) => of.replaceAll(/\D/g, '').replace(/^0+/, '')
      expect(digits(read.numeral)).toBe(digits(text))
    }),
    { numRuns: 2_000 },
  )
})
