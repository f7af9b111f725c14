/** A register's table: the SQL that its descriptor gives, and rows turned into records. Names never come from a request. */
import {
  columnOf,
  type Field,
  type RecordOf,
  type Register,
  scaleOf,
  type Values,
} from '@em/contract/kit/register'
import { formatDecimal } from '@em/core/values/decimal'
import { type Queryable, type Statement, statement } from '../platform/database/database.ts'
import { jsonNumber } from '../platform/database/json-number.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Slots, StoredRecord } from './slots.ts'

export interface RegisterTable<R = StoredRecord> {
  readonly register: Register
  readonly slots: Slots
  /** `SELECT ... FROM ...` of whole records, the register's own table called `r`. */
  readonly select: string
  /** `FROM ...` alone. */
  readonly from: string
  /** The SQL of a field. */
  expression(field: Field): string
  toRecord(row: object): R
  /** Records under a condition (and order) written in SQL over `r`. */
  find(db: Queryable, condition: string, values?: readonly unknown[]): Promise<R[]>
  /**
   * The record that a path names by its id, or by its code (text); `lock` keeps others from changing it.
   * @throws Refusal `record.missing`
   */
  get(db: Queryable, named: number | string, lock?: boolean): Promise<R>
  /** The name of the record in a sentence: "Equity JKH.N0000". */
  title(record: StoredRecord): string
}

/** The table of a register with its slots. */
export function tableOf<const F extends readonly Field[]>(
  described: Register<F>,
  slots: Slots = {},
): RegisterTable<RecordOf<F>> {
  const register = described as unknown as Register
  const expression = (field: Field) => slots.expressions?.[field.name] ?? `r.${columnOf(field)}`
  const columns = register.fields.map((field) => `${expression(field)} AS "${field.name}"`)
  const from = `FROM ${register.table} r ${slots.join ?? ''}`
  const select = `SELECT r.id, ${columns.join(', ')}, r.version, r.created_at, r.updated_at`
  const toRecord = recordMaker(register)
  const lookUps = lookUpsOf(register, `${select} ${from}`, expression)
  const table: RegisterTable = {
    register,
    slots,
    select,
    from,
    expression,
    toRecord,
    find: async (db, condition, values = []) => {
      const rows = await db.query(`${select} ${from} ${condition}`, values)
      return rows.map(toRecord)
    },
    get: async (db, named, lock = false) => {
      const [row] = await db.query(lookUps(typeof named, lock), [named])
      if (row === undefined) throw new Refusal('record.missing', { what: `${register.singular} ${named}` })
      return toRecord(row)
    },
    title: (record) => {
      const first = register.unique[0]?.[0] ?? 'id'
      return `${register.singular} ${slots.title?.(record) ?? String(record[first])}`
    },
  }
  return table as unknown as RegisterTable<RecordOf<F>>
}

function lookUpsOf(
  register: Register,
  select: string,
  expression: (field: Field) => string,
): (kind: string, lock: boolean) => Statement {
  const code = register.fields.find((field) => field.name === register.code)
  const one = (name: string, condition: string) => [
    statement(`registers.${register.word}.${name}`, `${select} WHERE ${condition}`),
    statement(`registers.${register.word}.${name}-locked`, `${select} WHERE ${condition} FOR UPDATE OF r`),
  ]
  const byId = one('by-id', 'r.id = $1')
  const byCode = code === undefined ? byId : one('by-code', `lower(${expression(code)}) = lower($1)`)
  return (kind, lock) => (kind === 'string' ? byCode : byId)[lock ? 1 : 0] as Statement
}

const exact = (field: Field) => field.kind === 'percent' || field.kind === 'money'

/** Exact decimals arrive as text and leave as JSON numbers; what a query adds for itself is left behind. */
function recordMaker(register: Register): (row: object) => StoredRecord {
  const names = ['id', ...register.fields.map(({ name }) => name), 'version', 'created_at', 'updated_at']
  const decimals = new Set(register.fields.filter(exact).map(({ name }) => name))
  return (row) => {
    const stored = row as Readonly<Record<string, unknown>>
    const value = (name: string) =>
      decimals.has(name) ? jsonNumber(stored[name] as string | null) : stored[name]
    return Object.fromEntries(names.map((name) => [name, value(name)])) as StoredRecord
  }
}

/** The columns and parameters of the values that were sent; whole units become exact decimal text. */
export function storedValues(
  register: Register,
  values: Values,
): readonly { readonly column: string; readonly value: unknown }[] {
  return register.fields
    .filter((field) => !field.computed && values[field.name] !== undefined)
    .map((field) => {
      const value = values[field.name]
      return {
        column: columnOf(field),
        value: typeof value === 'bigint' ? formatDecimal(value, scaleOf(field)) : value,
      }
    })
}
