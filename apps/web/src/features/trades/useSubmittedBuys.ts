import { type BuyTransaction, trades } from '@em/contract/books/trades'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callPage, callPages } from '../../lib/api.ts'
import { keyOf } from '../../lib/query.ts'

export interface BuysAsked {
  search?: string
  portfolioId?: string
  from?: string
  to?: string
  /** A stored name, with `-` in front for the greatest first; newest first without. */
  sort?: string
}

/** Rows the server sends at a time. */
const PAGE = 200

/** The recorded buys, page by page as the list is scrolled. */
export function useSubmittedBuys(asked: BuysAsked) {
  const query = useInfiniteQuery({
    queryKey: [...keyOf(trades.buys, { query: asked }), 'pages'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callPage<BuyTransaction>(trades.buys, {
        query: { ...asked, limit: PAGE, cursor: pageParam },
        signal,
      }),
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  })
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows), [query.data])
  return { query, rows, total: query.data?.pages[0]?.total ?? null }
}

/** Rows of a file at most. */
const EXPORT_MAX = 100_000

/** All that match, for the export. */
export async function allSubmittedBuys(asked: BuysAsked): Promise<readonly BuyTransaction[]> {
  return (await callPages<BuyTransaction>(trades.buys, asked, EXPORT_MAX)).rows
}
