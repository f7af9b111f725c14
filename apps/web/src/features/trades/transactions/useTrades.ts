import { type TradeRow, transactions } from '@em/contract/trades/transactions'
import { callPages } from '../../../lib/api.ts'
import { useRoute } from '../../../lib/query.ts'
import { useScrolled } from '../../../lib/useScrolled.ts'
import { askedFor, type Order, type Side, sortText, type TradeFilters } from './filters.ts'

export interface TradesAsked {
  readonly filters: TradeFilters
  readonly side: Side
  readonly order: Order
}

const queryOf = ({ filters, side, order }: TradesAsked) => ({
  ...askedFor(filters, side),
  sort: sortText(order),
})

/** The trades as far as they were scrolled to, page after page by key, with how many there are in all. */
export function useTradeList(asked: TradesAsked) {
  return useScrolled<TradeRow>(transactions.list, { query: queryOf(asked) })
}

/** Counts and sums over everything the filters leave. */
export function useTradeSummary(filters: TradeFilters, side: Side) {
  return useRoute(transactions.summary, { query: askedFor(filters, side) }, { keepPrevious: true })
}

/** The first `most` trades in the order asked, with how many there are in all. */
export function loadTrades(asked: TradesAsked, most: number) {
  return callPages<TradeRow>(transactions.list, queryOf(asked), most)
}
