import { TRADE_SORTS } from '@em/contract/books/changes'
import { formatDate, isDate } from '../../lib/dates.ts'

/** Rows asked for at a time while scrolling. */
export const PAGE_SIZE = 200
/** Rows of a spreadsheet, lines of a PDF, and lines put on paper, at most. */
export const EXPORT_MAX = 100_000
export const PDF_ROWS = 5_000
export const PRINT_MAX = 2_000

export const SIDES = ['all', 'buy', 'sell'] as const
export type Side = (typeof SIDES)[number]
export const STATUSES = ['Settled', 'Pending'] as const
type Status = (typeof STATUSES)[number]

/** The filters of All Transactions, '' where not set. They live in the address, under these names. */
export interface TradeFilters {
  readonly search: string
  /** The portfolio's code. */
  readonly portfolio: string
  readonly symbol: string
  readonly broker: string
  readonly status: Status | ''
  readonly from: string
  readonly to: string
}

export const NO_FILTERS: TradeFilters = {
  search: '',
  portfolio: '',
  symbol: '',
  broker: '',
  status: '',
  from: '',
  to: '',
}

/** Reads the filters of an address; what is not one of the choices, or no date, is left out. */
export function filtersOf(query: URLSearchParams): TradeFilters {
  const text = (name: string, length = 200) => (query.get(name) ?? '').trim().slice(0, length)
  const date = (name: string) => (isDate(text(name)) ? text(name) : '')
  const status = text('status')
  return {
    search: text('search'),
    portfolio: text('portfolio'),
    symbol: text('symbol', 20),
    broker: text('broker'),
    status: (STATUSES as readonly string[]).includes(status) ? (status as Status) : '',
    from: date('from'),
    to: date('to'),
  }
}

export function sideOf(query: URLSearchParams): Side {
  const side = query.get('side')
  return side === 'buy' || side === 'sell' ? side : 'all'
}

/** A whole number above zero that an address names (a trade, an entry), or null. */
export function numberOf(query: URLSearchParams, name: string): number | null {
  const number = Number(query.get(name) ?? '')
  return Number.isSafeInteger(number) && number > 0 && number <= 1_000_000_000 ? number : null
}

type Sort = (typeof TRADE_SORTS)[number]
/** How the list is sorted: by which field, and whether the greatest comes first. */
export interface Order {
  readonly field: Sort
  readonly desc: boolean
}

/** The sort of an address, `-net_value` for the greatest first; newest trade date first without. */
export function orderOf(query: URLSearchParams): Order {
  const text = query.get('sort') ?? ''
  const desc = text.startsWith('-')
  const field = TRADE_SORTS.find((one) => one === (desc ? text.slice(1) : text))
  return field === undefined ? { field: 'trade_date', desc: true } : { field, desc }
}

export function sortText({ field, desc }: Order): string {
  return `${desc ? '-' : ''}${field}`
}

/** What goes into the address for a change of filters. */
export function changesOf(changes: Partial<TradeFilters>): Record<string, string> {
  return { ...changes }
}

/** What the server is asked: the filters that are set. */
export function askedFor(filters: TradeFilters, side: Side) {
  const { portfolio, status, ...rest } = filters
  const set = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''))
  return {
    ...set,
    ...(portfolio === '' ? {} : { portfolioId: portfolio }),
    ...(status === '' ? {} : { status }),
    ...(side === 'all' ? {} : { side }),
  }
}

/** How many filters are set. */
export function filtersSet(filters: TradeFilters): number {
  return Object.values(filters).filter((value) => value !== '').length
}

export function isFiltered(filters: TradeFilters): boolean {
  return filtersSet(filters) > 0
}

const LABELS: Record<keyof TradeFilters, string> = {
  search: 'Search',
  portfolio: 'Portfolio',
  symbol: 'Symbol',
  broker: 'Broker',
  status: 'Status',
  from: 'Traded from',
  to: 'Traded to',
}

export const SIDE_TITLES: Record<Side, string> = {
  all: 'All Transactions',
  buy: 'Buy Transactions',
  sell: 'Sell Transactions',
}

/** The filters that are set, in words, for a report's head. */
export function filterFacts(filters: TradeFilters): { label: string; value: string }[] {
  const facts = (Object.keys(LABELS) as (keyof TradeFilters)[])
    .filter((name) => filters[name] !== '')
    .map((name) => ({ label: LABELS[name], value: formatDate(filters[name]) }))
  return facts.length === 0 ? [{ label: 'Filters', value: 'none' }] : facts
}
