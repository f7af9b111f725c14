/** A register's list: search, filters, sort and key paging, with SQL built from the descriptor's names only. */
import { type Field, LIST_MAX, type PageQuery, type RegisterQuery, scaleOf } from '@em/contract/kit/register'
import { formatDecimal } from '@em/core/values/decimal'
import type { FastifyReply } from 'fastify'
import { containing } from '../platform/database/conditions.ts'
import type { Queryable, TypedStatement } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import type { StoredRecord } from './slots.ts'
import type { RegisterTable } from './table.ts'

export interface Page {
  readonly records: readonly StoredRecord[]
  /** How many records the search and the filters leave, on all pages. */
  readonly total: number
  /** Asks for the next page; null on the last one. */
  readonly nextCursor: string | null
}

/** Puts the count and the next page's cursor on the answer. */
export function setPageHeaders(reply: FastifyReply, page: Omit<Page, 'records'>): void {
  void reply.header('X-Total-Count', String(page.total))
  if (page.nextCursor !== null) void reply.header('X-Next-Cursor', page.nextCursor)
}

/** The key that a list is ordered by, `id` deciding among equals. */
interface Order {
  /** As asked: a field's name, with `-` in front for the last first. */
  readonly name: string
  readonly sql: string
  /** The type that a cursor's text is read back as. */
  readonly type: string
  readonly descending: boolean
}

const NEWEST_FIRST: Order = { name: '-id', sql: 'r.id', type: 'bigint', descending: true }

/**
 * One page of a list: newest first unless `sort` says otherwise, at most 10,000 records.
 * @throws Refusal `request.invalid` (400) for a sort that is no field and for a cursor of another list.
 */
export async function listPage(db: Queryable, table: RegisterTable, query: RegisterQuery): Promise<Page> {
  const values: unknown[] = []
  const parameter = (value: unknown) => `$${values.push(value)}`
  const conditions = conditionsOf(table, query, parameter)
  const counted = { where: where(conditions), values: [...values] }
  const order = orderOf(table, query.sort)
  if (query.cursor !== undefined) conditions.push(after(order, query.cursor, parameter))
  const limit = query.limit ?? LIST_MAX
  const way = order.descending ? 'DESC' : 'ASC'
  const rows = await db.query<{ id: number; sort_key: string | null }>(
    `${table.select}, (${order.sql})::text AS sort_key ${table.from} ${where(conditions)}
      ORDER BY ${order.sql} ${way} NULLS LAST, r.id ${way} LIMIT ${parameter(limit + 1)}`,
    values,
  )
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  const whole = query.cursor === undefined && last === undefined
  return {
    records: shown.map((row) => table.toRecord(row)),
    total: whole ? rows.length : await count(db, table, counted.where, counted.values),
    nextCursor: last === undefined ? null : encode([order.name, last.sort_key, last.id]),
  }
}

/** A list in one fixed order. `page` takes the key and id to go on after (nulls at the start) and a limit. */
interface KeyedList<Row extends object> {
  readonly name: string
  readonly page: TypedStatement<{ values: Record<string, unknown>; row: Row }>
  readonly count: TypedStatement<{ values: Record<never, unknown>; row: { total: number } }>
}

/** One page of a list that is no register: at most 10,000 rows. @throws Refusal as `listPage`. */
export async function pageByKey<Row extends { readonly key: string; readonly id: number }>(
  db: Queryable,
  { limit = LIST_MAX, cursor }: PageQuery,
  list: KeyedList<Row>,
): Promise<Omit<Page, 'records'> & { readonly records: Row[] }> {
  const [name, key, id] = cursor === undefined ? [list.name, null, null] : decode(cursor)
  if (name !== list.name) throw wrong('cursor', NOT_OURS)
  const [rows, [counted]] = await Promise.all([
    db.query(list.page, { key, id, limit: limit + 1 }),
    db.query(list.count),
  ])
  const records = rows.slice(0, limit)
  const last = rows.length > limit ? records.at(-1) : undefined
  return {
    records,
    total: counted?.total ?? 0,
    nextCursor: last === undefined ? null : encode([list.name, last.key, last.id]),
  }
}

