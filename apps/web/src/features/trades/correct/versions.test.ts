import type { TradeDryRun } from '@em/contract/trades/trade-preview'
import { describe, expect, test } from 'vitest'
import { valuesOf } from './edit-values.ts'
import { ownDifferences } from './preview.ts'
import { trade, VERSION } from './testing.ts'
import { stepsOf } from './versions.ts'

describe('what the versions of a trade changed', () => {
  test('newest first, each with what it says otherwise than the one before', () => {
    const steps = stepsOf([
      VERSION,
      { ...VERSION, version: 2, price: 210, net_value: 212000, reason: 'Contract note' },
      { ...VERSION, version: 3, is_deleted: true },
    ])
    expect(steps.map((step) => step.change)).toEqual(['Deleted', 'Corrected', 'Recorded'])
    expect(steps[1]?.changed).toEqual([
      { label: 'Price', before: '200.5000', after: '210.0000' },
      { label: 'Net value', before: '202,745.60', after: '212,000.00' },
    ])
    expect(steps[2]?.changed).toEqual([])
  })
})

const dryRun = (changes: object = {}) =>
  ({
    dryRun: true,
    figures: { totalFees: 2245.6, netValue: 202745.6 },
    sale: null,
    consequences: {
      affectedSales: 0,
      sales: [],
      gainsByMonth: [],
      lotsRematched: 0,
      affectedEntitlements: 0,
      entitlements: [],
    },
    ...changes,
  }) as unknown as TradeDryRun

describe('what a correction would change', () => {
  test('without typed changes there are no differences', () => {
    const buy = trade('buy')
    expect(ownDifferences(buy, valuesOf(buy), dryRun(), null)).toEqual([])
  })
  test('facts as typed, figures as the server computes them', () => {
    const buy = trade('buy')
    const figures = { totalFees: 2240, netValue: 202240 }
    const typed = { ...valuesOf(buy), price: '200', description: ' late ', settlementAccount: '2' }
    const account = { account_name: 'Second', account_number: '2000' }
    expect(ownDifferences(buy, typed, dryRun({ figures }), account)).toEqual([
      { label: 'Price', before: '200.5000', after: '200.0000' },
      { label: 'Total fees', before: '2,245.60', after: '2,240.00' },
      { label: 'Net value', before: '202,745.60', after: '202,240.00' },
      { label: 'Settlement account', before: 'Trading account 1000', after: 'Second 2000' },
      { label: 'Description', before: '', after: 'late' },
    ])
  })
  test('a sale also shows its result', () => {
    const sale = { boughtPrice: 180, costOut: 180000, capitalGain: 20000, holdingDays: 10, lots: [] }
    const differences = ownDifferences(
      trade('sell'),
      valuesOf(trade('sell')),
      dryRun({ sale: { ...sale, moneyGenerationCost: 46.66, profitLoss: 19953.34 } }),
      null,
    )
    expect(differences.map((one) => one.label)).toEqual(['Capital gain', 'Profit / loss'])
  })
})
