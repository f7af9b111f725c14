import { transactions } from '@em/contract/trades/transactions'
import { Anchor } from '@mantine/core'
import { useMay } from '../../lib/may.ts'
import { useRoute } from '../../lib/query.ts'
import { TabButton } from '../../links/TabButton.tsx'
import { hrefOf } from '../../links/tabs.ts'
import { Amount, DateText, Price, Quantity } from '../../ui/Numbers.tsx'
import { Section } from '../../ui/Page.tsx'
import { SettlementStatus } from '../../ui/SettlementStatus.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { EmptyState, Loaded } from '../../ui/States.tsx'

const SHOWN = 10
const SIDES = { buy: 'Buy', sell: 'Sell', opening: 'Opening' } as const

/** The newest trades of a security, with the way to all of them. */
export function LatestTrades({ symbol }: { symbol: string }) {
  const may = useMay()(transactions.list)
  const query = useRoute(transactions.list, { query: { symbol, limit: SHOWN } }, { enabled: may })
  if (!may) return null
  const all = (
    <TabButton variant="default" size="compact-sm" to={['Trade Capture', 'Transactions']} query={{ symbol }}>
      All trades
    </TabButton>
  )
  return (
    <Section title="Latest trades" actions={all}>
      <Loaded query={query} failed="Failed to load the trades">
        {(trades) =>
          trades.length === 0 ? (
            <EmptyState title="Not traded yet" />
          ) : (
            <SmallTable label={`Latest trades of ${symbol}`}>
              <thead>
                <tr>
                  <th>Trade Date</th>
                  <th>Type</th>
                  <th data-optional>Portfolio</th>
                  <th data-optional>Deal Number</th>
                  <th data-right>Quantity</th>
                  <th data-right>Price (LKR)</th>
                  <th data-right data-optional>
                    Net Value (LKR)
                  </th>
                  <th data-right data-optional>
                    Capital Gain (LKR)
                  </th>
                  <th data-optional>Status</th>
                </tr>
              </thead>
              <tbody>
                {trades.map((trade) => (
                  <tr key={trade.id}>
                    <td>
                      <Anchor
                        inherit
                        href={hrefOf('Trade Capture', 'Transactions', { trade: String(trade.id) })}
                      >
                        <DateText value={trade.trade_date} />
                      </Anchor>
                    </td>
                    <td>{SIDES[trade.side]}</td>
                    <td data-optional>{trade.portfolio}</td>
                    <td data-optional>{trade.deal_number}</td>
                    <td data-right>
                      <Quantity value={trade.quantity} />
                    </td>
                    <td data-right>
                      <Price value={trade.price} />
                    </td>
                    <td data-right data-optional>
                      <Amount value={trade.net_value} />
                    </td>
                    <td data-right data-optional>
                      <Amount value={trade.capital_gain} signed />
                    </td>
                    <td data-optional>
                      <SettlementStatus word={trade.status} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </SmallTable>
          )
        }
      </Loaded>
    </Section>
  )
}
