/**
 * The inputs of a money-weighted return: the value at the start, flows with their days, the value at the end.
 */
import { describe, expect, it } from 'vitest'
import { moneyWeighted } from './money-weighted.ts'
import { figuresOf, type PortfolioDay } from './summary.ts'

const day = (date: string, value: number, more: Partial<PortfolioDay> = {}): PortfolioDay => ({
  date,
  value,
  paidIn: 0,
  takenOut: 0,
  isValued: true,
  ...more,
})
const over = (base: PortfolioDay | null, ...days: PortfolioDay[]) =>
  figuresOf({ base, days, index: [], n: 240, riskFreeRates: [] }).moneyWeighted

describe('over two years of 365 days', () => {
  // 2025-01-01 to 2027-01-01.
  const start = day('2025-01-01', 100)

  it('what is paid in grows from its own day on', () => {
    // 100 x 1.1 x 1.1 + 50 x 1.1 = 176.
    expect(over(start, day('2026-01-01', 160, { paidIn: 50 }), day('2027-01-01', 176))).toBeCloseTo(0.1, 9)
  })

  it('what is taken out has grown until its day', () => {
    // 100 x 1.1 = 110, of which 33 are taken out; 77 x 1.1 = 84.70.
    expect(over(start, day('2026-01-01', 77, { takenOut: 33 }), day('2027-01-01', 84.7))).toBeCloseTo(0.1, 9)
  })

  it('without a value before the first day it begins with what is paid in', () => {
    const paid = day('2025-01-01', 100, { paidIn: 100 })
    expect(over(paid, day('2027-01-01', 121))).toBeCloseTo(0.1, 9)
    expect(over(null, paid, day('2027-01-01', 121))).toBeCloseTo(0.1, 9)
  })
})

it('over 500 days it is one of a year', () => {
  // 1.21 ^ (365 / 500) - 1.
  expect(over(day('2025-01-01', 100), day('2026-05-16', 121))).toBeCloseTo(0.149_299_8, 6)
})

it('of several rates at which the flows come to nothing it is the one nearest to zero', () => {
  // -100 + 230 / (1 + x) - 132 / (1 + x)^2 is nothing at 10 % and at 20 %.
  const flows = [
    { date: '2025-01-01', amount: -100 },
    { date: '2026-01-01', amount: 230 },
    { date: '2027-01-01', amount: -132 },
  ]
  expect(moneyWeighted(flows)).toBeCloseTo(0.1, 9)
})
