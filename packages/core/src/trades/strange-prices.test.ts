import fc from 'fast-check'
import { expect, test } from 'vitest'
import { strangePrices } from './strange-prices.ts'

const rows = (security: string, ...prices: number[]) =>
  prices.map((price, at) => ({ row: at + 1, security, price: BigInt(price) }))

test('a price with its point slipped is named with the median of the others', () => {
  expect(strangePrices(rows('JKH', 2050, 2100, 205, 2075))).toEqual([{ row: 3, others: 2075n }])
  expect(strangePrices([...rows('JKH', 2050), ...rows('SAMP', 13_700)])).toEqual([])
})

test('of two that are far apart both are named', () => {
  expect(strangePrices(rows('JKH', 100, 500)).map(({ row }) => row)).toEqual([1, 2])
  expect(strangePrices(rows('JKH', 100, 499))).toEqual([])
})

test('prices within a fifth of each other are never named', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1000, max: 4999 }), { maxLength: 30 }), (prices) => {
      expect(strangePrices(rows('JKH', ...prices))).toEqual([])
    }),
  )
})
