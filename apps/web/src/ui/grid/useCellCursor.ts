import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

export interface CellAddress {
  row: number
  column: number
}

/** The cell under the cursor and the rectangle selected with it, by keyboard or mouse, as in a spreadsheet. */
export interface CellCursor {
  at: CellAddress
  from: CellAddress
  /** Whether the grid has been entered at all. */
  used: boolean
  goTo: (cell: CellAddress, extend?: boolean) => void
  contains: (row: number, column: number) => boolean
  range: () => { top: number; bottom: number; left: number; right: number }
  /** Answers true when the key was a move. */
  onKey: (event: KeyboardEvent) => boolean
}

const PAGE = 12

export function useCellCursor(
  rows: number,
  columns: number,
  onMove: (cell: CellAddress) => void,
  { row, column, used }: CellAddress & { used: boolean },
): CellCursor {
  const [state, setState] = useState({ at: { row, column }, from: { row, column }, used })
  const move = useRef(onMove)
  useEffect(() => {
    move.current = onMove
  })
  const clamp = (cell: CellAddress): CellAddress => ({
    row: Math.max(0, Math.min(rows - 1, cell.row)),
    column: Math.max(0, Math.min(columns - 1, cell.column)),
  })
  const at = clamp(state.at)
  const from = clamp(state.from)
  const goTo = useCallback((cell: CellAddress, extend = false) => {
    setState((now) => ({ at: cell, from: extend ? now.from : cell, used: true }))
    move.current(cell)
  }, [])
  const top = Math.min(at.row, from.row)
  const bottom = Math.max(at.row, from.row)
  const left = Math.min(at.column, from.column)
  const right = Math.max(at.column, from.column)
  const onKey = (event: KeyboardEvent): boolean => {
    const whole = event.ctrlKey || event.metaKey
    if (whole && event.key.toLowerCase() === 'a') {
      setState({ from: { row: 0, column: 0 }, at: { row: rows - 1, column: columns - 1 }, used: true })
      return true
    }
    const next = target(event.key, at, whole, rows, columns)
    if (next === null || event.altKey) return false
    goTo(clamp(next), event.shiftKey)
    return true
  }
  return {
    at,
    from,
    used: state.used,
    goTo,
    contains: (line, cell) => line >= top && line <= bottom && cell >= left && cell <= right,
    range: () => ({ top, bottom, left, right }),
    onKey,
  }
}

function target(
  key: string,
  at: CellAddress,
  whole: boolean,
  rows: number,
  columns: number,
): CellAddress | null {
  switch (key) {
    case 'ArrowDown':
      return { ...at, row: whole ? rows - 1 : at.row + 1 }
    case 'ArrowUp':
      return { ...at, row: whole ? 0 : at.row - 1 }
    case 'ArrowRight':
      return { ...at, column: whole ? columns - 1 : at.column + 1 }
    case 'ArrowLeft':
      return { ...at, column: whole ? 0 : at.column - 1 }
    case 'PageDown':
      return { ...at, row: at.row + PAGE }
    case 'PageUp':
      return { ...at, row: at.row - PAGE }
    case 'Home':
      return whole ? { row: 0, column: 0 } : { ...at, column: 0 }
    case 'End':
      return whole ? { row: rows - 1, column: columns - 1 } : { ...at, column: columns - 1 }
    default:
      return null
  }
}

/** The element of a cell that takes the keyboard: the cell, or its checkbox. */
function focusableOf(cell: HTMLElement): HTMLElement {
  return cell.hasAttribute('tabindex') ? cell : (cell.querySelector<HTMLElement>('input') ?? cell)
}

/** Frames to wait for a row that is being scrolled to. */
const ARRIVAL = 90

/** Puts the focus into a cell, once its row has been put on the page. */
export function focusCell(
  frame: RefObject<HTMLElement | null>,
  address: CellAddress,
  virtual: boolean,
  tries = ARRIVAL,
) {
  requestAnimationFrame(() => {
    const cell = frame.current?.querySelector<HTMLElement>(`[data-cell="${address.row}:${address.column}"]`)
    if (cell === null || cell === undefined) {
      if (tries > 0) focusCell(frame, address, virtual, tries - 1)
      return
    }
    focusableOf(cell).focus({ preventScroll: virtual })
    cell.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  })
}

/**
 * Keeps the keyboard in a grid whose rows come and go: a cell that is taken from the page while it has the focus
 * leaves it to the table, and gets it back when its row comes again. Answers what the table needs.
 */
export function useHeldFocus(frame: RefObject<HTMLElement | null>, at: CellAddress) {
  const held = useRef(false)
  useLayoutEffect(() => {
    if (!held.current || frame.current === null) return
    const table = frame.current.querySelector<HTMLElement>('[role="grid"]')
    if (document.activeElement !== document.body && document.activeElement !== table) return
    const cell = frame.current.querySelector<HTMLElement>(`[data-cell="${at.row}:${at.column}"]`)
    ;(cell === null ? table : focusableOf(cell))?.focus({ preventScroll: true })
  })
  return {
    tabIndex: -1,
    onFocus: () => {
      held.current = true
    },
    onBlur: (event: FocusEvent<HTMLElement>) => {
      const { target } = event
      // A cell that is gone by then has not been left by the user.
      requestAnimationFrame(() => {
        if (target.isConnected && !target.closest('[role="grid"]')?.contains(document.activeElement))
          held.current = false
      })
    },
  }
}
