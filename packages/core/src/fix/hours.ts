/** When a FIX session may be connected, and of which day its numbers are. Dates and times are those of Colombo. */
import { addDays, type PlainDate, weekday } from '../values/dates.ts'

export interface FixHours {
  /** When a new day of numbers begins, HH:MM. */
  readonly resetTime: string
  readonly onWeekdays: boolean
  /** HH:MM; null: all day. A span may pass midnight. */
  readonly fromTime: string | null
  readonly toTime: string | null
}

/** A moment: the date and HH:MM:SS. */
export interface LocalMoment {
  readonly date: PlainDate
  readonly time: string
}

/** The day that a moment belongs to: before the new day begins it is the day before. */
export function fixDay({ resetTime }: FixHours, { date, time }: LocalMoment): PlainDate {
  return time.slice(0, 5) < resetTime ? addDays(date, -1) : date
}

export function isFixOpen({ onWeekdays, fromTime, toTime }: FixHours, { date, time }: LocalMoment): boolean {
  const minute = time.slice(0, 5)
  const from = fromTime ?? '00:00'
  const to = toTime ?? '24:00'
  const passesMidnight = to <= from
  if (!passesMidnight && (minute < from || minute >= to)) return false
  if (passesMidnight && minute < from && minute >= to) return false
  if (!onWeekdays) return true
  // After midnight a span is of the day on which it began.
  const day = weekday(passesMidnight && minute < to ? addDays(date, -1) : date)
  return day >= 1 && day <= 5
}
