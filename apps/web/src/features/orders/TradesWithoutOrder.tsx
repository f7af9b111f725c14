import { orders } from '@em/contract/orders/orders'
import { Anchor } from '@mantine/core'
import { useRoute } from '../../lib/query.ts'
import { hrefOf } from '../../links/tabs.ts'
import { Amount, DateText, Price, Quantity } from '../../ui/Numbers.tsx'
import { Section } from '../../ui/Page.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import css from './Orders.module.css'
import { sideWord } from './order-texts.ts'

/** Trades of portfolios that ask for an order, which fill none; nothing where there are none. */
export function TradesWithoutOrder() {
  const { data = [] } = useRoute(orders.withoutOrder, { query: {} })
  if (data.length === 0) return null
  return (
    <Section title={`Trades without an order (${data.length})`}>
      <p className={css.none}>
        Their portfolios ask for an order before each trade. Propose the order, or add the trade to one that
        it fits.
      </p>
      <SmallTable label="Trades without an order" tall>
        <thead>
          <tr>
            <th>Deal</th>
            <th>Date</th>
            <th>Side</th>
            <th>Symbol</th>
            <th data-optional>Portfolio</th>
            <th data-right>Shares</th>
            <th data-right data-optional>
              Price (LKR)
            </th>
            <th data-right data-optional>
              Gross (LKR)
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map((trade) => (
            <tr key={trade.trade_id}>
              <td>
                <Anchor
                  inherit
                  href={hrefOf('Trade Capture', 'Transactions', { trade: String(trade.trade_id) })}
                >
                  {trade.deal_number}
                </Anchor>
              </td>
              <td>
                <DateText value={trade.trade_date} />
              </td>
              <td>{sideWord(trade.side)}</td>
              <td>{trade.symbol}</td>
              <td data-optional>{trade.portfolioName}</td>
              <td data-right>
                <Quantity value={trade.quantity} />
              </td>
              <td data-right data-optional>
                <Price value={trade.price} />
              </td>
              <td data-right data-optional>
                <Amount value={trade.gross_value} />
              </td>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </Section>
  )
}
