import type { IndexLatest } from '@em/contract/indices/index-values'
import type { MarketSummary } from '@em/contract/market-summary/market-summary'
import { formatDate } from '../../lib/dates.ts'
import { Percent } from '../../ui/Numbers.tsx'
import { Section, StatCard, Stats } from '../../ui/Page.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { Breadth } from './Breadth.tsx'
import { Count, countOf, Exact, Rate, Short } from './figures.tsx'
import { NoData } from './IndexCards.tsx'
import css from './Market.module.css'

/** The meaning of the words "turnover" and "change" on these screens. */
export const TURNOVER_NOTE =
  'Turnover is an estimate: shares traded x last trade. The trade summary does not tell the value of each trade.'
export const CHANGE_NOTE =
  'Average change: the mean of all changes, each security counting the same. Weighted: a security counts as much as it was traded.'

/** Market Overview: the day in figures, how many rose and fell, and the economic indicators. */
export function Overview({ market }: { market: NonNullable<MarketSummary['market']> }) {
  return (
    <>
      <Section title="Advance / decline" card>
        <Breadth {...market} />
      </Section>
      <Stats>
        <StatCard
          label="Average change"
          value={<Percent value={market.equalChange} signed />}
          note="Unweighted"
        />
        <StatCard
          label="Weighted change"
          value={<Percent value={market.weightedChange} signed />}
          note="By turnover"
        />
        <StatCard label="Turnover (LKR)" value={<Short value={market.turnover} />} note="An estimate" />
        <StatCard
          label="Share volume"
          value={<Short value={market.shareVolume} whole />}
          note="Shares traded"
        />
        <StatCard label="Trades" value={<Count value={market.trades} />} />
        <StatCard
          label="Securities"
          value={<Count value={market.securities} />}
          note={
            market.unknown === 0
              ? 'All in the Equity Master'
              : `${countOf(market.unknown)} not in the Equity Master`
          }
        />
      </Stats>
      <p className={css.quiet}>
        {CHANGE_NOTE} {TURNOVER_NOTE}
      </p>
    </>
  )
}

/** Economic indicators: the latest values typed by users, until the day. */
export function Indicators({ indices, date }: { indices: readonly IndexLatest[]; date: string | null }) {
  const shown = indices.filter(({ kind }) => kind === 'Indicator')
  if (shown.length === 0) return null
  const none = shown.every(({ value }) => value === null)
  return (
    <Section title="Economic indicators">
      <SmallTable label="Economic indicators: table">
        <thead>
          <tr>
            <th scope="col">Indicator</th>
            <th scope="col" data-right>
              Value
            </th>
            <th scope="col" data-right data-optional>
              Change
            </th>
            <th scope="col" data-right>
              Change (%)
            </th>
            <th scope="col">As of</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((one) => (
            <tr key={one.code}>
              <th scope="row" className={css.name}>
                {one.name}
              </th>
              <td data-right>{one.value === null ? <NoData /> : <Exact value={one.value} />}</td>
              <td data-right data-optional>
                <Rate value={one.change} signed />
              </td>
              <td data-right>
                <Percent value={one.changePercent} signed />
              </td>
              <td>{one.date === null ? '' : one.date === date ? 'This day' : formatDate(one.date)}</td>
            </tr>
          ))}
        </tbody>
      </SmallTable>
      {none && (
        <p className={css.quiet}>
          No indicator has a value yet. Values are typed or pasted under Index Values, day by day.
        </p>
      )}
    </Section>
  )
}
