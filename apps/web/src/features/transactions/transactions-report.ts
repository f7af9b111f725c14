import type { TradeRow, transactions } from '@em/contract/books/transactions'
import { type Report, type ReportColumn, type RowLevel, reportTable } from '@em/paper/report'
import type { z } from 'zod'
import { SIDE_NAMES } from '../corrections/trade.ts'
import { filterFacts, listsDeleted, SIDE_TITLES, type Side, type TradeFilters } from './filters.ts'

type Summary = z.output<typeof transactions.summary.reply>

interface Found {
  readonly rows: readonly TradeRow[]
  readonly summary: Summary
  readonly filters: TradeFilters
  readonly side: Side
}

/** A trade, or a sum over all that the filters leave. */
interface Line extends Partial<TradeRow> {
  readonly level: RowLevel
  readonly text: string
}

const count = (value: number) => value.toLocaleString('en-LK')
const counted = (value: number, one: string) => `${count(value)} ${value === 1 ? one : `${one}s`}`

const ONLY_IN_FORCE: readonly ReportColumn<Line>[] = [
  { header: 'Settles', kind: 'date', value: (line) => line.settlement_date },
  { header: 'Status', value: (line) => line.status },
]
const ONLY_DELETED: readonly ReportColumn<Line>[] = [
  { header: 'Deleted', kind: 'moment', value: (line) => line.deleted_at },
  { header: 'Deleted by', value: (line) => line.deleted_by },
  { header: 'Reason', value: (line) => line.deleted_reason },
]

/** The trades as a report: filters, rows, totals over all that the filters leave; `by` is who asks for it. */
export function transactionsReport({ rows, summary, filters, side }: Found, by: string): Report {
  const all = rows.length >= summary.trades
  const deleted = listsDeleted(filters)
  const sums: Line[] = []
  if (side !== 'sell') {
    sums.push({
      level: 'subtotal',
      text: `Total of ${counted(summary.buys, 'buy')}`,
      net_value: summary.bought,
    })
  }
  if (side !== 'buy') {
    const text = `Total of ${counted(summary.sells, 'sell')}`
    sums.push({ level: 'subtotal', text, net_value: summary.sold, capital_gain: summary.gain })
  }
  const fees = `Fees of all ${count(summary.trades)}${all ? '' : ', also of those not listed'}`
  sums.push({ level: 'total', text: fees, total_fees: summary.fees })
  return {
    title: deleted ? `Deleted ${SIDE_TITLES[side]}` : SIDE_TITLES[side],
    by,
    facts: [
      ...filterFacts(filters),
      {
        label: 'Transactions',
        value: all
          ? count(summary.trades)
          : `the first ${count(rows.length)} of ${count(summary.trades)}, in the order shown`,
      },
      { label: 'Amounts', value: 'LKR' },
    ],
    tables: [
      reportTable<Line>({
        columns: [
          { header: 'Deal number', value: (line) => line.text },
          { header: 'Trade date', kind: 'date', value: (line) => line.trade_date },
          ...(rows.some((row) => row.trade_time != null)
            ? [{ header: 'Trade time', value: (line: Line) => line.trade_time }]
            : []),
          { header: 'Type', value: (line) => (line.side === undefined ? null : SIDE_NAMES[line.side]) },
          { header: 'Symbol', value: (line) => line.symbol },
          { header: 'Portfolio', value: (line) => line.portfolio },
          { header: 'Contract', value: (line) => line.contract_number },
          { header: 'Broker', value: (line) => line.broker_name },
          ...(deleted ? ONLY_DELETED : ONLY_IN_FORCE),
          { header: 'Quantity', kind: 'quantity', value: (line) => line.quantity },
          { header: 'Price', kind: 'price', value: (line) => line.price },
          { header: 'Fees', kind: 'money', value: (line) => line.total_fees },
          { header: 'Net value', kind: 'money', value: (line) => line.net_value },
          { header: 'Capital gain', kind: 'money', value: (line) => line.capital_gain },
        ],
        rows: [...rows.map((row): Line => ({ ...row, level: 'row', text: row.deal_number })), ...sums],
        level: (line) => line.level,
      }),
    ],
  }
}
