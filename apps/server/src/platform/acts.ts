/**
 * What acts leave in the audit trail, besides the row that the door leaves of the whole (decision 049). A transaction begins its acts with
 * `by`; the database adds who and when.
 */
import { type Queryable, statement, type Transaction } from './database/database.ts'

export interface AuditRow {
  /** The action, like `trades.buy`. */
  readonly action: string
  readonly entity: string
  readonly entityId: string | number
  readonly before?: unknown
  readonly after?: unknown
}

const RECORD = statement(
  'acts.record',
  `SELECT record_acts(ARRAY[:place::integer], :actions::text[], :entities::text[], :entityIds::text[], :befores?::text[], :afters?::text[],
                      :requestIds?::text[])`,
)
const RECORD_ALONE = statement(
  'acts.record-alone',
  `SELECT record_acts(begin_acts(ARRAY[:by?::bigint]), ARRAY[:action::text], ARRAY[:entity::text], ARRAY[:entityId::text], NULL,
                      ARRAY[:after?::text], ARRAY[:requestId?::text])`,
)

const text = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

/** The rows as the database takes them. */
export const auditColumns = (rows: readonly AuditRow[]) => ({
  actions: rows.map(({ action }) => action),
  entities: rows.map(({ entity }) => entity),
  entityIds: rows.map(({ entityId }) => String(entityId)),
  befores: rows.map(({ before }) => text(before)),
  afters: rows.map(({ after }) => text(after)),
})

/** Adds rows to an act, that of the transaction or of the writer with that index, without waiting for them. */
export function sendAudits(
  tx: Transaction,
  rows: readonly AuditRow[],
  { place = tx.place, requestId }: { readonly place?: number; readonly requestId?: string | undefined } = {},
): void {
  const requestIds = requestId === undefined ? null : rows.map(() => requestId)
  if (rows.length > 0) tx.send(RECORD, { place, ...auditColumns(rows), requestIds })
}

/** An act that does not go through the door: who did it, null for the server itself. */
export interface ActAlone extends Omit<AuditRow, 'before'> {
  readonly by: number | null
  readonly requestId: string | null
}

/** Records an act of its own, of one row. */
export async function recordAlone(on: Queryable, { by, requestId, ...row }: ActAlone): Promise<void> {
  const { action, entity, entityId, after } = row
  await on.query(RECORD_ALONE, {
    by,
    action,
    entity,
    entityId: String(entityId),
    after: text(after),
    requestId,
  })
}
