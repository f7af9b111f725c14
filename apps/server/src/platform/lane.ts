/** Large writes take turns, so that they never hold every connection that saves need. */
import { Refusal } from './refusal.ts'

/** How many large writes are at work at once. A save needs one of the writers' connections: at least two stay free. */
const AT_ONCE = 2
/** How many wait for their turn; each of them holds its body in memory. */
const WAITING_MAX = 100

export type Lane = <T>(work: () => Promise<T>) => Promise<T>

/**
 * A lane in which at most `atOnce` pieces of work run, the others in the order in which they came.
 * @throws Refusal `server.busy` when `waitingMax` are waiting already.
 */
export function lane(atOnce = AT_ONCE, waitingMax = WAITING_MAX): Lane {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < atOnce) running += 1
    else {
      if (waiting.length >= waitingMax) throw new Refusal('server.busy')
      // Whoever ends hands over the place: nobody who comes just then gets before those that wait.
      await new Promise<void>((go) => waiting.push(go))
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
