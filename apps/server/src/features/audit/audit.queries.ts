/** Reading the audit trail, newest first. What a row says is derived by audit-texts.ts. */
import type { AuditRow } from '@em/contract/books/audit'
import { TRADE_AUDIT_FIELDS } from '@em/contract/books/audit-fields'
import { actionOf } from '@em/contract/kit/act-words'
import { pickFields } from '@em/contract/kit/audit-texts'
import { addDays } from '@em/core/values/dates'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { reconciliationNames } from '../reconciliation/lines/names.queries.ts'
import { type TradeVersion, versionsOf } from '../trades/lists/trade-book.queries.ts'
import { changesOf, kindOf, nameOf, type RecordFields, reasonOf } from './audit-texts.ts'

export interface AuditAsked {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
  readonly entity?: string | undefined
  readonly from?: string | null | undefined
  readonly to?: string | null | undefined
  readonly person?: number | null | undefined
  readonly search?: string | null | undefined
  readonly record?: string | undefined
}

/** A row as it is kept; `looked` and `last` tell how far was looked, and stand alone where nothing was found. */
type Looked = RowOf<typeof ALL>
type Row = Looked & {
  readonly [C in 'id' | 'at' | 'action' | 'entity' | 'entity_id']: NonNullable<Looked[C]>
}

const USUAL = 200
/** Rows that one page looks through where a filter has no index of its own. */
const LOOKED_MOST = 10_000

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

/** The texts that a state holds, without the names of its fields. */
const TEXTS = (state: string) =>
  `(SELECT string_agg(v #>> '{}', ' ') FROM jsonb_path_query(${state}, '$.** ? (@.type() == "string")') v)`

/** Kinds of acts of people, besides the books: the administrator's, told apart from what was recorded. */
const OF_PEOPLE = "('user', 'route', 'download')"
const ABOUT = {
  books: `entity NOT IN ${OF_PEOPLE}`,
  // Roles are of both: they say what people may do.
  people: `(entity IN ${OF_PEOPLE} OR entity = 'role')`,
} as const
export type About = keyof typeof ABOUT

// Deal numbers by the key of the trade.
function pageOf(
  about: About,
  asked: AuditAsked,
  span: { readonly first: number | null; readonly end: number | null },
) {
  const values: unknown[] = []
  const add = (value: unknown, sql: (place: string) => string): string[] =>
    value === undefined || value === null ? [] : [sql(`$${values.push(value)}`)]
  const limit = asked.limit ?? USUAL
  const word = asked.search?.trim()
  // Kind, record and person have their indexes; what none serves is asked of a bounded number of rows.
  const isPerson = asked.person != null
  const inner = [
    ABOUT[about],
    ...add(asked.cursor, (at) => `id < ${at}::bigint`),
    ...add(span.first, (at) => `id >= ${at}::bigint`),
    ...add(span.end, (at) => `id < ${at}::bigint`),
    ...add(asked.person, (at) => `user_id = ${at}::bigint`),
    ...(isPerson ? [] : add(asked.entity, (at) => `entity = ${at}`)),
    ...(isPerson ? [] : add(asked.record, (at) => `entity_id = ${at}`)),
  ]
  const outer = [
    'true',
    ...(isPerson ? add(asked.entity, (at) => `entity = ${at}`) : []),
    ...(isPerson ? add(asked.record, (at) => `entity_id = ${at}`) : []),
    ...add(asked.from, (at) => `at >= (${at}::date::timestamp AT TIME ZONE 'Asia/Colombo')`),
    ...add(asked.to, (at) => `at < ((${at}::date + 1)::timestamp AT TIME ZONE 'Asia/Colombo')`),
    ...add(word || undefined, (at) => {
      const like = `'%' || replace(replace(replace(${at}, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`
      return `(entity_id ILIKE ${like} OR ${TEXTS('after')} ILIKE ${like} OR ${TEXTS('before')} ILIKE ${like}
               OR (entity IN ('trade', 'settlement') AND entity_id IN (SELECT id::text FROM trades WHERE deal_number = upper(${at}))))`
    }),
  ]
  const looked = outer.length > 1 ? LOOKED_MOST : limit + 1
  const sql = rowsOf(
    `WHERE ${inner.join(' AND ')} ORDER BY id DESC LIMIT ${looked}`,
    `WHERE ${outer.join(' AND ')} ORDER BY id DESC LIMIT ${limit + 1}`,
  )
  return { sql, values, limit, looked }
}

const rowsOf = (looked: string, page: string) =>
  `WITH looked AS MATERIALIZED (SELECT * FROM audit ${looked}),
     page AS MATERIALIZED (SELECT * FROM looked ${page})
   SELECT n.looked, n.last, a.id, a.at, u.first_name || ' ' || u.last_name AS by, a.action, a.entity, a.entity_id, a.before, a.after,
          (SELECT t.deal_number FROM trades t
            WHERE t.id = CASE WHEN a.entity IN ('trade', 'settlement') AND a.entity_id ~ '^[0-9]{1,15}$' THEN a.entity_id::bigint END) AS deal_number,
          (SELECT p.first_name || ' ' || p.last_name FROM users p
            WHERE p.id = CASE WHEN a.entity = 'user' AND a.entity_id ~ '^[0-9]{1,15}$' THEN a.entity_id::bigint END) AS person
     FROM (SELECT count(*) AS looked, min(id) AS last FROM looked) n LEFT JOIN page a ON true
     LEFT JOIN users u ON u.id = a.user_id ORDER BY a.id DESC`
// What is looked through is put together for each question; its rows are those of the whole trail.
const ALL = statement('audit.rows', rowsOf('', ''))

/** A page of audit rows in words, and where the next one begins; null at the end. */
export async function listAudit(
  db: Queryable,
  about: About,
  asked: AuditAsked,
): Promise<{ rows: AuditRow[]; nextCursor: string | null }> {
  const first = asked.from == null ? null : await firstSince(db, startOf(asked.from).getTime() - CLOSE_MS)
  const end =
    asked.to == null ? null : await firstSince(db, startOf(addDays(asked.to, 1)).getTime() + CLOSE_MS)
  const { sql, values, limit, looked } = pageOf(about, asked, { first, end })
  const all = await db.query<Looked>(sql, values)
  const found = all.filter((row): row is Row => row.id !== null)
  const rows = found.slice(0, limit)
  const [versions, names] = await Promise.all([earlierVersions(db, rows), namesOfReconciliations(db, rows)])
  const isWhole = (all[0]?.looked ?? 0) < looked
  const next = found.length > limit ? rows.at(-1)?.id : isWhole ? null : all[0]?.last
  return {
    rows: rows.map((row) => toTold(row, versions, names)),
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

function toTold(
  row: Row,
  versions: ReadonlyMap<string, TradeVersion>,
  names: ReadonlyMap<string, string>,
): AuditRow {
  const said = (state: RecordFields | null): RecordFields | null => {
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
    changes: changesOf(row.entity, before, after),
  }
}
