import { SelectionLine } from '../sheet/SelectionLine.tsx'
import { type Column, isNumeric } from './columns.ts'
import type { CellCursor } from './useCellCursor.ts'

interface SelectedCellsProps<Row> {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  cursor: CellCursor
}

/** Sum, average and count of the cells of a list that are selected; nothing while one is. */
export function SelectedCells<Row>({ rows, columns, cursor }: SelectedCellsProps<Row>) {
  const { top, bottom, left, right } = cursor.range()
  if (top === bottom && left === right) return null
  const cells = rows.slice(top, bottom + 1).flatMap((row) =>
    columns.slice(left, right + 1).map((column) => ({
      value: column.value(row),
      isNumber: isNumeric(column),
    })),
  )
  return <SelectionLine cells={cells} />
}
