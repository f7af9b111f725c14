import type { TradeDryRun } from '@em/contract/trades/trade-preview'
import { expect, test } from 'vitest'
import { summaryOf } from './Consequences.tsx'

const dryRun = (consequences: object) => ({ consequences }) as unknown as TradeDryRun

test('the sale itself is not one of the others', () => {
  const two = dryRun({ affectedSales: 2, sales: [{ id: 3 }, { id: 4 }] })
  expect(summaryOf(two, 3)).toMatch(/^1 other sale gets/)
  expect(summaryOf(two, 8)).toMatch(/^2 other sales get/)
  expect(summaryOf(dryRun({ affectedSales: 0, sales: [] }), 3)).toBe('No other sale changes.')
})
