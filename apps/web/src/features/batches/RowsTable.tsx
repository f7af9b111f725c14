import { ActionIcon } from '@mantine/core'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { notify } from '../../ui/notify.tsx'
import css from './Batches.module.css'
import { cellsOf, type Field, headerOf, isBlank, pasteInto, type Row, type RowColumn } from './rows.ts'

interface RowsTableProps<F extends string> {
  rows: readonly Row<F>[]
  columns: readonly RowColumn<F>[]
  /** Those of the table once its rows say their side, where they may. */
  withSides?: readonly RowColumn<F>[]
  /** Faults by place in the table, then field. */
  faults: ReadonlyMap<number, Readonly<Record<string, string>>>
  onRows: (rows: Row<F>[]) => void
  disabled: boolean
}

const HEIGHT = 34

/**
 * A table to type and paste into. Arrow keys and Enter go from row to row, Enter in the last one to a new one; only rows in
 * sight are drawn.
 */
export function RowsTable<F extends string = Field>({
  rows,
  columns,
  withSides,
  faults,
  onRows,
  disabled,
}: RowsTableProps<F>) {
  const frame = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- we do not compile; its methods are read in this render only
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => HEIGHT,
    overscan: 8,
    initialRect: { width: 1000, height: 480 },
  })
  const widths = `48px ${columns.map((column) => `${column.width}px`).join(' ')} 40px`
  const set = (place: number, field: F, text: string) =>
    onRows(rows.map((row, at) => (at === place ? { ...row, [field]: text } : row)))
  const paste = (event: ClipboardEvent, row: number, column: number) => {
    const cells = cellsOf(event.clipboardData.getData('text'))
    if (cells.length === 1 && cells[0]?.length === 1) return
    event.preventDefault()
    const header = headerOf(cells, columns, withSides)
    onRows(pasteInto(rows, columns, { row, column }, cells, header))
    if (header !== undefined && header.leftOut.length > 0) {
      notify.info(`Left out, as the table has no such column: ${header.leftOut.join(', ')}.`)
    }
  }
  const move = (event: KeyboardEvent, row: number, column: number) => {
    const down = event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (down === 0) return
    event.preventDefault()
    const next = row + down
    if (next === rows.length && event.key === 'Enter' && !isBlank((rows[row] ?? {}) as Row<F>))
      onRows([...rows, {} as Row<F>])
    else if (next < 0 || next >= rows.length) return
    virtual.scrollToIndex(next)
    requestAnimationFrame(() =>
      frame.current?.querySelector<HTMLInputElement>(`[data-cell="${next}-${column}"]`)?.focus(),
    )
  }
  return (
    <div
      className={css.frame}
      ref={frame}
      role="table"
      aria-label="Rows to record"
      aria-rowcount={rows.length + 1}
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
          const row = (rows[index] ?? {}) as Row<F>
          const wrong = faults.get(index)
          const whole = wrong === undefined ? undefined : Object.values(wrong).join(' ')
          return (
            <div
              key={index}
              role="row"
              aria-rowindex={index + 2}
              className={css.line}
              data-wrong={wrong === undefined ? undefined : ''}
              style={{ gridTemplateColumns: widths, transform: `translateY(${start}px)` }}
            >
              <span role="rowheader" className={css.number} title={whole}>
                {index + 1}
              </span>
              {columns.map((column, at) => {
                const fault = wrong?.[column.field]
                return (
                  <span role="cell" key={column.field}>
                    <input
                      className={css.cell}
                      data-cell={`${index}-${at}`}
                      data-right={column.right ? '' : undefined}
                      aria-label={`${column.label}, row ${index + 1}`}
                      aria-invalid={fault !== undefined}
                      title={fault}
                      disabled={disabled}
                      placeholder={index === 0 || !isBlank(row) ? column.blank : undefined}
                      value={row[column.field] ?? ''}
                      onChange={(event) => set(index, column.field, event.currentTarget.value)}
                      onPaste={(event) => paste(event, index, at)}
                      onKeyDown={(event) => move(event, index, at)}
                    />
                  </span>
                )
              })}
              <span role="cell">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={`Remove row ${index + 1}`}
                  disabled={disabled}
                  onClick={() => onRows(rows.filter((_, place) => place !== index))}
                >
                  <IconTrash size={14} />
                </ActionIcon>
              </span>
            </div>
          )
        })}
      </div>
    </div>
  )
}
