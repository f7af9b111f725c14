import { MEDIA_TYPES } from '@em/paper/files/formats'
import { Button } from '@mantine/core'
import type { RowData } from '@tanstack/react-table'
import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useId, useMemo, useRef, useState } from 'react'
import { formatNumber } from '../../lib/numerals.ts'
import { load } from '../../lib/parts.ts'
import { notify } from '../notify.tsx'
import { saveFile } from '../save-file.ts'
import { type CellValue, type Column, type ColumnKind, searchText } from './columns.ts'
import { useNarrow } from '../useNarrow.ts'
import { renderValue } from './cells.tsx'
import {
  type CellValue,
  type Column,
  type ColumnKind,
  isNumeric,
  readable,
  searchText,
  sumOf,
} from './columns.ts'
import { copyToClipboard, toHtml, toTsv } from './copy.ts'
import css from './Grid.module.css'
import { GridFrame } from './GridFrame.tsx'
import { GridHead } from './GridHead.tsx'
import { ColumnsMenu, ExportButton, GridSearch, Pager, type RowAction } from './GridTools.tsx'
import { grouped } from './GridTotals.tsx'
import { type Tools, useOffered } from './offered.ts'
import { stepInside, usePassedOver } from './one-stop.ts'
import { SkeletonRows, Spacer } from './placeholders.tsx'
import { SelectedCells } from './SelectedCells.tsx'
import { type CellPlace, focusCell, useCellCursor, useHeldFocus } from './useCellCursor.ts'
import { moved, useGridMemory } from './useGridMemory.ts'
import { useGridPlace } from './useGridPlace.ts'
import { type SortOrder, useGridTable } from './useGridTable.ts'
import { useViews } from './views/useViews.ts'
import { ViewsMenu } from './views/ViewsMenu.tsx'
import { useLoadNearEnd } from './useLoadNearEnd.ts'
import { usePrinting } from './usePrinting.ts'
import { useRoom } from './useRoom.ts'

export type { CellValue, Column, ColumnKind, RowAction, SortOrder, Tools }

interface More {
  has: boolean
  loading: boolean
  /** The last rows that were asked for did not come: they are asked for again by hand. */
  failed?: boolean
  load: () => void
  total?: number | null
}

