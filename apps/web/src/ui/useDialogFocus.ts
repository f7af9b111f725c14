import { type RefObject, useEffect } from 'react'

/** Fields that a user fills in; a list to choose from is read-only to typing. */
const FIELD = [
  'input:not([type="hidden"], [type="file"], [readonly], :disabled)',
  'input[aria-haspopup]:not(:disabled)',
  'textarea:not([readonly], :disabled)',
  'select:not(:disabled)',
  'button[aria-haspopup]:not(:disabled)',
].join(', ')

/** The fields of some dialogs are loaded first: they are looked for so often. */
const CHECK_MS = 40
const CHECKS_MOST = 50

/** Once it has faded out, and at once where it was taken from the page. */
const RETURN_MS = [40, 400]

/** The newest last: what had the keyboard, but for entries of menus, which are gone once chosen. */
const focused: HTMLElement[] = []
const FOCUSED_MOST = 8

if (typeof document !== 'undefined') {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target.closest('[role="menu"]') !== null) return
    if (focused.at(-1) === target) return
    focused.push(target)
    if (focused.length > FOCUSED_MOST) focused.shift()
  })
}

const isInSight = (field: HTMLElement, body: HTMLElement) => {
  const at = field.getBoundingClientRect()
  const around = body.getBoundingClientRect()
  return at.bottom <= Math.max(around.bottom, at.height) && field.closest('[hidden]') === null
}

/** The keyboard is on the dialog's cross, or still where it was: its content has not asked for it. */
function isUnclaimed(body: HTMLElement): boolean {
  const { activeElement: active } = document
  const dialog = body.closest('[role="dialog"]')
  return active === null || active === dialog || !body.contains(active)
}

/** A dialog opens on its first field, and gives the keyboard back to what opened it. */
export function useDialogFocus(opened: boolean, body: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!opened) return
    const before = focused.toReversed()
    let checks = 0
    const check = () => {
      checks += 1
      const node = body.current
      if (checks > CHECKS_MOST || (node !== null && !isUnclaimed(node))) return stop()
      if (node === null || node.querySelector('[data-autofocus]') !== null) return
      const field = node.querySelector<HTMLElement>(FIELD)
      if (field === null || !isInSight(field, node)) return
      field.focus({ preventScroll: true })
      stop()
    }
    const timer = setInterval(check, CHECK_MS)
    // Who has begun to work in it keeps the keyboard where it is.
    const stop = () => {
      clearInterval(timer)
      for (const event of ['keydown', 'pointerdown']) window.removeEventListener(event, stop, true)
    }
    for (const event of ['keydown', 'pointerdown']) window.addEventListener(event, stop, true)
    const dialog = () => body.current?.closest('[role="dialog"]') ?? null
    return () => {
      stop()
      const closing = dialog()
      for (const ms of RETURN_MS) {
        setTimeout(() => {
          const { activeElement: active } = document
          const isLost = active === null || active === document.body || closing?.contains(active) === true
          if (!isLost) return
          before
            .find((one) => one.isConnected && one !== document.body && one.checkVisibility?.() !== false)
            ?.focus({ preventScroll: true })
        }, ms)
      }
    }
  }, [opened, body])
}
