/** Reading the audit trail, newest first. What a row says is derived by audit.told.ts. */
import type { AuditTold } from '@em/contract/books/audit'
import { TRADE_TOLD } from '@em/contract/books/told-fields'
import { toldOnly } from '@em/contract/kit/told'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { type TradeVersion, versionsOf } from '../trades/trade-book.queries.ts'
import { actionOf, changesOf, kindOf, nameOf, reasonOf, type State } from './audit.told.ts'

export interface AuditAsked {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
  readonly entity?: string | undefined
  readonly record?: string | undefined
}

interface Row {
  readonly id: number
  readonly at: string
  readonly by: string | null
  readonly action: string
  readonly entity: string
  readonly entity_id: string
  readonly before: State | null
  readonly after: State | null
  readonly deal_number: string | null
}

const USUAL = 200
// Sign-ins, accounts and refusals are the administrator's; deal numbers by the key of the trade.
const PAGE = statement(
  'audit.page',
  `WITH page AS MATERIALIZED (
     SELECT * FROM audit
      WHERE entity NOT IN ('user', 'route') AND ($1::text IS NULL OR entity = $1) AND ($2::text IS NULL OR entity_id = $2)
        AND ($3::bigint IS NULL OR id < $3) ORDER BY id DESC LIMIT $4)
   SELECT a.id, a.at, u.first_name || ' ' || u.last_name AS by, a.action, a.entity, a.entity_id, a.before, a.after,
          (SELECT t.deal_number FROM trades t
            WHERE t.id = CASE WHEN a.entity IN ('trade', 'settlement') AND a.entity_id ~ '^[0-9]{1,15}$' THEN a.entity_id::bigint END) AS deal_number
     FROM page a LEFT JOIN users u ON u.id = a.user_id ORDER BY a.id DESC`,
)

/** A page of audit rows in words, and where the next one begins; null at the end. */
export async function listAudit(
  db: Queryable,
  { limit = USUAL, cursor, entity, record }: AuditAsked,
): Promise<{ rows: AuditTold[]; nextCursor: string | null }> {
  const found = await db.query<Row>(PAGE, [entity ?? null, record ?? null, cursor ?? null, limit + 1])
  const rows = found.slice(0, limit)
  const versions = await earlierVersions(db, rows)
  const last = found.length > limit ? rows.at(-1) : undefined
  return {
    rows: rows.map((row) => toTold(row, versions)),
    nextCursor: last === undefined ? null : String(last.id),
  }
}

/** Rows written before audit rows told fields name versions of trades: what those said is looked up. */
const namesVersions = ({ entity, before, after }: Row) =>
  entity === 'trade' && (before?.['version'] !== undefined || after?.['version'] !== undefined)

async function earlierVersions(
  db: Queryable,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, TradeVersion>> {
  const ids = new Set(rows.filter(namesVersions).map((row) => Number(row.entity_id)))
  if (ids.size === 0) return new Map()
  const all = await versionsOf(db, [...ids])
  return new Map(all.map(({ trade_id: trade, ...version }) => [`${trade} ${version.version}`, version]))
}

function toTold(row: Row, versions: ReadonlyMap<string, TradeVersion>): AuditTold {
  const said = (state: State | null): State | null => {
    if (!namesVersions(row) || state === null) return state
    const version = versions.get(`${row.entity_id} ${String(state['version'])}`)
    if (version === undefined || version.is_deleted) return { reason: state['reason'] }
    return { ...toldOnly(TRADE_TOLD, version), dealNumber: state['dealNumber'], reason: state['reason'] }
  }
  const [before, after] = [said(row.before), said(row.after)]
  return {
    id: row.id,
    at: row.at,
    by: row.by,
    action: actionOf(row.action),
    entity: row.entity,
    kind: kindOf(row.entity),
    entity_id: row.entity_id,
    record: row.deal_number ?? nameOf(row.entity, row.entity_id, before, after),
    reason: reasonOf(after),
    changes: changesOf(row.entity, before, after),
  }
}
