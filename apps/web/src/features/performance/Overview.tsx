import type { PerformanceMetrics } from '@em/contract/performance/performance'
import { formatDate } from '../../lib/dates.ts'
import { Chart } from '../../ui/chart/Chart.tsx'
import { Section } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { History } from './History.tsx'

/** The growth of 100 rupees, compared with the index, and the returns by month. */
export function Overview({ data }: { data: PerformanceMetrics }) {
  const { series, benchmarkComparison: comparison } = data
  const hasIndex = series.some(({ benchmark }) => benchmark !== null)
  return (
    <>
      <Section card>
        <Chart
          title="Growth of 100"
          kind="line"
          categories={series.length > 1 ? series.map(({ date }) => formatDate(date)) : []}
          series={[
            { name: 'Portfolio', values: series.map(({ portfolio }) => portfolio) },
            ...(hasIndex
              ? [
                  {
                    name: comparison.benchmark ?? 'Benchmark',
                    values: series.map(({ benchmark }) => benchmark),
                  },
                ]
              : []),
          ]}
          xName="Market day"
          yName="Start of the range = 100"
          fromZero={false}
          height={340}
          empty={<EmptyState title="No values in this range yet" />}
        />
      </Section>
      <History data={data} />
    </>
  )
}
