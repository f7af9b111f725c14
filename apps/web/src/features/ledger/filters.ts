import { LEDGER_SORTS, LEDGER_STATUSES, type LedgerSort, NO_CLOSING } from '@em/contract/ledger/ledger'
import { TRANSACTION_TYPES } from '@em/core/ledger/lines'
import { choiceIn, dateIn, type FilterFact, factsOf, textIn } from '../../lib/filters.ts'

/** The choices of the filter by transaction type; `NO_CLOSING` is all but one. */
export const TYPE_CHOICES = [...TRANSACTION_TYPES, NO_CLOSING] as const
/** A type as it is shown. */
export const typeWords = (type: string): string => (type === NO_CLOSING ? 'All but Closing' : type)

/** Lines on a page, as specified. */
export const PAGE_SIZE = 20
type Status = (typeof LEDGER_STATUSES)[number]

/** The ledger's filters, '' where not set. They live in the address, under these names. */
export interface LedgerFilters {
  readonly search: string
  /** The security's symbol. */
  readonly symbol: string
  readonly account_code: string
  readonly from: string
  readonly to: string
  readonly transaction_type: string
  readonly status: Status | ''
  /** The portfolio's code. */
  readonly portfolio: string
  /** The broker's name. */
  readonly broker: string
}

export const NO_FILTERS: LedgerFilters = {
  search: '',
  symbol: '',
  account_code: '',
  from: '',
  to: '',
  transaction_type: '',
  status: '',
  portfolio: '',
  broker: '',
}

/** Reads the filters of an address; what is not one of the choices, or no date, is left out. */
export function filtersOf(query: URLSearchParams): LedgerFilters {
  return {
    search: textIn(query, 'search'),
    symbol: textIn(query, 'symbol', 20),
    account_code: textIn(query, 'account_code', 30),
    from: dateIn(query, 'from'),
    to: dateIn(query, 'to'),
    transaction_type: choiceIn(query, 'transaction_type', TYPE_CHOICES),
    status: choiceIn(query, 'status', LEDGER_STATUSES),
    portfolio: textIn(query, 'portfolio'),
    broker: textIn(query, 'broker'),
  }
}

/** The page an address names, counted from 1. */
export function pageOf(query: URLSearchParams): number {
  const page = Number(query.get('page') ?? '1')
  return Number.isSafeInteger(page) && page >= 1 && page <= 10_000_000 ? page : 1
}

/** How the lines are sorted: by which field, and whether the greatest comes first. */
export interface Order {
  readonly field: LedgerSort
  readonly desc: boolean
}

/** The sort of an address, `-debit` for the greatest first; newest date first without. */
export function orderOf(query: URLSearchParams): Order {
  const text = query.get('sort') ?? ''
  const desc = text.startsWith('-')
  const field = LEDGER_SORTS.find((one) => one === (desc ? text.slice(1) : text))
  return field === undefined ? { field: 'date', desc: true } : { field, desc }
}

/** As address and server take it; '' for the usual order. */
export function sortText({ field, desc }: Order): string {
  return field === 'date' && desc ? '' : `${desc ? '-' : ''}${field}`
}

/** The changes of the address for a change of filters: it always leads back to the first page. */
export function changesOf(changes: Partial<LedgerFilters>): Record<string, string> {
  return { ...changes, page: '' }
}

const LABELS: Record<keyof LedgerFilters, string> = {
  search: 'Search',
  symbol: 'Company',
  account_code: 'Account',
  from: 'From',
  to: 'To',
  transaction_type: 'Transaction type',
  status: 'Status',
  portfolio: 'Portfolio',
  broker: 'Broker',
}

/** The filters that are set, in words, for a report's head. */
export function filterFacts(filters: LedgerFilters): FilterFact[] {
  const facts = factsOf({ ...filters, transaction_type: typeWords(filters.transaction_type) }, LABELS)
  return facts.length === 0 ? [{ label: 'Filters', value: 'none, all entries' }] : facts
}
