import { JOURNAL_STATUSES } from '@em/contract/journal/journal'
import { LISTED_JOURNAL_TYPES } from '@em/contract/journal/journal-entry'
import { formatDate } from '../../lib/dates.ts'
import { choiceIn, dateIn, type FilterFact, factsOf, textIn } from '../../lib/filters.ts'

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
  return {
    search: textIn(query, 'search'),
    status: choiceIn(query, 'status', JOURNAL_STATUSES),
    transaction_type: choiceIn(query, 'transaction_type', LISTED_JOURNAL_TYPES),
    from: dateIn(query, 'from'),
    to: dateIn(query, 'to'),
    portfolio: textIn(query, 'portfolio'),
    source: choiceIn(query, 'source', ['all']),
  }
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
export function filterFacts(filters: JournalFilters): FilterFact[] {
  const facts = factsOf(filters, LABELS, (name) =>
    name === 'source' ? 'people and system' : formatDate(filters[name]),
  )
  return facts.length === 0 ? [{ label: 'Filters', value: 'none, all entries made by people' }] : facts
}
