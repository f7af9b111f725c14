/** The names of reconciliations: the bank account, or the ledger account without one, and the day of the statement. */
import { dayInWords } from '@em/core/values/date-texts'
import { type Queryable, statement } from '../../../platform/database/database.ts'

const NAMES = statement(
  'reconciliation.names',
  `SELECT r.id, r.end_date AS day,
          coalesce(s.account_name || ' ' || s.account_number, a.account_code || ' ' || a.account_name) AS account
     FROM reconciliations r JOIN chart_of_accounts a ON a.id = r.account_id
     LEFT JOIN settlement_accounts s ON s.id = r.settlement_account_id
    WHERE r.id = ANY (:ids::bigint[])`,
)

/** The names of reconciliations by their ids, as texts; of one that was removed none. */
export async function reconciliationNames(
  db: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query(NAMES, { ids })
  return new Map(rows.map(({ id, day, account }) => [String(id), `${account}, ${dayInWords(day)}`]))
}
