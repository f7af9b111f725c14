import { JOURNAL_STATUSES, JOURNAL_TYPES } from '@em/contract/books/journal'
import { formatDate, isDate } from '../../lib/dates.ts'

/** Entries asked for at a time. */
export const PAGE_SIZE = 200
/** Rows of a file, rows of a PDF, and rows put on paper, at most. */
export const EXPORT_MAX = 100_000
export const PDF_ROWS = 5_000
export const PRINT_MAX = 2_000
type Status = (typeof JOURNAL_STATUSES)[number]

/** The journal's filters, '' where not set. They live in the address, under these names. */
export interface JournalFilters {
  readonly search: string
  readonly status: Status | ''
  readonly transaction_type: string
  readonly from: string
  readonly to: string
  /** The portfolio's code. */
  readonly portfolio: string
  /** '' is what people entered; `all` takes in what the system posted. */
  readonly source: 'all' | ''
}

export const NO_FILTERS: JournalFilters = {
  search: '',
  status: '',
  transaction_type: '',
  from: '',
  to: '',
  portfolio: '',
  source: '',
}

/** Reads the filters of an address; what is not one of the choices, or no date, is left out. */
export function filtersOf(query: URLSearchParams): JournalFilters {
  const text = (name: string) => (query.get(name) ?? '').trim()
  const date = (name: string) => (isDate(text(name)) ? text(name) : '')
  const [status, type] = [text('status'), text('transaction_type')]
  return {
    search: text('search').slice(0, 200),
    status: (JOURNAL_STATUSES as readonly string[]).includes(status) ? (status as Status) : '',
    transaction_type: (JOURNAL_TYPES as readonly string[]).includes(type) ? type : '',
    from: date('from'),
    to: date('to'),
    portfolio: text('portfolio').slice(0, 200),
    source: text('source') === 'all' ? 'all' : '',
  }
}

/** A number in the address, like the entry that is open; null where it is none. */
export function numberOf(query: URLSearchParams, name: string): number | null {
  const id = Number(query.get(name) ?? '')
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** What the server is asked: the filters that are set. */
export function askedFor({ portfolio, status, source, ...rest }: JournalFilters) {
  const set = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''))
  return {
    ...set,
    ...(portfolio === '' ? {} : { portfolioId: portfolio }),
    ...(status === '' ? {} : { status }),
    ...(source === '' ? {} : { source }),
  }
}

/** How many filters are set. */
export function filtersSet(filters: JournalFilters): number {
  return Object.values(filters).filter((value) => value !== '').length
}

const LABELS: Record<keyof JournalFilters, string> = {
  search: 'Search',
  status: 'Status',
  transaction_type: 'Transaction type',
  from: 'From',
  to: 'To',
  portfolio: 'Portfolio',
  source: 'Entries',
}

/** The filters that are set, in words, for a report's head. */
export function filterFacts(filters: JournalFilters): { label: string; value: string }[] {
  const facts = (Object.keys(LABELS) as (keyof JournalFilters)[])
    .filter((name) => filters[name] !== '')
    .map((name) => ({
      label: LABELS[name],
      value: name === 'source' ? 'people and system' : formatDate(filters[name]),
    }))
  return facts.length === 0 ? [{ label: 'Filters', value: 'none, all entries made by people' }] : facts
}
