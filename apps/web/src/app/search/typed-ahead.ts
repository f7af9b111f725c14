/** What is typed between the key that opens the search and the moment when its field has the focus: no letter is lost. */

/** Where the field never comes, the keys are given back after so long. */
const PATIENCE_MS = 5_000

let typed: string | null = null
let timer: ReturnType<typeof setTimeout> | undefined

function onKey(event: KeyboardEvent): void {
  if (typed === null || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  if (event.key === 'Escape') return void stopCatching()
  if (event.key === 'Backspace') typed = typed.slice(0, -1)
  else if ([...event.key].length === 1) typed += event.key
  else return
  event.preventDefault()
  event.stopPropagation()
}

/** Keeps what is typed from now on. */
export function startCatching(): void {
  if (typed !== null) return
  typed = ''
  timer = setTimeout(stopCatching, PATIENCE_MS)
  window.addEventListener('keydown', onKey, { capture: true })
}

/** Gives what was typed meanwhile to the field that has the focus now; from now on keys go there by themselves. */
export function giveTyped(take: (text: string) => void): void {
  const text = stopCatching()
  if (text !== '') take(text)
}

function stopCatching(): string {
  const text = typed ?? ''
  typed = null
  clearTimeout(timer)
  window.removeEventListener('keydown', onKey, { capture: true })
  return text
}
