/** One page of audit rows as SQL: which rows are read, by the index of one filter, and which of them are shown. */
import type { AUDIT_PARTS } from '@em/contract/audit/audit'
import { type RowOf, statement } from '../../platform/database/database.ts'
import { SCOPED_SCHEMA } from '../../platform/database/scope.ts'
import { PART_KINDS } from './audit-parts.ts'

export interface AuditAsked {
  readonly entity?: string | undefined
  readonly act?: string | null | undefined
  readonly from?: string | null | undefined
  readonly to?: string | null | undefined
  readonly person?: number | null | undefined
  readonly search?: string | null | undefined
  readonly record?: string | undefined
  readonly request?: string | null | undefined
}
export interface PageAsked extends AuditAsked {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}
export type About = (typeof AUDIT_PARTS)[number] | 'people'

/** The parts of a question that were looked up before its page. */
export interface Found {
  /** The first row that may be of the days, and the first after them. */
  readonly first: number | null
  readonly end: number | null
  /** The commands of the part that the asked words are of. */
  readonly actions: readonly string[] | null
  /** The acts of the asked request, or those that a settlement had part in with others. */
  readonly acts: readonly number[]
  /** Whether the reader's portfolios are a list. */
  readonly isScoped: boolean
}

const USUAL = 200
/** Rows that one page reads where a filter has no index of its own. */
const READ_MOST = 10_000
/** The record of each is looked up, too. */
const READ_IN_SCOPE = 5_000
/** Rows in addition to the days that a page reads: their numbers leave a minute at each end. */
const EXTRA_ROWS = 1_000

/** The texts that a state holds, without the names of its fields. */
const TEXTS = (state: string) =>
  `(SELECT string_agg(v #>> '{}', ' ') FROM jsonb_path_query(${state}, '$.** ? (@.type() == "string")') v)`

