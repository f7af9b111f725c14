import { Tooltip } from '@mantine/core'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import type { Header, RowData } from '@tanstack/react-table'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
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

/**
 * The header row: click sorts, the right edge resizes, dragging reorders; Alt with left and right resizes by keyboard, here and in
 * the cells. A header that cannot be sorted is no button.
 */
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
              <HeadWords
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

interface HeadWordsProps {
  column: { header: string; unit?: string; untitled?: boolean; hint?: string }
  sorted: false | 'asc' | 'desc'
  sortable: boolean
  onSort: (more: boolean) => void
  onResize: (by: number) => void
  onDrag: (on: boolean) => void
}

function HeadWords({ column, sorted, sortable, onSort, onResize, onDrag }: HeadWordsProps) {
  const Arrow = sorted === 'asc' ? IconArrowUp : IconArrowDown
  const className = `${css.head} ${sorted === false ? '' : css.sorted}`
  const drag = {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      onDrag(true)
    },
    onDragEnd: () => onDrag(false),
  }
  const words = (
    <span className={css.headWords}>
      <span className={column.untitled === true ? 'em-visually-hidden' : ''}>{column.header}</span>
      {column.unit !== undefined && (
        <>
          {' '}
          <span className={css.unit}>{column.unit}</span>
        </>
      )}
      {sorted !== false && <Arrow className={css.arrow ?? ''} size={13} aria-hidden="true" />}
    </span>
  )
  const head = sortable ? (
    <button
      type="button"
      className={className}
      {...drag}
      onClick={(event) => onSort(event.shiftKey)}
      onKeyDown={(event) => {
        const by = resizeOf(event)
        if (by === 0) return
        event.preventDefault()
        onResize(by)
      }}
    >
      {words}
    </button>
  ) : (
    <span className={className} {...drag}>
      {words}
    </span>
  )
  return column.hint === undefined ? head : <Tooltip label={column.hint}>{head}</Tooltip>
}

/** The pixels by which a key with Alt makes a column wider or narrower; 0 for any other key. */
export function resizeOf({ altKey, key }: Pick<KeyboardEvent, 'altKey' | 'key'>): number {
  if (!altKey) return 0
  return key === 'ArrowRight' ? STEP : key === 'ArrowLeft' ? -STEP : 0
}
