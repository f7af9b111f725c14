/** The actions that an instruction allows, by its state. */
import { type SettlementRow, settlements } from '@em/contract/settlements/settlements'
import { useMay } from '../../../lib/may.ts'

/** The acts on an instruction other than its confirmation. */
export type ActWord = 'fail' | 'reschedule' | 'reopen'

export interface SettlementAction {
  readonly word: 'confirm' | ActWord
  readonly label: string
}

const CONFIRM: SettlementAction = { word: 'confirm', label: 'Confirm' }
const FAIL: SettlementAction = { word: 'fail', label: 'Mark as Failed' }
const RESCHEDULE: SettlementAction = { word: 'reschedule', label: 'Reschedule' }
const REOPEN: SettlementAction = { word: 'reopen', label: 'Reopen' }

/** Whether something happened to it since it was booked: then it can be reopened. */
export function wasActedUpon(row: SettlementRow): boolean {
  return (
    row.status === 'settled' ||
    row.status === 'failed' ||
    row.paid !== 0 ||
    row.is_deleted ||
    row.due_date !== row.settlement_date
  )
}

export function settlementActionsOf(row: SettlementRow): SettlementAction[] {
  const reopen = wasActedUpon(row) ? [REOPEN] : []
  if (row.status === 'settled') return reopen
  if (row.status === 'failed') return [CONFIRM, RESCHEDULE, ...reopen]
  return [CONFIRM, RESCHEDULE, FAIL, ...reopen]
}

/** Filters actions by the rights of the signed-in user. */
export function useOfferedActions(): (actions: readonly SettlementAction[]) => SettlementAction[] {
  const may = useMay()
  return (actions) => actions.filter(({ word }) => may(settlements[word]))
}

/** The actions that several settlements allow at once. */
export function commonActions(rows: readonly SettlementRow[]): SettlementAction[] {
  const [first, ...others] = rows.map(settlementActionsOf)
  return (first ?? []).filter((action) => others.every((actions) => actions.includes(action)))
}
