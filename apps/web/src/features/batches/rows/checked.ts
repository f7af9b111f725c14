/** The result of a check of the rows, followed through the changes that mend them. */
import { filledRows, type Row } from './rows.ts'

export interface RowFault {
  /** The row as it was sent, counted from 1; 0 where the fault is of none of them. */
  readonly row: number
  readonly field: string
  readonly error: string
  readonly value: string | null
}

export interface Checked {
  /** The present place in the table of each row that was sent; null once it was removed. */
  readonly places: readonly (number | null)[]
  /** Rows that were changed since, as they were sent: what was said of them may no longer hold. */
  readonly changed: ReadonlySet<number>
}

/** The rows of a table as they are sent to be checked. */
export function checkedAs(rows: readonly Row<string>[]): Checked {
  return { places: filledRows(rows).map(({ place }) => place), changed: new Set() }
}

/**
 * The check after an edit of cells, rows added at the end, or one row removed; null after any other change, when the
 * rows can no longer be matched.
 */
export function afterChange<R extends Row<string>>(
  checked: Checked,
  before: readonly R[],
  next: readonly R[],
): Checked | null {
  const differs = before.findIndex((row, place) => row !== next[place])
  if (next.length === before.length - 1) {
    if (differs === -1 || before.slice(differs + 1).some((row, at) => row !== next[differs + at])) return null
    return { ...checked, places: checked.places.map((place) => withoutPlace(place, differs)) }
  }
  if (next.length < before.length) return null
  const changed = new Set(checked.changed)
  for (const [at, place] of checked.places.entries()) {
    if (place !== null && before[place] !== next[place]) changed.add(at + 1)
  }
  return { ...checked, changed }
}

function withoutPlace(place: number | null, removed: number): number | null {
  return place === null || place === removed ? null : place > removed ? place - 1 : place
}

/** The faults that still apply: those of rows that were removed or changed since are left out. */
export function standing<F extends RowFault>(checked: Checked, faults: readonly F[]): F[] {
  return faults.filter(
    ({ row }) => row === 0 || (checked.places[row - 1] != null && !checked.changed.has(row)),
  )
}

/** Faults by place in the table, then field. */
export function faultsByPlace(
  checked: Checked,
  faults: readonly RowFault[],
): Map<number, Record<string, string>> {
  const found = new Map<number, Record<string, string>>()
  for (const { row, field, error } of standing(checked, faults)) {
    const place = checked.places[row - 1]
    if (place != null) found.set(place, { ...found.get(place), [field]: error })
  }
  return found
}

/** The places of all rows at fault, in order; one that was changed stays until the next check, so that it can be read. */
export function wrongPlaces(checked: Checked, faults: readonly RowFault[]): number[] {
  const places = new Set(faults.map(({ row }) => checked.places[row - 1]))
  return [...places].filter((place) => place != null).sort((a, b) => a - b)
}
