import { addDays, monthEnd, monthStart } from '@em/core/values/dates'

const NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** The months as choices, `1` to `12`. */
export const MONTHS = NAMES.map((label, place) => ({ value: String(place + 1), label }))

export function monthName(month: number): string {
  return NAMES[month - 1] ?? ''
}

/** The day that a lock most likely goes through: the end of the month before, or of the one after the lock that stands. */
export function nextLock(locked: string | null, today: string): string {
  const latest = addDays(monthStart(today), -1)
  if (locked === null || locked >= latest) return latest
  return monthEnd(addDays(locked, 1))
}
