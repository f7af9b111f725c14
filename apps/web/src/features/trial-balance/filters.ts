import { isDate } from '../../lib/dates.ts'

export type View = 'detailed' | 'summary'

/** What the trial balance is asked for; it lives in the address. */
export interface TrialFilters {
  /** '' stands for: as at the end date, without movements. */
  readonly from: string
  readonly to: string
  /** The portfolio's code, '' for all. */
  readonly portfolio: string
  readonly view: View
}

/** Kept in the address for "no start date", since an absent one is the start of the year. */
const OPEN = 'none'

/** Reads the address; dates left out are the start of the year and today. */
export function filtersOf(query: URLSearchParams, today: string): TrialFilters {
  const date = (name: string, otherwise: string) => {
    const value = query.get(name) ?? ''
    return isDate(value) ? value : otherwise
  }
  return {
    from: query.get('from') === OPEN ? '' : date('from', `${today.slice(0, 4)}-01-01`),
    to: date('to', today),
    portfolio: (query.get('portfolio') ?? '').trim().slice(0, 200),
    view: query.get('view') === 'summary' ? 'summary' : 'detailed',
  }
}

/** The start date as the address keeps it: '' (cleared) is kept, unlike an absent one. */
export function fromInAddress(from: string): string {
  return from === '' ? OPEN : from
}

/** What the server is asked. */
export function askedFor(filters: TrialFilters) {
  return {
    endDate: filters.to,
    ...(filters.from === '' ? {} : { startDate: filters.from }),
    ...(filters.portfolio === '' ? {} : { portfolio: filters.portfolio }),
  }
}
