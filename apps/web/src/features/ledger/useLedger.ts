import { type LedgerEntry, ledger } from '@em/contract/ledger/ledger'
import { useQuery } from '@tanstack/react-query'
import { callPage, callPages } from '../../lib/api.ts'
import { askedOf } from '../../lib/filters.ts'
import { keyOf, useRoute } from '../../lib/query.ts'
import { type LedgerFilters, type Order, PAGE_SIZE, sortText } from './filters.ts'

/** One page of ledger lines with how many there are in all. */
export function useLedgerPage(filters: LedgerFilters, order: Order, page: number) {
  const sort = sortText(order)
  const query = { ...askedOf(filters), limit: PAGE_SIZE, page, ...(sort === '' ? {} : { sort }) }
  return useQuery({
    queryKey: [...keyOf(ledger.list, { query }), 'page'],
    queryFn: ({ signal }) => callPage<LedgerEntry>(ledger.list, { query, signal }),
    placeholderData: (previous) => previous,
  })
}

/** Counts and sums over everything the filters leave. */
export function useLedgerSummary(filters: LedgerFilters) {
  return useRoute(ledger.summary, { query: askedOf(filters) }, { keepPrevious: true })
}

/** The newest lines that the filters leave, at most `limit`, with how many there are in all. */
export function loadLines(filters: LedgerFilters, limit: number) {
  return callPages<LedgerEntry>(ledger.list, askedOf(filters), limit)
}
