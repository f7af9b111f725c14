import { security } from '@em/contract/securities/security'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { formatDate } from '../../lib/dates.ts'
import { useRoute } from '../../lib/query.ts'
import { TabButton } from '../../links/TabButton.tsx'
import { Section } from '../../ui/Page.tsx'
import { PriceChart } from '../../ui/price-chart/PriceChart.tsx'
import { EmptyState, Loaded } from '../../ui/States.tsx'
import { marksOf } from './marks.ts'
import css from './Security.module.css'
import { splitAdjusted } from './split-adjusted.ts'

/** The prices of a security as a chart; on request in the shares of today where it was split. */
export function SecurityPrices({ symbol, asOf }: { symbol: string; asOf: string }) {
  const prices = useRoute(security.prices, { params: { symbol }, query: { endDate: asOf } })
  const [isAdjusted, setAdjusted] = useState(false)
  return (
    <Section card>
      <Loaded query={prices} failed="Failed to load the prices">
        {({ days: found, marks, splits }) => {
          if (found.length === 0)
            return (
              <EmptyState
                title="No prices are known"
                action={<TabButton to={['Valuation and MTM', 'Market Price Feed']}>Enter prices</TabButton>}
              >
                Upload a trade summary, or type the price of a day.
              </EmptyState>
            )
          const days = found.map(([date, open, high, low, last, volume]) => ({
            date,
            open,
            high,
            low,
            last,
            volume,
          }))
          // Those before the first price change nothing that is shown.
          const shown = splits.filter(({ date }) => date > (days[0]?.date ?? ''))
          return (
            <>
              {shown.length > 0 && (
                <Switch
                  className={css.adjusted ?? ''}
                  label="Adjusted for splits and bonus issues"
                  description={shown.map(({ title, date }) => `${title}, ${formatDate(date)}`).join('; ')}
                  checked={isAdjusted}
                  onChange={(event) => setAdjusted(event.currentTarget.checked)}
                />
              )}
              <PriceChart
                title={`Price of ${symbol} (LKR)${isAdjusted && shown.length > 0 ? ', adjusted' : ''}`}
                days={isAdjusted ? splitAdjusted(days, shown) : days}
                marks={marksOf(marks)}
              />
            </>
          )
        }}
      </Loaded>
    </Section>
  )
}
