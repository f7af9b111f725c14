import type { Figures } from '@em/contract/trades/trade-preview'
import { describe, expect, it } from 'vitest'
import { feesToStartFrom, withFeesAsCharged } from '../form/fees.ts'
import { FIGURES } from '../form/testing.ts'
import { remainingShares, type SaleFigures, saleQuestionOf, saleWithFees } from './sell-figures.ts'
import { EMPTY_SELL } from './sell-values.ts'

const values = {
  ...EMPTY_SELL,
  quantity: '100',
  soldPrice: '12.5',
  portfolioId: 'GRW',
  symbol: 'JKH.N0000',
  costOfFunds: '10',
}

describe('what is asked of a sale', () => {
  it('is nothing until quantity and price can be read', () => {
    expect(saleQuestionOf(EMPTY_SELL, 'WAP')).toBeNull()
    expect(saleQuestionOf({ ...values, soldPrice: '0' }, 'WAP')).toBeNull()
  })

  it('is the fees alone while no method is assigned', () => {
    expect(saleQuestionOf(values, null)).toMatchObject({ portfolioId: '', quantity: '100' })
    expect(saleQuestionOf(values, 'FIFO')).toMatchObject({ portfolioId: 'GRW', symbol: 'JKH.N0000' })
  })

  it('names the picked lots with cherry picking only', () => {
    const allocations = [{ buyTransactionId: 1, allocatedQuantity: 100 }]
    expect(saleQuestionOf({ ...values, allocations }, 'CHERRY')).toMatchObject({ allocations })
    expect(saleQuestionOf({ ...values, allocations }, 'WAP')).not.toHaveProperty('allocations')
    expect(saleQuestionOf(values, 'CHERRY')).not.toHaveProperty('allocations')
  })
})

describe('a sale with fees as charged', () => {
  const schedule: Figures = { ...FIGURES, netValue: 988_800, moneyGenerationCost: 8127.12 }
  const sale: SaleFigures = {
    boughtPrice: 9,
    costOut: 900_000,
    chargesOut: 10_080,
    capitalGain: 100_000,
    holdingDays: 30,
    moneyGenerationCost: 8127.12,
    profitLoss: 91_872.88,
    afterCostResult: 70_592.88,
    totalShares: 100_000,
    lots: [],
  }

  it('nets gross less fees, and its money costs the holding days', () => {
    const typed = { ...values, ...feesToStartFrom(schedule), asCharged: true }
    const of = { side: 'sell', holdingDays: 30 } as const
    expect(withFeesAsCharged(schedule, typed, of)).toEqual(schedule)
    const charged = withFeesAsCharged(schedule, { ...typed, brokerage: '5000' }, of)
    expect(charged).toMatchObject({ totalFees: 9800, netValue: 990_200, moneyGenerationCost: 8138.63 })
    expect(saleWithFees(sale, charged ?? schedule)).toMatchObject({
      moneyGenerationCost: 8138.63,
      profitLoss: 91_861.37,
      afterCostResult: 71_981.37,
    })
    expect(saleWithFees(sale, schedule)).toEqual(sale)
  })
})

describe('small sums', () => {
  it('leave no less than nothing', () => {
    expect(remainingShares(500, '120')).toBe(380)
    expect(remainingShares(500, '900')).toBe(0)
    expect(remainingShares(500, '')).toBe(500)
    expect(remainingShares(null, '1')).toBeNull()
  })
})
