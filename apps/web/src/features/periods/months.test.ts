import { describe, expect, it } from 'vitest'
import { nextLock } from './months.ts'

describe('the next lock', () => {
  it('is the end of the month before while nothing is locked', () => {
    expect(nextLock(null, '2026-06-15')).toBe('2026-05-31')
    expect(nextLock(null, '2026-01-01')).toBe('2025-12-31')
  })
  it('follows the lock that stands, month by month', () => {
    expect(nextLock('2026-02-28', '2026-06-15')).toBe('2026-03-31')
    expect(nextLock('2026-03-10', '2026-06-15')).toBe('2026-03-31')
    expect(nextLock('2026-05-31', '2026-06-15')).toBe('2026-05-31')
  })
})
