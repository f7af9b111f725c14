import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decimalOf,
  divideHalfAway,
  formatDecimal,
  MONEY_MAX,
  mulDiv,
  parseDecimal,
  parseTyped,
  toJsonNumber,
} from './decimal.ts'
import { grossOf, percentageOf, percentOf, perShare } from './money.ts'

const money = fc.bigInt({ min: -MONEY_MAX, max: MONEY_MAX })

describe('parseDecimal', () => {
  it.each([
    ['1011200.00', 2, 101_120_000n],
    ['-0.05', 2, -5n],
    ['0', 2, 0n],
    ['-0', 2, 0n],
    [-0, 2, 0n],
    [0.1, 2, 10n],
    [1_132_250, 2, 113_225_000n],
    ['10.5', 4, 105_000n],
    ['10.500000', 4, 105_000n],
    ['007', 0, 7n],
    ['1000000000000', 2, MONEY_MAX],
  ])('reads %s at scale %i', (input, scale, units) => {
    expect(parseDecimal(input, scale)).toEqual({ ok: true, units })
  })

  it.each([
    ['', 'blank'],
    ['   ', 'blank'],
    ['abc', 'not-a-number'],
    [' 5', 'not-a-number'],
    ['5.', 'not-a-number'],
    ['.5', 'not-a-number'],
    ['+5', 'not-a-number'],
    ['1,000', 'not-a-number'],
    ['1e3', 'not-a-number'],
    ['0x10', 'not-a-number'],
    ['1_000', 'not-a-number'],
    ['NaN', 'not-a-number'],
    ['Infinity', 'not-a-number'],
    ['٣', 'not-a-number'],
    ['1; DROP TABLE trades', 'not-a-number'],
    ['<b>1</b>', 'not-a-number'],
    [Number.NaN, 'not-a-number'],
    [Number.POSITIVE_INFINITY, 'not-a-number'],
    [1e308, 'out-of-range'],
    [1e21, 'out-of-range'],
    [1e-7, 'too-many-decimals'],
    ['1.23456', 'too-many-decimals'],
    [0.1 + 0.2, 'too-many-decimals'],
    ['1000000000000.01', 'out-of-range'],
    ['9'.repeat(10_000), 'out-of-range'],
    [`1.${'0'.repeat(100)}1`, 'too-many-decimals'],
    ['x'.repeat(10_000), 'not-a-number'],
  ])('refuses %s as %s', (input, problem) => {
    expect(parseDecimal(input, 2)).toEqual({ ok: false, problem })
  })

  it('refuses numbers below zero only where asked to', () => {
    expect(parseDecimal('-1', 0)).toEqual({ ok: true, units: -1n })
    expect(parseDecimal('-1', 0, { unsigned: true })).toEqual({ ok: false, problem: 'negative' })
    expect(parseDecimal('-0.00', 2, { unsigned: true })).toEqual({ ok: true, units: 0n })
    expect(parseDecimal('101', 0, { max: 100n })).toEqual({ ok: false, problem: 'out-of-range' })
  })

  it('reads short texts and long ones alike', () => {
    const digits = fc.stringMatching(/^-?\d{0,20}\.?\d{0,6}$/)
    fc.assert(
      fc.property(digits, fc.constantFrom(0, 2, 4), (text, scale) => {
        // Zeros before a number say nothing and make its text a long one.
        const long = text.replace(/\d/, `${'0'.repeat(20)}$&`)
        expect(parseDecimal(text, scale)).toEqual(parseDecimal(long, scale))
      }),
    )
  })

  it('reads back what formatDecimal writes, as text and as a JSON number', () => {
    fc.assert(
      fc.property(money, (units) => {
        const text = formatDecimal(units, 2)
        expect(parseDecimal(text, 2)).toEqual({ ok: true, units })
        expect(decimalOf(text, 2)).toBe(units)
        expect(parseDecimal(toJsonNumber(units, 2), 2)).toEqual({ ok: true, units })
      }),
    )
  })
})

