/** The shape of a section of a book file: rows of named columns, as JSON and as CSV. docs/book-format.md describes them for readers. */
import { FORMULA_SIGNS } from '@em/core/values/inert-text'

/** How a value is written: `money` and `decimal` as decimal text, `date` as YYYY-MM-DD, `moment` as ISO time in UTC. */
export type ValueKind = 'text' | 'date' | 'moment' | 'money' | 'decimal' | 'whole' | 'yes or no' | 'list'
export type Value = string | number | boolean | null | readonly unknown[] | Readonly<Record<string, unknown>>
/** One row: values by the names of the columns. */
export type Row = Readonly<Record<string, Value>>

export interface Column {
  readonly name: string
  readonly kind: ValueKind
  /** Its description, for docs/book-format.md. */
  readonly says: string
}

/** A section: its columns are what `sql` selects, in this order and by these names. */
export interface Section {
  readonly name: string
  readonly says: string
  /** Rows are acts: each has `order`, and all acts of all sections are done in that order. */
  readonly isActs?: true
  readonly columns: readonly Column[]
  /** Amounts cast to text, references spelled by codes, symbols and numbers. */
  readonly sql: string
}

/** Columns by their names, each with its kind and what it says. */
export const columns = (described: Readonly<Record<string, readonly [ValueKind, string]>>): Column[] =>
  Object.entries(described).map(([name, [kind, says]]) => ({ name, kind, says }))

/** The columns that all acts begin with, and those that say who recorded them. */
export const ORDER = {
  order: ['whole', 'Its position among all acts: they are done again in this order'],
} as const
export const RECORDED = {
  recorded_at: ['moment', 'When it was recorded in the books that it comes from'],
  recorded_by: ['text', 'The e-mail address of who recorded it'],
} as const

const APOSTROPHE = "'"
const isGuarded = (text: string) => FORMULA_SIGNS.includes(text.charAt(0)) || text.startsWith(APOSTROPHE)

/**
 * A value as a CSV cell. Text that a spreadsheet could take for a formula gets an apostrophe in front, and so does text that
 * begins with one: `fromCell` takes away exactly one.
 */
export function toCell(value: Value, kind: ValueKind): string {
  if (value === null) return ''
  if (kind === 'yes or no') return value === true ? 'yes' : 'no'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const guarded = (kind === 'text' || kind === 'list') && isGuarded(text) ? APOSTROPHE + text : text
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/** The value of a CSV cell whose quotes are taken off. @throws SyntaxError for a list that is no JSON. */
export function fromCell(cell: string, kind: ValueKind): Value {
  if (cell === '') return null
  const text = cell.startsWith(APOSTROPHE) && isGuarded(cell.slice(1)) ? cell.slice(1) : cell
  if (kind === 'yes or no') return text.toLowerCase() === 'yes'
  if (kind === 'whole') return Number(text)
  if (kind === 'list') return JSON.parse(text) as Value
  return text
}

const PATTERNS: Readonly<Partial<Record<ValueKind, readonly [RegExp, string]>>> = {
  date: [/^\d{4}-\d{2}-\d{2}$/, 'must be a date, YYYY-MM-DD'],
  moment: [
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/,
    'must be a time in UTC, as 2026-01-31T08:00:00.000Z',
  ],
  money: [/^-?\d{1,18}(\.\d{1,2})?$/, 'must be an amount with at most two decimals, as text'],
  decimal: [/^-?\d{1,18}(\.\d{1,10})?$/, 'must be a decimal number, as text'],
}
const TEXT_MOST = 20_000

/** The fault of a column's value; null where there is none. */
export function faultOf(value: Value | undefined, { kind }: Column): string | null {
  if (value === null || value === undefined) return null
  if (kind === 'whole') return Number.isSafeInteger(value) ? null : 'must be a whole number'
  if (kind === 'yes or no') return typeof value === 'boolean' ? null : 'must be true or false'
  if (kind === 'list') return typeof value === 'object' ? null : 'must be a list'
  if (typeof value !== 'string') return 'must be text'
  if (value.length > TEXT_MOST) return 'is too long'
  const [pattern, message] = PATTERNS[kind] ?? []
  return pattern === undefined || pattern.test(value) ? null : (message ?? null)
}
