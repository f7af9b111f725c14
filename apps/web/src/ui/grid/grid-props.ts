import type { RowData } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import type { Column } from './columns.ts'
import type { RowAction } from './GridTools.tsx'
import type { Tools } from './offered.ts'
import type { SortOrder } from './useGridTable.ts'

interface More {
  has: boolean
  loading: boolean
  /** The last rows that were asked for did not come: a user asks for them again. */
  failed?: boolean
  load: () => void
  total?: number | null
}

export interface DataGridProps<Row extends RowData> {
  /** Stable: the user's columns are remembered under it. */
  id: string
  /** The name of the table, for screen readers, the file name and the sheet: "Equities". */
  title: string
  /** Undefined while loading. Keep the array stable between renders. */
  rows: readonly Row[] | undefined
  /** Keep the array stable between renders (module scope or useMemo). */
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string | number
  /** The noun of the counter: "equities". */
  noun?: string
  /** Shown in place of rows. */
  empty?: ReactNode
  error?: { title: string; message?: string; onRetry?: () => void; retryLabel?: string } | null
  /** Enter or a click on a row. */
  onOpen?: (row: Row) => void
  actions?: (row: Row) => readonly RowAction[]
  /** Buttons in each row in place of the menu, under the header "Actions". */
  tools?: Tools<Row>
  /** Filter controls next to the search. */
  filters?: ReactNode
  /** Off: no search box. With `onSearch` the server searches, else the loaded rows are searched. */
  search?: boolean
  searchLabel?: string
  onSearch?: (text: string) => void
  initialSort?: SortOrder
  serverSort?: { value: SortOrder; onChange: (sort: SortOrder) => void }
  /** Pages of this many rows with buttons; without it all rows scroll. */
  pageSize?: number
  /** Pages that the server cuts. Counted from 1. */
  serverPages?: { page: number; size: number; total: number; onPage: (page: number) => void }
  /** More rows are to come from the server: asked for before they are in sight. With `total` the scroll bar is that of all. */
  more?: More
  /** The first cell of the totals row: "Portfolio Totals". */
  totalsLabel?: string
  /** Which rows the totals row adds up; all when left out. */
  inTotals?: (row: Row) => boolean
  /** Totals by column id that the server computed over all rows; they win over `column.total`. */
  totals?: Record<string, ReactNode>
  /** Quiet rows: inactive, cancelled. */
  muted?: (row: Row) => boolean
  exportable?: boolean
  /** Where the server pages: fetches all rows that search and filters find, for the export. */
  allRows?: () => Promise<readonly Row[]>
  /** Pixels of the screen taken by what is above and below, for the height of the scrolling part. */
  offset?: number
}
