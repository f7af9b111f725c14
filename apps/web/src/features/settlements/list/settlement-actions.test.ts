import { describe, expect, it } from 'vitest'
import { commonActions, settlementActionsOf } from './settlement-actions.ts'
import { settlement } from './testing.ts'

describe('what can be done', () => {
  const words = (changes: Parameters<typeof settlement>[0]) =>
    settlementActionsOf(settlement(changes)).map((action) => action.word)

  it('depends on its state', () => {
    expect(words({})).toEqual(['confirm', 'reschedule', 'fail'])
    expect(words({ paid: 5, is_part: true })).toEqual(['confirm', 'reschedule', 'fail', 'reopen'])
    expect(words({ due_date: '2026-11-25' })).toContain('reopen')
    expect(words({ status: 'failed', due_date: null })).toEqual(['confirm', 'reschedule', 'reopen'])
    expect(words({ status: 'settled', due_date: null })).toEqual(['reopen'])
    expect(words({ status: 'assumed' })).toEqual(['confirm', 'reschedule', 'fail'])
  })

  it('with several is what can be done with each', () => {
    const rows = [settlement(), settlement({ status: 'failed', due_date: null })]
    expect(commonActions(rows).map((action) => action.word)).toEqual(['confirm', 'reschedule'])
    expect(commonActions([settlement(), settlement({ status: 'settled', due_date: null })])).toEqual([])
    expect(commonActions([])).toEqual([])
  })
})
