import { today } from '../../lib/dates.ts'
import { askedOf, choiceIn, dateIn, type FilterFact, factsOf, textIn } from '../../lib/filters.ts'

/** The parts of the screen. */
export const TABS = {
  commission: 'Commission Summary',
  notes: 'Contract Notes',
  proof: 'Fee Proof',
  statement: 'Broker Statement',
} as const
export type BrokerTab = keyof typeof TABS

/** Which books and days are reported; '' for all portfolios and brokers. */
export interface BrokerFilters {
  readonly portfolio: string
  /** By name. */
  readonly broker: string
  readonly from: string
  readonly to: string
}

/** Which part an address names. */
export const tabOf = (query: URLSearchParams): BrokerTab =>
  choiceIn(query, 'tab', Object.keys(TABS) as BrokerTab[]) || 'commission'

/** The filters of an address; the calendar year to date where it names no days. */
export function filtersOf(query: URLSearchParams): BrokerFilters {
  const to = dateIn(query, 'to') || today()
  return {
    portfolio: textIn(query, 'portfolio'),
    broker: textIn(query, 'broker'),
    from: dateIn(query, 'from') || `${to.slice(0, 4)}-01-01`,
    to,
  }
}

/** The query to the server. */
export function askedFor({ portfolio, broker, from, to }: BrokerFilters) {
  return { ...askedOf({ portfolio, broker }), startDate: from, endDate: to }
}

/** The filters in words, for a report. */
export const factsOfFilters = ({ portfolio, broker }: BrokerFilters): FilterFact[] =>
  factsOf(
    { portfolio, broker },
    { portfolio: 'Portfolio', broker: 'Broker' },
    (name) => ({ portfolio, broker })[name],
  )

/** How a file of these days is called, without its ending. */
export const fileNameOf = (what: string, { portfolio, from, to }: BrokerFilters): string =>
  `${what}-${portfolio || 'all'}-${from}-to-${to}`
