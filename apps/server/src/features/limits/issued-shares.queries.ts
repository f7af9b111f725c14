/** Issued shares of securities by date. */
import type { IssuedShares } from '@em/contract/limits/limits'
import { type Queryable, statement } from '../../platform/database/database.ts'

const LIST = statement(
  'limits.issued-shares',
  `SELECT i.id, e.symbol, e.name AS company_name, i.effective_from, i.quantity, i.source, u.first_name || ' ' || u.last_name AS recorded_by!, i.recorded_at,
          f.issued
     FROM issued_shares i JOIN equities e ON e.id = i.equity_id JOIN users u ON u.id = i.recorded_by
     LEFT JOIN limited_securities(:today::date) f ON f.equity_id = e.id
    WHERE (:id?::bigint IS NULL OR i.id = :id) AND (:symbol?::text IS NULL OR lower(e.symbol) = lower(:symbol))
    ORDER BY e.symbol, i.effective_from DESC, i.id DESC LIMIT 10000`,
)

export async function listIssued(
  db: Queryable,
  asked: { readonly today: string; readonly symbol?: string | undefined; readonly id?: number },
): Promise<IssuedShares[]> {
  const rows = await db.query(LIST, {
    today: asked.today,
    symbol: asked.symbol ?? null,
    id: asked.id ?? null,
  })
  return rows.map((row) => ({
    id: row.id,
    symbol: row.symbol,
    companyName: row.company_name,
    from: row.effective_from,
    quantity: row.quantity,
    source: row.source,
    today: row.issued ?? row.quantity,
    recordedBy: row.recorded_by,
    recordedAt: row.recorded_at,
  }))
}

export async function findIssued(db: Queryable, id: number, today: string): Promise<IssuedShares> {
  const [found] = await listIssued(db, { today, id })
  if (found === undefined) throw new Error(`no issued shares ${id}`)
  return found
}
