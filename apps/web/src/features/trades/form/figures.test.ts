import { expect, it } from 'vitest'
import { averageOf } from './figures.ts'

it('shows the average cost of a share to four decimals, none of no shares', () => {
  expect(averageOf(1_234_375, 12_500)).toBe('98.7500')
  expect(averageOf(0, 0)).toBeNull()
})
