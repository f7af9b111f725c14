/** Reading the audit trail, newest first. What a row says is derived by audit-texts.ts. */
import type { AuditRow } from '@em/contract/audit/audit'
import { TRADE_AUDIT_FIELDS } from '@em/contract/audit/audit-fields'
import { actionOf } from '@em/contract/kit/act-labels'
import { pickFields } from '@em/contract/kit/audit-texts'
import { addDays } from '@em/core/values/dates'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { scopeNow } from '../../platform/database/scope.ts'
import { reconciliationNames } from '../reconciliation/lines/names.queries.ts'
import { type TradeVersion, versionsOf } from '../trades/transactions/trade-book.queries.ts'
import {
  type About,
  type AuditAsked,
  type AuditPageRow,
  type Found,
  type PageAsked,
  pageOf,
} from './audit-page.ts'
import { type Part, partOf } from './audit-parts.ts'
import { addressOf, changesOf, kindOf, nameOf, type RecordFields, reasonOf } from './audit-texts.ts'

/** A row as it is kept; `looked` and `last` say how far was looked, and come alone where nothing was found. */
type Row = AuditPageRow & {
  readonly [C in 'id' | 'at' | 'action' | 'entity' | 'entity_id']: NonNullable<AuditPageRow[C]>
}

// The first row by number from a moment on, by halving: numbers rise with the moments, but for writes at the same time.
const FIRST_SINCE = statement(
  'audit.first-since',
  `WITH RECURSIVE half AS (
     SELECT 0::bigint AS low, coalesce((SELECT max(id) FROM audit), 0) + 1 AS high
     UNION ALL
     SELECT CASE WHEN mid.at < :moment::timestamptz THEN mid.id + 1 ELSE half.low END,
            CASE WHEN mid.at < :moment::timestamptz THEN half.high ELSE (half.low + half.high) / 2 END
       FROM half CROSS JOIN LATERAL (
         SELECT coalesce(x.id, half.high) AS id, coalesce(x.at, 'infinity') AS at
           FROM (SELECT 1) one LEFT JOIN LATERAL (
             SELECT id, at FROM audit WHERE id >= (half.low + half.high) / 2 ORDER BY id LIMIT 1) x ON true) mid
      WHERE half.low < half.high)
   SELECT max(low) AS id FROM half`,
)
/** Writes that lie this close may have numbers in another order than their moments. */
const CLOSE_MS = 60_000
const startOf = (day: string) => new Date(`${day}T00:00:00+05:30`)

async function firstSince(db: Queryable, moment: number): Promise<number> {
  const [row] = await db.query(FIRST_SINCE, { moment: new Date(moment).toISOString() })
  return row?.id ?? 0
}

const PEOPLE = statement(
  'audit.people',
  `SELECT id, first_name || ' ' || last_name AS name FROM users ORDER BY lower(first_name), lower(last_name), id LIMIT 1000`,
)
export function auditPeople(db: Queryable): Promise<{ id: number; name: string }[]> {
  return db.query(PEOPLE)
}

const ACTS = statement(
  'audit.acts',
  `WITH RECURSIVE acts AS (
     (SELECT action, entity FROM audit ORDER BY action, id LIMIT 1)
     UNION ALL
     SELECT n.action, n.entity FROM acts a
      CROSS JOIN LATERAL (SELECT action, entity FROM audit WHERE action > a.action ORDER BY action, id LIMIT 1) n)
   SELECT action AS action!, entity AS entity! FROM acts LIMIT 2000`,
)
/** What was done so far in the words of the list, each with what it is about. */
export async function actsDone(db: Queryable): Promise<{ act: string; part: Part }[]> {
  const rows = await db.query(ACTS)
  const all = rows.map(({ action, entity }) => ({ act: actionOf(action), part: partOf(entity) }))
  const unique = new Map(all.map((one) => [`${one.part} ${one.act}`, one]))
  return [...unique.values()].toSorted((a, b) => (a.act < b.act ? -1 : 1))
}

/** The commands of a part that leave these words in the list. */
async function actionsOf(db: Queryable, about: About, act: string): Promise<string[]> {
  const rows = await db.query(ACTS)
  return rows
    .filter(({ action, entity }) => actionOf(action) === act && isOf(about, partOf(entity)))
    .map(({ action }) => action)
}
const isOf = (about: About, part: Part) => about === 'everything' || about === part

