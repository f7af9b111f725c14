import { type TradeRow, tradeBook } from '@em/contract/books/changes'
import { useQuery } from '@tanstack/react-query'
import { callPage } from '../../lib/api.ts'
import { keyOf, useRoute } from '../../lib/query.ts'
import { askedFor, type Order, type Side, sortText, type TradeFilters } from './filters.ts'

export interface TradesAsked {
  readonly filters: TradeFilters
  readonly side: Side
  readonly order: Order
}

/** One page of trades with how many there are in all. */
export function useTradePage({ filters, side, order }: TradesAsked, page: number, limit: number) {
  const query = { ...askedFor(filters, side), sort: sortText(order), page, limit }
  return useQuery({
    queryKey: [...keyOf(tradeBook.list, { query }), 'page'],
    queryFn: ({ signal }) => callPage<TradeRow>(tradeBook.list, { query, signal }),
    placeholderData: (previous) => previous,
  })
}

/** Counts and sums over everything the filters leave. */
export function useTradeSummary(filters: TradeFilters, side: Side) {
  return useRoute(tradeBook.summary, { query: askedFor(filters, side) }, { keepPrevious: true })
}

/** The first `limit` trades in the order asked, with how many there are in all. */
export function loadTrades({ filters, side, order }: TradesAsked, limit: number) {
  return callPage<TradeRow>(tradeBook.list, {
    query: { ...askedFor(filters, side), sort: sortText(order), limit },
  })
}
