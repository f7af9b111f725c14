import { SecurityLink } from '../../../links/SecurityLink.tsx'
import { Amount, Percent } from '../../../ui/Numbers.tsx'
import { Section, StatCard, Stats } from '../../../ui/Page.tsx'
import { SmallTable } from '../../../ui/SmallTable.tsx'
import { GainChart } from '../overview/GainChart.tsx'
import css from './Mtm.module.css'
import type { PositionRow } from './position-columns.tsx'

/** Positions in each of the two lists. */
const LISTED = 5

/** Which positions gain and lose, in money and in per cent. */
export function GainsByPosition({ rows }: { rows: readonly PositionRow[] }) {
  const byPercent = rows
    .filter(({ unpriced }) => !unpriced)
    .toSorted((a, b) => b.gainLossPercentage - a.gainLossPercentage)
  const winners = rows.filter(({ unrealizedGainLoss }) => unrealizedGainLoss > 0).length
  const losers = rows.filter(({ unrealizedGainLoss }) => unrealizedGainLoss < 0).length
  return (
    <>
      <Stats>
        <StatCard label="Positions with a Gain" value={winners} note={`of ${rows.length}`} />
        <StatCard label="Positions with a Loss" value={losers} note={`of ${rows.length}`} />
        <StatCard
          label="Win Rate"
          value={<Percent value={rows.length === 0 ? null : (winners / rows.length) * 100} />}
          note="Positions with a gain / positions"
        />
      </Stats>
      <Section card>
        <GainChart
          by="position"
          rows={rows.map(({ symbol, unrealizedGainLoss }) => ({ symbol, gain: unrealizedGainLoss }))}
        />
      </Section>
      <div className={css.halves}>
        <Listed title="Best by per cent" rows={byPercent.slice(0, LISTED)} />
        <Listed title="Worst by per cent" rows={byPercent.slice(-LISTED).toReversed()} />
      </div>
    </>
  )
}

function Listed({ title, rows }: { title: string; rows: readonly PositionRow[] }) {
  return (
    <Section title={title} card>
      <SmallTable label={title}>
        <thead>
          <tr>
            <th>Security</th>
            <th data-right data-optional>
              Market Value (LKR)
            </th>
            <th data-right>Gain (LKR)</th>
            <th data-right>%</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td title={row.companyName}>
                <SecurityLink symbol={row.symbol} />
              </td>
              <td data-right data-optional>
                <Amount value={row.grossSales} />
              </td>
              <td data-right>
                <Amount value={row.unrealizedGainLoss} signed />
              </td>
              <td data-right>
                <Percent value={row.gainLossPercentage} signed />
              </td>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </Section>
  )
}
