/** The outstanding amount of a trade on a past day, by what is known of that day now. */
import type { PlainDate } from '../values/dates.ts'
import { type SettlementRecord, type SettlementTerms, type Standing, standingOf } from './settlement.ts'

/** A confirmation with the day on which it was recorded. */
export interface DatedRecord extends SettlementRecord {
  readonly recordedOn: PlainDate
}

/**
 * The records that count on a day: payments and failures from their own day on, whenever they were recorded; a new date from the day on which
 * it was given. What was reopened since did not happen on any day.
 */
export function recordsOn(records: readonly DatedRecord[], day: PlainDate): DatedRecord[] {
  const since = records.slice(records.findLastIndex(({ kind }) => kind === 'reopened') + 1)
  return since.filter(({ date, recordedOn }) => (date ?? recordedOn) <= day)
}

/** The settled and outstanding amounts on a day, and whether any act was recorded by then. */
export function outstandingOnDay(
  terms: SettlementTerms,
  records: readonly DatedRecord[],
  day: PlainDate,
): Standing & { readonly isActedUpon: boolean } {
  const until = recordsOn(records, day)
  return { ...standingOf(terms, until), isActedUpon: until.length > 0 }
}
