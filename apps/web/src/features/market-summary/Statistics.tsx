import type { IndexLatest } from '@em/contract/indices/index-values'
import type { MarketSummary, TrendDay } from '@em/contract/market-summary/market-summary'
import { useComputedColorScheme } from '@mantine/core'
import { formatDate } from '../../lib/dates.ts'
import { Chart } from '../../ui/chart/Chart.tsx'
import { Section } from '../../ui/Page.tsx'
import { Breadth } from './Breadth.tsx'
import { IndexCard } from './IndexCards.tsx'
import css from './Market.module.css'
import { TURNOVER_NOTE } from './Overview.tsx'

/** Rise and fall, in colours that differ in brightness too. */
const TONES = {
  light: { up: '#117733', same: '#a5abb5', down: '#cc6677' },
  dark: { up: '#5fc27e', same: '#7a8290', down: '#ee99a5' },
}

interface StatisticsProps {
  market: NonNullable<MarketSummary['market']>
  trend: readonly TrendDay[]
  indices: readonly IndexLatest[]
  date: string | null
}

/** Market Statistics: advance and decline, volume, and the index of volatility. */
export function Statistics({ market, trend, indices, date }: StatisticsProps) {
  const tones = TONES[useComputedColorScheme('light')]
  const days = trend.map((day) => formatDate(day.date))
  const vix = indices.find(({ code }) => code === 'VIX')
  return (
    <>
      <div className={css.pair}>
        <Section title="Advance / decline" card>
          <Breadth {...market} />
        </Section>
        {vix !== undefined && (
          <Section title="Volatility" card>
            <div className={css.plain}>
              <IndexCard index={vix} date={date} />
            </div>
          </Section>
        )}
      </div>
      <div className={css.pair}>
        <Chart
          title="Advanced and declined"
          kind="stacked"
          categories={days}
          series={[
            { name: 'Advanced', values: trend.map((day) => day.advanced), colour: tones.up },
            { name: 'Unchanged', values: trend.map((day) => day.unchanged), colour: tones.same },
            { name: 'Declined', values: trend.map((day) => day.declined), colour: tones.down },
          ]}
          xName="Market day"
          yName="Securities"
          decimals={0}
          grouping="en-IN"
        />
        <Chart
          title="Change of the market"
          kind="line"
          categories={days}
          series={[
            { name: 'Average', values: trend.map((day) => day.equalChange) },
            { name: 'Weighted by turnover', values: trend.map((day) => day.weightedChange) },
          ]}
          xName="Market day"
          yName="Change (%)"
        />
        <Chart
          title="Share volume"
          kind="bar"
          categories={days}
          series={[{ name: 'Share volume', values: trend.map((day) => day.shareVolume) }]}
          xName="Market day"
          yName="Shares"
          decimals={0}
          grouping="en-IN"
        />
        <Chart
          title="Turnover (estimate)"
          kind="bar"
          categories={days}
          series={[{ name: 'Turnover', values: trend.map((day) => day.turnover) }]}
          xName="Market day"
          yName="LKR"
          grouping="en-IN"
        />
      </div>
      <p className={css.quiet}>{TURNOVER_NOTE}</p>
    </>
  )
}
