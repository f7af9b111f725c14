import { TRADE_AUDIT_FIELDS } from '@em/contract/audit/audit-fields'
import { changesBetween, type FieldChange } from '@em/contract/kit/audit-texts'
import type { TradeVersion } from './trade.ts'

/** A line of what a change does, as it is shown. */
export type Difference = Omit<FieldChange, 'field'>

/** The differences of a version from the one before it. */
export const differences = (before: TradeVersion, after: TradeVersion): Difference[] =>
  changesBetween(TRADE_AUDIT_FIELDS, before, after).map(({ label, before: was, after: is }) => ({
    label,
    before: was,
    after: is,
  }))

export interface VersionStep {
  readonly version: TradeVersion
  readonly change: 'Recorded' | 'Corrected' | 'Deleted'
  readonly changed: readonly Difference[]
}

/** The versions, newest first, each with what it changed. */
export function stepsOf(versions: readonly TradeVersion[]): VersionStep[] {
  return versions
    .map((version, index): VersionStep => {
      const before = versions[index - 1]
      if (before === undefined) return { version, change: 'Recorded', changed: [] }
      if (version.is_deleted) return { version, change: 'Deleted', changed: [] }
      return { version, change: 'Corrected', changed: differences(before, version) }
    })
    .toReversed()
}
