import type { DecimalMark } from '@em/core/sheets/decimal-mark'
import { decimalMarkOf, openNumber } from '@em/core/sheets/decimal-mark-finding'
import { ActionIcon, Button } from '@mantine/core'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { readNumeral } from '../../../lib/numerals.ts'
import { Banner } from '../../../ui/Banner.tsx'
import type { Column } from '../../../ui/grid/columns.ts'
import { toHtml, toTsv } from '../../../ui/grid/copy.ts'
import { notify } from '../../../ui/notify.tsx'
import { SelectionLine } from '../../../ui/sheet/SelectionLine.tsx'
import { useSheet } from '../../../ui/sheet/useSheet.ts'
import css from './Rows.module.css'
import {
  amountTexts,
  cellsOf,
  cleared,
  type Field,
  fillDown,
  filledFrom,
  headerOf,
  isBlank,
  type Pasted,
  pasteInto,
  type Row,
  type RowColumn,
  withPoints,
} from './rows.ts'
import suggestionsCss from './Suggestions.module.css'
import { Suggestions, type SuggestionsHandle, useSecurities } from './Suggestions.tsx'
import { writtenOut } from './typed-cell.ts'

interface RowsTableProps<F extends string> {
  rows: readonly Row<F>[]
  columns: readonly RowColumn<F>[]
  /** Those that a pasted header may name, where they are more than are shown. */
  named?: readonly RowColumn<F>[]
  /** Those of the table once its rows say their side, where they may. */
  withSides?: readonly RowColumn<F>[]
  /** Faults by index in the table, then field. */
  faults: ReadonlyMap<number, Readonly<Record<string, string>>>
  onRows: (rows: Row<F>[]) => void
  disabled: boolean
  /** The indices of the rows to show; null or absent for all of them. */
  shown?: readonly number[] | null
  ref?: Ref<RowsTableHandle>
}

