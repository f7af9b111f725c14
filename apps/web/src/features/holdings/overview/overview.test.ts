import { expect, test } from 'vitest'
import { gainOn, sharesOf } from './overview.ts'

test('a gain is taken of its cost, exactly', () => {
  expect(gainOn(250, 1000)).toBe('25.0000')
  expect(gainOn('-0.01', '3')).toBe('-0.3333')
  expect(gainOn(5, 0)).toBeNull()
})

test('shares of holdings and cash add up to 100', () => {
  expect(sharesOf(2, 1)).toEqual({ equity: 66.7, cash: 33.3 })
  expect(sharesOf(1000, 0)).toEqual({ equity: 100, cash: 0 })
  expect(sharesOf(0, 50)).toEqual({ equity: 0, cash: 100 })
  expect(sharesOf(9_999_999_999.99, 0.01)).toEqual({ equity: 100, cash: 0 })
})

test('overdrawn cash and nothing at all have no shares', () => {
  expect(sharesOf(1000, -1)).toBeNull()
  expect(sharesOf(0, 0)).toBeNull()
})
