import type { PerformanceMetrics } from '@em/contract/performance/performance'
import { formatDate } from '../../lib/dates.ts'
import { Chart } from '../../ui/chart/Chart.tsx'
import { Section, Stats } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { FigureCard } from './described-figures.tsx'

/** The volatility and falls of the returns, with how each figure is computed. */
export function Risk({ data }: { data: PerformanceMetrics }) {
  const { benchmarkComparison: comparison, series } = data
  const index = comparison.benchmark ?? 'the benchmark'
  return (
    <>
      <Stats>
        {(['volatility', 'sharpe', 'beta', 'drawdown', 'var95'] as const).map((of) => (
          <FigureCard key={of} of={of} data={data} />
        ))}
        <FigureCard of="trackingError" data={data} note={`Deviation of the difference to ${index}`} />
      </Stats>
      <Section card>
        <Chart
          title="Drawdown"
          kind="area"
          categories={series.length > 1 ? series.map(({ date }) => formatDate(date)) : []}
          series={[
            { name: 'Below the highest point so far', values: series.map(({ drawdown }) => drawdown) },
          ]}
          xName="Market day"
          yName="%"
          height={300}
          empty={<EmptyState title="No values in this range yet" />}
        />
      </Section>
    </>
  )
}
