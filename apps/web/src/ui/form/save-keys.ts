/**
 * Which save Ctrl-S and Ctrl-Enter run: that of the dialog on top, else of the page. What lies below an open dialog is never saved by a key.
 */

/** `isNext`: Ctrl-Shift-Enter, which saves and begins another record where a form offers that. */
export type Save = (isNext: boolean) => void

export interface Saver {
  readonly save: Save
  /** Where the focus makes it the one that is meant, among several forms. */
  readonly form: () => HTMLElement | null
}

/** The forms and action bars of the page or of one dialog, the newest last. */
export type SaveLayer = Saver[]

interface OpenDialog {
  readonly layer: SaveLayer
  readonly isOnTop: boolean
  /** Saves a dialog that has neither a form nor a bar of actions. */
  readonly save: () => void
}

export const PAGE: SaveLayer = []
/** The newest last. */
const dialogs: OpenDialog[] = []
let listeners = 0

function saveBy(layer: SaveLayer, isNext: boolean): boolean {
  const { activeElement: focused } = document
  const saver = layer.findLast(({ form }) => form()?.contains(focused) === true) ?? layer.at(-1)
  saver?.save(isNext)
  return saver !== undefined
}

function onKey(event: KeyboardEvent) {
  if (event.defaultPrevented || !(event.ctrlKey || event.metaKey) || event.altKey) return
  if (event.key.toLowerCase() !== 's' && event.key !== 'Enter') return
  const dialog = dialogs.findLast(({ isOnTop }) => isOnTop) ?? dialogs.at(-1)
  if (dialog === undefined && PAGE.length === 0) return
  event.preventDefault()
  // A key that is held down saves once: the repeats would answer the question that the save asks.
  if (event.repeat) return
  const isNext = event.shiftKey && event.key === 'Enter'
  if (!saveBy(dialog?.layer ?? PAGE, isNext)) dialog?.save()
}

/** Adds to a list while something is open; the keys are listened for as long as any list has an entry. */
function enter<T>(list: T[], one: T): () => void {
  list.push(one)
  listeners += 1
  if (listeners === 1) document.addEventListener('keydown', onKey)
  return () => {
    list.splice(list.indexOf(one), 1)
    listeners -= 1
    if (listeners === 0) document.removeEventListener('keydown', onKey)
  }
}

export const addSaver = (layer: SaveLayer, saver: Saver) => enter(layer, saver)
export const addDialog = (dialog: OpenDialog) => enter(dialogs, dialog)

/** The saving button among these: the filled one, and none that deletes. */
export function savingButton(around: HTMLElement | null): HTMLButtonElement | undefined {
  const buttons = around?.querySelectorAll<HTMLButtonElement>('button.mantine-Button-root:not(:disabled)')
  return [...(buttons ?? [])].findLast(
    // Filled is what a button is that says nothing else.
    ({ dataset, style }) =>
      (dataset['variant'] ?? 'filled') === 'filled' && !style.getPropertyValue('--button-bg').includes('red'),
  )
}
