import { type DecimalMark, decimalMarkOf, openNumber } from '@em/core/cells/decimal-mark'
import { ActionIcon, Button } from '@mantine/core'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { Banner } from '../../../ui/Banner.tsx'
import { notify } from '../../../ui/notify.tsx'
import css from './Rows.module.css'
import {
  amountTexts,
  cellsOf,
  type Field,
  fillDown,
  headerOf,
  isBlank,
  type Pasted,
  pasteInto,
  type Row,
  type RowColumn,
  withPoints,
} from './rows.ts'

interface RowsTableProps<F extends string> {
  rows: readonly Row<F>[]
  columns: readonly RowColumn<F>[]
  /** Those that a pasted header may name, where they are more than are shown. */
  named?: readonly RowColumn<F>[]
  /** Those of the table once its rows say their side, where they may. */
  withSides?: readonly RowColumn<F>[]
  /** Faults by place in the table, then field. */
  faults: ReadonlyMap<number, Readonly<Record<string, string>>>
  onRows: (rows: Row<F>[]) => void
  disabled: boolean
  /** The places of the rows to show; null or absent for all of them. */
  shown?: readonly number[] | null
  ref?: Ref<RowsTableHandle>
}

export interface RowsTableHandle {
  /** Scrolls to the row at a place and puts the cursor into the cell of a field, else into its first cell. */
  go: (place: number, field: string) => void
  /** Copies the cell that was in use last into the blank and wrong cells below it. */
  fillDown: () => void
}

/** A paste that waits: its numbers can be read in two ways. */
interface Open<F extends string> {
  readonly example: string
  readonly pasted: Pasted<F>
  readonly line: number
  readonly column: number
}

const HEIGHT = 34
/** A row that was far away is drawn a few frames after the scroll. */
const FRAMES = 20

/**
 * A table to type and paste into. Arrow keys and Enter go from row to row, Enter in the last one to a new one; only rows in
 * sight are drawn.
 */
