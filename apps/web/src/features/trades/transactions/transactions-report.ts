import type { TradeRow, transactions } from '@em/contract/trades/transactions'
import { describedTable, paperColumns } from '@em/paper/described'
import type { Report } from '@em/paper/report'
import type { z } from 'zod'
import { deletedColumns, tradeColumns } from './columns.tsx'
import { filterFacts, listsDeleted, SIDE_TITLES, type Side, type TradeFilters } from './filters.ts'

type Summary = z.output<typeof transactions.summary.reply>

interface Found {
  readonly rows: readonly TradeRow[]
  readonly summary: Summary
  readonly filters: TradeFilters
  readonly side: Side
}

const count = (value: number) => value.toLocaleString('en-LK')
const counted = (value: number, one: string) => `${count(value)} ${value === 1 ? one : `${one}s`}`

const ONLY_IN_FORCE = { settles: 'Settles', status: 'Status' }
const ONLY_DELETED = { deleted: 'Deleted', 'deleted-by': 'Deleted by', reason: 'Reason' }

/** The trades as a report: filters, rows, totals over all that the filters leave; `by` is who asks for it. */
export function transactionsReport({ rows, summary, filters, side }: Found, by: string): Report {
  const all = rows.length >= summary.trades
  const deleted = listsDeleted(filters)
  const bought = { text: `Total of ${counted(summary.buys, 'buy')}`, values: { net: summary.bought } }
  const sold = {
    text: `Total of ${counted(summary.sells, 'sell')}`,
    values: { net: summary.sold, gain: summary.gain },
  }
  const fees = `Fees of all ${count(summary.trades)}${all ? '' : ', also of those not listed'}`
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
      describedTable({
        columns: paperColumns([...tradeColumns, ...deletedColumns], {
          deal: 'Deal number',
          date: 'Trade date',
          ...(rows.some((row) => row.trade_time != null) && { time: 'Trade time' }),
          side: 'Type',
          symbol: 'Symbol',
          portfolio: 'Portfolio',
          contract: 'Contract',
          broker: 'Broker',
          ...(deleted ? ONLY_DELETED : ONLY_IN_FORCE),
          quantity: 'Quantity',
          price: 'Price',
          fees: 'Fees',
          net: 'Net value',
          gain: 'Capital gain',
        }),
        parts: [
          { rows },
          ...(side === 'sell' ? [] : [{ sum: bought }]),
          ...(side === 'buy' ? [] : [{ sum: sold }]),
        ],
        total: { text: fees, values: { fees: summary.fees } },
      }),
    ],
  }
}
