import { rangeSpan } from '@em/core/holidays/ranges'
import { addDays, addMonths, daysBetween, monthEnd, monthStart } from '@em/core/values/dates'
import { isDate } from '../../lib/dates.ts'
import { booksIn, OPEN } from '../trial-balance/filters.ts'

export const STATEMENTS = ['profit-loss', 'position', 'cash'] as const
export type StatementName = (typeof STATEMENTS)[number]
/** None, the period (or month end) before, a year before, or dates of one's own. */
export const COMPARISONS = ['', 'previous', 'year', 'own'] as const
export type Comparison = (typeof COMPARISONS)[number]

/** The filters of a statement, kept in the address. */
export interface StatementFilters {
  readonly statement: StatementName
  /** '' means: from the beginning of the books. */
  readonly from: string
  readonly to: string
  readonly comparison: Comparison
  /** Dates of one's own to compare with; '' while not given. */
  readonly compareFrom: string
  readonly compareTo: string
  /** The entity's name, '' for all. */
  readonly entity: string
  /** The portfolio's code, '' for all. */
  readonly portfolio: string
  /** Refused while investments are not valued on its date. */
  readonly final: boolean
}

/**
 * Reads the address; dates left out are the year to date. `yearEndMonth` is the month (1 to 12) that the financial year of
 * the books ends with.
 */
export function filtersOf(query: URLSearchParams, today: string, yearEndMonth: number): StatementFilters {
  const date = (name: string, otherwise: string) => {
    const value = query.get(name) ?? ''
    return isDate(value) ? value : otherwise
  }
  const one = <T extends string>(name: string, of: readonly T[], otherwise: T) =>
    of.find((value) => value === query.get(name)) ?? otherwise
  return {
    statement: one('statement', STATEMENTS, 'profit-loss'),
    from: query.get('from') === OPEN ? '' : date('from', rangeSpan('YTD', today, yearEndMonth).from ?? ''),
    to: date('to', today),
    comparison: one('compare', COMPARISONS, ''),
    compareFrom: date('compareFrom', ''),
    compareTo: date('compareTo', ''),
    final: query.get('final') === '1',
    ...booksIn(query),
  }
}

interface Span {
  /** '' for the beginning of the books. */
  readonly from: string
  readonly to: string
}

/**
 * The period to compare with; null for none, and while its end is not given. The period before has as many whole
 * months where the period itself is whole months, else as many days.
 */
export function comparedSpan({
  from,
  to,
  comparison,
  compareFrom,
  compareTo,
}: StatementFilters): Span | null {
  if (comparison === 'own') return compareTo === '' ? null : { from: compareFrom, to: compareTo }
  if (comparison === 'year') return { from: from === '' ? '' : addMonths(from, -12), to: yearBefore(to) }
  if (comparison === '' || from === '' || from > to) return null
  const before = addDays(from, -1)
  if (from === monthStart(from) && to === monthEnd(to)) {
    const months = monthsBetween(from, to)
    return { from: addMonths(from, -months), to: before }
  }
  return { from: addDays(before, -daysBetween(from, to)), to: before }
}

/** The date to compare a position with; null for none, and while it is not given. */
export function comparedDate({ to, comparison, compareTo }: StatementFilters): string | null {
  if (comparison === 'own') return compareTo === '' ? null : compareTo
  if (comparison === 'year') return yearBefore(to)
  return comparison === 'previous' ? addDays(monthStart(to), -1) : null
}

/** A year earlier; the last day of February stays the last day of February. */
function yearBefore(date: string): string {
  const before = addMonths(date, -12)
  return date === monthEnd(date) ? monthEnd(before) : before
}

function monthsBetween(from: string, to: string): number {
  const count = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
  return count(to) - count(from) + 1
}

/** Which books the server is asked for. */
export function scopeAsked({ entity, portfolio }: StatementFilters) {
  return { ...(entity === '' ? {} : { entity }), ...(portfolio === '' ? {} : { portfolio }) }
}

const finalAsked = ({ final }: StatementFilters) => (final ? ({ final: '1' } as const) : {})

/** The query of profit and loss. */
export function profitLossAsked(filters: StatementFilters) {
  const compared = comparedSpan(filters)
  return {
    ...periodAsked(filters),
    ...finalAsked(filters),
    ...(compared === null ? {} : { compareEndDate: compared.to }),
    ...(compared === null || compared.from === '' ? {} : { compareStartDate: compared.from }),
  }
}

/** The query of a position: at the end of the period. */
export function positionAsked(filters: StatementFilters) {
  const compareDate = comparedDate(filters)
  return {
    asOf: filters.to,
    ...(compareDate === null ? {} : { compareDate }),
    ...finalAsked(filters),
    ...scopeAsked(filters),
  }
}

/** The query of cash movements. */
export function periodAsked(filters: StatementFilters) {
  const { from, to } = filters
  return { endDate: to, ...(from === '' ? {} : { startDate: from }), ...scopeAsked(filters) }
}
