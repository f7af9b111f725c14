import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Holding, Lot } from '../chains/chain-event.ts'
import { DEFAULT_TARIFFS } from '../fee-tariffs/tariff.ts'
import { costOfFundsOfLots, costOfFundsOfPool, holdingFigures, holdingTotals } from './holdings.ts'

const tariff = DEFAULT_TARIFFS[0]!

function lot(quantity: bigint, cost: bigint, settlementDate: string, rate: bigint | null): Lot {
  return {
    id: settlementDate,
    tradeDate: settlementDate,
    openedOn: null,
    sequence: 1,
    settlementDate,
    costOfFundsRate: rate,
    price: (cost * 100n) / quantity,
    quantity,
    cost,
    charges: 0n,
    remainingQuantity: quantity,
    remainingCost: cost,
    remainingCharges: 0n,
  }
}

describe('a position', () => {
  const holding: Holding = { quantity: 100_000n, cost: 100_000_000n, charges: 1_120_000n }

  it('at a price', () => {
    expect(holdingFigures({ holding, marketPrice: 120_000n, tariff, costOfFunds: 831_123n })).toEqual({
      costPrice: 100_000n,
      costValue: 100_000_000n,
      charges: 1_120_000n,
      marketPrice: 120_000n,
      priced: true,
      grossSales: 120_000_000n,
      chargesOnSales: 1_344_000n,
      projectedSalesProceeds: 118_656_000n,
      costOfFunds: 831_123n,
      projectedSalesWithCOF: 117_824_877n,
      unrealizedGainLoss: 20_000_000n,
      gainLossPercentage: 200_000n,
      unrealizedProfitLoss: 16_704_877n,
    })
  })

  it('without a price is valued at cost, not at quantity x a rounded average', () => {
    const odd: Holding = { quantity: 3_000n, cost: 4_600_000n, charges: 0n }
    expect(holdingFigures({ holding: odd, marketPrice: null, tariff, costOfFunds: 0n })).toMatchObject({
      priced: false,
      marketPrice: 153_333n,
      grossSales: 4_600_000n,
      unrealizedGainLoss: 0n,
      gainLossPercentage: 0n,
    })
  })

  it('without a cost has no percentage', () => {
    const bonus: Holding = { quantity: 10n, cost: 0n, charges: 0n }
    const figures = holdingFigures({ holding: bonus, marketPrice: 100_000n, tariff, costOfFunds: 0n })
    expect(figures).toMatchObject({ unrealizedGainLoss: 10_000n, gainLossPercentage: 0n })
  })

  it('totals take gain over cost, and count what has no price', () => {
    const priced = holdingFigures({ holding, marketPrice: 120_000n, tariff, costOfFunds: 0n })
    const unpriced = holdingFigures({ holding, marketPrice: null, tariff, costOfFunds: 0n })
    expect(holdingTotals([priced, unpriced])).toMatchObject({
      costValue: 200_000_000n,
      unrealizedGainLoss: 20_000_000n,
      gainLossPercentage: 100_000n,
      unpriced: 1,
    })
    expect(holdingTotals([])).toMatchObject({ costValue: 0n, gainLossPercentage: 0n, unpriced: 0 })
  })
})

describe('cost of funds', () => {
  const lots = [lot(100n, 100_000n, '2026-01-05', 100_000n), lot(300n, 900_000n, '2026-01-25', 200_000n)]
  const pool: Holding = { quantity: 400n, cost: 1_000_000n, charges: 0n }

  it('of lots is each lot at its own rate and days, rounded once', () => {
    // (1,000 x 10 % x 30 + 9,000 x 20 % x 10) / 365 = 57.53
    expect(costOfFundsOfLots(lots, '2026-02-04')).toBe(5_753n)
  })

  it('of a pool is its cost at the average rate x days of the ages', () => {
    // 10,000 x (100 x 10 % x 30 + 300 x 20 % x 10) / 400 / 365 = 61.64
    expect(costOfFundsOfPool(pool, lots, '2026-02-04')).toBe(6_164n)
  })

  it('counts nothing before settlement, without a rate, or without shares', () => {
    expect(costOfFundsOfLots(lots, '2026-01-05')).toBe(0n)
    expect(costOfFundsOfPool(pool, lots, '2026-01-04')).toBe(0n)
    expect(costOfFundsOfLots([lot(1n, 100n, '2026-01-05', null)], '2027-01-05')).toBe(0n)
    expect(costOfFundsOfPool({ quantity: 0n, cost: 0n, charges: 0n }, [], '2027-01-05')).toBe(0n)
  })

  it('is the same both ways for one lot', () => {
    const any = fc.bigInt({ min: 1n, max: 10n ** 9n })
    fc.assert(
      fc.property(any, any, fc.bigInt({ min: 0n, max: 300_000n }), (quantity, cost, rate) => {
        const one = lot(quantity, cost, '2026-01-05', rate)
        const alone: Holding = { quantity, cost, charges: 0n }
        expect(costOfFundsOfPool(alone, [one], '2026-03-01')).toBe(costOfFundsOfLots([one], '2026-03-01'))
      }),
    )
  })
})