export interface DataGridProps<Row extends RowData> {
  /** Stable: the user's columns are remembered under it. */
  id: string
  /** What the table shows, for screen readers, the file name and the sheet: "Equities". */
  title: string
  /** Undefined while loading. Keep the array stable between renders. */
  rows: readonly Row[] | undefined
  /** Keep the array stable between renders (module scope or useMemo). */
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string | number
  /** What is counted: "equities". */
  noun?: string
  /** Stands where rows would be. */
  empty?: ReactNode
  error?: { title: string; message?: string; onRetry?: () => void; retryLabel?: string } | null
  /** Enter or a click on a row. */
  onOpen?: (row: Row) => void
  actions?: (row: Row) => readonly RowAction[]
  /** Buttons in each row in place of the menu, under the header "Actions". */
  tools?: Tools<Row>
  /** Filter controls beside the search. */
  filters?: ReactNode
  /** Off: no search box. With `onSearch` the server searches, else the rows at hand are searched. */
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

const NO_SORT: SortOrder = []

/** The table of every list. See `ui/README.md` for an example. */
export function DataGrid<Row extends RowData>(props: DataGridProps<Row>) {
  return <Grid {...useOffered<Row, DataGridProps<Row>>(props)} />
}

function Grid<Row extends RowData>(props: DataGridProps<Row>) {
  const { id, title, rows, columns, rowKey, noun = 'rows', more, serverPages, pageSize } = props
  const { memory, change, replace, reset } = useGridMemory(id, props.initialSort ?? NO_SORT)
  const { start, keep } = useGridPlace(id)
  const [search, setSearch] = useState(start.search)
  const [page, setPage] = useState(start.page)
  const { onSearch } = props
  // What the server searches is asked for again where the list is shown again.
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
      <div className={css.toolbar}>
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

interface FrameProps<Row extends RowData> extends DataGridProps<Row> {
  all: readonly Row[]
  visible: readonly Column<Row>[]
  head: ReactNode
  sizes: readonly number[]
  own: Readonly<Record<string, number>>
  onResize: (column: string, by: number) => void
  filtered: boolean
  onClearSearch: () => void
}

function GridFrame<Row extends RowData>(props: FrameProps<Row>) {
  const { rows, visible, sizes, own, rowKey, actions, tools, onOpen, more } = props
  const last = tools?.width ?? (actions === undefined ? 0 : 38)
  const label = useId()
  const frame = useRef<HTMLDivElement>(null)
  const widths = useRoom({ frame, visible, widths: sizes, own, last, totals: props.totals })
  const [menu, setMenu] = useState<string | null>(null)
  const [scrolled, setScrolled] = useState(false)
  const printing = usePrinting()
  const list = rows ?? []
  const virtual = list.length > VIRTUAL_FROM && !printing
  const wraps = useNarrow() && visible.some((column) => column.wrap === true)
  // oxlint-disable-next-line react/incompatible-library -- we do not compile; its methods are read in this render only
  const virtualizer = useVirtualizer({
    count: virtual ? list.length : 0,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    scrollPaddingStart: ROW_HEIGHT + 4,
    scrollPaddingEnd: ROW_HEIGHT,
  })
  const items = virtual
    ? virtualizer.getVirtualItems().map((item) => item.index)
    : Array.from(list, (_, index) => index)
  const before = virtual ? (virtualizer.getVirtualItems()[0]?.start ?? 0) : 0
  const after = virtual ? virtualizer.getTotalSize() - (virtualizer.getVirtualItems().at(-1)?.end ?? 0) : 0

  const reveal = (place: CellPlace) => {
    if (virtual) virtualizer.scrollToIndex(place.row)
    focusCell(frame, place, virtual)
  }
  const cursor = useCellCursor(list.length, visible.length, reveal)
  const keyboard = useHeldFocus(frame, cursor.at)
  usePassedOver(frame, undefined, `${cursor.at.row}:${cursor.at.column}`)
  useLoadNearEnd(more, virtual && (items.at(-1) ?? 0) >= list.length - NEAR_END)

  const copy = () => {
    const { top, bottom, left, right } = cursor.range()
    const [some, of] = [list.slice(top, bottom + 1), visible.slice(left, right + 1)]
    void copyToClipboard(toTsv(some, of), toHtml(some, of))
  }
  const onKey = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement)) return
    if (stepInside(event, cursor.at, visible.length, () => reveal(cursor.at))) {
      event.preventDefault()
      return
    }
    const isTick = inTick(event.target)
    const isCell = event.target.dataset['cell'] !== undefined || event.target === event.currentTarget
    // The box itself is ticked by the space bar.
    if ((!isCell && !isTick) || (isTick && event.key === ' ')) return
    const row = list[cursor.at.row]
    const column = visible[cursor.at.column]
    const wider = resizeOf(event)
    if (wider !== 0 && column !== undefined) props.onResize(column.id, wider)
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c') {
      if (window.getSelection()?.isCollapsed === false) return
      copy()
    } else if (event.key === 'Enter' && row !== undefined && onOpen !== undefined) onOpen(row)
    else if (
      (event.key === ' ' || event.key === 'ContextMenu') &&
      row !== undefined &&
      actions !== undefined
    ) {
      setMenu(String(rowKey(row)))
    } else if (!cursor.onKey(event)) return
    event.preventDefault()
  }

  const columnCount = visible.length + (last === 0 ? 0 : 1)
  const width = widths.reduce((sum, one) => sum + one, 0) + last
  const wide = cursor.at.row !== cursor.from.row || cursor.at.column !== cursor.from.column
  return (
    <>
      <div
        ref={frame}
        className={`${css.frame} ${scrolled ? css.scrolled : ''}`}
        onScroll={(event) => setScrolled(event.currentTarget.scrollLeft > 0)}
      >
        <span id={label} className="em-visually-hidden">
          {props.title}
        </span>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <table
          role="grid"
          className={`${css.table} ${wide ? css.selecting : ''}`}
          style={{ width }}
          aria-labelledby={label}
          aria-rowcount={Math.max(list.length, more?.total ?? 0) + 1}
          aria-busy={rows === undefined}
          onKeyDown={onKey}
          {...keyboard}
        >
          <colgroup>
            {visible.map((column, index) => (
              <col key={column.id} style={{ width: widths[index] }} />
            ))}
            {last > 0 && <col style={{ width: last }} />}
          </colgroup>
          {props.head}
          <tbody>
            {rows === undefined && props.error == null && <SkeletonRows columns={columnCount} />}
            {before > 0 && <Spacer height={before} columns={columnCount} />}
            {items.map((index) => {
              const row = list[index]
              if (row === undefined) return null
              const key = String(rowKey(row))
              return (
                <tr
                  key={key}
                  // Rows that wrap are as high as they are; others are known.
                  {...(virtual && wraps ? { 'data-index': index, ref: virtualizer.measureElement } : {})}
                  aria-rowindex={index + 2}
                  className={`${css.row} ${onOpen === undefined ? '' : css.open} ${props.muted?.(row) === true ? css.muted : ''}`}
                >
                  {visible.map((column, place) => {
                    const here = cursor.at.row === index && cursor.at.column === place
                    const classes = [
                      place === 0 ? css.first : '',
                      isNumeric(column) ? css.right : '',
                      here ? css.active : '',
                      wide && cursor.contains(index, place) ? css.selected : '',
                    ]
                    return (
                      <td
                        key={column.id}
                        data-cell={`${index}:${place}`}
                        data-wrap={column.wrap === true ? '' : undefined}
                        // A box to tick takes the keyboard itself: around it no second target is left.
                        tabIndex={column.untitled === true ? undefined : here ? 0 : -1}
                        onFocus={(event) => {
                          if (inTick(event.target) && !here) cursor.goTo({ row: index, column: place })
                        }}
                        className={classes.join(' ')}
                        onMouseDown={(event) => {
                          if (event.button === 0 && !inControl(event.target)) {
                            cursor.goTo({ row: index, column: place }, event.shiftKey)
                          }
                        }}
                        onMouseEnter={(event) => {
                          if (event.buttons === 1 && cursor.used)
                            cursor.goTo({ row: index, column: place }, true)
                        }}
                        onClick={(event) => {
                          if (!inControl(event.target) && !event.shiftKey && !wide) onOpen?.(row)
                        }}
                      >
                        {column.cell === undefined
                          ? renderValue(column, column.value(row))
                          : column.cell(row)}
                      </td>
                    )
                  })}
                  {tools !== undefined && <td className={css.actions}>{tools.cell(row)}</td>}
                  {tools === undefined && actions !== undefined && (
                    <td className={css.actions}>
                      <RowMenu
                        actions={actions(row)}
                        label={`Actions for ${visible[0] === undefined ? key : readable(visible[0], row)}`}
                        opened={menu === key}
                        onChange={(opened) => setMenu(opened ? key : null)}
                      />
                    </td>
                  )}
                </tr>
              )
            })}
            {after > 0 && <Spacer height={after} columns={columnCount} />}
          </tbody>
          <Totals {...props} columnCount={columnCount} />
        </table>
        {rows?.length === 0 &&
          (props.filtered ? (
            <NothingMatches onClear={props.onClearSearch} />
          ) : (
            (props.empty ?? <EmptyState title="Nothing here yet" />)
          ))}
        {rows === undefined && props.error != null && <ErrorState {...props.error} />}
      </div>
      <SelectedCells rows={list} columns={visible} cursor={cursor} />
    </>
  )
}

