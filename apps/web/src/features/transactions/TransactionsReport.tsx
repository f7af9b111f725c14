import type { TradeRow, tradeBook } from '@em/contract/books/changes'
import type { z } from 'zod'
import { formatDate } from '../../lib/dates.ts'
import { formatNumber } from '../../lib/numerals.ts'
import { PrintSheet } from '../../ui/print/PrintSheet.tsx'
import { filterFacts, SIDE_TITLES, type Side, type TradeFilters } from './filters.ts'

export interface Report {
  readonly rows: readonly TradeRow[]
  readonly summary: z.output<typeof tradeBook.summary.reply>
  readonly filters: TradeFilters
  readonly side: Side
}

const money = (value: number | null) => (value === null ? '' : formatNumber(value, { decimals: 2 }))
const count = (value: number) => value.toLocaleString('en-LK')

/** The trades on paper: filters, rows, totals over all that the filters leave. */
export function TransactionsReport({
  report,
  by,
  onDone,
}: {
  report: Report
  by: string
  onDone: () => void
}) {
  const { rows, summary, filters, side } = report
  const all = rows.length >= summary.trades
  return (
    <PrintSheet
      title={SIDE_TITLES[side]}
      by={by}
      onDone={onDone}
      facts={[
        ...filterFacts(filters),
        {
          label: 'Transactions',
          value: all
            ? count(summary.trades)
            : `the first ${count(rows.length)} of ${count(summary.trades)}, in the order shown`,
        },
        { label: 'Amounts', value: 'LKR' },
      ]}
    >
      <table>
        <thead>
          <tr>
            <th>Deal number</th>
            <th>Trade date</th>
            <th>Type</th>
            <th>Symbol</th>
            <th>Portfolio</th>
            <th>Contract</th>
            <th>Broker</th>
            <th>Settles</th>
            <th data-right>Quantity</th>
            <th data-right>Price</th>
            <th data-right>Fees</th>
            <th data-right>Net value</th>
            <th data-right>Capital gain</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td data-nowrap>{row.deal_number}</td>
              <td data-nowrap>{formatDate(row.trade_date)}</td>
              <td>{row.side === 'buy' ? 'Buy' : 'Sell'}</td>
              <td data-nowrap>{row.symbol}</td>
              <td>{row.portfolio}</td>
              <td>{row.contract_number}</td>
              <td>{row.broker_name}</td>
              <td data-nowrap>{formatDate(row.settlement_date)}</td>
              <td data-right>{formatNumber(row.quantity, { decimals: 0 })}</td>
              <td data-right>{formatNumber(row.price, { decimals: 4 })}</td>
              <td data-right>{money(row.total_fees)}</td>
              <td data-right>{money(row.net_value)}</td>
              <td data-right>{money(row.capital_gain)}</td>
            </tr>
          ))}
          {side !== 'sell' && (
            <TotalRow label={`Total of ${count(summary.buys)} buys`} net={summary.bought} gain={null} />
          )}
          {side !== 'buy' && (
            <TotalRow
              label={`Total of ${count(summary.sells)} sells`}
              net={summary.sold}
              gain={summary.gain}
            />
          )}
          <tr data-total>
            <td colSpan={10}>
              Fees of all {count(summary.trades)}
              {all ? '' : ', also of those not printed'}
            </td>
            <td data-right>{money(summary.fees)}</td>
            <td />
            <td />
          </tr>
        </tbody>
      </table>
    </PrintSheet>
  )
}

function TotalRow({ label, net, gain }: { label: string; net: number; gain: number | null }) {
  return (
    <tr data-total>
      <td colSpan={11}>{label}</td>
      <td data-right>{money(net)}</td>
      <td data-right>{money(gain)}</td>
    </tr>
  )
}