/** Whether a state holds a text. Its JSON is searched first, which is several times faster: only signs that JSON escapes keep it from that. */
const holds = (state: string, like: string, word: string) => {
  const inTexts = `${TEXTS(state)} ILIKE ${like}`
  return /["\\\p{Cc}]/u.test(word) ? inTexts : `(${state}::text ILIKE ${like} AND ${inTexts})`
}

const words = (kinds: readonly string[]) => `(${kinds.map((kind) => `'${kind}'`).join(', ')})`
const ABOUT: Readonly<Record<About, string | null>> = {
  books: `entity NOT IN ${words([...PART_KINDS.people, ...PART_KINDS.installation])}`,
  people: `entity IN ${words(PART_KINDS.people)}`,
  installation: `entity IN ${words(PART_KINDS.installation)}`,
  everything: null,
}

interface Sql {
  readonly sql: string
  readonly values: unknown[]
  readonly limit: number
  readonly rowsRead: number
}

/** The values of a statement, and the condition of each; absent ones leave none. */
function parametersOf() {
  const values: unknown[] = []
  const add = (value: unknown, sql: (parameter: string) => string): string[] =>
    value === undefined || value === null || value === '' ? [] : [sql(`$${values.push(value)}`)]
  return { values, add }
}

/** Rows by one index, newest first; of several keys each on its own, so that a rare one is found as fast as a frequent one. */
const byKeys = (column: string, parameter: string, rest: string, most: number) =>
  `SELECT a.* FROM unnest(${parameter}) AS k (key)
     CROSS JOIN LATERAL (SELECT * FROM audit WHERE ${column} = k.key AND ${rest} ORDER BY id DESC LIMIT ${most}) a
    ORDER BY a.id DESC LIMIT ${most}`

/** The page that a question asks for. The first filter that has an index is looked up, the others are asked of what it finds. */
export function pageOf(about: About, asked: PageAsked, found: Found): Sql {
  const { values, add } = parametersOf()
  const limit = asked.limit ?? USUAL
  const { entity, record, person } = asked
  const days = [
    ...add(asked.from, (at) => `at >= (${at}::date::timestamp AT TIME ZONE 'Asia/Colombo')`),
    ...add(asked.to, (at) => `at < ((${at}::date + 1)::timestamp AT TIME ZONE 'Asia/Colombo')`),
  ]
  const word = asked.search?.trim() ?? ''
  const texts = add(word, (at) => {
    const like = `'%' || replace(replace(replace(${at}, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`
    return `(entity_id ILIKE ${like} OR ${holds('after', like, word)} OR ${holds('before', like, word)}
             OR (entity IN ('trade', 'settlement') AND entity_id IN (SELECT id::text FROM trades WHERE deal_number = upper(${at}))))`
  })
  const inScope = found.isScoped
    ? [`EXISTS (SELECT FROM ${SCOPED_SCHEMA}.audit_in_scope v WHERE v.id = looked.id)`]
    : []
  const span = [
    ...add(asked.cursor, (at) => `id < ${at}::bigint`),
    ...add(found.first, (at) => `id >= ${at}::bigint`),
    ...add(found.end, (at) => `id < ${at}::bigint`),
  ].join(' AND ')
  const within = span === '' ? 'true' : span
  const about_ = ABOUT[about] === null ? [] : [ABOUT[about]]
  const kind = () => add(entity, (at) => `entity = ${at}`)
  const who = () => add(person, (at) => `user_id = ${at}::bigint`)
  const what = () => add(found.actions, (at) => `action = ANY (${at}::text[])`)
  const which = () => add(record, (at) => `entity_id = ${at}`)

  const readRows = (outer: readonly string[], sql: (most: number) => string): Sql => {
    const others = [...outer, ...texts, ...inScope]
    const rest = [...others, ...days]
    const most = found.isScoped ? READ_IN_SCOPE : READ_MOST
    const rowsRead = others.length > 0 ? most : limit + 1 + (days.length > 0 ? EXTRA_ROWS : 0)
    const shown = rest.length === 0 ? '' : `WHERE ${rest.join(' AND ')}`
    return {
      sql: rowsOf(sql(rowsRead), `${shown} ORDER BY id DESC LIMIT ${limit + 1}`),
      values,
      limit,
      rowsRead,
    }
  }
  const plain = (inner: readonly string[]) => (most: number) =>
    `SELECT * FROM audit WHERE ${[within, ...inner].join(' AND ')} ORDER BY id DESC LIMIT ${most}`

  /** Rows that name what is asked for, and those of its acts that do not. */
  const alsoOfActs = (named: readonly string[], others: readonly string[]) => (most: number) => {
    const rows = plain(named)(most)
    if (found.acts.length === 0) return rows
    const rest = [within, ...others].join(' AND ')
    return `SELECT * FROM ((${rows}) UNION ALL (${byKeys('act_id', acts, rest, most)})) both_ ORDER BY id DESC LIMIT ${most}`
  }
  const [acts = ''] = found.acts.length === 0 ? [] : add(found.acts, (at) => `${at}::bigint[]`)
  if (asked.request != null) {
    const named = add(asked.request, (at) => `request_id = ${at}`)
    const others = named.map((one) => `(${one}) IS NOT TRUE`)
    return readRows([...about_, ...kind(), ...which(), ...who(), ...what()], alsoOfActs(named, others))
  }
  if (entity !== undefined && record !== undefined) {
    const ofKind = kind()
    const many = [...ofKind, `entity_id !~ '^[0-9]+$'`]
    return readRows([...who(), ...what()], alsoOfActs([...ofKind, ...which()], many))
  }
  if (person != null) {
    // Most of what a person does is of the books; of the other parts it may be little.
    const [inner, outer] = about === 'books' ? [about_, []] : [[], about_]
    return readRows([...outer, ...kind(), ...which(), ...what()], plain([...who(), ...inner]))
  }
  if (found.actions !== null) {
    const [parameter = ''] = add(found.actions, (at) => `${at}::text[]`)
    return readRows([...kind(), ...which()], (most) => byKeys('action', parameter, within, most))
  }
  if (entity !== undefined) return readRows(which(), plain(kind()))
  if (about === 'people' || about === 'installation') {
    const [parameter = ''] = add(PART_KINDS[about], (at) => `${at}::text[]`)
    return readRows(which(), (most) => byKeys('entity', parameter, within, most))
  }
  return readRows(which(), plain(about_))
}

// Deal numbers by the key of the trade. The rows of an act but its last do not name the request.
const rowsOf = (rowsRead: string, page: string) =>
  `WITH looked AS MATERIALIZED (${rowsRead}),
     page AS MATERIALIZED (SELECT * FROM looked ${page})
   SELECT n.looked, n.last, a.id, a.at, btrim(u.first_name || ' ' || u.last_name) AS by, a.action, a.entity, a.entity_id, a.before, a.after,
          coalesce(a.request_id, (SELECT l.request_id FROM audit l WHERE l.act_id = a.act_id AND a.act_id <> 0 ORDER BY l.id DESC LIMIT 1)) AS request,
          (SELECT t.deal_number FROM trades t
            WHERE t.id = CASE WHEN a.entity IN ('trade', 'settlement') AND a.entity_id ~ '^[0-9]{1,15}$' THEN a.entity_id::bigint END) AS deal_number,
          (SELECT btrim(p.first_name || ' ' || p.last_name) FROM users p
            WHERE p.id = CASE WHEN a.entity = 'user' AND a.entity_id ~ '^[0-9]{1,15}$' THEN a.entity_id::bigint END) AS person
     FROM (SELECT count(*) AS looked, min(id) AS last FROM looked) n LEFT JOIN page a ON true
     LEFT JOIN users u ON u.id = a.user_id ORDER BY a.id DESC`
// The SQL is composed for each question; its rows have the shape of those of the whole trail.
const ALL = statement('audit.rows', rowsOf('SELECT * FROM audit', ''))
export type AuditPageRow = RowOf<typeof ALL>
