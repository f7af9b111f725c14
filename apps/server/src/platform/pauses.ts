/** Pauses in long work: other requests are served meanwhile, and what is queued for the database leaves. */
import { setImmediate as nextLoop } from 'node:timers/promises'

const PIECE_MS = 3

/**
 * Answers a function to call after each small piece of work (a tenth of a millisecond): every few milliseconds it
 * answers a pause to wait for, else undefined.
 */
export function regularPauses(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < PIECE_MS) return undefined
    return nextLoop().then(() => {
      since = performance.now()
    })
  }
}