const where = (conditions: readonly string[]) =>
  conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`

async function count(
  db: Queryable,
  table: RegisterTable,
  condition: string,
  values: unknown[],
): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    `SELECT count(*) AS total ${table.from} ${condition}`,
    values,
  )
  return row?.total ?? 0
}

function conditionsOf(
  table: RegisterTable,
  query: RegisterQuery,
  parameter: (value: unknown) => string,
): string[] {
  const { register } = table
  const conditions: string[] = []
  const searched = query.search ?? ''
  if (searched !== '') {
    const pattern = parameter(containing(searched))
    const fields = register.fields.filter(({ name }) => register.search.includes(name))
    conditions.push(`(${fields.map((f) => `${table.expression(f)}::text ILIKE ${pattern}`).join(' OR ')})`)
  }
  for (const field of register.fields) {
    const wanted = query.filters[field.name]
    if (wanted === undefined) continue
    const sql = table.expression(field)
    conditions.push(
      typeof wanted === 'bigint'
        ? `${sql} = ${parameter(formatDecimal(wanted, scaleOf(field)))}`
        : typeof wanted === 'boolean' || field.kind === 'date'
          ? `${sql} = ${parameter(wanted)}`
          : `lower(${sql}) = lower(${parameter(wanted.normalize('NFC').trim())})`,
    )
  }
  return conditions
}

const TYPES: Readonly<Record<Field['kind'], string>> = {
  text: 'text',
  longtext: 'text',
  email: 'text',
  select: 'text',
  date: 'date',
  boolean: 'boolean',
  percent: 'numeric',
  money: 'numeric',
  integer: 'bigint',
}

function orderOf(table: RegisterTable, sort: string | undefined): Order {
  if (sort === undefined || sort === '') return NEWEST_FIRST
  const descending = sort.startsWith('-')
  const name = descending ? sort.slice(1) : sort
  if (name === 'id') return { ...NEWEST_FIRST, name: sort, descending }
  if (name === 'created_at' || name === 'updated_at') {
    return { name: sort, sql: `r.${name}`, type: 'timestamptz', descending }
  }
  const field = table.register.fields.find((one) => one.name === name)
  if (field === undefined) throw wrong('sort', `This list cannot be sorted by ${name}.`)
  const type = TYPES[field.kind]
  const sql = table.expression(field)
  if (type !== 'text') return { name: sort, sql, type, descending }
  // A cursor holds the key: long texts are sorted by their beginning.
  const key = field.kind === 'longtext' ? `left(lower(${sql}), 200)` : `lower(${sql})`
  return { name: sort, sql: key, type, descending }
}

/** The records after the cursor's: a greater (or smaller) key, then the id; records without a key come last. */
function after(order: Order, cursor: string, parameter: (value: unknown) => string): string {
  const [name, key, id] = decode(cursor)
  if (name !== order.name) throw wrong('cursor', NOT_OURS)
  const way = order.descending ? '<' : '>'
  const beyondId = `r.id ${way} ${parameter(id)}`
  if (key === null) return `(${order.sql} IS NULL AND ${beyondId})`
  const value = `${parameter(key)}::${order.type}`
  return `(${order.sql} ${way} ${value} OR (${order.sql} = ${value} AND ${beyondId}) OR ${order.sql} IS NULL)`
}

const NOT_OURS = 'This cursor does not belong to this list.'
type Cursor = readonly [order: string, key: string | null, id: number]

function encode(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

function decode(cursor: string): Cursor {
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    throw wrong('cursor', NOT_OURS)
  }
  const [name, key, id] = Array.isArray(parts) ? (parts as unknown[]) : []
  const readable =
    typeof name === 'string' && (key === null || typeof key === 'string') && Number.isSafeInteger(id)
  if (!readable) throw wrong('cursor', NOT_OURS)
  return [name, key, id as number]
}

function wrong(field: string, message: string): Refusal {
  return new Refusal('request.invalid', {}, [{ field, message }])
}
