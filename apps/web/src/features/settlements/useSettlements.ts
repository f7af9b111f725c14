import { type NettedRow, type SettlementRow, settlements } from '@em/contract/books/settlements'
import { settlementAccounts } from '@em/contract/registers/settlement-accounts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call, callPage, callPages, type ListPage } from '../../lib/api.ts'
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

export function useNetted(asked: Asked, enabled: boolean) {
  return useRoute(settlements.netted, { query: queryOf(asked) }, { keepPrevious: true, enabled })
}

/** The first `most` instructions in the order of the list. */
export function loadSettlements(asked: Asked, most: number) {
  return callPages<SettlementRow>(settlements.list, queryOf(asked), most)
}

export function loadNetted(asked: Asked): Promise<NettedRow[]> {
  return call(settlements.netted, { query: queryOf(asked) })
}

/** How settlement accounts are named, by id. */
export function useAccountNames(): ReadonlyMap<string, string> {
  const { data } = useRoute(settlementAccounts.routes.list, { query: {} })
  return useMemo(
    () => new Map((data ?? []).map((one) => [String(one.id), `${one.account_name} ${one.account_number}`])),
    [data],
  )
}
