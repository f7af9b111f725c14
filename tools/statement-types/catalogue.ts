/** The database's columns, types and functions, as far as types of rows follow from them. */
import type pg from 'pg'
import { TYPED_IN_CODE } from './typed-in-code.ts'

export interface ColumnKnown {
  readonly notNull: boolean
  /** The texts that a CHECK allows, where it lists them. */
  readonly words: readonly string[] | undefined
  /** The type that the code gives it (`./typed-in-code.ts`). */
  readonly inCode: string | undefined
}
export interface FunctionKnown {
  readonly name: string
  /** Gives null for a null argument, and (but for those of `MAY_GIVE_NULL`) only then. */
  readonly strict: boolean
}

export interface Catalogue {
  column(table: number, number: number): ColumnKnown
  function(id: number): FunctionKnown
  /** The name of a type, as `bigint` or `text[]`. */
  type(id: number): string
}

const WORDS = /^CHECK \(\(+(?:\w+) = ANY \(ARRAY\[(.*)\]\)+$/

/** Reads the catalogue once. */
export async function readCatalogue(client: pg.Client): Promise<Catalogue> {
  const columns = await client.query<{ id: string; number: number; sure: boolean; name: string }>(
    `SELECT attrelid::bigint AS id, attnum AS number, attnotnull AS sure, relname || '.' || attname AS name
       FROM pg_attribute JOIN pg_class c ON c.oid = attrelid WHERE attnum > 0 AND NOT attisdropped`,
  )
  const checks = await client.query<{ id: string; number: number; text: string }>(
    `SELECT conrelid::bigint AS id, conkey[1] AS number, pg_get_constraintdef(oid) AS text FROM pg_constraint
      WHERE contype = 'c' AND conrelid <> 0 AND cardinality(conkey) = 1`,
  )
  const functions = await client.query<{ id: string; name: string; strict: boolean }>(
    'SELECT oid::bigint AS id, proname AS name, proisstrict AS strict FROM pg_proc',
  )
  const types = await client.query<{ id: string; name: string }>(
    'SELECT oid::bigint AS id, format_type(oid, NULL) AS name FROM pg_type',
  )
  const words = new Map<string, readonly string[]>()
  for (const { id, number, text } of checks.rows) {
    const listed = WORDS.exec(text)?.[1]?.match(/'(?:[^']|'')*'(?=::text)/g)
    if (listed) {
      words.set(
        `${id}.${number}`,
        listed.map((word) => word.slice(1, -1).replaceAll("''", "'")),
      )
    }
  }
  const byColumn = new Map(columns.rows.map((row) => [`${row.id}.${row.number}`, row]))
  const names = new Set(columns.rows.map(({ name }) => name))
  const unknown = Object.keys(TYPED_IN_CODE).filter((name) => !names.has(name))
  if (unknown.length > 0) throw new Error(`./typed-in-code.ts names columns that are not there: ${unknown}`)
  const byFunction = new Map(functions.rows.map((row) => [Number(row.id), row]))
  const byType = new Map(types.rows.map((row) => [Number(row.id), row.name]))
  return {
    // A column that the system adds (ctid, xmin) is never null.
    column: (table, number) => ({
      notNull: number < 0 || byColumn.get(`${table}.${number}`)?.sure === true,
      words: words.get(`${table}.${number}`),
      inCode: TYPED_IN_CODE[byColumn.get(`${table}.${number}`)?.name ?? ''],
    }),
    function: (id) => byFunction.get(id) ?? { name: '', strict: false },
    type: (id) => byType.get(id) ?? '',
  }
}
