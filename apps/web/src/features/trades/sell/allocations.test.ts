import { describe, expect, it } from 'vitest'
import {
  allocationsOf,
  clampToLot,
  mismatchOf,
  oldestFirst,
  sharesOf,
  totalAllocated,
  typedOf,
} from './allocations.ts'

const lots = [
  { id: 1, remaining_quantity: 100 },
  { id: 2, remaining_quantity: 50 },
]

describe('allocations of a cherry-picked sale', () => {
  it('stay between nothing and what the lot has left', () => {
    expect([-1, 0, 40, 100, 101].map((quantity) => clampToLot(quantity, 100))).toEqual([0, 0, 40, 100, 100])
    expect(allocationsOf({ 1: '30', 2: '70' }, lots)).toEqual([
      { buyTransactionId: 1, allocatedQuantity: 30 },
      { buyTransactionId: 2, allocatedQuantity: 50 },
    ])
  })

  it('are the lots with something taken; what is no number or no lot takes nothing', () => {
    expect(allocationsOf({ 1: '0', 2: '', 3: '10' }, lots)).toEqual([])
    expect([sharesOf('x'), sharesOf('1.5'), sharesOf(undefined), sharesOf('12')]).toEqual([0, 0, 0, 12])
  })

  it('must make up the quantity, and say so in the words of the specification', () => {
    const saved = allocationsOf({ 1: '30' }, lots)
    expect(mismatchOf(totalAllocated(saved), 30)).toBeUndefined()
    expect(mismatchOf(totalAllocated(saved), 40)).toBe('Total allocated (30) must match sell quantity (40)')
    expect(typedOf(saved)).toEqual({ 1: '30' })
  })

  it('can start oldest first', () => {
    expect(oldestFirst(120, lots)).toEqual({ 1: '100', 2: '20' })
    expect(oldestFirst(0, lots)).toEqual({})
  })
})
