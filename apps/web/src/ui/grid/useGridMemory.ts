import { useCallback, useState } from 'react'
import { recall, remember } from '../../lib/remember.ts'

/** The changes of a user to one grid. */
export interface GridMemory {
  order: string[]
  visible: Record<string, boolean>
  widths: Record<string, number>
  sort: { id: string; desc: boolean }[]
}

const NOTHING: GridMemory = { order: [], visible: {}, widths: {}, sort: [] }

/** A grid's columns as this user left them, kept under the grid's id. */
export function useGridMemory(id: string, initialSort: GridMemory['sort']) {
  const name = `grid.${id}`
  const [memory, setMemory] = useState<GridMemory>(() => ({
    ...NOTHING,
    sort: initialSort,
    ...recall<Partial<GridMemory>>(name, {}),
  }))
  const change = useCallback(
    (next: (now: GridMemory) => Partial<GridMemory>) => {
      setMemory((now) => {
        const changed = { ...now, ...next(now) }
        remember(name, changed)
        return changed
      })
    },
    [name],
  )
  const reset = useCallback(() => {
    remember(name, null)
    setMemory({ ...NOTHING, sort: initialSort })
  }, [name, initialSort])
  const replace = useCallback((next: GridMemory) => change(() => next), [change])
  return { memory, change, replace, reset }
}

/** The ids in the user's order; columns that came later are at the end, in their own order. */
export function orderedIds(ids: readonly string[], order: readonly string[]): string[] {
  const known = new Set(ids)
  const ordered = order.filter((id) => known.has(id))
  const inOrder = new Set(ordered)
  return [...ordered, ...ids.filter((id) => !inOrder.has(id))]
}

/** Moves an id before or after another. */
export function moved(ids: readonly string[], id: string, target: string): string[] {
  const from = ids.indexOf(id)
  const to = ids.indexOf(target)
  if (from < 0 || to < 0 || from === to) return [...ids]
  const rest = ids.filter((one) => one !== id)
  rest.splice(to, 0, id)
  return rest
}