function Totals<Row extends RowData>(props: FrameProps<Row> & { columnCount: number }) {
  const { visible, totals, more, rows, inTotals } = props
  const all = inTotals === undefined ? props.all : props.all.filter(inTotals)
  // Totals of columns that are not shown would leave an empty bar.
  const has = visible.some((column) => column.id in (totals ?? {}) || column.total !== undefined)
  if (!has || rows === undefined || props.all.length === 0) return null
  const label =
    props.totalsLabel ??
    (more?.has === true ? `Total of the ${grouped(all.length)} loaded` : `Total of ${grouped(all.length)}`)
  // A column of ticks has no room for a word.
  const labelled = visible.find(({ untitled }) => untitled !== true)?.id
  return (
    <tfoot>
      <tr>
        {visible.map((column, index) => (
          <td
            key={column.id}
            className={`${index === 0 ? css.first : ''} ${isNumeric(column) ? css.right : ''}`}
          >
            {column.id === labelled && !(column.id in (totals ?? {}))
              ? label
              : (totals?.[column.id] ?? totalOf(column, all))}
          </td>
        ))}
        {props.columnCount > visible.length && <td className={css.actions} />}
      </tr>
    </tfoot>
  )
}

function totalOf<Row>(column: Column<Row>, rows: readonly Row[]): ReactNode {
  if (column.total === undefined) return null
  if (column.total !== 'sum') return column.total(rows)
  return renderValue(column, sumOf(rows.map((row) => column.value(row))))
}

function NothingMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title="Nothing matches the search"
      action={
        <Button variant="default" onClick={onClear}>
          Clear search
        </Button>
      }
    />
  )
}

/** Whether it is the box of a column that only has boxes to tick. */
function inTick(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.closest('td[data-cell]:not([tabindex])') !== null
}

/** Buttons, links and inputs inside a cell keep their clicks. */
function inControl(target: EventTarget): boolean {
  return (
    target instanceof Element && target.closest('a, button, input, label, select, [role="menuitem"]') !== null
  )
}

function grouped(count: number): string {
  return formatNumber(count, { decimals: 0 })
}

function offsetStyle(offset: number | undefined) {
  return offset === undefined ? {} : ({ '--em-grid-offset': `${offset}px` } as Record<string, string>)
}