const OF_REQUEST = statement(
  'audit.acts-of-request',
  `SELECT DISTINCT act_id FROM audit WHERE request_id = :request AND act_id <> 0 LIMIT 1000`,
)
// A settlement that was confirmed together with others has its row under their number.
const OF_SETTLEMENT = statement(
  'audit.acts-of-settlement',
  `SELECT DISTINCT act_id FROM settlement_confirmations WHERE trade_id = :trade AND act_id <> 0`,
)

async function actsAsked(db: Queryable, { request, entity, record }: AuditAsked): Promise<number[]> {
  if (request != null) return (await db.query(OF_REQUEST, { request })).map((row) => row.act_id)
  if (entity !== 'settlement' || record === undefined || !/^\d{1,15}$/.test(record)) return []
  return (await db.query(OF_SETTLEMENT, { trade: Number(record) })).map((row) => row.act_id)
}

/** The parts of a question that are looked up before its pages; undefined where nothing can be found. */
async function lookUp(db: Queryable, about: About, asked: AuditAsked): Promise<Found | undefined> {
  const { from, to, act, entity } = asked
  const part = entity === undefined ? undefined : partOf(entity)
  if (part !== undefined && !isOf(about, part)) return undefined
  const [first, end, actions, acts] = await Promise.all([
    from == null ? null : firstSince(db, startOf(from).getTime() - CLOSE_MS),
    to == null ? null : firstSince(db, startOf(addDays(to, 1)).getTime() + CLOSE_MS),
    act == null ? null : actionsOf(db, about, act),
    actsAsked(db, asked),
  ])
  if (actions?.length === 0) return undefined
  return { first, end, actions, acts, isScoped: scopeNow() !== undefined }
}

/** A page of audit rows in words, and where the next one begins; null at the end. */
export async function listAudit(
  db: Queryable,
  about: About,
  asked: PageAsked,
): Promise<{ rows: AuditRow[]; nextCursor: string | null }> {
  const known = await lookUp(db, about, asked)
  if (known === undefined) return { rows: [], nextCursor: null }
  const { sql, values, limit, rowsRead } = pageOf(about, asked, known)
  const all = await db.query<AuditPageRow>(sql, values)
  const found = all.filter((row): row is Row => row.id !== null)
  const rows = found.slice(0, limit)
  const [versions, names] = await Promise.all([earlierVersions(db, rows), namesOfReconciliations(db, rows)])
  const isWhole = (all[0]?.looked ?? 0) < rowsRead
  const next = found.length > limit ? rows.at(-1)?.id : isWhole ? null : all[0]?.last
  return {
    rows: rows.map((row) => rowShown(row, versions, names)),
    nextCursor: next == null ? null : String(next),
  }
}

function namesOfReconciliations(db: Queryable, rows: readonly Row[]) {
  const ids = rows.filter(({ entity }) => entity === 'reconciliation').map((row) => Number(row.entity_id))
  return reconciliationNames(db, [...new Set(ids)].filter(Number.isSafeInteger))
}

/** Older audit rows name only the version of a trade: what that version said is looked up. */
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

function rowShown(
  row: Row,
  versions: ReadonlyMap<string, TradeVersion>,
  names: ReadonlyMap<string, string>,
): AuditRow {
  const said = (state: RecordFields | null): RecordFields | null => {
    // Rows of earlier versions say why something is restricted: that is for few to know, and the limit shows it to them.
    if (row.entity === 'limit' && state !== null) return { ...state, reason: undefined }
    if (!namesVersions(row) || state === null) return state
    const version = versions.get(`${row.entity_id} ${String(state['version'])}`)
    if (version === undefined || version.is_deleted) return { reason: state['reason'] }
    return {
      ...pickFields(TRADE_AUDIT_FIELDS, version),
      dealNumber: state['dealNumber'],
      reason: state['reason'],
    }
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
    record:
      row.deal_number ??
      row.person ??
      (row.entity === 'reconciliation' ? names.get(row.entity_id) : undefined) ??
      nameOf(row.entity, row.entity_id, before, after),
    reason: reasonOf(after),
    request: row.request,
    address: addressOf(after),
    changes: changesOf(row.entity, before, after),
  }
}
