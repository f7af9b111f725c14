import { type KeyboardEvent, type RefObject, useLayoutEffect } from 'react'

/** The controls within a table that take the keyboard. */
const CONTROLS = 'a[href], button, input, select'

/**
 * Takes the links and buttons within a table out of the order of Tab: the table is one stop, and keys lead inside. A cell of the table says
 * itself whether it is the stop; for a box to tick, which is a cell of its own, `stop` names it.
 */
export function usePassedOver(root: RefObject<HTMLElement | null>, which = CONTROLS, stop = '') {
  // With each render: rows come and go.
  useLayoutEffect(() => {
    for (const control of root.current?.querySelectorAll<HTMLElement>(which) ?? []) {
      if (control.dataset['cell'] !== undefined) continue
      const cell = control.closest<HTMLElement>('td[data-cell]:not([tabindex])')
      const next = cell !== null && cell.dataset['cell'] === stop ? 0 : -1
      if (control.tabIndex !== next) control.tabIndex = next
    }
  })
}

const controlsIn = (cell: Element | null | undefined) =>
  [...(cell?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])].filter(
    (control) => !control.matches(':disabled') && (control.checkVisibility?.() ?? true),
  )

/** Puts the focus on a control. Answers whether there is one. */
function give(control: HTMLElement | undefined): boolean {
  control?.focus()
  return control !== undefined
}

interface At {
  readonly row: number
  readonly column: number
}

/**
 * Keys that lead from the cells of a list to what is around and in them: up from the first row to the headers, right from the last cell
 * to the buttons of the row, F2 into a cell that has links or buttons, Escape back. Answers whether the key was one of them.
 */
export function stepInside(event: KeyboardEvent, at: At, columns: number, back: () => void): boolean {
  const target = event.target as HTMLElement
  const { key } = event
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false
  if (target.closest('thead') !== null) return stepInHead(target, key, back)
  const cell = target.closest('td')
  if (cell === null) return false
  const isCell = target.dataset['cell'] !== undefined
  if (isCell) {
    if (key === 'F2') return give(controlsIn(cell)[0])
    if (key === 'ArrowUp' && at.row === 0) return give(headOf(cell, at.column))
    const isLast = key === 'ArrowRight' && at.column === columns - 1
    return isLast && give(controlsIn(cell.closest('tr')?.querySelector('td:not([data-cell]):last-child'))[0])
  }
  if (target.matches('input:not([type="checkbox"]), select') || !isWithin(cell)) return false
  const controls = controlsIn(cell)
  const index = controls.indexOf(target)
  if (key === 'ArrowRight') return give(controls[index + 1]) || true
  if (key === 'ArrowLeft' && index > 0) return give(controls[index - 1])
  if (key !== 'ArrowLeft' && key !== 'Escape') return false
  back()
  return true
}

/** A tick is the cell itself: its keys are those of the cells. */
const isWithin = (cell: HTMLElement) => cell.dataset['cell'] === undefined || cell.hasAttribute('tabindex')

const headOf = (cell: Element, column: number) =>
  controlsIn(cell.closest('table')?.querySelectorAll('thead th')[column])[0]

function stepInHead(target: HTMLElement, key: string, back: () => void): boolean {
  const heads = controlsIn(target.closest('thead'))
  const index = heads.indexOf(target)
  if (key === 'ArrowRight') return give(heads[index + 1])
  if (key === 'ArrowLeft') return give(heads[index - 1])
  if (key !== 'ArrowDown' && key !== 'Escape') return false
  back()
  return true
}
