import {
  type ColumnDef,
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { useNarrow } from '../useNarrow.ts'
import { type CellValue, type Column, compareValues, fittingWidth, isNumeric, widthOf } from './columns.ts'
import { type GridMemory, orderedIds } from './useGridMemory.ts'

export const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnSizingFeature,
  columnResizingFeature,
  columnVisibilityFeature,
  columnOrderingFeature,
})

export type GridFeatures = typeof features
export type SortOrder = GridMemory['sort']

export interface GridTableInput<Row> {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string | number
  memory: GridMemory
  change: (next: (now: GridMemory) => Partial<GridMemory>) => void
  /** The server sorts: rows come sorted, and `onChange` gets another sort order. */
  serverSort: { value: SortOrder; onChange: (sort: SortOrder) => void } | undefined
}

/** Our columns and the user's choices on TanStack's table. */
export function useGridTable<Row extends RowData>(input: GridTableInput<Row>) {
  const { rows, columns, rowKey, memory, change, serverSort } = input
  const narrow = useNarrow()
  const fits = useFits(columns, rows)
  const definitions = useMemo(
    () =>
      columns.map(
        (column): ColumnDef<GridFeatures, Row> => ({
          id: column.id,
          // Absent values come last, in both directions.
          accessorFn: (row: Row) => present(column.value(row)),
          sortUndefined: 'last',
          header: column.header,
          size: fits.get(column.id) ?? widthOf(column),
          minSize: 40,
          maxSize: 900,
          enableSorting: column.sortable ?? true,
          sortDescFirst: isNumeric(column),
          sortFn: (a, b) => compareValues(column, column.value(a.original), column.value(b.original)),
        }),
      ),
    [columns, fits],
  )
  const visibility = useMemo(
    () =>
      Object.fromEntries(
        columns.map((column) => {
          const usual = narrow && column.phone !== undefined ? column.phone : column.hidden !== true
          return [column.id, memory.visible[column.id] ?? usual]
        }),
      ),
    [columns, memory.visible, narrow],
  )
  const order = useMemo(
    () =>
      orderedIds(
        columns.map((column) => column.id),
        memory.order,
      ),
    [columns, memory.order],
  )
  const known = useMemo(() => new Set(order), [order])
  const sorting = useMemo(
    () => (serverSort?.value ?? memory.sort).filter(({ id }) => known.has(id)),
    [serverSort?.value, memory.sort, known],
  )
  return useTable<GridFeatures, Row>({
    features,
    columns: definitions,
    data: rows as Row[],
    getRowId: (row) => String(rowKey(row)),
    manualSorting: serverSort !== undefined,
    columnResizeMode: 'onChange',
    state: { sorting, columnVisibility: visibility, columnOrder: order, columnSizing: memory.widths },
    onSortingChange: (updater) => {
      const next = resolved(updater, sorting)
      if (serverSort !== undefined) serverSort.onChange(next)
      else change(() => ({ sort: next }))
    },
    onColumnSizingChange: (updater) => change((now) => ({ widths: resolved(updater, now.widths) })),
  })
}

/** How wide each column is to be. Where a long list goes on, only the loaded rows are measured. */
function useFits<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): ReadonlyMap<string, number> {
  const [seen] = useState<{ of: readonly Column<Row>[]; rows: readonly Row[]; fits: Map<string, number> }>(
    () => ({ of: [], rows: [], fits: new Map() }),
  )
  return useMemo(() => {
    const { length } = seen.rows
    const goesOn =
      seen.of === columns &&
      length > 0 &&
      rows.length > length &&
      rows[0] === seen.rows[0] &&
      rows[length - 1] === seen.rows[length - 1]
    const came = goesOn ? rows.slice(length) : rows
    const fits = new Map(
      columns.map((column) => {
        // A sum is of all rows.
        const isOfAll = !goesOn || column.total === 'sum'
        const before = isOfAll ? 0 : (seen.fits.get(column.id) ?? 0)
        return [column.id, Math.max(before, fittingWidth(column, isOfAll ? rows : came))]
      }),
    )
    Object.assign(seen, { of: columns, rows, fits })
    return fits
  }, [seen, columns, rows])
}

function present(value: CellValue) {
  return value === null || value === '' ? undefined : value
}

function resolved<T>(updater: Updater<T>, now: T): T {
  return typeof updater === 'function' ? (updater as (now: T) => T)(now) : updater
}
