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

test('a sentence that counts takes the word of the number', () => {
  expect(refusalMessage('batch.rows', { failed: 1, rows: 1 })).toBe(
    '1 of 1 row cannot be recorded. Nothing was saved.',
  )
  expect(refusalMessage('batch.rows', { failed: 1, rows: 200 })).toBe(
    '1 of 200 rows cannot be recorded. Nothing was saved.',
  )
  expect(refusalMessage('cds.part-too-large', { quantity: '1219065' })).toBe(
    'The trade has only 1,219,065 shares.',
  )
  expect(refusalMessage('batch.undecided', { count: 1 })).toMatch(/^1 row repeats a contract number\. /)
  expect(refusalMessage('batch.repeated', { count: 2 })).toMatch(/^2 rows are recorded already\. /)
  expect(refusalMessage('reconciliation.statement-matched', { count: 2 })).toBe(
    '2 lines of this statement are matched. Unmatch before removing the statement.',
  )
})
