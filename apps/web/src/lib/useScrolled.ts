import type { Route } from '@em/contract/kit/route'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callPage, type ListPage } from './api.ts'
import { keyOf } from './query.ts'

/** Rows that a list asks for at a time; after the first pages it is a long way to where it is scrolled to. */
export const PAGE_SIZE = 200
const SHORT_PAGES = 5
const LONG_PAGE = 1_000
/** A longer list is not read anew only because its window is opened again. */
const READ_AGAIN_PAGES = 10

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
  const queryKey = [
    ...keyOf(route, { ...input, query }),
    'scrolled',
    ...(version === undefined ? [] : [version]),
  ]
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      callPage<Row>(route, { ...input, query: { ...query, ...pageParam }, signal }),
    initialPageParam: {} as { cursor?: string; limit?: number },
    getNextPageParam: ({ next }: ListPage<Row>, pages) =>
      next === null
        ? null
        : {
            cursor: next,
            ...(pageSize === PAGE_SIZE && pages.length >= SHORT_PAGES ? { limit: LONG_PAGE } : {}),
          },
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= READ_AGAIN_PAGES,
    placeholderData: (previous) => previous,
    enabled,
  })
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows), [list.data])
  return {
    list,
    rows,
    total: list.data?.pages[0]?.total ?? rows?.length ?? 0,
    /** The props of the end of a table. */
    more: {
      has: list.hasNextPage,
      loading: list.isFetchingNextPage,
      failed: list.isFetchNextPageError,
      load: () => void list.fetchNextPage(),
    },
  }
}
export type Scrolled<Row> = ReturnType<typeof useScrolled<Row>>
