import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { beforeStep, keepInStep, type ListPosition, stepState } from '../../lib/steps.ts'
import type { CellAddress } from './useCellCursor.ts'

/** A position is written once scrolling has paused: browsers allow few writes of the history in a second. */
const PAUSE_MS = 150

const START: ListPosition = { search: '', page: 1, top: 0, row: 0, column: 0, used: false, seen: false }

/**
 * The position of a list, stored in this step of the history: its search, page, scroll and cell. A list that is shown again by Back
 * starts from there.
 */
export function useListPosition(id: string) {
  const [start] = useState(() => stepState().lists?.[id] ?? START)
  const now = useRef(start)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const write = useCallback(() => {
    clearTimeout(timer.current)
    if (now.current !== start) keepInStep({ lists: { ...stepState().lists, [id]: now.current } })
  }, [id, start])
  const keep = useCallback(
    (change: Partial<ListPosition>) => {
      const next = { ...now.current, ...change }
      const names = Object.keys(change) as (keyof ListPosition)[]
      if (names.every((name) => next[name] === now.current[name])) return
      now.current = next
      clearTimeout(timer.current)
      timer.current = setTimeout(write, PAUSE_MS)
    },
    [write],
  )
  useEffect(() => {
    const stop = beforeStep(write)
    return () => {
      stop()
      clearTimeout(timer.current)
    }
  }, [write])
  return { start, keep }
}

interface ReturnInput {
  frame: RefObject<HTMLElement | null>
  start: ListPosition
  /** Whether there are rows to scroll. */
  ready: boolean
  /** Takes the keyboard into a cell. */
  take: (cell: CellAddress) => void
}

/** Scrolls a list that is shown again to where it was left, once its rows are there. */
export function useReturn({ frame, start, ready, take }: ReturnInput) {
  const isDone = useRef(start === START)
  useEffect(() => {
    if (isDone.current || !ready || frame.current === null) return
    isDone.current = true
    frame.current.scrollTo?.({ top: start.top })
    const { activeElement } = document
    const isFree = activeElement === document.body || activeElement?.id === 'content'
    if (start.used && isFree) take({ row: start.row, column: start.column })
  }, [ready, frame, start, take])
}
