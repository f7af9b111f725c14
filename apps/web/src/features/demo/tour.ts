import { useSyncExternalStore } from 'react'
import { recall, remember } from '../../lib/remember.ts'

/** How far a user is in the tour; kept in this browser. */
export interface Tour {
  readonly closed: boolean
  /** The index of the current stop in the list. */
  readonly at: number
  /** Places of the stops that were opened. */
  readonly opened: readonly number[]
}

const NAME = 'tour'
const NEW: Tour = { closed: false, at: 0, opened: [] }
const listeners = new Set<() => void>()

export function changeTour(change: Partial<Tour>): void {
  remember(NAME, { ...recall(NAME, NEW), ...change })
  for (const listener of listeners) listener()
}

/** Opens a stop: it is the current one, and marked as opened from now on. */
export function openStop(at: number): void {
  const { opened } = recall(NAME, NEW)
  changeTour({ at, opened: [...new Set([...opened, at])] })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useTour(): Tour {
  // Compared by its text: a value that is read anew is another object.
  const text = useSyncExternalStore(subscribe, () => JSON.stringify(recall(NAME, NEW)))
  return { ...NEW, ...(JSON.parse(text) as Tour) }
}
