/** Where a key leads in a table that is typed into, as in a spreadsheet. */

export interface SheetAddress {
  readonly line: number
  readonly column: number
}
export interface SheetSize {
  readonly lines: number
  /** Cells of a line that the arrow keys reach. */
  readonly columns: number
  /** The first and the last cell that is typed into: Tab, Home and End go between them. */
  readonly typed: readonly [number, number]
}

interface Pressed {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}
export interface Move {
  readonly to: SheetAddress
  /** The selection grows to there. */
  readonly extends: boolean
}

const PAGE = 12

/**
 * The move of a key, or null where the key is the cell's own. `isFree`: the whole text of the cell is selected, or the caret is at the
 * end that the arrow points to; elsewhere arrows move the caret.
 */
export function moveOf(pressed: Pressed, at: SheetAddress, size: SheetSize, isFree: boolean): Move | null {
  const whole = pressed.ctrlKey || pressed.metaKey
  const to = targetOf(pressed.key, at, size, { whole, isFree })
  if (to === null) return null
  const line = Math.max(0, Math.min(size.lines - 1, to.line))
  const column = Math.max(0, Math.min(size.columns - 1, to.column))
  return { to: { line, column }, extends: pressed.shiftKey }
}

function targetOf(
  key: string,
  at: SheetAddress,
  { lines, typed: [first, last] }: SheetSize,
  { whole, isFree }: { whole: boolean; isFree: boolean },
): SheetAddress | null {
  switch (key) {
    case 'ArrowDown':
      return { ...at, line: whole ? lines - 1 : at.line + 1 }
    case 'ArrowUp':
      return { ...at, line: whole ? 0 : at.line - 1 }
    case 'PageDown':
      return { ...at, line: at.line + PAGE }
    case 'PageUp':
      return { ...at, line: at.line - PAGE }
    default:
  }
  if (!isFree) return null
  switch (key) {
    case 'ArrowRight':
      return { ...at, column: whole ? last : at.column + 1 }
    case 'ArrowLeft':
      return { ...at, column: whole ? first : at.column - 1 }
    case 'Home':
      return { line: whole ? 0 : at.line, column: first }
    case 'End':
      return { line: whole ? lines - 1 : at.line, column: last }
    default:
      return null
  }
}

/** Whether typing replaces what is in the field: all of it is selected, or it is empty. */
export const isWhole = (field: Element): boolean =>
  !(field instanceof HTMLInputElement) ||
  (field.selectionStart === 0 && field.selectionEnd === field.value.length)

/** Whether an arrow key leads out of the field. */
export function leads(field: Element, key: string): boolean {
  if (!(field instanceof HTMLInputElement) || isWhole(field)) return true
  if (field.selectionStart !== field.selectionEnd) return false
  if (key === 'ArrowLeft') return field.selectionStart === 0
  return key === 'ArrowRight' && field.selectionStart === field.value.length
}
