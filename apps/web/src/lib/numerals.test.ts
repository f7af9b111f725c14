import { describe, expect, it } from 'vitest'
import {
  counted,
  formatNumber,
  formatShort,
  groupNumeral,
  readNumeral,
  readTyped,
  signOf,
} from './numerals.ts'

describe('formatNumber', () => {
  it.each([
    [1234567.891, 2, '1,234,567.89'],
    [0, 2, '0.00'],
    [-0.001, 2, '0.00'],
    [-1234.5, 2, '\u22121,234.50'],
    ['999999999999.99', 2, '999,999,999,999.99'],
    ['123456789012345678.1234', 4, '123,456,789,012,345,678.1234'],
    [12.5, 4, '12.5000'],
    [null, 2, '\u2013'],
    ['', 2, '\u2013'],
    [Number.NaN, 2, '\u2013'],
  ])('writes %s with %i decimals as %s', (value, decimals, text) => {
    expect(formatNumber(value, { decimals })).toBe(text)
  })

  it('rounds half away from zero, on the decimal digits and not on the binary ones', () => {
    expect(formatNumber(1.005, { decimals: 2 })).toBe('1.01')
    expect(formatNumber(-2.345, { decimals: 2 })).toBe('\u22122.35')
    expect(formatNumber('0.125', { decimals: 2 })).toBe('0.13')
  })

  it('writes a plus where asked, but not before zero', () => {
    expect(formatNumber(5, { decimals: 0, signed: true })).toBe('+5')
    expect(formatNumber(0.004, { decimals: 2, signed: true })).toBe('0.00')
  })

  it('groups as in India where asked', () => {
    expect(formatNumber(12345678, { decimals: 0, grouping: 'en-IN' })).toBe('1,23,45,678')
    expect(formatShort(12_500)).toBe('12.50 K')
    expect(formatShort(2_500_000)).toBe('25.00 L')
    expect(formatShort(-25_000_000)).toBe('\u22122.50 Cr')
  })

  it('knows the sign after rounding', () => {
    expect(signOf(-0.004, 2)).toBe(0)
    expect(signOf(-0.005, 2)).toBe(-1)
    expect(signOf(null, 2)).toBe(0)
  })
})

describe('readNumeral', () => {
  it.each([
    ['1,234,567.50', '1234567.50'],
    [' 1 234.5 ', '1234.5'],
    ['Rs. 1,000', '1000'],
    ['LKR 12', '12'],
    ['(1,234.00)', '-1234.00'],
    ['\u22125', '-5'],
    ['-0', '0'],
    ['12%', '12'],
    ['12,34,567', '1234567'],
    ['.5', '0.5'],
    ['007', '7'],
    ['5.', '5'],
  ])('reads %j as %s', (typed, numeral) => {
    expect(readNumeral(typed)).toBe(numeral)
  })

  it.each(['', '-', '.', 'abc', '1,23', '0,012', '1.234,56', '1e5', '1,2345', '--5', '(-5)', '12 LKR x'])(
    'does not guess %j',
    (typed) => {
      expect(readNumeral(typed)).toBeNull()
    },
  )

  it('groups a numeral and keeps its decimals', () => {
    expect(groupNumeral('1234567.50')).toBe('1,234,567.50')
    expect(groupNumeral('-1000')).toBe('-1,000')
  })
})

describe('counted', () => {
  it.each([
    [1, 'row', undefined, '1 row'],
    [0, 'row', undefined, '0 rows'],
    [1200, 'row', undefined, '1,200 rows'],
    [1, 'entry', 'entries', '1 entry'],
    [2, 'entry', 'entries', '2 entries'],
  ])('says %i %s in the right number', (value, one, many, text) => {
    expect(counted(value, one, many)).toBe(text)
  })
})

describe('a typed number', () => {
  it.each([
    ['10k', '10000'],
    ['1.5m', '1500000'],
    ['1.5 M', '1500000'],
    ['0.25k', '250'],
    ['1,234.5k', '1234500'],
    ['1.23456k', '1234.56'],
    ['-2k', '-2000'],
    ['198.25', '198.25'],
  ])('reads %j as %s', (typed, numeral) => {
    expect(readTyped(typed)).toBe(numeral)
  })

  it.each(['k', '10kk', '10km', '1.5.5m', 'm10'])('does not guess %j', (typed) => {
    expect(readTyped(typed)).toBeNull()
    expect(readNumeral(typed)).toBeNull()
  })
})
