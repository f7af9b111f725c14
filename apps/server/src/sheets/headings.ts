/** Which row of a table names its columns, and what they mean: one search for every kind of table. */
import type { Cell } from '@em/contract/batches/batches'
import { isBlank, textOf } from './cells.ts'

/** A row with its line in the file, from 1. */
export interface Row {
  readonly line: number
  readonly cells: readonly Cell[]
}

/** The headings by which a kind of table is recognised. */
export interface TableKind<Field extends string> {
  /** The names that columns of a field have, the surest first: letters and digits only, in lower case. */
  readonly names: Readonly<Record<Field, readonly string[]>>
  /** Whether a row that names these fields names the columns. */
  readonly isHeading: (fields: ReadonlySet<Field>) => boolean
  /** Fields that differ in other signs than letters and digits: `Change (%)` and `Change (Rs)`. */
  readonly special?: (heading: string) => Field | undefined
}

export interface NamedField<Field extends string> {
  readonly field: Field
  /** How sure its name is: 0 is surest. */
  readonly rank: number
}

/** Rows that are searched for the row of names: titles may be above it. */
export const HEADING_WITHIN = 40
/** Letters of a heading that are looked at. */
const HEADING_MAX = 200
const letters = (heading: string) => heading.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
/** A currency behind a name. */
const UNIT = /(lkr|rs|slr)$/

/** The field of a heading; null: no known field. */
export type FieldOf<Field extends string> = (heading: string) => NamedField<Field> | null

/** Finds fields by column headings; a bracket or a currency behind the name is ignored. */
export function fieldFinder<Field extends string>(kind: TableKind<Field>): FieldOf<Field> {
  const known = new Map(
    (Object.entries(kind.names) as [Field, readonly string[]][]).flatMap(([field, names]) =>
      names.map((name, rank): [string, NamedField<Field>] => [name, { field, rank }]),
    ),
  )
  return (heading) => {
    const text = heading.slice(0, HEADING_MAX)
    const special = kind.special?.(text)
    if (special !== undefined) return { field: special, rank: 0 }
    const plain = letters(text)
    const bare = letters(text.replaceAll(/\(.*?\)/g, ''))
    return known.get(plain) ?? known.get(plain.replace(UNIT, '')) ?? known.get(bare) ?? null
  }
}

/**
 * The row that names the columns, of several the one that names most; undefined where none does. Names on two rows, the lower
 * ones under a name for several columns, are one row, in the line of the lower.
 */
export function headingRow<Field extends string>(
  rows: readonly Row[],
  kind: TableKind<Field>,
  fieldOf: FieldOf<Field>,
): Row | undefined {
  const fieldsOf = ({ cells }: Row) => {
    const fields = new Set<Field>()
    for (const cell of cells) {
      const found = fieldOf(textOf(cell))
      if (found !== null) fields.add(found.field)
    }
    return fields
  }
  let best: Row | undefined
  let most = 0
  const first = rows.slice(0, HEADING_WITHIN)
  for (const [index, row] of first.entries()) {
    for (const one of [row, onTwo(row, first[index + 1])]) {
      if (one === undefined) continue
      const fields = fieldsOf(one)
      if (fields.size <= most || !kind.isHeading(fields)) continue
      best = one
      most = fields.size
    }
  }
  return best
}

/** Two rows of names as one: blanks of the lower row take the name above. */
function onTwo(upper: Row, lower: Row | undefined): Row | undefined {
  if (lower === undefined || lower.line !== upper.line + 1) return undefined
  const isName = (cell: Cell) => isBlank(cell) || (typeof cell === 'string' && !/\d/.test(cell))
  if (!lower.cells.every(isName) || !upper.cells.every(isName)) return undefined
  const width = Math.max(upper.cells.length, lower.cells.length)
  return {
    line: lower.line,
    cells: Array.from({ length: width }, (_, index) => {
      const cell = lower.cells[index]
      return isBlank(cell) ? (upper.cells[index] ?? null) : (cell ?? null)
    }),
  }
}

/** The names of `width` columns; a repeated name gets a number. */
export function columnNames(heading: Row | undefined, width: number): string[] {
  const taken = new Map<string, number>()
  return Array.from({ length: width }, (_, index) => {
    const name = textOf(heading?.cells[index]).replace(/\s+/g, ' ').slice(0, 180) || `Column ${index + 1}`
    const times = (taken.get(name) ?? 0) + 1
    taken.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
}

/** The heading in the file, of a name made by `columnNames`. */
export const headingOf = (name: string) => name.replace(/ \(\d+\)$/, '')

/** The column of each field, by the surest of its names; of equal ones the first. */
export function surestColumns<Field extends string>(
  names: readonly string[],
  fieldOf: FieldOf<Field>,
): Map<Field, string> {
  const best = new Map<Field, { readonly name: string; readonly rank: number }>()
  for (const name of names) {
    const found = fieldOf(headingOf(name))
    const other = found === null ? undefined : best.get(found.field)
    if (found !== null && (other === undefined || found.rank < other.rank))
      best.set(found.field, { name, rank: found.rank })
  }
  return new Map([...best].map(([field, { name }]) => [field, name]))
}

/** The first column of each field. */
export function firstColumns<Field extends string>(
  { cells }: Row,
  fieldOf: FieldOf<Field>,
): Partial<Record<Field, number>> {
  const columns: Partial<Record<Field, number>> = {}
  for (const [index, cell] of cells.entries()) {
    const field = fieldOf(textOf(cell))?.field
    if (field !== undefined) columns[field] ??= index
  }
  return columns
}

/** Whether a row repeats the one that names the columns, as the pages of a print do. */
export function repeats(heading: Row | undefined, { cells }: Row): boolean {
  if (heading === undefined) return false
  const filled = cells.filter((cell) => !isBlank(cell))
  return (
    filled.length > 1 &&
    cells.every((cell, index) => textOf(cell).toLowerCase() === textOf(heading.cells[index]).toLowerCase())
  )
}
