import { holdings } from '@em/contract/holdings/holdings'
import { useRoute } from '../../lib/query.ts'
import { EmptyState, ErrorState, Skeletons } from '../../ui/States.tsx'
import { GainChart } from '../holdings/overview/GainChart.tsx'

/** Which securities gained and which lost, of one portfolio or of all. */
export function Gains({ portfolio }: { portfolio: string | null }) {
  const query = useRoute(
    holdings.overview,
    { query: portfolio === null ? {} : { portfolioId: portfolio } },
    { keepPrevious: true },
  )
  const held = query.data?.data.holdings
  if (held === undefined) {
    return query.isError ? (
      <ErrorState title="Failed to load the holdings" onRetry={() => void query.refetch()} />
    ) : (
      <Skeletons rows={12} />
    )
  }
  if (held.length === 0) return <EmptyState title="Nothing is held" />
  return <GainChart by="security" rows={held.map(({ symbol, pnl }) => ({ symbol, gain: pnl }))} />
}
