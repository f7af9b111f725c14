/** When a recurring entry comes due. */
import { addDays, addMonths, type PlainDate } from '../values/dates.ts'

export const RECURRENCE_UNITS = ['week', 'month', 'quarter', 'year'] as const
export type RecurrenceUnit = (typeof RECURRENCE_UNITS)[number]

export interface Recurrence {
  readonly unit: RecurrenceUnit
  /** Every so many of the unit, at least 1. */
  readonly every: number
  readonly firstDate: PlainDate
  /** Nothing comes due after this day. */
  readonly lastDate: PlainDate | null
}

const MONTHS = { month: 1, quarter: 3, year: 12 } as const

/**
 * The day of an occurrence, counted from 0; null after the last day. Always reckoned from the first day, so that an
 * entry of the 31st is due on the 28th of February and on the 31st of March again.
 */
export function occurrence(recurrence: Recurrence, index: number): PlainDate | null {
  const { unit, every, firstDate, lastDate } = recurrence
  const day =
    unit === 'week'
      ? addDays(firstDate, 7 * every * index)
      : addMonths(firstDate, MONTHS[unit] * every * index)
  return lastDate !== null && day > lastDate ? null : day
}

/** The first occurrence, counted from 0, that is not before `day`, at or after `from`. */
export function occurrenceFrom(recurrence: Recurrence, day: PlainDate, from = 0): number {
  let index = from
  for (let due = occurrence(recurrence, index); due !== null && due < day; ) {
    index += 1
    due = occurrence(recurrence, index)
  }
  return index
}
