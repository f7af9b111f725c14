import { security } from '@em/contract/securities/security'
import { useState } from 'react'
import { useRoute } from '../../../lib/query.ts'
import { DateText, Percent, Price } from '../../../ui/Numbers.tsx'
import { Section, StatCard, Stats } from '../../../ui/Page.tsx'
import { Picker } from '../../../ui/picker/Picker.tsx'
import { PriceChart } from '../../../ui/price-chart/PriceChart.tsx'
import { SmallTable } from '../../../ui/SmallTable.tsx'
import { EmptyState, Loaded } from '../../../ui/States.tsx'
import css from './Mtm.module.css'
import type { PositionRow } from './position-columns.tsx'

/** The newest days that are listed. */
const LISTED = 5

/** The prices of one position against its average cost. */
export function PriceAnalysis({ rows, date }: { rows: readonly PositionRow[]; date: string }) {
  const [symbol, setSymbol] = useState(rows[0]?.symbol ?? '')
  const position = rows.find((row) => row.symbol === symbol) ?? rows[0]
  const query = useRoute(
    security.prices,
    { params: { symbol: position?.symbol ?? '' }, query: { endDate: date } },
    { enabled: position !== undefined },
  )
  if (position === undefined) return null
  return (
    <>
      <div className={css.pick}>
        <Picker
          label="Position"
          value={position.symbol}
          items={rows.map((row) => ({ key: row.symbol, symbol: row.symbol, name: row.companyName }))}
          clearable={false}
          onChange={(next) => setSymbol(String(next))}
        />
      </div>
      <Loaded query={query} failed="Failed to load the prices">
        {({ days }) => {
          const [first, last] = [days[0], days.at(-1)]
          if (first === undefined || last === undefined)
            return <EmptyState title="No prices are known">The position stands at cost.</EmptyState>
          const over = (from: number) => ((last[4] - from) / from) * 100
          return (
            <>
              <Stats>
                <StatCard
                  label="Market Price (LKR)"
                  value={<Price value={last[4]} />}
                  note={<DateText value={last[0]} />}
                />
                <StatCard
                  label="Average Cost (LKR)"
                  value={<Price value={position.costPrice} />}
                  note="Cost value / quantity"
                />
                <StatCard
                  label="Over Average Cost"
                  value={
                    <Percent value={position.costPrice === 0 ? null : over(position.costPrice)} signed />
                  }
                  note="Market price against average cost"
                />
                <StatCard
                  label="Total Return of the Price"
                  value={<Percent value={over(first[4])} signed />}
                  note={
                    <>
                      Since <DateText value={first[0]} />, dividends left out
                    </>
                  }
                />
              </Stats>
              <Section card>
                <PriceChart
                  title={`Price of ${position.symbol} (LKR)`}
                  days={days.map(([day, open, high, low, price, volume]) => ({
                    date: day,
                    open,
                    high,
                    low,
                    last: price,
                    volume,
                  }))}
                  marks={[]}
                />
              </Section>
              <Section title={`The last ${Math.min(LISTED, days.length)} days`}>
                <SmallTable label={`The last days of ${position.symbol}`}>
                  <thead>
                    <tr>
                      <th>Date</th>
                      <th data-right>Price (LKR)</th>
                      <th data-right>Average Cost (LKR)</th>
                      <th data-right>Over cost</th>
                    </tr>
                  </thead>
                  <tbody>
                    {days
                      .slice(-LISTED)
                      .toReversed()
                      .map(([day, , , , price]) => (
                        <tr key={day}>
                          <td>
                            <DateText value={day} />
                          </td>
                          <td data-right>
                            <Price value={price} />
                          </td>
                          <td data-right>
                            <Price value={position.costPrice} />
                          </td>
                          <td data-right>
                            <Percent
                              value={
                                position.costPrice === 0
                                  ? null
                                  : ((price - position.costPrice) / position.costPrice) * 100
                              }
                              signed
                            />
                          </td>
                        </tr>
                      ))}
                  </tbody>
                </SmallTable>
              </Section>
            </>
          )
        }}
      </Loaded>
    </>
  )
}
