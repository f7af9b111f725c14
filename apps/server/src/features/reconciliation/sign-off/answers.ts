/** The answer of every change, its audit row, and the headers of pages. */
import type { ReconciliationRecord } from '@em/contract/reconciliation/reconciliation-records'
import type { Transaction } from '../../../platform/database/database.ts'
import type { AuditRow } from '../../../platform/door.ts'
import type { Page } from '../lines/lines.queries.ts'
import { recordOf } from './record.queries.ts'

export async function afterwards(
  tx: Transaction,
  id: number,
  today: string,
): Promise<{ reconciliation: ReconciliationRecord }> {
  return { reconciliation: await recordOf(tx, id, today) }
}

export function audited(action: string, id: number, after?: unknown, before?: unknown): AuditRow {
  return { action: `reconciliation.${action}`, entity: 'reconciliation', entityId: id, before, after }
}

/** Sets the headers: how many there are and where the next page begins. */
export function paged<Row>(reply: { header(name: string, value: string): unknown }, page: Page<Row>): Row[] {
  void reply.header('X-Total-Count', String(page.total))
  if (page.nextCursor !== null) void reply.header('X-Next-Cursor', page.nextCursor)
  return page.rows
}
