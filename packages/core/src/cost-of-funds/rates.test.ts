import { describe, expect, it } from 'vitest'
import { activeCostOfFunds, afterTaxCostOfFunds, moneyGenerationCost } from './rates.ts'

describe('after-tax cost of funds', () => {
  it.each([
    [100_000n, 300_000n, 70_000n],
    [123_500n, 300_000n, 86_500n],
    [100_050n, 0n, 100_100n],
    [100_049n, 0n, 100_000n],
    [125_000n, 1_000_000n, 0n],
  ])('cost %d at tax %d is %d, at two decimals and rounded once', (cost, tax, after) => {
    expect(afterTaxCostOfFunds(cost, tax)).toBe(after)
  })
})

describe('the active definition', () => {
  const definitions = [
    { id: 1, effectiveDate: '2025-01-01' },
    { id: 2, effectiveDate: '2026-01-01' },
    { id: 3, effectiveDate: '2025-06-01' },
  ]
  it.each([
    ['2024-12-31', null],
    ['2025-01-01', 1],
    ['2025-12-31', 3],
    ['2026-01-01', 2],
    ['2030-01-01', 2],
  ])('on %s is %s', (date, id) => {
    expect(activeCostOfFunds(definitions, date)?.id ?? null).toBe(id)
  })
})

describe('money generation cost', () => {
  it('is net x rate / 365 x days, rounded once', () => {
    expect(moneyGenerationCost(101_120_000n, 100_000n, 1)).toBe(27_704n)
    expect(moneyGenerationCost(101_120_000n, 100_000n, 30)).toBe(831_123n)
  })

  it('is nothing without a rate or days', () => {
    expect(moneyGenerationCost(101_120_000n, null, 30)).toBe(0n)
    expect(moneyGenerationCost(101_120_000n, 0n, 30)).toBe(0n)
    expect(moneyGenerationCost(101_120_000n, 100_000n, 0)).toBe(0n)
  })
})
