import { type TradeRow, transactions } from '@em/contract/trades/transactions'
import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { useMay, useMayChange } from '../../../lib/may.ts'
import { useRoute } from '../../../lib/query.ts'
import { SecurityLink } from '../../../links/SecurityLink.tsx'
import { hrefOf } from '../../../links/tabs.ts'
import { Amount, DateText, Price, Quantity } from '../../../ui/Numbers.tsx'
import { Section } from '../../../ui/Page.tsx'
import { SmallTable } from '../../../ui/SmallTable.tsx'
import { removalOf } from '../correct/corrections.ts'
import { RemoveTrade } from '../correct/RemoveTrade.tsx'

/** The newest ones; the others are in Transactions. */
const SHOWN = 10
const SIDES = { buy: 'Buy', sell: 'Sell', opening: 'Opening' } as const

/** The trades that the user recorded today, newest first, each with its undo; nothing before the first one. */
export function TodaysTrades() {
  const today = useRoute(transactions.list, {
    query: { mine: 'today', sort: '-created_at', limit: SHOWN + 1 },
  } as never)
  const [undoing, setUndoing] = useState<number | null>(null)
  const rows = (today.data ?? []) as readonly TradeRow[]
  return (
    <>
      {rows.length > 0 && (
        <Section
          title="Recorded by you today"
          actions={
            rows.length > SHOWN && (
              <Anchor size="sm" href={hrefOf('Trade Capture', 'Transactions')}>
                All transactions
              </Anchor>
            )
          }
        >
          <SmallTable label="Recorded by you today">
            <thead>
              <tr>
                <th>Deal Number</th>
                <th data-optional>Side</th>
                <th>Security</th>
                <th data-right>Quantity</th>
                <th data-right data-optional>
                  Price (LKR)
                </th>
                <th data-right data-optional>
                  Net Value (LKR)
                </th>
                <th data-optional>Portfolio</th>
                <th data-optional>Trade Date</th>
                <th aria-label="Undo" />
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, SHOWN).map((row) => (
                <Row key={row.id} row={row} onUndo={() => setUndoing(row.id)} />
              ))}
            </tbody>
          </SmallTable>
        </Section>
      )}
      <RemoveTrade id={undoing} onClose={() => setUndoing(null)} onRemoved={() => setUndoing(null)} />
    </>
  )
}

function Row({ row, onUndo }: { row: TradeRow; onUndo: () => void }) {
  const may = useMay()
  const mayChange = useMayChange()
  const mayUndo = row.side !== 'opening' && may(removalOf(row.side)) && mayChange(row.portfolioId)
  return (
    <tr>
      <td>
        <Anchor inherit href={hrefOf('Trade Capture', 'Transactions', { trade: String(row.id) })}>
          {row.deal_number}
        </Anchor>
      </td>
      <td data-optional>{SIDES[row.side]}</td>
      <td>
        <SecurityLink symbol={row.symbol} />
      </td>
      <td data-right>
        <Quantity value={row.quantity} />
      </td>
      <td data-right data-optional>
        <Price value={row.price} />
      </td>
      <td data-right data-optional>
        <Amount value={row.net_value} />
      </td>
      <td data-optional>{row.portfolio}</td>
      <td data-optional>
        <DateText value={row.trade_date} />
      </td>
      <td data-right>
        {mayUndo && (
          <Button variant="subtle" size="compact-sm" aria-label={`Undo ${row.deal_number}`} onClick={onUndo}>
            Undo
          </Button>
        )}
      </td>
    </tr>
  )
}