export interface RowsTableHandle {
  /** Scrolls to the row at an index and puts the cursor into the cell of a field, else into its first cell. */
  go: (index: number, field: string) => void
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

/** With room for the company next to the symbol, where no column of the table has it. */
const isNamed = <F extends string>({ field }: RowColumn<F>, columns: readonly RowColumn<F>[]) =>
  field === 'symbol' && columns.every((column) => (column.field as string) !== 'companyName')
const withCompany = <F extends string>(columns: readonly RowColumn<F>[]): readonly RowColumn<F>[] =>
  columns.map((column) => (isNamed(column, columns) ? { ...column, width: COMPANY_WIDTH } : column))
const COMPANY_WIDTH = 300

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** A column as it is copied: numbers and days as such. */
const copied = <F extends string>({ field, label, right }: RowColumn<F>): Column<Row<F>> => ({
  id: field,
  header: label,
  kind: right === true ? 'number' : /date$/i.test(field) ? 'date' : 'text',
  value: (row) => (right === true ? (readNumeral(row[field] ?? '') ?? row[field]) : row[field]),
})

/**
 * A table to type and paste into, with the keys of a spreadsheet (`useSheet`); Enter in the last row makes a new one. Only rows in sight
 * are drawn.
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
  const shownColumns = useMemo(() => withCompany(columns), [columns])
  const widths = `48px ${shownColumns.map((column) => `${column.width}px`).join(' ')} 40px`
  const securities = useSecurities()
  const suggestions = useRef<SuggestionsHandle>(null)
  // Two changes within one key press: the second is made of what the first one left.
  const now = useRef(rows)
  useLayoutEffect(() => {
    now.current = rows
  })
  const put = (next: Row<F>[]) => {
    now.current = next
    onRows(next)
  }
  const set = (index: number, field: F, text: string) =>
    put(now.current.map((row, at) => (at === index ? { ...row, [field]: text } : row)))
  const indexAt = (line: number) => (shown === null ? line : (shown[line] ?? rows.length))
  const putPasted = (pasted: Pasted<F>, line: number, column: number, mark: DecimalMark) => {
    const read = withPoints(pasted, all, mark)
    put(pasteInto(rows, columns, { row: line, column }, read, pasted.header, indexAt))
  }
  const answer = ({ pasted, line, column }: Open<F>, mark: DecimalMark) => {
    setOpen(null)
    putPasted(pasted, line, column, mark)
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
    else putPasted(pasted, line, column, mark)
    if (header !== undefined && header.leftOut.length > 0) {
      notify.info(`Not imported, because the table has no such column: ${header.leftOut.join(', ')}.`)
    }
  }
  const last = useRef<{ line: number; field: F } | null>(null)
  const lines = shown?.length ?? rows.length
  const fill = (line: number, field: F) => {
    const indices = Array.from({ length: lines - line }, (_, at) => indexAt(line + at))
    const next = fillDown(rows, field, indices, (index) => faults.get(index)?.[field] !== undefined)
    if (next.some((row, index) => row !== rows[index])) put(next)
    else notify.info('No cell below is blank or wrong.')
  }
  const textAt = (line: number, column: number) => {
    const field = columns[column]?.field
    return (field === undefined ? undefined : rows[indexAt(line)]?.[field]) ?? ''
  }
  const sheet = useSheet({
    frame,
    lines,
    columns: columns.length + 1,
    typed: [0, columns.length - 1],
    drawn: virtual.getVirtualItems().map(({ index: line }) => line),
    reveal: (line) => virtual.scrollToIndex(line),
    ...(shown === null && !isBlank((rows[lines - 1] ?? {}) as Row<F>)
      ? { onEnd: () => flushSync(() => put([...now.current, {} as Row<F>])) }
      : {}),
    onFill: ({ top, bottom, left, right }) => {
      const field = columns[left]?.field
      if (top === bottom && left === right) {
        if (field !== undefined) fill(top, field)
        return
      }
      const fields = columns.slice(left, right + 1).map((column) => column.field)
      put(filledFrom(rows, fields, range(top, bottom).map(indexAt)))
    },
    onClear: ({ top, bottom, left, right }) => {
      const fields = columns.slice(left, right + 1).map((column) => column.field)
      put(cleared(rows, fields, range(top, bottom).map(indexAt)))
    },
    copyOf: ({ top, bottom, left, right }) => {
      const some = columns.slice(left, right + 1).map(copied)
      const of = range(top, bottom).map((line) => (rows[indexAt(line)] ?? {}) as Row<F>)
      return { text: toTsv(of, some), html: toHtml(of, some) }
    },
  })
  const selected = sheet.isWide
    ? range(sheet.range.top, sheet.range.bottom).flatMap((line) =>
        range(sheet.range.left, Math.min(sheet.range.right, columns.length - 1)).map((column) => ({
          value: textAt(line, column),
          isNumber: columns[column]?.right === true,
        })),
      )
    : []
  /** The list of securities has the key first; what it takes goes into the cell before the table goes on. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const taken = suggestions.current?.onKey(event) ?? false
    if (typeof taken === 'string' && last.current !== null) {
      flushSync(() => set(indexAt(last.current?.line ?? 0), 'symbol' as F, taken))
    } else if (taken === true) {
      event.preventDefault()
      return
    }
    sheet.frame.onKeyDown(event)
  }
  useImperativeHandle(ref, () => ({
    fillDown: () => {
      if (last.current === null) notify.info('Click the cell to copy first.')
      else fill(last.current.line, last.current.field)
    },
    go: (index, field) => {
      const line = shown === null ? index : shown.indexOf(index)
      if (line === -1) return
      frame.current?.scrollIntoView?.({ block: 'nearest' })
      const column = columns.findIndex((one) => one.field === field)
      sheet.go({ line, column: Math.max(0, column) })
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
        role="grid"
        aria-label="Rows to record"
        aria-rowcount={lines + 1}
        {...sheet.frame}
        onKeyDown={onKeyDown}
        onScroll={() => suggestions.current?.close()}
      >
        <div className={css.head} role="row" style={{ gridTemplateColumns: widths }}>
          <span role="columnheader">#</span>
          {shownColumns.map((column) => (
            <span key={column.field} role="columnheader" data-right={column.right ? '' : undefined}>
              {column.label}
            </span>
          ))}
          <span role="columnheader" aria-label="Remove" />
        </div>
        <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map(({ index: line, start }) => {
            const index = indexAt(line)
            const row = (rows[index] ?? {}) as Row<F>
            const wrong = faults.get(index)
            const whole = wrong === undefined ? undefined : Object.values(wrong).join(' ')
            return (
              <div
                key={index}
                role="row"
                aria-rowindex={line + 2}
                className={css.line}
                data-wrong={wrong === undefined ? undefined : ''}
                style={{ gridTemplateColumns: widths, transform: `translateY(${start}px)` }}
              >
                <span role="rowheader" className={css.number} title={whole}>
                  {index + 1}
                </span>
                {columns.map((column, at) => {
                  const fault = wrong?.[column.field]
                  const company = isNamed(column, columns) ? securities.nameOf(row[column.field] ?? '') : null
                  return (
                    <span
                      role="gridcell"
                      key={column.field}
                      className={company === null ? undefined : suggestionsCss.named}
                    >
                      <input
                        className={css.cell}
                        {...sheet.cell(line, at)}
                        data-right={column.right ? '' : undefined}
                        aria-label={`${column.label}, row ${index + 1}`}
                        aria-invalid={fault !== undefined}
                        title={fault}
                        autoComplete="off"
                        disabled={disabled}
                        placeholder={index === 0 || !isBlank(row) ? column.blank : undefined}
                        value={row[column.field] ?? ''}
                        onChange={(event) => {
                          set(index, column.field, event.currentTarget.value)
                          if (column.field === 'symbol') suggestions.current?.type(event.currentTarget)
                        }}
                        onPaste={(event) =>
                          sheet.isWide
                            ? paste(event, sheet.range.top, sheet.range.left)
                            : paste(event, line, at)
                        }
                        onFocus={() => {
                          last.current = { line, field: column.field }
                          sheet.cell(line, at).onFocus()
                        }}
                        onBlur={(event) => {
                          suggestions.current?.close()
                          const typed = event.currentTarget.value
                          const text = writtenOut(column, typed)
                          if (text !== typed) set(index, column.field, text)
                        }}
                      />
                      {company !== null && (
                        <span className={suggestionsCss.company} title={company}>
                          {company}
                        </span>
                      )}
                    </span>
                  )
                })}
                <span role="gridcell">
                  <ActionIcon
                    {...sheet.cell(line, columns.length)}
                    variant="subtle"
                    color="gray"
                    size="sm"
                    aria-label={`Remove row ${index + 1}`}
                    disabled={disabled}
                    onClick={() => {
                      flushSync(() => put(rows.filter((_, other) => other !== index)))
                      sheet.go({ line: Math.max(0, Math.min(line, lines - 2)), column: 0 })
                    }}
                  >
                    <IconTrash size={14} />
                  </ActionIcon>
                </span>
              </div>
            )
          })}
        </div>
      </div>
      {sheet.isWide && <SelectionLine cells={selected} />}
      <Suggestions
        securities={securities}
        ref={suggestions}
        onPick={(_, symbol) => {
          if (last.current === null) return
          set(indexAt(last.current.line), 'symbol' as F, symbol)
        }}
      />
    </>
  )
}
