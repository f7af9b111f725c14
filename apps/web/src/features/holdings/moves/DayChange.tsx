import type { DayMoves } from '@em/contract/holdings/holdings'
import { Amount, DateText, Percent } from '../../../ui/Numbers.tsx'
import { StatCard } from '../../../ui/Page.tsx'

/** The card of the day's change; undefined while loading, null where nothing has a price. */
export function DayChangeCard({
  moves,
  decimals = 2,
}: {
  moves: DayMoves | null | undefined
  /** 0 on the Dashboard, whose money has none. */
  decimals?: 0 | 2
}) {
  return (
    <StatCard
      label="Day's Change (LKR)"
      loading={moves === undefined}
      value={<Amount value={moves?.change} decimals={decimals} signed />}
      note={
        moves == null ? (
          'No prices are known'
        ) : moves.change === null ? (
          <>
            No earlier price to compare with <DateText value={moves.date} />
          </>
        ) : (
          <>
            <Percent value={moves.percent} signed /> on <DateText value={moves.date} />
          </>
        )
      }
    />
  )
}
