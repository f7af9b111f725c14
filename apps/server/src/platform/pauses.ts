/** Long work in turns: others are served meanwhile, and what was sent to the database goes on its way. */
import { setImmediate as nextTurn } from 'node:timers/promises'

const TURN_MS = 3

/** A pause to be asked for often, about every tenth of a millisecond of work; it is taken every few milliseconds. */
export function regularPauses(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < TURN_MS) return undefined
    return nextTurn().then(() => {
      since = performance.now()
    })
  }
}
