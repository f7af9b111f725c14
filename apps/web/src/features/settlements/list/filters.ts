import { SETTLEMENT_WORDS, type SettlementFilter } from '@em/contract/settlements/settlements'
import { addDays } from '@em/core/values/dates'
import { formatDate, today } from '../../../lib/dates.ts'
import { askedOf, choiceIn, dateIn, type FilterFact, factsOf, textIn } from '../../../lib/filters.ts'

export const EXPORT_MAX = 50_000
export const PDF_ROWS = 5_000
export const PRINT_MAX = 2_000

export const STATUSES = ['pending', 'part', 'overdue', 'failed', 'settled', 'assumed', 'all'] as const
export type Status = (typeof STATUSES)[number]
export const STATUS_NAMES: Readonly<Record<Status, string>> = {
  ...SETTLEMENT_WORDS,
  all: 'All',
}
export const VIEWS = ['list', 'netted', 'payments'] as const
export type View = (typeof VIEWS)[number]

/** The filters of the screen, '' where not set. They live in the address, under these names. */
export interface SettlementFilters {
  readonly search: string
  /** The portfolio's code. */
  readonly portfolio: string
  /** The broker's name; `-` for none. */
  readonly broker: string
  /** The settlement account's id; `-` for none. */
  readonly account: string
  readonly side: 'buy' | 'sell' | ''
  readonly from: string
  readonly to: string
}

export const NO_FILTERS: SettlementFilters = {
  search: '',
  portfolio: '',
  broker: '',
  account: '',
  side: '',
  from: '',
  to: '',
}

/** Reads the filters of an address; what is not one of the choices, or no date, is left out. */
export function filtersOf(query: URLSearchParams): SettlementFilters {
  const account = textIn(query, 'account')
  return {
    search: textIn(query, 'search'),
    portfolio: textIn(query, 'portfolio'),
    broker: textIn(query, 'broker'),
    account: /^(-|\d{1,15})$/.test(account) ? account : '',
    side: choiceIn(query, 'side', ['buy', 'sell']),
    from: dateIn(query, 'from'),
    to: dateIn(query, 'to'),
  }
}

export function statusOf(query: URLSearchParams): Status {
  return STATUSES.find((one) => one === query.get('status')) ?? 'pending'
}

export function viewOf(query: URLSearchParams): View {
  return VIEWS.find((one) => one === query.get('view')) ?? 'list'
}

/** The query to the server: the status and the filters that are set. */
export function askedFor(status: SettlementFilter, filters: SettlementFilters) {
  return { ...askedOf(filters), status }
}

const HISTORY_DAYS = 30

/** The day from which history is shown first: thirty days ago. */
export const historyFrom = (): string => addDays(today(), -HISTORY_DAYS)

/** The changes of the address with the status: history begins thirty days ago, open ones have no dates. */
export function changeOfStatus(status: Status): Record<string, string> {
  const isHistory = status === 'settled' || status === 'assumed' || status === 'all'
  return { status: status === 'pending' ? '' : status, from: isHistory ? historyFrom() : '', to: '' }
}

const LABELS: Readonly<Record<keyof SettlementFilters, string>> = {
  search: 'Search',
  portfolio: 'Portfolio',
  broker: 'Broker',
  account: 'Settlement account',
  side: 'Type',
  from: 'From',
  to: 'To',
}

/** The filters that are set, in words, for a report's head; `accounts` names the settlement accounts by id. */
export function filterFacts(
  status: Status,
  filters: SettlementFilters,
  accounts: ReadonlyMap<string, string>,
): FilterFact[] {
  const wordOf = (name: keyof SettlementFilters) => {
    const value = filters[name]
    if (value === '-') return 'none'
    return name === 'account' ? (accounts.get(value) ?? value) : formatDate(value)
  }
  return [{ label: 'Status', value: STATUS_NAMES[status] }, ...factsOf(filters, LABELS, wordOf)]
}
