import { Button } from '@mantine/core'
import type { RowData } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import type { ListPosition } from '../../lib/steps.ts'
import { EmptyState, ErrorState } from '../States.tsx'
import { useNarrow } from '../useNarrow.ts'
import { renderValue } from './cells.tsx'
import { type Column, isNumeric, readable } from './columns.ts'
import { copyToClipboard, toHtml, toTsv } from './copy.ts'
import css from './Grid.module.css'
import { resizeOf } from './GridHead.tsx'
import { RowMenu } from './GridTools.tsx'
import { GridTotals } from './GridTotals.tsx'
import type { DataGridProps } from './grid-props.ts'
import { stepInside, usePassedOver } from './one-stop.ts'
import { SkeletonRows, Spacer, UnloadedCell } from './placeholders.tsx'
import { SelectedCells } from './SelectedCells.tsx'
import { type CellAddress, focusCell, useCellCursor, useHeldFocus } from './useCellCursor.ts'
import { useReturn } from './useListPosition.ts'
import { usePrinting } from './usePrinting.ts'
import { useRoom } from './useRoom.ts'

const ROW_HEIGHT = 34
/** Below this all rows are put on the page: find in page and printing then see them. */
const VIRTUAL_FROM = 120
/** So many rows before the end of what is loaded the next ones are asked for. */
const NEAR_END = 60
/** A browser draws no page that is higher than some 17 million pixels: the scroll bar of a longer list grows as it is loaded. */
const ROWS_HIGH = 400_000
/** Rows drawn as coming where it is not known how many come. */
const UNKNOWN_MORE = 3

export interface FrameProps<Row extends RowData> extends DataGridProps<Row> {
  all: readonly Row[]
  visible: readonly Column<Row>[]
  head: ReactNode
  sizes: readonly number[]
  own: Readonly<Record<string, number>>
  onResize: (column: string, by: number) => void
  filtered: boolean
  onClearSearch: () => void
  /** The position in which the list was left; `keep` stores the present one. */
  start: ListPosition
  keep: (change: Partial<ListPosition>) => void
}

