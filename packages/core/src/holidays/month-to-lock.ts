/** Which month's end the books are valued, reconciled and locked for next. */
import { addDays, monthEnd, monthStart, type PlainDate } from '../values/dates.ts'

/**
 * The end of the first month that is not locked; without a lock the end of the month before today's. Where every past month is locked, the
 * last of them.
 * Locked through 30 Sep 2026, on 20 Nov 2026: 31 Oct 2026.
 */
export function monthToLock(locked: PlainDate | null, today: PlainDate): PlainDate {
  const latest = addDays(monthStart(today), -1)
  if (locked === null || locked >= latest) return latest
  return monthEnd(addDays(locked, 1))
}
