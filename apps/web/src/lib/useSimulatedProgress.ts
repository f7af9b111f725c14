import { useEffect, useState } from 'react'

/** As far as it goes before the end is known, and how often it moves. */
export const PROGRESS_MOST = 90
const STEP_MS = 200
/** The part of what is left that each step takes. */
const STEP_PART = 0.06

/**
 * Progress in percent of work of unknown length: while `running` it rises from 0 and never passes 90. The part known to be
 * done (`part` from 0 to 1) lifts it there at once, within the 90.
 */
export function useSimulatedProgress(running: boolean, part = 0): number {
  const [value, setValue] = useState(0)
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setValue((now) => now + (PROGRESS_MOST - now) * STEP_PART), STEP_MS)
    return () => {
      clearInterval(timer)
      setValue(0)
    }
  }, [running])
  return running ? Math.max(value, part * PROGRESS_MOST) : 0
}
