import type { AuditRow } from '@em/contract/audit/audit'
import type { ReconciliationEvent } from '@em/contract/reconciliation/reconciliation-records'
import { describe, expect, it } from 'vitest'
import { reconciliationOf } from '../record/testing.ts'
import { historyOf } from './History.tsx'

describe('the history', () => {
  const event = {
    ...reconciliationOf(),
    no: 1,
    action: 'created',
    by: 'N',
    reason: null,
  } as never as ReconciliationEvent
  const row = (at: string, action: string) => ({ at, action }) as AuditRow
  it('puts events among the audit rows, once, and keeps those back whose rows are not read yet', () => {
    const events = [
      { ...event, at: '2026-11-01' },
      { ...event, at: '2026-11-04', action: 'signed-off' as const },
    ]
    const rows = [row('2026-11-04', 'Signed off'), row('2026-11-03', 'Matched')]
    const actionsOf = (hasMore: boolean) =>
      historyOf(events, rows, hasMore).map((one) => one.event?.action ?? one.row?.action)
    expect(actionsOf(true)).toEqual(['signed-off', 'Matched'])
    expect(actionsOf(false)).toEqual(['signed-off', 'Matched', 'created'])
  })
})
