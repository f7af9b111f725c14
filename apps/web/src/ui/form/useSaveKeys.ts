import { useEffect, useRef } from 'react'

/** Of several forms on a page the keys go to the one opened last. */
const open: ((isNext: boolean) => void)[] = []

/** Ctrl-S and Ctrl-Enter save; `isNext`: Ctrl-Shift-Enter, which saves and begins another record where a form offers that. */
export function useSaveKeys(save: (isNext: boolean) => void) {
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => {
    const mine = (isNext: boolean) => latest.current(isNext)
    open.push(mine)
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !(event.ctrlKey || event.metaKey) || event.altKey) return
      if (event.key.toLowerCase() !== 's' && event.key !== 'Enter') return
      // Those below leave the key as it is: the one on top would see it as taken.
      if (open.at(-1) !== mine) return
      event.preventDefault()
      mine(event.shiftKey && event.key === 'Enter')
    }
    document.addEventListener('keydown', onKey)
    return () => {
      open.splice(open.indexOf(mine), 1)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
}
