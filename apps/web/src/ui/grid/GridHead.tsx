import { Tooltip } from '@mantine/core'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import type { Header, RowData } from '@tanstack/react-table'
import { useState } from 'react'
import { type Column, isNumeric } from './columns.ts'
import css from './Grid.module.css'
import type { GridFeatures } from './useGridTable.ts'

interface GridHeadProps<Row extends RowData> {
  headers: readonly Header<GridFeatures, Row>[]
  columnOf: (id: string) => Column<Row> | undefined
  /** The last column: a menu without a title, buttons under "Actions", or none. */
  actions: 'none' | 'menu' | 'shown'
  onMove: (id: string, target: string) => void
  onResize: (id: string, by: number) => void
}

const STEP = 16

/** The header row: click sorts, the right edge resizes, dragging reorders; Alt with left and right resizes by keyboard. */
export function GridHead<Row extends RowData>(props: GridHeadProps<Row>) {
  const { headers, columnOf, actions, onMove, onResize } = props
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<string | null>(null)
  return (
    <thead>
      <tr>
        {headers.map((header, index) => {
          const column = columnOf(header.column.id)
          if (column === undefined) return null
          const sorted = header.column.getIsSorted()
          const classes = [
            index === 0 ? css.first : '',
            isNumeric(column) ? css.right : '',
            over === column.id && dragged !== column.id ? css.drop : '',
          ]
          return (
            <th
              key={header.id}
              scope="col"
              className={classes.join(' ')}
              aria-sort={sorted === false ? undefined : sorted === 'asc' ? 'ascending' : 'descending'}
              onDragOver={(event) => {
                if (dragged === null) return
                event.preventDefault()
                setOver(column.id)
              }}
              onDrop={() => {
                if (dragged !== null) onMove(dragged, column.id)
                setDragged(null)
                setOver(null)
              }}
            >
              <HeadButton
                column={column}
                sorted={sorted}
                sortable={header.column.getCanSort()}
                onSort={(more) => header.column.toggleSorting(undefined, more)}
                onResize={(by) => onResize(column.id, by)}
                onDrag={(on) => {
                  setDragged(on ? column.id : null)
                  if (!on) setOver(null)
                }}
              />
              <span
                aria-hidden="true"
                className={`${css.resizer} ${header.column.getIsResizing() ? css.resizing : ''}`}
                onMouseDown={header.getResizeHandler()}
                onTouchStart={header.getResizeHandler()}
                onDoubleClick={() => header.column.resetSize()}
              />
            </th>
          )
        })}
        {actions !== 'none' && (
          <th scope="col" className={css.actions}>
            <span className={actions === 'menu' ? 'em-visually-hidden' : ''}>Actions</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

interface HeadButtonProps {
  column: { header: string; unit?: string; untitled?: boolean; hint?: string }
  sorted: false | 'asc' | 'desc'
  sortable: boolean
  onSort: (more: boolean) => void
  onResize: (by: number) => void
  onDrag: (on: boolean) => void
}

function HeadButton({ column, sorted, sortable, onSort, onResize, onDrag }: HeadButtonProps) {
  const Arrow = sorted === 'asc' ? IconArrowUp : IconArrowDown
  const button = (
    <button
      type="button"
      className={`${css.head} ${sorted === false ? '' : css.sorted}`}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        onDrag(true)
      }}
      onDragEnd={() => onDrag(false)}
      onClick={(event) => sortable && onSort(event.shiftKey)}
      onKeyDown={(event) => {
        if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
        event.preventDefault()
        onResize(event.key === 'ArrowRight' ? STEP : -STEP)
      }}
    >
      <span className={column.untitled === true ? 'em-visually-hidden' : css.headText}>{column.header}</span>
      {column.unit !== undefined && <span className={css.unit}>{column.unit}</span>}
      {sorted !== false && <Arrow size={13} aria-hidden="true" />}
    </button>
  )
  return column.hint === undefined ? button : <Tooltip label={column.hint}>{button}</Tooltip>
}
