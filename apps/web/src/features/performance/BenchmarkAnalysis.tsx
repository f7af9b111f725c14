import type { PerformanceMetrics } from '@em/contract/books/performance'
import { Chart } from '../../ui/chart/Chart.tsx'
import { DateText } from '../../ui/Numbers.tsx'
import { Section, Stats } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { Figure } from './Figure.tsx'
import { monthInWords } from './filters.ts'
import { History } from './History.tsx'

/** The portfolio beside its index. */
export function BenchmarkAnalysis({ data }: { data: PerformanceMetrics }) {
  const { benchmarkComparison: beside, portfolioSummary, riskMetrics } = data
  const months = data.performanceHistory.toReversed()
  const code = beside.benchmark ?? 'Benchmark'
  return (
    <>
      <Stats>
        <Figure
          label="Portfolio Return"
          value={portfolioSummary.totalReturnPercent}
          signed
          loading={false}
          note="Time-weighted over the range"
        />
        <Figure
          label={`Benchmark Return (${code})`}
          value={beside.benchmarkReturn}
          signed
          loading={false}
          note={
            <>
              {beside.usesTotalReturn ? 'Total-return index' : 'Price index, without dividends'}
              {beside.from !== null && beside.to !== null && (
                <>
                  , <DateText value={beside.from} /> to <DateText value={beside.to} />
                </>
              )}
            </>
          }
        />
        <Figure
          label="Excess Return"
          value={beside.excessReturn}
          signed
          loading={false}
          note="Portfolio less benchmark"
        />
        <Figure
          label="Information Ratio"
          kind="ratio"
          value={beside.informationRatio}
          loading={false}
          note="Mean excess return of a year by the tracking error"
        />
        <Figure
          label="Correlation"
          kind="ratio"
          value={beside.correlation}
          loading={false}
          note={`Of ${data.days.paired} days that both have`}
        />
        <Figure
          label="Tracking Error (a year)"
          value={riskMetrics.trackingError}
          loading={false}
          note="Deviation of the daily difference"
        />
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