export function RowsTable<F extends string = Field>({
  rows,
  columns,
  named = columns,
  withSides,
  faults,
  onRows,
  disabled,
  shown = null,
  ref,
}: RowsTableProps<F>) {
  const frame = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<Open<F> | null>(null)
  const all = [...columns, ...named, ...(withSides ?? [])]
  // oxlint-disable-next-line react/incompatible-library -- we do not compile; its methods are read in this render only
  const virtual = useVirtualizer({
    count: shown?.length ?? rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => HEIGHT,
    overscan: 8,
    initialRect: { width: 1000, height: 480 },
  })
  const widths = `48px ${columns.map((column) => `${column.width}px`).join(' ')} 40px`
  const set = (place: number, field: F, text: string) =>
    onRows(rows.map((row, at) => (at === place ? { ...row, [field]: text } : row)))
  const placeAt = (line: number) => (shown === null ? line : (shown[line] ?? rows.length))
  const put = (pasted: Pasted<F>, line: number, column: number, mark: DecimalMark) => {
    const read = withPoints(pasted, all, mark)
    onRows(pasteInto(rows, columns, { row: line, column }, read, pasted.header, placeAt))
  }
  const answer = ({ pasted, line, column }: Open<F>, mark: DecimalMark) => {
    setOpen(null)
    put(pasted, line, column, mark)
  }
  const paste = (event: ClipboardEvent, line: number, column: number) => {
    const cells = cellsOf(event.clipboardData.getData('text'))
    if (cells.length === 1 && cells[0]?.length === 1) return
    event.preventDefault()
    const header = headerOf(cells, named, withSides)
    if (shown !== null && line + cells.length - (header === undefined ? 0 : 1) > shown.length) {
      notify.info('More rows were copied than are shown from here on. Show all rows to paste them.')
      return
    }
    const fields = header?.fields ?? columns.slice(column).map(({ field }) => field)
    const pasted: Pasted<F> = { cells, header, fields }
    const texts = amountTexts(pasted, all)
    const mark = decimalMarkOf(texts)
    if (mark === null) setOpen({ example: openNumber(texts), pasted, line, column })
    else put(pasted, line, column, mark)
    if (header !== undefined && header.leftOut.length > 0) {
      notify.info(`Not imported, because the table has no such column: ${header.leftOut.join(', ')}.`)
    }
  }
  const focusCell = (line: number, column: number, frames = FRAMES) =>
    requestAnimationFrame(() => {
      const cell = frame.current?.querySelector<HTMLInputElement>(`[data-cell="${line}-${column}"]`)
      if (cell != null) cell.focus()
      else if (frames > 0) focusCell(line, column, frames - 1)
    })
  const last = useRef<{ line: number; field: F } | null>(null)
  const fill = (line: number, field: F) => {
    const count = shown?.length ?? rows.length
    const places = Array.from({ length: count - line }, (_, at) => placeAt(line + at))
    const next = fillDown(rows, field, places, (place) => faults.get(place)?.[field] !== undefined)
    if (next.some((row, place) => row !== rows[place])) onRows(next)
    else notify.info('No cell below is blank or wrong.')
  }
  const move = (event: KeyboardEvent, line: number, column: number) => {
    const down = event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (down === 0) return
    event.preventDefault()
    const next = line + down
    const end = shown?.length ?? rows.length
    if (next === end && shown === null && event.key === 'Enter' && !isBlank((rows[line] ?? {}) as Row<F>))
      onRows([...rows, {} as Row<F>])
    else if (next < 0 || next >= end) return
    virtual.scrollToIndex(next)
    focusCell(next, column)
  }
  const keyDown = (event: KeyboardEvent, line: number, column: number) => {
    const field = columns[column]?.field
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'd' && field !== undefined) {
      event.preventDefault()
      fill(line, field)
    } else move(event, line, column)
  }
  useImperativeHandle(ref, () => ({
    fillDown: () => {
      if (last.current === null) notify.info('Click the cell to copy first.')
      else fill(last.current.line, last.current.field)
    },
    go: (place, field) => {
      const line = shown === null ? place : shown.indexOf(place)
      if (line === -1) return
      frame.current?.scrollIntoView?.({ block: 'nearest' })
      virtual.scrollToIndex(line, { align: 'center' })
      focusCell(
        line,
        Math.max(
          0,
          columns.findIndex((column) => column.field === field),
        ),
      )
    },
  }))
  return (
    <>
      {open !== null && (
        <Banner tone="warning">
          Do the numbers that were copied have a decimal point or a decimal comma? “{open.example}” can be
          read in two ways.{' '}
          <Button size="compact-sm" ml="xs" variant="default" onClick={() => answer(open, ',')}>
            A comma: 1.000 is one thousand
          </Button>
          <Button size="compact-sm" ml="xs" variant="default" onClick={() => answer(open, '.')}>
            A point: 1,000 is one thousand
          </Button>
        </Banner>
      )}
      <div
        className={css.frame}
        ref={frame}
        role="table"
        aria-label="Rows to record"
        aria-rowcount={(shown?.length ?? rows.length) + 1}
      >
        <div className={css.head} role="row" style={{ gridTemplateColumns: widths }}>
          <span role="columnheader">#</span>
          {columns.map((column) => (
            <span key={column.field} role="columnheader" data-right={column.right ? '' : undefined}>
              {column.label}
            </span>
          ))}
          <span role="columnheader" aria-label="Remove" />
        </div>
        <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const place = placeAt(index)
            const row = (rows[place] ?? {}) as Row<F>
            const wrong = faults.get(place)
            const whole = wrong === undefined ? undefined : Object.values(wrong).join(' ')
            return (
              <div
                key={place}
                role="row"
                aria-rowindex={index + 2}
                className={css.line}
                data-wrong={wrong === undefined ? undefined : ''}
                style={{ gridTemplateColumns: widths, transform: `translateY(${start}px)` }}
              >
                <span role="rowheader" className={css.number} title={whole}>
                  {place + 1}
                </span>
                {columns.map((column, at) => {
                  const fault = wrong?.[column.field]
                  return (
                    <span role="cell" key={column.field}>
                      <input
                        className={css.cell}
                        data-cell={`${index}-${at}`}
                        data-right={column.right ? '' : undefined}
                        aria-label={`${column.label}, row ${place + 1}`}
                        aria-invalid={fault !== undefined}
                        title={fault}
                        disabled={disabled}
                        placeholder={place === 0 || !isBlank(row) ? column.blank : undefined}
                        value={row[column.field] ?? ''}
                        onChange={(event) => set(place, column.field, event.currentTarget.value)}
                        onPaste={(event) => paste(event, index, at)}
                        onKeyDown={(event) => keyDown(event, index, at)}
                        onFocus={() => {
                          last.current = { line: index, field: column.field }
                        }}
                      />
                    </span>
                  )
                })}
                <span role="cell">
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size="sm"
                    aria-label={`Remove row ${place + 1}`}
                    disabled={disabled}
                    onClick={() => onRows(rows.filter((_, other) => other !== place))}
                  >
                    <IconTrash size={14} />
                  </ActionIcon>
                </span>
              </div>
            )
          })}
        </div>
      </div>
    </>
  )
}
