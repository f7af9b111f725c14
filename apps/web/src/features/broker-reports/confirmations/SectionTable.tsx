import type { ConfirmedTrade } from '@em/contract/broker-reports/broker-reports'
import { TOTALS } from '@em/core/documents/confirmation-layout'
import { formatDate } from '../../../lib/dates.ts'
import { sumOf } from '../../../ui/grid/columns.ts'
import { Amount, Price, Quantity } from '../../../ui/Numbers.tsx'
import { SmallTable } from '../../../ui/SmallTable.tsx'
import { netSettlement, sectionsOf, sumsOf } from './confirmation-report.ts'

interface SectionTableProps {
  trades: readonly ConfirmedTrade[]
  side: ConfirmedTrade['side']
}

const feesOf = ({ gross, net }: ConfirmedTrade) => sumOf(net > gross ? [net, -gross] : [gross, -net])

/** The purchases or the sales, a table for each security. The six fees are summed; the files list each. */
export function SectionTable({ trades, side }: SectionTableProps) {
  return sectionsOf(trades, side).map(({ title, lines }) => (
    <SmallTable key={title} label={title}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">Contract No</th>
          <th scope="col" data-optional>
            Deal Number
          </th>
          <th scope="col" data-right>
            Shares
          </th>
          <th scope="col" data-right data-optional>
            Price (LKR)
          </th>
          <th scope="col" data-right data-optional>
            Gross Amount (LKR)
          </th>
          <th scope="col" data-right data-optional>
            Fees (LKR)
          </th>
          <th scope="col" data-right>
            Net Amount (LKR)
          </th>
          <th scope="col" data-optional>
            Settlement Date
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((trade) => (
          <tr key={trade.tradeId}>
            <td>{trade.contractNumber}</td>
            <td data-optional>{trade.dealNumber}</td>
            <td data-right>
              <Quantity value={trade.quantity} />
            </td>
            <td data-right data-optional>
              <Price value={trade.price} />
            </td>
            <td data-right data-optional>
              <Amount value={trade.gross} />
            </td>
            <td data-right data-optional>
              <Amount value={feesOf(trade)} />
            </td>
            <td data-right>
              <Amount value={trade.net} />
            </td>
            <td data-optional>{formatDate(trade.settlementDate)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{TOTALS.section}</th>
          <td data-optional />
          <td data-right>
            <Quantity value={sumOf(lines.map(({ quantity }) => quantity))} />
          </td>
          <td data-optional />
          <td data-right data-optional>
            <Amount value={sumOf(lines.map(({ gross }) => gross))} />
          </td>
          <td data-right data-optional>
            <Amount value={sumOf(lines.map(feesOf))} />
          </td>
          <td data-right>
            <Amount value={sumOf(lines.map(({ net }) => net))} />
          </td>
          <td data-optional />
        </tr>
      </tfoot>
    </SmallTable>
  ))
}

/** The totals of each side, and the net amount to settle with the broker: sales less purchases. */
export function Totals({ trades }: { trades: readonly ConfirmedTrade[] }) {
  const sides = (['buy', 'sell'] as const).flatMap((side) => {
    const ofSide = trades.filter((trade) => trade.side === side)
    return ofSide.length === 0 ? [] : [{ label: TOTALS[side], amount: sumsOf(ofSide).net }]
  })
  return (
    <SmallTable label="Totals">
      <tbody>
        {[...sides, { label: TOTALS.net, amount: netSettlement(trades) }].map(({ label, amount }) => (
          <tr key={label}>
            <th scope="row">{label} (LKR)</th>
            <td data-right>
              <Amount value={amount} />
            </td>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}
