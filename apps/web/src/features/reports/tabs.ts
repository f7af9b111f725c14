import type { ChosenAtCost } from '@em/paper/at-cost'
import { today } from '../../lib/dates.ts'
import { dateIn } from '../../lib/filters.ts'
import { filtersOf as periodOf, type RealizedFilters } from '../realized/filters.ts'

/** The reports, in their order: at a date, of its month, or of a period. */
export const TABS = {
  statement: { name: 'Statement of Investments', of: 'date' },
  movements: { name: 'Movement Schedule', of: 'period' },
  'net-assets': { name: 'Net Assets', of: 'date' },
  exceptions: { name: 'Cost and Market', of: 'date' },
  fees: { name: 'Fees and Levies', of: 'month' },
  realized: { name: 'Realized Gains', of: 'period' },
  tax: { name: 'Tax Schedule', of: 'period' },
} as const
export type ReportTab = keyof typeof TABS

const isTab = (text: string | null): text is ReportTab => text !== null && Object.hasOwn(TABS, text)

/** Which report an address names. */
export const tabIn = (query: URLSearchParams): ReportTab => {
  const word = query.get('tab')
  return isTab(word) ? word : 'statement'
}

/** The books and the date of a report. */
export interface DateFilters {
  /** The entity's name and the portfolio's code, '' for all. */
  readonly entity: string
  readonly portfolio: string
  readonly date: string
}

/** The books and days that an address names, of a report of a period: the financial year to date where none are named. */
export const periodIn = (query: URLSearchParams, yearEndMonth: number): RealizedFilters => {
  const asked = new URLSearchParams(query)
  asked.set('tab', 'schedule')
  return periodOf(asked, today(), yearEndMonth)
}

/** The date that an address names, else today. */
export const dateOf = (query: URLSearchParams): string => dateIn(query, 'date') || today()

/** The part of a query that names the books. */
export const booksAsked = ({ entity, portfolio }: Pick<DateFilters, 'entity' | 'portfolio'>) => ({
  ...(entity === '' ? {} : { entity }),
  ...(portfolio === '' ? {} : { portfolioId: portfolio }),
})

/** What a report says besides its data. */
export interface MadeWith {
  readonly by: string
  /** The securities that are valued at cost for now. */
  readonly chosen: ChosenAtCost
}

/** How a file of a report at a date is called, without its ending. */
export const fileNameAt = (what: string, { entity, portfolio }: DateFilters, asOf: string): string =>
  `${what}-${portfolio || entity || 'all'}-${asOf}`
