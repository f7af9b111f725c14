/** The Trade Blotter: the trades of a period in the order of recording, with the totals of buys and sales. */

import type { Reply } from '@em/contract/kit/route'
import type { TradeRow, transactions } from '@em/contract/trades/transactions'
import type { CellValue } from './columns.ts'
import { formatDate } from './dates.ts'
import { type NamedColumn, type Report, type ReportColumn, reportTable } from './report.ts'
import { sumOf } from './sums.ts'

export const BLOTTER_SIDES = ['buy', 'sell'] as const
export type BlotterSide = (typeof BLOTTER_SIDES)[number]
export const SIDE_WORDS: Readonly<Record<TradeRow['side'], string>> = {
  buy: 'Buy',
  sell: 'Sell',
  opening: 'Opening',
}

type Summary = Reply<typeof transactions.summary>
export interface SideTotal {
  readonly side: BlotterSide
  readonly trades: number
  /** Exact numerals: net less fees of what was bought, net and fees of what was sold. */
  readonly gross: string
  readonly fees: number
  readonly net: number
}

/** The totals of one side, from the sums over that side alone. */
export function sideTotal(side: BlotterSide, { buys, sells, bought, sold, fees }: Summary): SideTotal {
  const net = side === 'buy' ? bought : sold
  return {
    side,
    trades: side === 'buy' ? buys : sells,
    gross: sumOf([net, side === 'buy' ? -fees : fees]),
    fees,
    net,
  }
}

/** "Bought, 1,200" */
export const totalWords = ({ side, trades }: SideTotal): string =>
  `${side === 'buy' ? 'Bought' : 'Sold'}, ${count(trades)}`

const count = (value: number) => value.toLocaleString('en-LK')

interface BlotterColumn extends NamedColumn<TradeRow> {
  /** The cell of this column in the totals of a side. */
  readonly ofTotal?: (total: SideTotal) => CellValue
}

/** The columns of the blotter: a file has all of them, paper and the screen those that they have room for. */
export const BLOTTER_COLUMNS: readonly BlotterColumn[] = [
  {
    id: 'recorded',
    header: 'Recorded',
    kind: 'moment',
    value: (row) => row.created_at,
    sheet: { width: 20 },
  },
  { id: 'deal', header: 'Deal', value: (row) => row.deal_number, ofTotal: totalWords, sheet: { width: 26 } },
  { id: 'date', header: 'Trade Date', kind: 'date', value: (row) => row.trade_date, sheet: { width: 12 } },
  { id: 'time', header: 'Trade Time', value: (row) => row.trade_time, sheet: { width: 12 } },
  { id: 'side', header: 'Type', value: (row) => SIDE_WORDS[row.side], sheet: { width: 10 } },
  { id: 'symbol', header: 'Symbol', value: (row) => row.symbol, sheet: { width: 14 } },
  { id: 'company', header: 'Company', value: (row) => row.company_name, sheet: { width: 34 } },
  {
    id: 'quantity',
    header: 'Quantity',
    kind: 'quantity',
    value: (row) => row.quantity,
    sheet: { width: 16 },
  },
  {
    id: 'price',
    header: 'Price',
    unit: 'LKR',
    kind: 'price',
    value: (row) => row.price,
    sheet: { width: 14 },
  },
  money(
    'gross',
    'Gross',
    (row) => row.gross_value,
    ({ gross }) => gross,
  ),
  money(
    'fees',
    'Fees',
    (row) => row.total_fees,
    ({ fees }) => fees,
  ),
  money(
    'net',
    'Net',
    (row) => row.net_value,
    ({ net }) => net,
  ),
  { id: 'broker', header: 'Broker', value: (row) => row.broker_name, sheet: { width: 26 } },
  { id: 'contract', header: 'Contract', value: (row) => row.contract_number, sheet: { width: 18 } },
  { id: 'portfolio', header: 'Portfolio', value: (row) => row.portfolio, sheet: { width: 26 } },
  { id: 'status', header: 'Status', value: (row) => row.status, sheet: { width: 18 } },
]

function money(
  id: string,
  header: string,
  value: (row: TradeRow) => number,
  ofTotal: (total: SideTotal) => CellValue,
): BlotterColumn {
  return { id, header, unit: 'LKR', kind: 'money', value, ofTotal, sheet: { width: 18 } }
}

/** A line of the blotter: a trade, or the totals of a side. */
export type BlotterLine = { readonly trade: TradeRow } | { readonly total: SideTotal }

/** The columns of lines. @param timed whether any of the trades has a time of dealing */
export const blotterColumns = (timed: boolean): NamedColumn<BlotterLine>[] =>
  BLOTTER_COLUMNS.filter(({ id }) => timed || id !== 'time').map(({ ofTotal, ...column }) => ({
    ...column,
    value: (line) => ('trade' in line ? column.value(line.trade) : ofTotal?.(line.total)),
  }))

/** Those of paper: it has no room for companies, says once that amounts are in rupees, and its widths follow from its page. */
const paperColumns = (timed: boolean): ReportColumn<BlotterLine>[] =>
  blotterColumns(timed)
    .filter(({ id }) => id !== 'company')
    .map(({ unit: _unit, sheet: _sheet, ...column }) => column)

interface Found {
  readonly rows: readonly TradeRow[]
  /** How many there are. */
  readonly all: number
  readonly totals: readonly SideTotal[]
  /** YYYY-MM-DD; '' where the period is open. */
  readonly from: string
  readonly to: string
  /** The portfolio of the trades, and the filters. */
  readonly facts: NonNullable<Report['facts']>
}

/** The blotter as a file and on paper; `by` is who asks for it. */
export function blotterReport({ rows, all, totals, from, to, facts }: Found, by: string): Report {
  return {
    title: 'Trade Blotter',
    subtitle: [from === to && from !== '' ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`],
    by,
    facts: [
      ...facts,
      {
        label: 'Trades',
        value: all > rows.length ? `the first ${count(rows.length)} of ${count(all)}` : count(all),
      },
      { label: 'Amounts', value: 'LKR' },
    ],
    tables: [
      reportTable<BlotterLine>({
        columns: paperColumns(rows.some((row) => row.trade_time != null)),
        rows: [...rows.map((trade) => ({ trade })), ...totals.map((total) => ({ total }))],
        level: (line) => ('trade' in line ? 'row' : 'total'),
        empty: 'No trades in this period.',
      }),
    ],
    notes: [
      'In the order of recording. Totals are of all trades that the filters leave; openings count in neither.',
    ],
    fileName: `trade-blotter-${from}-${to}`,
    orientation: 'landscape',
  }
}
