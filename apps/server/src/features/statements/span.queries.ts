/** The period that a report is asked for. */
import { addDays } from '@em/core/values/dates'
import { Refusal } from '../../platform/refusal.ts'

export interface PeriodAsked {
  readonly startDate: string | null
  readonly endDate: string | null
  readonly portfolio?: string | undefined
  readonly portfolioId?: string | undefined
  readonly entity?: string | undefined
}

export interface Span {
  /** Null: from the beginning of the books. */
  readonly startDate: string | null
  readonly endDate: string
}

/** The last day before a period; never after its end, so that what lies ahead stays out. */
export function dayBefore({ startDate, endDate }: Span): string {
  const before = addDays(startDate ?? endDate, -1)
  return before < endDate ? before : endDate
}

/** The date, at most today: balances do not count what lies ahead. */
export function notAfter(date: string | null, today: string): string {
  return date === null || date > today ? today : date
}

/**
 * Start and end, the end at most today. Without a start date from the beginning of the books.
 * @throws Refusal 400 where the start lies after the end.
 */
export function spanOf(
  { startDate, endDate }: Pick<PeriodAsked, 'startDate' | 'endDate'>,
  today: string,
  field = 'startDate',
): Span {
  if (startDate !== null && startDate > (endDate ?? today)) {
    throw new Refusal('request.invalid', {}, [
      { field, message: 'The start date must not be after the end date.' },
    ])
  }
  return { startDate, endDate: notAfter(endDate, today) }
}
