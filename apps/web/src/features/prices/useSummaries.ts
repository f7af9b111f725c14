/** The uploaded trade summaries: one page of them, their totals. */
import { SUMMARY_PAGE, type TradeSummary, tradeSummaries } from '@em/contract/prices/trade-summary'
import { useQuery } from '@tanstack/react-query'
import { callPage } from '../../lib/api.ts'
import { keyOf, useRoute } from '../../lib/query.ts'

export interface SummaryFilters {
  readonly search: string
  readonly tradeDate: string
}

const asked = (filters: SummaryFilters) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))

/** One page, newest day first, with how many rows there are in all. */
export function useSummaryPage(filters: SummaryFilters, page: number) {
  const query = { ...asked(filters), limit: SUMMARY_PAGE, page }
  return useQuery({
    queryKey: [...keyOf(tradeSummaries.list, { query }), 'page'],
    queryFn: ({ signal }) => callPage<TradeSummary>(tradeSummaries.list, { query, signal }),
    placeholderData: (previous) => previous,
  })
}

/** Records, days and companies of what the filters leave. */
export const useSummaryTotals = (filters: SummaryFilters) =>
  useRoute(tradeSummaries.totals, { query: asked(filters) }, { keepPrevious: true })

const EXPORT_MAX = 100_000
const AT_ONCE = 10_000

/** Every row that the filters leave, for the export. */
export async function allSummaries(filters: SummaryFilters): Promise<TradeSummary[]> {
  const rows: TradeSummary[] = []
  for (let page = 1; rows.length < EXPORT_MAX; page += 1) {
    const query = { ...asked(filters), limit: AT_ONCE, page }
    const found = await callPage<TradeSummary>(tradeSummaries.list, { query })
    rows.push(...found.rows)
    if (found.rows.length < AT_ONCE) break
  }
  return rows
}
