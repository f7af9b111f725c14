import type { PerformanceMetrics } from '@em/contract/performance/performance'
import { Chart } from '../../ui/chart/Chart.tsx'
import { Section, Stats } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { FigureCard } from './described-figures.tsx'
import { monthInWords } from './filters.ts'
import { History } from './History.tsx'

const SHOWN = [
  'timeWeighted',
  'benchmarkReturn',
  'excessReturn',
  'informationRatio',
  'correlation',
  'trackingError',
] as const

/** The portfolio compared with its index. */
export function BenchmarkAnalysis({ data }: { data: PerformanceMetrics }) {
  const { benchmarkComparison: comparison } = data
  const months = data.performanceHistory.toReversed()
  const code = comparison.benchmark ?? 'Benchmark'
  return (
    <>
      <Stats>
        {SHOWN.map((of) => (
          <FigureCard key={of} of={of} data={data} />
        ))}
      </Stats>
      <Section card>
        <Chart
          title={`Portfolio and ${code} by month`}
          kind="bar"
          categories={months.map(({ period }) => monthInWords(period))}
          series={[
            { name: 'Portfolio', values: months.map(({ portfolio }) => portfolio) },
            { name: code, values: months.map(({ benchmark }) => benchmark) },
          ]}
          xName="Month"
          yName="Return (%)"
          height={300}
          empty={<EmptyState title="No month has a return yet" />}
        />
      </Section>
      <History data={data} />
    </>
  )
}
