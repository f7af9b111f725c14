import { describe, expect, it } from 'vitest'
import { monthToLock } from './month-to-lock.ts'

describe('the month to lock', () => {
  it('is the one before today where nothing is locked', () => {
    expect(monthToLock(null, '2026-06-15')).toBe('2026-05-31')
    expect(monthToLock(null, '2026-01-01')).toBe('2025-12-31')
  })
  it('is the one after the lock, and the last past one where all are locked', () => {
    expect(monthToLock('2026-02-28', '2026-06-15')).toBe('2026-03-31')
    expect(monthToLock('2026-03-10', '2026-06-15')).toBe('2026-03-31')
    expect(monthToLock('2026-05-31', '2026-06-15')).toBe('2026-05-31')
  })
})
