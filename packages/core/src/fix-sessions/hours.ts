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

/** The market's close. */
export const MARKET_CLOSE = '14:30'
/** Whether a logout at a moment ends the day of its numbers: after the close. */
export const endsFixDay = (hours: FixHours, moment: LocalMoment): boolean =>
  moment.time.slice(0, 5) >= MARKET_CLOSE || moment.date > fixDay(hours, moment)

/** Days before the present one that are checked. */
const FORMER_DAYS_MOST = 31

export interface FormerDay {
  readonly day: PlainDate
  /** It ended in order: nothing of it is unknown. */
  readonly isEnded: boolean
  /** The day on which the session was started manually: before it nothing was awaited. */
  readonly startedOn: PlainDate
}

/** The days before `today` of which it is not known whether the broker sent more: the last one with messages, and those without a connection. */
export function unfinishedFixDays(
  { onWeekdays }: Pick<FixHours, 'onWeekdays'>,
  { day, isEnded, startedOn }: FormerDay,
  today: PlainDate,
  isMarketDay: (day: PlainDate) => boolean,
): PlainDate[] {
  const days = isEnded || day >= today ? [] : [day]
  const first = addDays(today, -FORMER_DAYS_MOST)
  const next = [addDays(day, 1), startedOn, first].reduce((a, b) => (a > b ? a : b))
  for (let one = next; one < today; one = addDays(one, 1)) days.push(one)
  return days.filter((one) => isMarketDay(one) && (!onWeekdays || isWeekday(one)))
}

const isWeekday = (date: PlainDate) => weekday(date) >= 1 && weekday(date) <= 5

export function isFixOpen({ onWeekdays, fromTime, toTime }: FixHours, { date, time }: LocalMoment): boolean {
  const minute = time.slice(0, 5)
  const from = fromTime ?? '00:00'
  const to = toTime ?? '24:00'
  const passesMidnight = to <= from
  if (!passesMidnight && (minute < from || minute >= to)) return false
  if (passesMidnight && minute < from && minute >= to) return false
  if (!onWeekdays) return true
  // After midnight a span is of the day on which it began.
  return isWeekday(passesMidnight && minute < to ? addDays(date, -1) : date)
}
