import { type NettedRow, type SettlementRow, settlements } from '@em/contract/books/settlements'
import { settlementAccounts } from '@em/contract/registers/settlement-accounts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callPage, callPages, type ListPage } from '../../lib/api.ts'
import { keyOf, useRoute } from '../../lib/query.ts'
import { askedFor, PAGE_SIZE, type SettlementFilters, type Status } from './filters.ts'

export interface Asked {
  readonly status: Status
  readonly filters: SettlementFilters
}

const queryOf = ({ status, filters }: Asked) => askedFor(status, filters)

/** The instructions as far as they were scrolled to, with how many there are in all. */
export function useSettlementList(asked: Asked, enabled: boolean) {
  const query = { ...queryOf(asked), limit: PAGE_SIZE }
  const list = useInfiniteQuery({
    queryKey: [...keyOf(settlements.list, { query }), 'scrolled'],
    queryFn: ({ pageParam, signal }) =>
      callPage<SettlementRow>(settlements.list, {
        query: { ...query, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last: ListPage<SettlementRow>) => last.next,
    placeholderData: (previous) => previous,
    enabled,
  })
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows), [list.data])
  return { list, rows, total: list.data?.pages[0]?.total ?? rows?.length ?? 0 }
}

/** Counts and sums over everything the filters leave. */
export function useSettlementSummary(asked: Asked) {
  return useRoute(settlements.summary, { query: queryOf(asked) }, { keepPrevious: true })
}

/** Netted ones as far as they were scrolled to: the server answers whole days. */
export function useNetted(asked: Asked, enabled: boolean) {
  const query = queryOf(asked)
  const list = useInfiniteQuery({
    queryKey: [...keyOf(settlements.netted, { query }), 'scrolled'],
    queryFn: ({ pageParam, signal }) =>
      callPage<NettedRow>(settlements.netted, {
        query: { ...query, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last: ListPage<NettedRow>) => last.next,
    placeholderData: (previous) => previous,
    enabled,
  })
  return { list, rows: useMemo(() => list.data?.pages.flatMap((page) => page.rows), [list.data]) }
}

/** The first `most` instructions in the order of the list. */
export function loadSettlements(asked: Asked, most: number) {
  return callPages<SettlementRow>(settlements.list, queryOf(asked), most)
}

export async function loadNetted(asked: Asked, most: number): Promise<NettedRow[]> {
  return (await callPages<NettedRow>(settlements.netted, queryOf(asked), most)).rows
}

/** How settlement accounts are named, by id. */
export function useAccountNames(): ReadonlyMap<string, string> {
  const { data } = useRoute(settlementAccounts.routes.list, { query: {} })
  return useMemo(
    () => new Map((data ?? []).map((one) => [String(one.id), `${one.account_name} ${one.account_number}`])),
    [data],
  )
}
