import { MONTH_NAMES } from '@em/core/values/date-words'
import { addDays, monthEnd, monthStart } from '@em/core/values/dates'

/** The months as choices, `1` to `12`. */
export const MONTHS = MONTH_NAMES.map((label, place) => ({ value: String(place + 1), label }))

/** The day that a lock most likely goes through: the end of the month before, or of the one after the lock that stands. */
export function nextLock(locked: string | null, today: string): string {
  const latest = addDays(monthStart(today), -1)
  if (locked === null || locked >= latest) return latest
  return monthEnd(addDays(locked, 1))
}