describe('parseTyped', () => {
  it.each([
    [' 1,234,567.89 ', 123_456_789n],
    ['1,000', 100_000n],
    ['.5', 50n],
    ['-.5', -50n],
    ['5.', 500n],
    ['1234.5', 123_450n],
  ])('reads %s', (text, units) => {
    expect(parseTyped(text, 2)).toEqual({ ok: true, units })
  })

  it.each([
    ['1,5', 'not-a-number'],
    ['1,00,000', 'not-a-number'],
    ['0,012', 'not-a-number'],
    ['-0,084', 'not-a-number'],
    ['1.000,00', 'not-a-number'],
    ['.', 'not-a-number'],
    ['', 'blank'],
    ['1e5', 'not-a-number'],
    ['1.239', 'too-many-decimals'],
  ])('refuses %s as %s', (text, problem) => {
    expect(parseTyped(text, 2)).toEqual({ ok: false, problem })
  })

  it('reads back grouped output', () => {
    fc.assert(
      fc.property(money, (units) => {
        expect(parseTyped(formatDecimal(units, 2, { grouping: true }), 2)).toEqual({ ok: true, units })
      }),
    )
  })
})

describe('formatDecimal', () => {
  it.each([
    [113_225_000n, 2, '1132250.00', '1,132,250.00'],
    [-5n, 2, '-0.05', '-0.05'],
    [0n, 2, '0.00', '0.00'],
    [100_000_000n, 0, '100000000', '100,000,000'],
    [-123_456n, 2, '-1234.56', '-1,234.56'],
    [150_000n, 4, '15.0000', '15.0000'],
  ])('%d at scale %i is %s', (units, scale, plain, grouped) => {
    expect(formatDecimal(units, scale)).toBe(plain)
    expect(formatDecimal(units, scale, { grouping: true })).toBe(grouped)
  })
})

describe('rounding', () => {
  it.each([
    [5n, 2n, 3n],
    [-5n, 2n, -3n],
    [5n, -2n, -3n],
    [7n, 3n, 2n],
    [8n, 3n, 3n],
    [1n, 3n, 0n],
    [0n, 7n, 0n],
  ])('%d / %d is %d', (numerator, denominator, rounded) => {
    expect(divideHalfAway(numerator, denominator)).toBe(rounded)
  })

  it('is symmetric around zero, and never off by more than half', () => {
    const any = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })
    const divisor = fc.bigInt({ min: 1n, max: 10n ** 12n })
    fc.assert(
      fc.property(any, any, divisor, (a, b, d) => {
        const rounded = mulDiv(a, b, d)
        expect(mulDiv(-a, b, d)).toBe(-rounded)
        expect(mulDiv(a, -b, d)).toBe(-rounded)
        expect(mulDiv(a, b, -d)).toBe(-rounded)
        const error = 2n * (a * b - rounded * d)
        expect(error <= d && error >= -d).toBe(true)
      }),
    )
  })

  it('refuses to divide by zero', () => {
    expect(() => mulDiv(1n, 1n, 0n)).toThrow(RangeError)
  })
})

describe('amounts', () => {
  it('takes a gross value to the cent', () => {
    expect(grossOf(3n, 153_333n)).toBe(4_600n)
    expect(grossOf(1n, 50n)).toBe(1n)
    expect(grossOf(1n, 49n)).toBe(0n)
  })

  it('keeps averages at four decimals', () => {
    expect(perShare(4_600_000n, 3_000n)).toBe(153_333n)
    expect(perShare(0n, 0n)).toBe(0n)
  })

  it('takes percentages both ways', () => {
    expect(percentOf(100_000_000n, 6_400n)).toBe(640_000n)
    expect(percentageOf(25n, 200n)).toBe(125_000n)
    expect(percentageOf(25n, 0n)).toBe(0n)
  })
})
