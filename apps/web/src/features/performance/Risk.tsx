import type { PerformanceMetrics } from '@em/contract/books/performance'
import { formatDate } from '../../lib/dates.ts'
import { Chart } from '../../ui/chart/Chart.tsx'
import { Amount } from '../../ui/Numbers.tsx'
import { Section, Stats } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { Figure } from './Figure.tsx'
import { rateInWords } from './filters.ts'
import { ofBeta, ofDrawdown, ofSharpe, ofVolatility } from './thresholds.ts'

/** What the returns varied by and fell, with how each figure is computed. */
export function Risk({ data }: { data: PerformanceMetrics }) {
  const { riskMetrics: risk, settings, benchmarkComparison: beside, series } = data
  const index = beside.benchmark ?? 'the benchmark'
  const words = rateInWords(settings)
  const rate = words === null ? 'no risk-free rate is recorded' : `risk-free rate ${words}`
  return (
    <>
      <Stats>
        <Figure
          label="Volatility (a year)"
          value={risk.volatility}
          judge={ofVolatility}
          loading={false}
          note={`Deviation of ${data.days.returns} day returns × √${settings.marketDaysPerYear}`}
        />
        <Figure
          label="Sharpe Ratio"
          kind="ratio"
          value={risk.sharpeRatio}
          judge={ofSharpe}
          loading={false}
          note={`Excess return by its deviation, ${rate}`}
        />
        <Figure
          label="Beta"
          kind="ratio"
          value={risk.beta}
          judge={ofBeta}
          loading={false}
          note={`Against ${index}, ${data.days.paired} days`}
        />
        <Figure
          label="Max Drawdown"
          value={risk.maxDrawdown}
          judge={ofDrawdown}
          loading={false}
          note="Deepest fall from a height"
        />
        <Figure
          label="VaR 95% (one day)"
          value={risk.var95}
          loading={false}
          note={
            risk.var95Amount === null ? (
              'What one day in twenty loses at least'
            ) : (
              <>
                One day in twenty loses at least LKR <Amount value={risk.var95Amount} grouping="en-IN" />
              </>
            )
          }
        />
        <Figure
          label="Tracking Error (a year)"
          value={risk.trackingError}
          loading={false}
          note={`Deviation of the difference to ${index}`}
        />
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
