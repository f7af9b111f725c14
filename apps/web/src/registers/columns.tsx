import type { Field } from '@em/contract/kit/register'
import type { ReactNode } from 'react'
import type { Column, ColumnKind } from '../ui/grid/columns.ts'
import { type AnyRecord, type AnyRegister, shownText } from './values.ts'

interface ColumnChanges {
  readonly header?: string
  readonly width?: number
  readonly hidden?: boolean
  readonly cell?: (record: AnyRecord) => ReactNode
  readonly value?: (record: AnyRecord) => string | number | boolean | null
}

interface ListShape {
  /** The columns that come first, by field name; the others follow in the descriptor's order. */
  readonly first?: readonly string[]
  readonly changes?: Readonly<Record<string, ColumnChanges>>
}

const KINDS: Record<Field['kind'], ColumnKind> = {
  text: 'text',
  longtext: 'text',
  email: 'text',
  select: 'text',
  date: 'date',
  percent: 'percent',
  money: 'money',
  boolean: 'boolean',
  integer: 'quantity',
}

/** The list's columns as the descriptor gives them; details and the times of creation and change start hidden. */
export function columnsOf(register: AnyRegister, shape: ListShape = {}): Column<AnyRecord>[] {
  const { first = [], changes = {} } = shape
  const rankOf = (field: Field) => {
    const at = first.indexOf(field.name)
    return at === -1 ? first.length : at
  }
  const fields = register.fields.toSorted((a, b) => rankOf(a) - rankOf(b))
  const columns = fields.map((field) => columnOf(field, changes[field.name] ?? {}))
  return [
    ...columns,
    moment('created_at', 'Created Date', changes['created_at']),
    moment('updated_at', 'Changed', changes['updated_at']),
  ]
}

function columnOf(field: Field, changed: ColumnChanges): Column<AnyRecord> {
  const isText = field.kind === 'select' || field.isName === true
  const kind = isText ? 'text' : KINDS[field.kind]
  const value = (record: AnyRecord) =>
    isText ? shownText(field, record[field.name]) : (record[field.name] ?? null)
  return {
    id: field.name,
    header: changed.header ?? field.label,
    kind,
    value: changed.value ?? value,
    hidden: changed.hidden ?? field.detail === true,
    ...(changed.width === undefined ? {} : { width: changed.width }),
    ...(changed.cell === undefined ? {} : { cell: changed.cell }),
  }
}

function moment(id: string, header: string, changed: ColumnChanges = {}): Column<AnyRecord> {
  return {
    id,
    header: changed.header ?? header,
    kind: 'moment',
    value: (record) => String(record[id] ?? ''),
    hidden: changed.hidden ?? true,
    ...(changed.width === undefined ? {} : { width: changed.width }),
  }
}
