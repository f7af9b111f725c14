import { useEffect, useRef } from 'react'
import { navigate } from '../../lib/hash.ts'
import { useMay } from '../../lib/may.ts'
import { leadsSomewhere } from '../../links/offered.ts'
import { SHORTCUTS } from './shortcuts.ts'

/** The second key comes within so long. */
const PAIR_MS = 1_500
/** Where letters mean something else: fields, tables, buttons that open a list, and whatever lies in a dialog. */
const TAKEN =
  'input, textarea, select, [contenteditable="true"], [role="grid"], [role="textbox"], [role="combobox"], [aria-haspopup], [role="dialog"]'

/** Serves `g d`, `n b` and the like, and calls `onHelp` at `?`. */
export function useShortcuts(onHelp: () => void): void {
  const may = useMay()
  const first = useRef<{ key: string; at: number } | null>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const before = first.current
      first.current = null
      const { key, target } = event
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented)
        return
      if (target instanceof Element && target.closest(TAKEN) !== null) return
      if (document.querySelector('[role="dialog"][aria-modal="true"]') !== null) return
      if (key === '?') return onHelp()
      if (before !== null && event.timeStamp - before.at <= PAIR_MS) {
        const named = SHORTCUTS.find(({ keys }) => keys[0] === before.key && keys[1] === key)
        if (named !== undefined) {
          event.preventDefault()
          if (leadsSomewhere(may, `#/${named.address}`)) navigate(named.address)
          return
        }
      }
      if (key === 'g' || key === 'n') first.current = { key, at: event.timeStamp }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [may, onHelp])
}
