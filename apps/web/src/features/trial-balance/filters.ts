import { rangeSpan } from '@em/core/holidays/ranges'
import { isDate } from '../../lib/dates.ts'

export type View = 'detailed' | 'summary'

/** The filters of the trial balance, kept in the address. */
export interface TrialFilters {
  /** '' means: as at the end date, without movements. */
  readonly from: string
  readonly to: string
  /** A second date, '' for none. */
  readonly compare: string
  /** The entity's name, '' for all. */
  readonly entity: string
  /** The portfolio's code, '' for all. */
  readonly portfolio: string
  readonly view: View
  /** With the bank accounts behind each account. */
  readonly banks: boolean
}

/** Kept in the address for "no start date", since an absent one is the start of the financial year. */
export const OPEN = 'none'

/** The books that an address names. */
export function booksIn(query: URLSearchParams): { entity: string; portfolio: string } {
  return {
    entity: (query.get('entity') ?? '').trim().slice(0, 500),
    portfolio: (query.get('portfolio') ?? '').trim().slice(0, 200),
  }
}

/**
 * Reads the address; dates left out are the year to date. `yearEndMonth` is the month (1 to 12) that the financial year of
 * the books ends with.
 */
export function filtersOf(query: URLSearchParams, today: string, yearEndMonth: number): TrialFilters {
  const date = (name: string, otherwise: string) => {
    const value = query.get(name) ?? ''
    return isDate(value) ? value : otherwise
  }
  return {
    from: query.get('from') === OPEN ? '' : date('from', rangeSpan('YTD', today, yearEndMonth).from ?? ''),
    to: date('to', today),
    compare: date('compare', ''),
    ...booksIn(query),
    view: query.get('view') === 'summary' ? 'summary' : 'detailed',
    banks: query.get('banks') === '1',
  }
}

/** The start date as the address keeps it: '' (cleared) is kept, unlike an absent one. */
export function fromInAddress(from: string): string {
  return from === '' ? OPEN : from
}

/** The part of an account that is opened, where it is not all of it. */
export interface AccountPart {
  /** A settlement account's id; '0': lines that name none. */
  readonly settlementAccount?: string
  /** Lines of journal entries made by users alone, or all others. */
  readonly entries?: 'manual' | 'other'
  /** Lines of portfolios of a treatment alone. */
  readonly treatment?: 'FVTPL' | 'FVOCI'
}

/** The part that an address names. */
export function partIn(query: URLSearchParams): AccountPart {
  const bank = query.get('bank') ?? ''
  const entries = query.get('entries')
  const treatment = query.get('treatment')
  return {
    ...(/^\d{1,15}$/.test(bank) ? { settlementAccount: bank } : {}),
    ...(entries === 'manual' || entries === 'other' ? { entries } : {}),
    ...(treatment === 'FVTPL' || treatment === 'FVOCI' ? { treatment } : {}),
  }
}

/** The books and period of an account that is opened. */
export interface AccountAsked extends AccountPart {
  readonly startDate?: string
  readonly endDate: string
  readonly entity?: string
  readonly portfolio?: string
  /** Year-end closings left out, as profit and loss counts. */
  readonly withoutClosing?: '1'
}

/** The query of an account of the trial balance. */
export function accountAsked({
  from,
  to,
  entity,
  portfolio,
}: Omit<TrialFilters, 'view' | 'banks' | 'compare'>): AccountAsked {
  return {
    endDate: to,
    ...(from === '' ? {} : { startDate: from }),
    ...(entity === '' ? {} : { entity }),
    ...(portfolio === '' ? {} : { portfolio }),
  }
}

/** The query to the server. */
export function askedFor(filters: TrialFilters) {
  return {
    ...accountAsked(filters),
    ...(filters.compare === '' ? {} : { compareDate: filters.compare }),
    ...(filters.banks && filters.view === 'detailed' ? { banks: '1' as const } : {}),
  }
}
