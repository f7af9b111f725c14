/** Refusals by the database, in the words of the register: a value that is taken, a record that is used. */
import { columnOf, type Field, type Values } from '@em/contract/kit/register'
import { sqlState } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import type { StoredRecord } from './slots.ts'
import type { RegisterTable } from './table.ts'

const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'

/** `record.duplicate` (409) naming the field, in the register's own words where it has some. */
class Taken extends Refusal {
  constructor(what: string, field: Field, sentence: string | undefined) {
    const facts = { what, field: field.label }
    super('record.duplicate', facts)
    const message = sentence ?? this.message
    this.message = message
    Object.assign(this, { details: [{ field: field.name, message }] })
  }
}

/** The error of a failed insert or update: a Refusal when a value was taken or what it refers to is gone, else the error itself. */
export function takenOr(error: unknown, table: RegisterTable, values: Values): unknown {
  const state = sqlState(error)
  if (state === FOREIGN_KEY_VIOLATION)
    return new Refusal('record.missing', { what: 'The record this refers to' })
  if (state !== UNIQUE_VIOLATION) return error
  const { register } = table
  const field = duplicateField(table, error)
  if (field === undefined) return error
  const sentence = register.taken?.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
  return new Taken(register.singular, field, sentence)
}

/** The last field of the unique group that the database names, as in "Key (lower(symbol))=(...)". */
function duplicateField(table: RegisterTable, error: unknown): Field | undefined {
  const detail = String((error as { detail?: unknown }).detail ?? '')
  const key = detail.slice(0, detail.indexOf(')=('))
  const columns = new Set(key.match(/\w+/g) ?? [])
  const { fields, unique } = table.register
  const named = (name: string) => fields.find((field) => field.name === name)
  const group = unique.find((names) =>
    names.every((name) => {
      const field = named(name)
      return field !== undefined && columns.has(columnOf(field))
    }),
  )
  return named(group?.at(-1) ?? '')
}

/** `record.in-use` (409) naming what uses the record. */
export function inUse(table: RegisterTable, record: StoredRecord, uses: string): Refusal {
  return new Refusal('record.in-use', { what: table.title(record), uses })
}

/** The error of a failed delete: something came to use the record in the same moment, or a use that no slot counts. */
export function inUseOr(error: unknown, table: RegisterTable, record: StoredRecord): unknown {
  if (sqlState(error) !== FOREIGN_KEY_VIOLATION) return error
  const user = String((error as { table?: unknown }).table ?? 'other records')
  return inUse(table, record, user.replaceAll('_', ' '))
}
