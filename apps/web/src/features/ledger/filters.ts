import { LEDGER_TYPES } from '@em/contract/books/ledger'
import { formatDate, isDate } from '../../lib/dates.ts'

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
  const text = (name: string) => (query.get(name) ?? '').trim()
  const date = (name: string) => (isDate(text(name)) ? text(name) : '')
  const status = text('status')
  const type = text('transaction_type')
  return {
    search: text('search').slice(0, 200),
    account_code: text('account_code').slice(0, 30),
    from: date('from'),
    to: date('to'),
    transaction_type: (LEDGER_TYPES as readonly string[]).includes(type) ? type : '',
    status: (STATUSES as readonly string[]).includes(status) ? (status as Status) : '',
    portfolio: text('portfolio').slice(0, 200),
  }
}

/** The page an address names, counted from 1. */
export function pageOf(query: URLSearchParams): number {
  const page = Number(query.get('page') ?? '1')
  return Number.isSafeInteger(page) && page >= 1 && page <= 10_000_000 ? page : 1
}

/** The entry an address opens, or null. */
export function entryOf(query: URLSearchParams): number | null {
  const id = Number(query.get('entry') ?? '')
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** What goes into the address for a change of filters: it always leads back to the first page. */
export function changesOf(changes: Partial<LedgerFilters>): Record<string, string> {
  return { ...changes, page: '' }
}

/** What the server is asked: the filters that are set. */
export function askedFor(filters: LedgerFilters) {
  const { portfolio, status, ...rest } = filters
  const set = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''))
  return {
    ...set,
    ...(portfolio === '' ? {} : { portfolioId: portfolio }),
    ...(status === '' ? {} : { status }),
  }
}

/** How many filters are set. */
export function filtersSet(filters: LedgerFilters): number {
  return Object.values(filters).filter((value) => value !== '').length
}

export function isFiltered(filters: LedgerFilters): boolean {
  return filtersSet(filters) > 0
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
export function filterFacts(filters: LedgerFilters): { label: string; value: string }[] {
  const facts = (Object.keys(LABELS) as (keyof LedgerFilters)[])
    .filter((name) => filters[name] !== '')
    .map((name) => ({ label: LABELS[name], value: formatDate(filters[name]) }))
  return facts.length === 0 ? [{ label: 'Filters', value: 'none, all entries' }] : facts
}
