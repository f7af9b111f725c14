import { VALUE_RANGES, type ValueRange, valueHistory } from '@em/contract/value-history/value-history'
import { SegmentedControl, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { formatDate } from '../../../lib/dates.ts'
import { useRoute } from '../../../lib/query.ts'
import { Chart } from '../../../ui/chart/Chart.tsx'
import { RECALCULATING_MS, Recalculating } from '../../../ui/Recalculating.tsx'
import { EmptyState, ErrorState } from '../../../ui/States.tsx'

const USUAL_HEIGHT = 440

/** Value and cost on market days of a range; of all portfolios where none is given. */
export function ValueHistory({
  portfolio,
  ranges = VALUE_RANGES.filter((range) => range !== 'All'),
  height = USUAL_HEIGHT,
}: {
  portfolio: string | null
  ranges?: readonly ValueRange[]
  height?: number
}) {
  const [range, setRange] = useState<ValueRange>('3M')
  const query = useRoute(
    valueHistory,
    { query: { timeRange: range, ...(portfolio === null ? {} : { portfolioId: portfolio }) } },
    {
      keepPrevious: true,
      refetchWhile: { ms: RECALCULATING_MS, says: (reply) => reply.recalculatingFrom !== null },
    },
  )
  const days = query.data?.data
  const buttons = (
    <SegmentedControl
      size="xs"
      aria-label="Range"
      value={range}
      onChange={(value) => setRange(value as ValueRange)}
      data={[...ranges]}
    />
  )
  if (days === undefined) {
    return query.isError ? (
      <ErrorState title="Failed to load the portfolio value" onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton height={height + 36} />
    )
  }
  const held = days.some((day) => day.value !== 0 || day.cost !== 0)
  return (
    <>
      <Recalculating from={query.data?.recalculatingFrom} />
      <Chart
        title="Portfolio value over time"
        kind="line"
        categories={held ? days.map((day) => formatDate(day.date)) : []}
        series={[
          { name: 'Market value', values: days.map((day) => day.value) },
          { name: 'Cost', values: days.map((day) => day.cost) },
        ]}
        xName="Market day"
        yName="LKR"
        height={height}
        actions={buttons}
        empty={
          <EmptyState
            title={
              query.data?.recalculatingFrom == null
                ? 'Nothing was held in this range'
                : 'The values are being calculated'
            }
          />
        }
      />
    </>
  )
}
