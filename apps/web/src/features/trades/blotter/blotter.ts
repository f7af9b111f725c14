import { BLOTTER_SIDES, type BlotterSide, SIDE_WORDS } from '@em/paper/trade-blotter'
import { askedOf, choiceIn, dateIn, type FilterFact, factsOf, textIn } from '../../../lib/filters.ts'

/** Rows of a file and of paper, at most. */
export const BLOTTER_MAX = 10_000
export const PRINT_MAX = 2_000

/** The filters of the blotter, '' where not set. They live in the address. */
export interface BlotterFilters {
  readonly search: string
  /** The portfolio's code. */
  readonly portfolio: string
  readonly broker: string
  readonly side: BlotterSide | ''
  readonly from: string
  readonly to: string
}

/** @param lastDay the last day with trades: shown where the address names no day. */
export function blotterFilters(query: URLSearchParams, lastDay: string): BlotterFilters {
  const from = dateIn(query, 'from')
  const to = dateIn(query, 'to')
  const unset = from === '' && to === ''
  return {
    search: textIn(query, 'search'),
    portfolio: textIn(query, 'portfolio'),
    broker: textIn(query, 'broker'),
    side: choiceIn(query, 'side', BLOTTER_SIDES),
    from: unset ? lastDay : from,
    to: unset ? lastDay : to,
  }
}

/** In the order of recording. */
export const blotterQuery = (filters: BlotterFilters) => ({ ...askedOf(filters), sort: 'created_at' })

/** The filters that are set, in words, as a report names them. */
export const blotterFacts = ({ search, portfolio, broker, side }: BlotterFilters): FilterFact[] => [
  ...factsOf({ search, portfolio, broker }, { search: 'Search', portfolio: 'Portfolio', broker: 'Broker' }),
  ...(side === '' ? [] : [{ label: 'Type', value: SIDE_WORDS[side] }]),
]
