/** The actions that an instruction allows, by its state. */
import { type SettlementRow, settlements } from '@em/contract/settlements/settlements'
import { useMay } from '../../../lib/may.ts'

/** The acts on an instruction other than its confirmation. */
export type ActWord = 'fail' | 'reschedule' | 'reopen'

export interface Deed {
  readonly word: 'confirm' | ActWord
  readonly label: string
}

const CONFIRM: Deed = { word: 'confirm', label: 'Confirm' }
const FAIL: Deed = { word: 'fail', label: 'Mark as Failed' }
const RESCHEDULE: Deed = { word: 'reschedule', label: 'Reschedule' }
const REOPEN: Deed = { word: 'reopen', label: 'Reopen' }

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

export function deedsOf(row: SettlementRow): Deed[] {
  const reopen = wasActedUpon(row) ? [REOPEN] : []
  if (row.status === 'settled') return reopen
  if (row.status === 'failed') return [CONFIRM, RESCHEDULE, ...reopen]
  return [CONFIRM, RESCHEDULE, FAIL, ...reopen]
}

/** Filters actions by the rights of the signed-in user. */
export function useOfferedDeeds(): (deeds: readonly Deed[]) => Deed[] {
  const may = useMay()
  return (deeds) => deeds.filter(({ word }) => may(settlements[word]))
}

/** The actions that several settlements allow at once. */
export function commonDeeds(rows: readonly SettlementRow[]): Deed[] {
  const [first, ...others] = rows.map(deedsOf)
  return (first ?? []).filter((deed) => others.every((deeds) => deeds.includes(deed)))
}
