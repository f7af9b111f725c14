import { expect, test } from 'vitest'
import { refusalMessage } from './errors.ts'

test('a sentence says its dates in words and its other facts as they are', () => {
  expect(refusalMessage('settlement.before-trade', { date: '2026-03-05', tradeDate: '2026-03-09' })).toBe(
    'The date 05 Mar 2026 is before the trade date 09 Mar 2026.',
  )
  expect(refusalMessage('settlement.same-date', { deal: 'BUY-20260305-101010', date: '2026-03-05' })).toBe(
    'BUY-20260305-101010 is expected on 05 Mar 2026 already.',
  )
})
