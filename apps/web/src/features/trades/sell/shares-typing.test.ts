import { describe, expect, it } from 'vitest'
import { inThousands, limited, typedAt } from './shares-typing.ts'

const held = { min: 1, max: 1200 } as const

describe('typing a number of shares', () => {
  it('puts a key where the cursor is, over what is selected', () => {
    expect(typedAt('12', '3', 2, 2)).toBe('123')
    expect(typedAt('1,200', '5', 0, 5)).toBe('5')
  })

  it.each([
    ['1,200', '1200', false],
    ['1201', '1200', true],
    ['99999999999999999999', '1200', true],
    ['007', '7', false],
    ['0', '', false],
    ['', '', false],
    ['-5', '5', false],
  ])('limits %s to %s', (text, quantity, cut) => {
    expect(limited(text, held)).toEqual({ quantity, cut })
  })

  it('has no limit while the shares held are not known or none', () => {
    expect(limited('5000', { min: 1, max: null })).toEqual({ quantity: '5000', cut: false })
    expect(limited('5000', { min: 1, max: 0 })).toEqual({ quantity: '5000', cut: false })
  })

  it('may be nothing where a lot gives nothing', () => {
    expect(limited('0', { min: 0, max: 10 })).toEqual({ quantity: '0', cut: false })
    expect(limited('3', { min: 0, max: 0 })).toEqual({ quantity: '0', cut: true })
  })
})

describe('thousands and millions of shares', () => {
  it.each([
    ['10k', '10000'],
    ['1.5m', '1500000'],
    ['0.0005k', null],
    ['k', null],
    ['15', null],
  ])('%s is %s', (typed, shares) => {
    expect(inThousands(typed)).toBe(shares)
  })
})
