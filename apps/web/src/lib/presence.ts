/**
 * Whether a user is at the screen. A request that the page sends automatically (the bell, progress, a refetch) after a
 * minute without typing, clicks or scrolling is marked, and does not put off the idle end of the session.
 */
const AWAY_AFTER_MS = 60_000
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

let lastSign = performance.now()

/** Whether the user did nothing in this window for a minute. */
export function isAway(): boolean {
  return performance.now() - lastSign > AWAY_AFTER_MS
}

/** Notices people from now on. Answers how to stop. */
export function watchPresence(): () => void {
  const notice = () => {
    lastSign = performance.now()
  }
  const options = { capture: true, passive: true }
  for (const sign of SIGNS) window.addEventListener(sign, notice, options)
  return () => {
    for (const sign of SIGNS) window.removeEventListener(sign, notice, options)
  }
}
