import { LEDGER_TYPES } from '@em/contract/books/ledger'
import { choiceIn, dateIn, type FilterFact, factsOf, textIn } from '../../lib/filters.ts'

/** Lines on a page, as specified. */
export const PAGE_SIZE = 20
export const STATUSES = ['Posted', 'Pending'] as const
type Status = (typeof STATUSES)[number]

/** The ledger's filters, '' where not set. They live in the address, under these names. */
export interface LedgerFilters {
  readonly search: string
  readonly account_code: string
  readonly from: string
  readonly to: string
  readonly transaction_type: string
  readonly status: Status | ''
  /** The portfolio's code. */
  readonly portfolio: string
}

export const NO_FILTERS: LedgerFilters = {
  search: '',
  account_code: '',
  from: '',
  to: '',
  transaction_type: '',
  status: '',
  portfolio: '',
}

/** Reads the filters of an address; what is not one of the choices, or no date, is left out. */
export function filtersOf(query: URLSearchParams): LedgerFilters {
  return {
    search: textIn(query, 'search'),
    account_code: textIn(query, 'account_code', 30),
    from: dateIn(query, 'from'),
    to: dateIn(query, 'to'),
    transaction_type: choiceIn(query, 'transaction_type', LEDGER_TYPES),
    status: choiceIn(query, 'status', STATUSES),
    portfolio: textIn(query, 'portfolio'),
  }
}

/** The page an address names, counted from 1. */
export function pageOf(query: URLSearchParams): number {
  const page = Number(query.get('page') ?? '1')
  return Number.isSafeInteger(page) && page >= 1 && page <= 10_000_000 ? page : 1
}

/** What goes into the address for a change of filters: it always leads back to the first page. */
export function changesOf(changes: Partial<LedgerFilters>): Record<string, string> {
  return { ...changes, page: '' }
}

const LABELS: Record<keyof LedgerFilters, string> = {
  search: 'Search',
  account_code: 'Account',
  from: 'From',
  to: 'To',
  transaction_type: 'Transaction type',
  status: 'Status',
  portfolio: 'Portfolio',
}

/** The filters that are set, in words, for a report's head. */
export function filterFacts(filters: LedgerFilters): FilterFact[] {
  const facts = factsOf(filters, LABELS)
  return facts.length === 0 ? [{ label: 'Filters', value: 'none, all entries' }] : facts
}
