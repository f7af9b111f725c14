import { type JournalRow, journal } from '@em/contract/books/journal'
import { ledger } from '@em/contract/books/ledger'
import { journalAccountList } from '@em/contract/registers/chart-of-accounts'
import { portfolios } from '@em/contract/registers/portfolios'
import { settlementAccounts } from '@em/contract/registers/settlement-accounts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callPage, callPages, type ListPage } from '../../lib/api.ts'
import { askedOf } from '../../lib/filters.ts'
import { keyOf, useRoute } from '../../lib/query.ts'
import { byLabel } from '../../ui/form/options.ts'
import { type JournalFilters, PAGE_SIZE } from './filters.ts'

/** The entries as far as they were scrolled to, page after page by key, with how many there are in all. */
export function useJournalList(filters: JournalFilters) {
  const query = { ...askedOf(filters), limit: PAGE_SIZE }
  const list = useInfiniteQuery({
    queryKey: [...keyOf(journal.list, { query }), 'scrolled'],
    queryFn: ({ pageParam, signal }) =>
      callPage<JournalRow>(journal.list, {
        query: { ...query, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last: ListPage<JournalRow>) => last.next,
    placeholderData: (previous) => previous,
  })
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows), [list.data])
  return { list, rows, total: list.data?.pages[0]?.total ?? rows?.length ?? 0 }
}

/** Counts by status over everything the filters leave. */
export function useJournalSummary(filters: JournalFilters) {
  const { status: _, ...query } = askedOf(filters)
  return useRoute(journal.summary, { query }, { keepPrevious: true })
}

/** The newest entries that the filters leave, at most `most`, with how many there are in all. */
export function loadEntries(filters: JournalFilters, most: number) {
  return callPages<JournalRow>(journal.list, askedOf(filters), most)
}

/** What a line may name. */
export function useChoices() {
  const accounts = useRoute(journalAccountList)
  const books = useRoute(portfolios.routes.list, { query: {} })
  const banks = useRoute(settlementAccounts.routes.list, { query: {} })
  const openings = useRoute(ledger.portfolios)
  const items = useMemo(
    () =>
      (accounts.data?.data ?? []).map(({ account_code, account_name, description }) => ({
        key: account_code,
        symbol: account_code,
        name: account_name,
        ...(description !== null && description !== account_name && { detail: description }),
      })),
    [accounts.data],
  )
  const lookup = useMemo(
    () => ({
      cash: new Set((accounts.data?.data ?? []).filter((one) => one.is_cash).map((one) => one.account_code)),
      portfolios: new Map(
        (openings.data ?? []).map((one) => [
          one.portfolioId,
          { name: one.portfolioName, openingDate: one.opening_date },
        ]),
      ),
    }),
    [accounts.data, openings.data],
  )
  return {
    accounts: items,
    /** What warnings of an entry are made of. */
    lookup,
    loading: accounts.isPending,
    failed: accounts.isError,
    portfolios: byLabel(
      (books.data ?? []).map((one) => ({
        value: String(one.portfolioId),
        label: String(one.portfolioName),
      })),
    ),
    banks: byLabel(
      (banks.data ?? []).map((one) => ({
        value: String(one.id),
        label: `${one.account_name} ${one.account_number}`,
      })),
    ),
  }
}
export type Choices = ReturnType<typeof useChoices>
