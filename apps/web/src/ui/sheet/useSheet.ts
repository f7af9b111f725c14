import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useRef,
  useState,
} from 'react'
import { usePassedOver } from '../grid/one-stop.ts'
import { isWhole, leads, moveOf, type SheetAddress, type SheetSize } from './sheet-keys.ts'

export interface SheetRange {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}
export interface Copied {
  readonly text: string
  readonly html: string
}

interface Options extends SheetSize {
  readonly frame: RefObject<HTMLElement | null>
  /** The lines that are on the page; absent: all. */
  readonly drawn?: readonly number[]
  /** Scrolls the page to a line. */
  readonly reveal?: (line: number) => void
  /** Enter in the last line: a line is added, at once. */
  readonly onEnd?: () => void
  /** Ctrl-D. */
  readonly onFill: (range: SheetRange) => void
  /** Delete over several cells. */
  readonly onClear: (range: SheetRange) => void
  readonly copyOf: (range: SheetRange) => Copied
}

/** A line that was far away is drawn a few frames after the scroll. */
const FRAMES = 20
const START: SheetAddress = { line: 0, column: 0 }

/**
 * A table that is typed into, with the keys of a spreadsheet. It is one stop of Tab, which then goes along the line and leaves behind
 * the last cell. Cells are inputs (or links and buttons) with `cell(line, column)`; `frame` goes to the element around them.
 */
export function useSheet(options: Options) {
  const { frame: root, drawn, lines, columns, typed } = options
  const [{ at, from }, setState] = useState({ at: { ...START, column: typed[0] }, from: START })
  /** Where Tab began in this line: Enter returns below it. */
  const tabFrom = useRef<number | null>(null)
  const isDragging = useRef(false)
  /** The focus is moved by a key or the mouse, which says itself what is selected. */
  const isGoing = useRef(false)
  usePassedOver(root, 'a[href]')
  const range: SheetRange = {
    top: Math.min(at.line, from.line),
    bottom: Math.min(lines - 1, Math.max(at.line, from.line)),
    left: Math.min(at.column, from.column),
    right: Math.max(at.column, from.column),
  }
  const isWide = range.top !== range.bottom || range.left !== range.right

  const focus = (address: SheetAddress, tries = FRAMES) => {
    const cell = cellAt(root.current, address)
    if (cell !== null) {
      isGoing.current = true
      select(cell)
      isGoing.current = false
      return
    }
    if (tries > 0) requestAnimationFrame(() => focus(address, tries - 1))
  }
  const go = (to: SheetAddress, isExtended = false) => {
    setState((now) => ({ at: to, from: isExtended ? now.from : to }))
    options.reveal?.(to.line)
    // At once where it can be: the next key belongs to it.
    focus(to)
  }
  const enter = (address: SheetAddress, by: 1 | -1) => {
    const line = address.line + by
    const column = tabFrom.current ?? address.column
    tabFrom.current = null
    if (line < 0 || (line >= lines && options.onEnd === undefined)) return
    if (line >= lines) options.onEnd?.()
    go({ line, column })
  }
  /** Answers whether Tab stays in the line. */
  const tab = (address: SheetAddress, by: 1 | -1): boolean => {
    const [first, last] = typed
    for (let column = address.column + by; column >= first && column <= last; column += by) {
      const cell = cellAt(root.current, { line: address.line, column })
      if (cell === null || cell.checkVisibility?.() === false) continue
      tabFrom.current ??= address.column
      go({ line: address.line, column })
      return true
    }
    tabFrom.current = null
    return false
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const address = addressOf(event.target)
    if (address === null || event.defaultPrevented || event.altKey || event.nativeEvent.isComposing) return
    const field = event.target as HTMLElement
    const isInput = field instanceof HTMLInputElement
    const whole = event.ctrlKey || event.metaKey
    const by = event.shiftKey ? -1 : 1
    if (event.key === 'Tab') {
      if (whole || !tab(address, by)) return
    } else if (event.key === 'Enter' && isInput && !whole) enter(address, by)
    else if (event.key === 'F2' && isInput) field.setSelectionRange(field.value.length, field.value.length)
    else if (event.key.toLowerCase() === 'd' && whole) options.onFill(isWide ? range : rangeOf(address))
    else if ((event.key === 'Delete' || event.key === 'Backspace') && isWide && isInput)
      options.onClear(range)
    else {
      const move = moveOf(event, address, { lines, columns, typed }, leads(field, event.key))
      // Shift with an arrow selects letters where a text is being changed.
      if (move === null || (move.extends && isInput && !isWhole(field))) return
      tabFrom.current = null
      if (move.to.line !== address.line || move.to.column !== address.column) go(move.to, move.extends)
      else if (isInput) field.select()
    }
    event.preventDefault()
  }
  const onCopy = (event: ClipboardEvent<HTMLElement>) => {
    const address = addressOf(event.target)
    if (address === null || !(isWide || isWhole(event.target as Element))) return
    const copied = options.copyOf(isWide ? range : rangeOf(address))
    event.clipboardData.setData('text/plain', copied.text)
    event.clipboardData.setData('text/html', copied.html)
    event.preventDefault()
    if (event.type === 'cut') options.onClear(isWide ? range : rangeOf(address))
  }
  const stop = drawn === undefined || drawn.includes(at.line) ? Math.min(at.line, lines - 1) : drawn[0]
  const cell = (line: number, column: number) => ({
    'data-cell': `${line}-${column}`,
    'data-selected':
      isWide && line >= range.top && line <= range.bottom && column >= range.left && column <= range.right
        ? ''
        : undefined,
    tabIndex: line === stop && column === at.column ? 0 : -1,
    onFocus: () => {
      if (!isGoing.current && (at.line !== line || at.column !== column))
        setState({ at: { line, column }, from: { line, column } })
    },
    onMouseDown: (event: MouseEvent<HTMLElement>) => {
      const field = event.currentTarget
      if (event.button !== 0 || !(field instanceof HTMLInputElement) || field.disabled) return
      isDragging.current = true
      tabFrom.current = null
      if (document.activeElement === field && !event.shiftKey) {
        // A second click puts the caret into the text.
        if (isWide) setState({ at: { line, column }, from: { line, column } })
        return
      }
      event.preventDefault()
      go({ line, column }, event.shiftKey)
    },
    onMouseEnter: (event: MouseEvent<HTMLElement>) => {
      if (event.buttons !== 1) isDragging.current = false
      else if (isDragging.current) go({ line, column }, true)
    },
  })
  return { at, isWide, range, go, cell, frame: { onKeyDown, onCopy, onCut: onCopy } }
}

const rangeOf = ({ line, column }: SheetAddress): SheetRange => ({
  top: line,
  bottom: line,
  left: column,
  right: column,
})

const cellAt = (root: HTMLElement | null, { line, column }: SheetAddress) =>
  root?.querySelector<HTMLElement>(`[data-cell="${line}-${column}"]`) ?? null

/** The address of a cell; null for anything else in the table. */
function addressOf(target: EventTarget): SheetAddress | null {
  const [, line, column] =
    /^(\d+)-(\d+)$/.exec((target instanceof HTMLElement && target.dataset['cell']) || '') ?? []
  return line === undefined ? null : { line: Number(line), column: Number(column) }
}

/** Typing replaces what is in the cell. */
function select(cell: HTMLElement): void {
  cell.focus({ preventScroll: true })
  if (cell instanceof HTMLInputElement) cell.select()
  cell.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
}
