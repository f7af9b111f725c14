import { MEDIA_TYPES } from '@em/paper/files/formats'
import { Button } from '@mantine/core'
import type { RowData } from '@tanstack/react-table'
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { load } from '../../lib/parts.ts'
import { notify } from '../notify.tsx'
import { saveFile } from '../save-file.ts'
import { type CellValue, type Column, type ColumnKind, searchText } from './columns.ts'
import css from './Grid.module.css'
import { GridFrame } from './GridFrame.tsx'
import { GridHead } from './GridHead.tsx'
import { ColumnsMenu, ExportButton, GridSearch, Pager, type RowAction } from './GridTools.tsx'
import { grouped } from './GridTotals.tsx'
import type { DataGridProps } from './grid-props.ts'
import { type Tools, useOffered } from './offered.ts'
import { moved, useGridMemory } from './useGridMemory.ts'
import { type SortOrder, useGridTable } from './useGridTable.ts'
import { useListPosition } from './useListPosition.ts'
import { useViews } from './views/useViews.ts'
import { ViewsMenu } from './views/ViewsMenu.tsx'

export type { CellValue, Column, ColumnKind, RowAction, SortOrder, Tools }

const NO_SORT: SortOrder = []

/** The table of every list. See `ui/README.md` for an example. */
export function DataGrid<Row extends RowData>(props: DataGridProps<Row>) {
  return <Grid {...useOffered<Row, DataGridProps<Row>>(props)} />
}

function Grid<Row extends RowData>(props: DataGridProps<Row>) {
  const { id, title, rows, columns, rowKey, noun = 'rows', more, serverPages, pageSize } = props
  const { memory, change, replace, reset } = useGridMemory(id, props.initialSort ?? NO_SORT)
  const { start, keep } = useListPosition(id)
  const [search, setSearch] = useState(start.search)
  const [page, setPage] = useState(start.page)
  const { onSearch } = props
  // A search of the server is sent again where the list is shown again.
  useEffect(() => {
    if (start.search !== '') onSearch?.(start.search)
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, [])
  useEffect(() => keep({ search, page, seen: true }), [keep, search, page])
  const views = useViews({
    list: id,
    memory,
    search,
    seen: start.seen,
    show: useCallback(
      (columns, text) => {
        replace(columns)
        setSearch(text)
        setPage(1)
        onSearch?.(text)
      },
      [replace, onSearch],
    ),
  })
  const [exporting, setExporting] = useState(false)
  const wanted = useDeferredValue(props.onSearch === undefined ? search.trim().toLowerCase() : '')
  const textOf = useMemo(() => searchText(columns), [columns])
  const found = useMemo(() => {
    const all = rows ?? []
    if (wanted === '') return all
    return all.filter((row) => textOf(row).includes(wanted))
  }, [rows, textOf, wanted])
  const { serverSort } = props
  const table = useGridTable({ rows: found, columns, rowKey, memory, change, serverSort })
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns])
  const headers = table.getHeaderGroups()[0]?.headers ?? []
  const visible = table.getVisibleLeafColumns().flatMap((column) => byId.get(column.id) ?? [])
  // Rows that the server sorted need no model of their own: there may be 100,000 of them.
  const sorted = serverSort === undefined ? table.getRowModel().rows.map((row) => row.original) : found
  const pages = pageSize === undefined ? 1 : Math.max(1, Math.ceil(sorted.length / pageSize))
  const at = Math.min(page, pages)
  const shown = pageSize === undefined ? sorted : sorted.slice((at - 1) * pageSize, at * pageSize)

  const exportShown = async () => {
    setExporting(true)
    try {
      const { toXlsx } = await load(() => import('./export.ts'))
      const all = (await props.allRows?.()) ?? sorted
      saveFile(`${title}.xlsx`, await toXlsx(title, all, visible), MEDIA_TYPES.xlsx)
    } catch (error) {
      notify.error('The file could not be created. Please try again.', error)
    } finally {
      setExporting(false)
    }
  }
  const order = table.getAllLeafColumns().map((column) => column.id)
  const swap = (column: string, by: -1 | 1) => {
    const target = order[order.indexOf(column) + by]
    if (target !== undefined) change(() => ({ order: moved(order, column, target) }))
  }
  const resize = (column: string, by: number) => {
    const width = table.getColumn(column)?.getSize() ?? 120
    change((now) => ({ widths: { ...now.widths, [column]: Math.max(56, width + by) } }))
  }
  const total = more?.total ?? serverPages?.total ?? null
  const count = wanted === '' && total !== null ? total : sorted.length
  return (
    <div className={css.grid} style={offsetStyle(props.offset)}>
      <div className={`${css.toolbar} em-line`}>
        {props.search !== false && (
          <GridSearch
            value={search}
            label={props.searchLabel ?? 'Search'}
            onChange={(text) => {
              setSearch(text)
              setPage(1)
              props.onSearch?.(text)
            }}
          />
        )}
        {props.filters !== undefined && <div className={css.filters}>{props.filters}</div>}
        <div className={css.tools}>
          {rows !== undefined && (
            <span className={css.count} role="status">
              {grouped(count)} {count === 1 ? singular(noun) : noun}
              {more?.has === true && total === null && ' loaded'}
            </span>
          )}
          {props.exportable !== false && (
            <ExportButton busy={exporting} onExport={() => void exportShown()} />
          )}
          {views !== null && <ViewsMenu views={views} />}
          <ColumnsMenu
            columns={table.getAllLeafColumns().map((column) => ({
              id: column.id,
              header: byId.get(column.id)?.header ?? column.id,
              shown: column.getIsVisible(),
            }))}
            onShow={(column, on) => change((now) => ({ visible: { ...now.visible, [column]: on } }))}
            onMove={swap}
            onReset={reset}
          />
        </div>
      </div>
      <GridFrame
        {...props}
        rows={rows === undefined ? undefined : shown}
        all={sorted}
        visible={visible}
        head={
          <GridHead
            headers={headers}
            columnOf={(column) => byId.get(column)}
            actions={props.tools !== undefined ? 'shown' : props.actions === undefined ? 'none' : 'menu'}
            onMove={(column, target) => change(() => ({ order: moved(order, column, target) }))}
            onResize={resize}
          />
        }
        sizes={table.getVisibleLeafColumns().map((column) => column.getSize())}
        own={memory.widths}
        onResize={resize}
        filtered={search.trim() !== ''}
        start={start}
        keep={keep}
        onClearSearch={() => {
          setSearch('')
          props.onSearch?.('')
        }}
      />
      {serverPages !== undefined && <Pager {...serverPages} noun={noun} />}
      {pageSize !== undefined && (
        <Pager page={at} size={pageSize} total={sorted.length} noun={noun} onPage={setPage} />
      )}
      {more?.failed === true && (
        <div className={css.foot} role="alert">
          <span>
            The {noun} after the first {grouped(sorted.length)} could not be loaded.
          </span>
          <Button variant="default" size="compact-sm" loading={more.loading} onClick={more.load}>
            Try again
          </Button>
        </div>
      )}
    </div>
  )
}

/** "1 equity", "1 entry", "1 buy". */
function singular(noun: string): string {
  return noun.replace(/ies$/, 'y').replace(/(?<=ch)es$|s$/, '')
}

function offsetStyle(offset: number | undefined) {
  return offset === undefined ? {} : ({ '--em-grid-offset': `${offset}px` } as Record<string, string>)
}
