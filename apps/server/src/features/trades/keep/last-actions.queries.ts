/** The last day of a corporate action of some securities: whatever is saved before it, entitlements follow. */
import { type Queryable, statement } from '../../../platform/database/database.ts'

const LAST = statement(
  'trades.last-actions',
  `SELECT k.id AS equity_id!, greatest(
            (SELECT max(a.ex_date) FROM em.corporate_actions a WHERE a.equity_id = k.id AND a.state IN ('announced', 'entitled', 'processed')),
            (SELECT max(a.last_date) FROM em.corporate_actions a WHERE a.rights_equity_id = k.id AND a.state IN ('announced', 'entitled', 'processed'))) AS day
     FROM unnest(:equityIds::bigint[]) AS k (id)`,
)

/**
 * By security, those that have any. To be asked once the chains are locked: applying an action to the books locks them too, so
 * that either the action sees the trade or the trade sees the action.
 */
export async function lastActions(db: Queryable, equityIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.query(LAST, { equityIds })
  return new Map(rows.flatMap((row) => (row.day === null ? [] : [[row.equity_id, row.day]])))
}