/** The scrolling part of a table: rows are drawn where they are in sight, and fetched before they are. */
export function GridFrame<Row extends RowData>(props: FrameProps<Row>) {
  const { rows, visible, sizes, own, rowKey, actions, tools, onOpen, more, start, keep } = props
  const last = tools?.width ?? (actions === undefined ? 0 : 38)
  const label = useId()
  const frame = useRef<HTMLDivElement>(null)
  const widths = useRoom({ frame, visible, widths: sizes, own, last, totals: props.totals })
  const [menu, setMenu] = useState<string | null>(null)
  const [scrolled, setScrolled] = useState(false)
  const printing = usePrinting()
  const list = rows ?? []
  const count = countOf(list.length, rows === undefined || props.filtered ? undefined : more)
  const virtual = count > VIRTUAL_FROM && !printing
  const wraps = useNarrow() && visible.some((column) => column.wrap === true)
  // oxlint-disable-next-line react/incompatible-library -- we do not compile; its methods are read in this render only
  const virtualizer = useVirtualizer({
    count: virtual ? count : 0,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    scrollPaddingStart: ROW_HEIGHT + 4,
    scrollPaddingEnd: ROW_HEIGHT,
  })
  const items = virtual
    ? virtualizer.getVirtualItems().map((item) => item.index)
    : Array.from({ length: printing ? list.length : count }, (_, line) => line)
  const before = virtual ? (virtualizer.getVirtualItems()[0]?.start ?? 0) : 0
  const after = virtual ? virtualizer.getTotalSize() - (virtualizer.getVirtualItems().at(-1)?.end ?? 0) : 0

  const reveal = (cell: CellAddress) => {
    if (virtual) virtualizer.scrollToIndex(cell.row)
    focusCell(frame, cell, virtual)
  }
  const cursor = useCellCursor(count, visible.length, reveal, start)
  const keyboard = useHeldFocus(frame, cursor.at)
  usePassedOver(frame, undefined, `${cursor.at.row}:${cursor.at.column}`)
  useLoadNearEnd(more, rows !== undefined && (items.at(-1) ?? 0) >= list.length - NEAR_END)
  const { row: atRow, column: atColumn } = cursor.at
  useEffect(() => {
    if (cursor.used) keep({ row: atRow, column: atColumn, used: true })
  }, [keep, cursor.used, atRow, atColumn])
  useReturn({
    frame,
    start,
    ready: count > 0,
    take: useCallback((cell: CellAddress) => focusCell(frame, cell, true), []),
  })

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
        onScroll={({ currentTarget }) => {
          setScrolled(currentTarget.scrollLeft > 0)
          keep({ top: currentTarget.scrollTop })
        }}
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
          aria-rowcount={Math.max(count, more?.total ?? 0) + 1}
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
            {items.map((line) => {
              const row = list[line]
              if (row === undefined) {
                return (
                  <tr key={line} aria-rowindex={line + 2} aria-busy className={css.row}>
                    {visible.map((column, index) => (
                      <UnloadedCell
                        key={column.id}
                        at={`${line}:${index}`}
                        first={index === 0}
                        active={cursor.at.row === line && cursor.at.column === index}
                      />
                    ))}
                    {last > 0 && <td className={css.actions} />}
                  </tr>
                )
              }
              const key = String(rowKey(row))
              return (
                <tr
                  // A row that comes keeps its element: a list whose rows were all exchanged at once would lose its scroll.
                  key={more === undefined ? key : line}
                  // Rows that wrap are as high as they are; others are known.
                  {...(virtual && wraps ? { 'data-index': line, ref: virtualizer.measureElement } : {})}
                  aria-rowindex={line + 2}
                  className={`${css.row} ${onOpen === undefined ? '' : css.open} ${props.muted?.(row) === true ? css.muted : ''}`}
                >
                  {visible.map((column, index) => {
                    const here = cursor.at.row === line && cursor.at.column === index
                    const classes = [
                      index === 0 ? css.first : '',
                      isNumeric(column) ? css.right : '',
                      here ? css.active : '',
                      wide && cursor.contains(line, index) ? css.selected : '',
                    ]
                    return (
                      <td
                        // Of the row: a click that began on a row does not end on another one that has shifted to its line.
                        key={`${key} ${column.id}`}
                        data-cell={`${line}:${index}`}
                        data-wrap={column.wrap === true ? '' : undefined}
                        // A box to tick takes the keyboard itself: around it no second target is left.
                        tabIndex={column.untitled === true ? undefined : here ? 0 : -1}
                        onFocus={(event) => {
                          if (inTick(event.target) && !here) cursor.goTo({ row: line, column: index })
                        }}
                        className={classes.join(' ')}
                        onMouseDown={(event) => {
                          if (event.button === 0 && !inControl(event.target)) {
                            cursor.goTo({ row: line, column: index }, event.shiftKey)
                          }
                        }}
                        onMouseEnter={(event) => {
                          if (event.buttons === 1 && cursor.used)
                            cursor.goTo({ row: line, column: index }, true)
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
                  {tools !== undefined && (
                    <td key={key} className={css.actions}>
                      {tools.cell(row)}
                    </td>
                  )}
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
          <GridTotals {...props} columnCount={columnCount} />
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

/** The rows that the list has: those loaded, and those that are to come as far as their number is known. */
function countOf(loaded: number, more: DataGridProps<never>['more']): number {
  if (more?.has !== true) return loaded
  const total = more.total ?? loaded + UNKNOWN_MORE
  return Math.max(Math.min(total, ROWS_HIGH), loaded + 1)
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

function useLoadNearEnd(more: DataGridProps<never>['more'], near: boolean) {
  const { has = false, loading = false, failed = false, load } = more ?? {}
  useEffect(() => {
    if (near && has && !loading && !failed) load?.()
  }, [near, has, loading, failed, load])
}
