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
  /** The present index in the table of each row that was sent; null once it was removed. */
  readonly indices: readonly (number | null)[]
  /** Rows that were changed since, as they were sent: what was said of them may no longer hold. */
  readonly changed: ReadonlySet<number>
}

/** The rows of a table as they are sent to be checked. */
export function checkedAs(rows: readonly Row<string>[]): Checked {
  return { indices: filledRows(rows).map(({ index }) => index), changed: new Set() }
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
  const differs = before.findIndex((row, index) => row !== next[index])
  if (next.length === before.length - 1) {
    if (differs === -1 || before.slice(differs + 1).some((row, at) => row !== next[differs + at])) return null
    return { ...checked, indices: checked.indices.map((index) => withoutIndex(index, differs)) }
  }
  if (next.length < before.length) return null
  const changed = new Set(checked.changed)
  for (const [at, index] of checked.indices.entries()) {
    if (index !== null && before[index] !== next[index]) changed.add(at + 1)
  }
  return { ...checked, changed }
}

function withoutIndex(index: number | null, removed: number): number | null {
  return index === null || index === removed ? null : index > removed ? index - 1 : index
}

/** The faults that still apply: those of rows that were removed or changed since are left out. */
export function standing<F extends RowFault>(checked: Checked, faults: readonly F[]): F[] {
  return faults.filter(
    ({ row }) => row === 0 || (checked.indices[row - 1] != null && !checked.changed.has(row)),
  )
}

/** Faults by index in the table, then field. */
export function faultsByIndex(
  checked: Checked,
  faults: readonly RowFault[],
): Map<number, Record<string, string>> {
  const found = new Map<number, Record<string, string>>()
  for (const { row, field, error } of standing(checked, faults)) {
    const index = checked.indices[row - 1]
    if (index != null) found.set(index, { ...found.get(index), [field]: error })
  }
  return found
}

/** The indices of all rows at fault, in order; one that was changed stays until the next check, so that it can be read. */
export function wrongIndices(checked: Checked, faults: readonly RowFault[]): number[] {
  const indices = new Set(faults.map(({ row }) => checked.indices[row - 1]))
  return [...indices].filter((index) => index != null).sort((a, b) => a - b)
}
