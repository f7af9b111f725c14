import { type TradeRow, tradeBook } from '@em/contract/books/changes'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callPage, callPages, type ListPage } from '../../lib/api.ts'
import { keyOf, useRoute } from '../../lib/query.ts'
import { askedFor, type Order, PAGE_SIZE, type Side, sortText, type TradeFilters } from './filters.ts'

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
  const query = { ...queryOf(asked), limit: PAGE_SIZE }
  const list = useInfiniteQuery({
    queryKey: [...keyOf(tradeBook.list, { query }), 'scrolled'],
    queryFn: ({ pageParam, signal }) =>
      callPage<TradeRow>(tradeBook.list, {
        query: { ...query, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last: ListPage<TradeRow>) => last.next,
    placeholderData: (previous) => previous,
  })
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows), [list.data])
  return { list, rows, total: list.data?.pages[0]?.total ?? rows?.length ?? 0 }
}

/** Counts and sums over everything the filters leave. */
export function useTradeSummary(filters: TradeFilters, side: Side) {
  return useRoute(tradeBook.summary, { query: askedFor(filters, side) }, { keepPrevious: true })
}

/** The first `most` trades in the order asked, with how many there are in all. */
export function loadTrades(asked: TradesAsked, most: number) {
  return callPages<TradeRow>(tradeBook.list, queryOf(asked), most)
}
