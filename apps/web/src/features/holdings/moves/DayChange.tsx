import type { DayMoves } from '@em/contract/books/holdings'
import { Amount, DateText, Percent } from '../../../ui/Numbers.tsx'
import { StatCard } from '../../../ui/Page.tsx'

/** The card of the day's change; undefined while loading, null where nothing has a price. */
export function DayChangeCard({ moves }: { moves: DayMoves | null | undefined }) {
  return (
    <StatCard
      label="Day's Change (LKR)"
      loading={moves === undefined}
      value={<Amount value={moves?.change} decimals={0} signed />}
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
