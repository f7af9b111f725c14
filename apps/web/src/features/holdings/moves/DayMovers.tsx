import type { DayMoves } from '@em/contract/holdings/holdings'
import { SecurityLink } from '../../../links/SecurityLink.tsx'
import { Amount, DateText, Percent } from '../../../ui/Numbers.tsx'
import { Section } from '../../../ui/Page.tsx'
import { SmallTable } from '../../../ui/SmallTable.tsx'
import { EmptyState, Skeletons } from '../../../ui/States.tsx'

/** The holdings that rose and fell most, on the newest day with prices. */
export function DayMovers({ moves }: { moves: DayMoves | null | undefined }) {
  const rows = [...(moves?.gainers ?? []), ...(moves?.losers ?? []).toReversed()]
  return (
    <Section title="Movers of What Is Held" card>
      {moves === undefined && <Skeletons rows={6} height={16} />}
      {moves === null && <EmptyState title="No prices are known" />}
      {moves !== undefined && moves !== null && rows.length === 0 && (
        <EmptyState title="Nothing that is held moved">
          The newest prices are of <DateText value={moves.date} />.
        </EmptyState>
      )}
      {moves !== undefined && moves !== null && rows.length > 0 && (
        <SmallTable label="Movers of what is held">
          <thead>
            <tr>
              <th>Security</th>
              <th data-optional>Company</th>
              <th data-right>
                <DateText value={moves.date} />
              </th>
              <th data-right>Change of the holding (LKR)</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.symbol}>
                <td title={row.companyName}>
                  <SecurityLink symbol={row.symbol} />
                </td>
                <td data-optional data-wrap>
                  {row.companyName}
                </td>
                <td data-right>
                  <Percent value={row.changePercent} signed />
                </td>
                <td data-right>
                  <Amount value={row.change} decimals={0} signed />
                </td>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      )}
    </Section>
  )
}
