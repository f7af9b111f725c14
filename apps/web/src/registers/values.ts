import {
  columnOf,
  type Draft,
  type Field,
  hasDated,
  type RecordOf,
  type Register,
} from '@em/contract/kit/register'
import { checkedBy } from '../ui/form/FormShell.tsx'

/** Any register, and a stored record of it in the names of its fields. */
export type AnyRegister = Register
export type AnyRecord = RecordOf<readonly Field[]>

/** The values of a form: text as typed, exact numerals, dates as text, '' while nothing is there; booleans. */
export type FormValues = Record<string, string | boolean>

/** The fields a person fills in, in the descriptor's order. */
export function writtenFields(register: AnyRegister): readonly Field[] {
  return register.fields.filter((field) => field.computed !== true)
}

/** An empty form: each field at its default, `today` (YYYY-MM-DD) where the descriptor says so. */
export function startValues(register: AnyRegister, today: string): FormValues {
  return Object.fromEntries(
    writtenFields(register).map((field) => {
      if (field.kind === 'boolean') return [field.name, field.initial !== false]
      const initial = typeof field.initial === 'string' ? field.initial : ''
      return [field.name, field.kind === 'date' && initial === 'today' ? today : initial]
    }),
  )
}

/** A stored record as a form holds it. */
export function valuesOf(register: AnyRegister, record: AnyRecord): FormValues {
  return Object.fromEntries(
    writtenFields(register).map((field) => {
      const value = record[field.name]
      if (field.kind === 'boolean') return [field.name, value === true]
      return [field.name, value === null || value === undefined ? '' : String(value)]
    }),
  )
}

/** The request for a new record: an empty optional field goes as null, all else as typed. */
export function draftOf(register: AnyRegister, values: FormValues): Draft {
  return Object.fromEntries(writtenFields(register).map((field) => [field.name, sent(values[field.name])]))
}

const changedFields = (register: AnyRegister, values: FormValues, record: AnyRecord): Field[] => {
  const before = valuesOf(register, record)
  return writtenFields(register).filter(
    ({ name }) => values[name] !== undefined && values[name] !== before[name],
  )
}

/** The name under which a form holds the day from which changes of dated fields hold. */
export const EFFECTIVE_FROM = 'effectiveFrom'

/** The changed fields that figures of a day rest on. */
export const datedChanges = (register: AnyRegister, values: FormValues, record: AnyRecord): Field[] =>
  hasDated(register.fields)
    ? changedFields(register, values, record).filter(({ dated }) => dated === true)
    : []

/** The request for an edit: the fields that differ from the record, from which day on where they are dated, and its version. */
export function changesOf(register: AnyRegister, values: FormValues, record: AnyRecord): Draft {
  const changed = changedFields(register, values, record)
  const isDated = datedChanges(register, values, record).length > 0
  return {
    ...Object.fromEntries(changed.map(({ name }) => [name, sent(values[name])])),
    ...(isDated && { [EFFECTIVE_FROM]: sent(values[EFFECTIVE_FROM]) ?? undefined }),
    version: record.version,
  }
}

function sent(value: string | boolean | undefined): string | boolean | null {
  if (value === undefined || (typeof value === 'string' && value.trim() === '')) return null
  return value
}

/** The contract's own checks, for a form of this register. */
export function checksOf(register: AnyRegister) {
  const check = checkedBy(register.create)
  return (values: FormValues) => check(draftOf(register, values))
}

/** Whether one of the named fields is required and was left empty. */
export function lacksRequired(register: AnyRegister, values: FormValues, faulty: readonly string[]): boolean {
  return writtenFields(register).some(
    ({ name, required }) => required === true && faulty.includes(name) && sent(values[name]) === null,
  )
}

export interface Merged {
  readonly values: FormValues
  /** Fields that the user had changed and keep what was typed. */
  readonly retained: readonly Field[]
  /** Of these, the ones that the other person changed too, with their present values. */
  readonly clashes: readonly { field: Field; now: string }[]
}

/**
 * Lays an edit over a newer record: a typed value stays where it differs from the record the edit began with, all other
 * fields have the present values.
 */
export function mergeEdits(
  register: AnyRegister,
  edit: { base: AnyRecord; typed: FormValues; fresh: AnyRecord },
): Merged {
  const base = valuesOf(register, edit.base)
  const fresh = valuesOf(register, edit.fresh)
  const retained = writtenFields(register).filter(({ name }) => edit.typed[name] !== base[name])
  const own = Object.fromEntries(retained.map(({ name }) => [name, edit.typed[name] ?? '']))
  const clashes = retained
    .filter(({ name }) => fresh[name] !== base[name] && fresh[name] !== edit.typed[name])
    .map((field) => ({ field, now: shownText(field, edit.fresh[field.name]) }))
  return { values: { ...fresh, ...own }, retained, clashes }
}

/** A field's value in words: the label of a choice, Yes or No, '' where there is none. */
export function shownText(field: Field, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const text = String(value)
  return field.options?.find((option) => option.value === text)?.label ?? text
}

/** The field that a refusal names, by its own name, its second spelling or its column. */
export function fieldNamed(register: AnyRegister, name: string): Field | undefined {
  return register.fields.find(
    (field) => field.name === name || field.alias === name || columnOf(field) === name,
  )
}
