import type { Route } from '@em/contract/kit/route'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callPage, type ListPage } from './api.ts'
import { keyOf } from './query.ts'

/** Rows that a list asks for at a time. */
export const PAGE_SIZE = 200

interface ScrolledOptions {
  /** Rows at a time; null where the server decides, as for lists of whole days. */
  pageSize?: number | null
  enabled?: boolean
  /** Another value is another list: what changes it must be read from its beginning. */
  version?: number
}

/**
 * A list as far as it was scrolled to, page after page by key, with how many rows there are in all:
 * `const { rows, total, more } = useScrolled<TradeRow>(transactions.list, { query })`.
 */
export function useScrolled<Row>(
  route: Route,
  input: { params?: object; query?: object },
  { pageSize = PAGE_SIZE, enabled = true, version }: ScrolledOptions = {},
) {
  const query = { ...input.query, ...(pageSize === null ? {} : { limit: pageSize }) }
  const list = useInfiniteQuery({
    queryKey: [...keyOf(route, { ...input, query }), 'scrolled', ...(version === undefined ? [] : [version])],
    queryFn: ({ pageParam, signal }) =>
      callPage<Row>(route, {
        ...input,
        query: { ...query, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last: ListPage<Row>) => last.next,
    placeholderData: (previous) => previous,
    enabled,
  })
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows), [list.data])
  return {
    list,
    rows,
    total: list.data?.pages[0]?.total ?? rows?.length ?? 0,
    /** What a table does at its end. */
    more: {
      has: list.hasNextPage,
      loading: list.isFetchingNextPage,
      load: () => void list.fetchNextPage(),
    },
  }
}
export type Scrolled<Row> = ReturnType<typeof useScrolled<Row>>
