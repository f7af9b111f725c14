import type { TradeRow, transactions } from '@em/contract/trades/transactions'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { symbolColumn } from '../../../links/symbol-column.tsx'
import { moneyColumns } from '../../../ui/grid/amount-column.tsx'
import type { Column } from '../../../ui/grid/columns.ts'
import { Amount } from '../../../ui/Numbers.tsx'
import { SettlementStatus } from '../../../ui/SettlementStatus.tsx'
import { SIDE_NAMES } from '../correct/trade.ts'
import type { Order, Side } from './filters.ts'

type Summary = z.output<typeof transactions.summary.reply>

/** Column id to the field that the server sorts by. */
const SORTS: Readonly<Record<string, Order['field']>> = {
  date: 'trade_date',
  settles: 'settlement_date',
  recorded: 'created_at',
  symbol: 'symbol',
  quantity: 'quantity',
  gross: 'gross_value',
  net: 'net_value',
  gain: 'capital_gain',
  deleted: 'changed_at',
}

export function fieldOf(column: string): Order['field'] | undefined {
  return SORTS[column]
}
export function columnOf(field: Order['field']): string {
  return Object.keys(SORTS).find((id) => SORTS[id] === field) ?? 'date'
}

/** The columns of a phone, whose list is ordered by date; the others are a tap away. */
const ON_A_PHONE = new Set(['trade', 'quantity', 'net'])

const money = moneyColumns({ width: 128 })

/** Trades in the order in which a back office reads them; the rest waits in the columns menu. */
export const tradeColumns: readonly Column<TradeRow>[] = (
  [
    { id: 'deal', header: 'Deal Number', value: (r) => r.deal_number, whole: true, width: 180 },
    { id: 'date', header: 'Trade Date', kind: 'date', value: (r) => r.trade_date, width: 112 },
    {
      id: 'side',
      header: 'Type',
      value: (r) => SIDE_NAMES[r.side],
      width: 64,
      least: 48,
    },
    symbolColumn({ width: 114, least: 106 }),
    {
      // Both in one: what a phone has room for.
      id: 'trade',
      header: 'Trade',
      value: (r) => `${SIDE_NAMES[r.side]} ${r.symbol}`,
      cell: (r) => (
        <>
          {SIDE_NAMES[r.side]}{' '}
          <Text span fz="xs" style={{ whiteSpace: 'nowrap' }}>
            {r.symbol}
          </Text>
        </>
      ),
      wrap: true,
      least: 86,
      width: 114,
      hidden: true,
    },
    { id: 'company', header: 'Company', value: (r) => r.company_name, width: 170, hidden: true },
    { id: 'quantity', header: 'Quantity', kind: 'quantity', value: (r) => r.quantity, width: 96 },
    { id: 'price', header: 'Price', unit: 'LKR', kind: 'price', value: (r) => r.price, width: 90 },
    money('gross', 'Gross Value', (r) => r.gross_value, { hidden: true }),
    money('fees', 'Fees', (r) => r.total_fees, { width: 104, hint: 'The six fees together' }),
    money('net', 'Net Value', (r) => r.net_value, {
      width: 124,
      hint: 'Buy: gross value and fees. Sell: gross value less fees.',
    }),
    money('gain', 'Capital Gain', (r) => r.capital_gain, {
      signed: true,
      width: 136,
      hint: 'Sales only: gross value less the cost taken out',
    }),
    { id: 'portfolio', header: 'Portfolio', value: (r) => r.portfolio, width: 120 },
    money('profit', 'Profit / Loss', (r) => r.profit_loss, {
      signed: true,
      hidden: true,
      hint: 'Capital gain less money generation cost',
    }),
    money('generation', 'Money Generation Cost', (r) => r.money_generation_cost, {
      hidden: true,
      width: 176,
    }),
    { id: 'settles', header: 'Settlement Date', kind: 'date', value: (r) => r.settlement_date, width: 130 },
    {
      id: 'status',
      header: 'Status',
      value: (r) => r.status,
      cell: (r) => <SettlementStatus word={r.status} />,
      width: 144,
    },
    money('paid', 'Paid', (r) => r.paid, { hidden: true, hint: 'The confirmed part of the net value' }),
    money('outstanding', 'Outstanding', (r) => r.outstanding, {
      hidden: true,
      hint: 'Not confirmed yet. Negative if more was paid than the corrected net value.',
    }),
    { id: 'contract', header: 'Contract Number', value: (r) => r.contract_number, width: 140 },
    { id: 'broker', header: 'Broker', value: (r) => r.broker_name, width: 170 },
    { id: 'portfolioId', header: 'Portfolio ID', value: (r) => r.portfolioId, width: 110, hidden: true },
    { id: 'time', header: 'Trade Time', value: (r) => r.trade_time, width: 100, hidden: true },
    { id: 'batch', header: 'Batch', kind: 'quantity', value: (r) => r.batch_id, width: 80, hidden: true },
    {
      id: 'version',
      header: 'Version',
      kind: 'quantity',
      value: (r) => r.version,
      width: 84,
      hidden: true,
      hint: 'Above 1 if the trade was corrected',
    },
    { id: 'recorded', header: 'Recorded', kind: 'moment', value: (r) => r.created_at, hidden: true },
  ] satisfies Column<TradeRow>[]
).map((column) => ({ ...column, sortable: column.id in SORTS, phone: ON_A_PHONE.has(column.id) }))

/** A deleted trade has no result in the list; its details show its settlement. */
const NOT_OF_DELETED = new Set([
  'gain',
  'profit',
  'generation',
  'settles',
  'status',
  'paid',
  'outstanding',
  'version',
])

/** These come first, so that the money is in sight with who deleted the trade and why. */
const FIRST = ['date', 'symbol', 'trade', 'quantity', 'net']
const FROM_TRADES = tradeColumns.filter(({ id }) => id !== 'deal' && !NOT_OF_DELETED.has(id))
const first = FIRST.flatMap((id) => FROM_TRADES.find((column) => column.id === id) ?? [])

/** The columns of deleted trades: who deleted them, when and why, in addition to what they said. */
export const deletedColumns: readonly Column<TradeRow>[] = (
  [
    ...tradeColumns.slice(0, 1),
    { id: 'deleted', header: 'Deleted', kind: 'moment', value: (r) => r.deleted_at, width: 142, phone: true },
    { id: 'deleted-by', header: 'Deleted By', value: (r) => r.deleted_by, width: 120, phone: false },
    { id: 'reason', header: 'Reason', value: (r) => r.deleted_reason, width: 160, phone: false },
    ...first,
    ...FROM_TRADES.filter((column) => !first.includes(column)),
  ] satisfies Column<TradeRow>[]
).map((column) => (column.id === 'date' ? { ...column, phone: false } : column))

/** Sums over all that the filters leave; bought and sold are never added together. */
export function totalsOf(summary: Summary | undefined, side: Side): Record<string, ReactNode> | undefined {
  if (summary === undefined) return undefined
  return {
    fees: <Amount value={summary.fees} />,
    ...(side === 'buy' ? { net: <Amount value={summary.bought} /> } : {}),
    ...(side === 'sell' ? { net: <Amount value={summary.sold} /> } : {}),
    ...(side === 'buy' ? {} : { gain: <Amount value={summary.gain} signed /> }),
  }
}
