import { SETTLEMENT_WORDS } from '@em/contract/settlements/settlements'
import { TRADE_SORTS } from '@em/contract/trades/transactions'
import { askedOf, choiceIn, dateIn, type FilterFact, factsOf, textIn } from '../../../lib/filters.ts'

/** Rows of a spreadsheet, lines of a PDF, and lines put on paper, at most. */
export const EXPORT_MAX = 100_000
export const PDF_ROWS = 5_000
export const PRINT_MAX = 2_000

export const SIDES = ['all', 'buy', 'sell'] as const
export type Side = (typeof SIDES)[number]
/** Shown in place of the trades in force, with who deleted them, when and why. */
export const DELETED = 'Deleted'
export const STATUSES = [...Object.values(SETTLEMENT_WORDS), DELETED] as const
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
  return {
    search: textIn(query, 'search'),
    portfolio: textIn(query, 'portfolio'),
    symbol: textIn(query, 'symbol', 20),
    broker: textIn(query, 'broker'),
    status: choiceIn(query, 'status', STATUSES),
    from: dateIn(query, 'from'),
    to: dateIn(query, 'to'),
  }
}

export function sideOf(query: URLSearchParams): Side {
  const side = query.get('side')
  return side === 'buy' || side === 'sell' ? side : 'all'
}

type Sort = (typeof TRADE_SORTS)[number]
/** How the list is sorted: by which field, and whether the greatest comes first. */
export interface Order {
  readonly field: Sort
  readonly desc: boolean
}

/** Whether the deleted trades are listed. */
export const listsDeleted = ({ status }: TradeFilters): boolean => status === DELETED

/** The sort of an address, `-net_value` for the greatest first; newest trade date, or deletion, first without. */
export function orderOf(query: URLSearchParams): Order {
  const text = query.get('sort') ?? ''
  const desc = text.startsWith('-')
  const deleted = query.get('status') === DELETED
  const field = TRADE_SORTS.find((one) => one === (desc ? text.slice(1) : text))
  return field === undefined ? { field: deleted ? 'changed_at' : 'trade_date', desc: true } : { field, desc }
}

export function sortText({ field, desc }: Order): string {
  return `${desc ? '-' : ''}${field}`
}

/** The query to the server: the filters that are set. */
export function askedFor(filters: TradeFilters, side: Side) {
  const { status, ...asked } = askedOf(filters)
  return {
    ...asked,
    ...(status === undefined ? {} : status === DELETED ? { deleted: '1' as const } : { status }),
    ...(side === 'all' ? {} : { side }),
  }
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
export function filterFacts(filters: TradeFilters): FilterFact[] {
  const facts = factsOf(filters, LABELS)
  return facts.length === 0 ? [{ label: 'Filters', value: 'none' }] : facts
}
