/** The Trade Blotter: the trades of a period in the order of recording, with the totals of buys and sales. */
import type { TradeRow, transactions } from '@em/contract/books/transactions'
import type { Reply } from '@em/contract/kit/route'
import { formatDate } from './dates.ts'
import { type Report, type ReportColumn, type RowLevel, reportTable } from './report.ts'
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

interface Line extends Partial<TradeRow> {
  readonly level: RowLevel
  readonly text?: string
  readonly total?: SideTotal
}

const TIME: ReportColumn<Line> = { header: 'Trade Time', value: (line) => line.trade_time }
const COLUMNS: readonly ReportColumn<Line>[] = [
  { header: 'Recorded', kind: 'moment', value: ({ created_at: at }) => at },
  { header: 'Deal', value: ({ text, deal_number: deal }) => text ?? deal },
  { header: 'Trade Date', kind: 'date', value: (line) => line.trade_date },
  { header: 'Type', value: ({ side }) => (side === undefined ? null : SIDE_WORDS[side]) },
  { header: 'Symbol', value: (line) => line.symbol },
  { header: 'Quantity', kind: 'quantity', value: (line) => line.quantity },
  { header: 'Price', kind: 'price', value: (line) => line.price },
  { header: 'Gross', kind: 'money', value: ({ total, gross_value: gross }) => total?.gross ?? gross },
  { header: 'Fees', kind: 'money', value: ({ total, total_fees: fees }) => total?.fees ?? fees },
  { header: 'Net', kind: 'money', value: ({ total, net_value: net }) => total?.net ?? net },
  { header: 'Broker', value: (line) => line.broker_name },
  { header: 'Contract', value: (line) => line.contract_number },
  { header: 'Portfolio', value: (line) => line.portfolio },
  { header: 'Status', value: (line) => line.status },
]

/** With the times of trades, where any of them has one. */
const columnsFor = (rows: readonly TradeRow[]) =>
  rows.some((row) => row.trade_time != null)
    ? COLUMNS.flatMap((column) => (column.header === 'Trade Date' ? [column, TIME] : [column]))
    : COLUMNS

interface Found {
  readonly rows: readonly TradeRow[]
  /** How many there are. */
  readonly all: number
  readonly totals: readonly SideTotal[]
  /** YYYY-MM-DD; '' where the period is open. */
  readonly from: string
  readonly to: string
  /** Whose trades they are, and which. */
  readonly facts: NonNullable<Report['facts']>
}

const count = (value: number) => value.toLocaleString('en-LK')

/** "Bought, 1,200" */
export const totalWords = ({ side, trades }: SideTotal): string =>
  `${side === 'buy' ? 'Bought' : 'Sold'}, ${count(trades)}`

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
      reportTable<Line>({
        columns: columnsFor(rows),
        rows: [
          ...rows.map((row): Line => ({ ...row, level: 'row' })),
          ...totals.map(
            (total): Line => ({
              level: 'total',
              text: totalWords(total),
              total,
            }),
          ),
        ],
        level: ({ level }) => level,
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
