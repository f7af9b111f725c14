/** The audit rows of trades in words: the fields that changed, by the names of a version, with names in place of ids. */
import { TRADE_AUDIT_FIELDS } from '@em/contract/audit/audit-fields'
import { differingFields, pickFields } from '@em/contract/kit/audit-texts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { AuditRow } from '../../../platform/door.ts'
import { versionsOf } from './trade-book.queries.ts'

/** The audit row of a new trade. In: its deal number and the record that is answered. */
export function auditOfNew(
  side: 'buy' | 'sell',
  id: number,
  dealNumber: string,
  record: object = {},
): AuditRow {
  const after = { dealNumber, ...pickFields(TRADE_AUDIT_FIELDS, record as Record<string, unknown>) }
  return { action: `trades.${side}`, entity: 'trade', entityId: id, after }
}

/** The audit row of a correction, or of a deletion: what its last version says otherwise than the one before. */
export async function auditOfChange(
  db: Queryable,
  verb: 'correct' | 'delete',
  id: number,
  reason: string | null,
): Promise<AuditRow> {
  const [was, is] = (await versionsOf(db, [id])).slice(-2)
  const row = { action: `trades.${verb}`, entity: 'trade', entityId: id }
  if (was === undefined || is === undefined) throw new Error(`trade ${id} has not been changed`)
  if (verb === 'delete') return { ...row, before: pickFields(TRADE_AUDIT_FIELDS, was), after: { reason } }
  const { before, after } = differingFields(TRADE_AUDIT_FIELDS, was, is)
  return { ...row, before, after: { ...after, reason } }
}
