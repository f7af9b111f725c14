import type { Route } from '@em/contract/kit/route'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callPage } from '../../../lib/api.ts'
import { keyOf } from '../../../lib/query.ts'

export interface TradesAsked {
  search?: string
  portfolioId?: string
  from?: string
  to?: string
  /** A stored name, with `-` in front for the greatest first; newest first without. */
  sort?: string
}

/** Rows the server sends at a time. */
const PAGE = 200

/** The recorded trades of a list, page by page as it is scrolled. */
export function useSubmittedTrades<Row>(list: Route, asked: TradesAsked) {
  const query = useInfiniteQuery({
    queryKey: [...keyOf(list, { query: asked }), 'pages'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callPage<Row>(list, { query: { ...asked, limit: PAGE, cursor: pageParam }, signal } as never),
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  })
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows), [query.data])
  return { query, rows, total: query.data?.pages[0]?.total ?? null }
}

/** All that match, for the export; the server sends at most 10,000. */
export async function allSubmittedTrades<Row>(list: Route, asked: TradesAsked): Promise<readonly Row[]> {
  return (await callPage<Row>(list, { query: asked } as never)).rows
}
