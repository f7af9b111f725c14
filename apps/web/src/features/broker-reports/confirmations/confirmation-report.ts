/** Our trade confirmation for paper, laid out so that the Trade Report reads it back as it reads a broker's. */
import type { ConfirmedTrade, TradeConfirmation } from '@em/contract/broker-reports/broker-reports'
import { FEES, type FeeColumn } from '@em/contract/fee-tariffs/fees'
import { ROW_FEES, SECTION_WORDS, TITLE, TOTALS } from '@em/core/documents/confirmation-layout'
import { dayFirst } from '@em/core/documents/field-texts'
import { type Report, type ReportColumn, type ReportTable, reportTable } from '@em/paper/report'
import { formatNumber } from '../../../lib/numerals.ts'
import { type CellValue, sumOf } from '../../../ui/grid/columns.ts'

/** A trade, or a sum of some. */
interface Line extends Partial<Record<FeeColumn, number | string>> {
  /** The trade date, or the words of the sum. */
  readonly first: string
  readonly contractNumber?: string | null
  readonly quantity?: number | string
  readonly price?: number
  readonly gross?: number | string
  readonly net: number | string
  readonly settlementDate?: string
}

/** The words of the layout; its government cess is the share transaction levy. */
const FEE_HEADERS: Readonly<Record<FeeColumn, string>> = {
  brokerage: 'Brokerage',
  sec: 'SEC Cess',
  cse_fees: 'Exchange Fees',
  cds_fees: 'CDS Fees',
  stl: 'GOV Cess',
  clearing_fees: 'Clearing Fees',
}

const feeColumns: readonly ReportColumn<Line>[] = ROW_FEES.flatMap((component) =>
  FEES.filter((fee) => fee.component === component).map(
    ({ column }): ReportColumn<Line> => ({
      header: FEE_HEADERS[column],
      kind: 'money',
      value: (line) => line[column],
    }),
  ),
)

/** Readers of documents know a hyphen before a figure, not the minus of print. */
const withHyphen = (value: CellValue) =>
  formatNumber(value as number | string, { decimals: 2 }).replace('\u2212', '-')

const columns: readonly ReportColumn<Line>[] = [
  { header: 'Trade Date', value: (line) => line.first },
  { header: 'Contract No', value: (line) => line.contractNumber, oneLine: true },
  { header: 'Shares', kind: 'quantity', value: (line) => line.quantity },
  { header: 'Price', kind: 'price', value: (line) => line.price },
  { header: 'Gross Amount', kind: 'money', value: (line) => line.gross },
  ...feeColumns,
  { header: 'Net Amount', kind: 'money', value: (line) => line.net, paper: withHyphen },
  { header: 'Settlement Date', value: (line) => line.settlementDate },
]

/** Money of sums by column; `net` of purchases and of sales stay apart. */
export function sumsOf(trades: readonly ConfirmedTrade[]): Omit<Line, 'first'> {
  const sum = (of: (trade: ConfirmedTrade) => number) => sumOf(trades.map(of))
  return {
    gross: sum(({ gross }) => gross),
    ...Object.fromEntries(FEES.map(({ column }) => [column, sum((trade) => trade[column])])),
    net: sum(({ net }) => net),
  }
}

/** Sales less purchases: what the broker pays, or, below zero, is paid. */
export const netSettlement = (trades: readonly ConfirmedTrade[]): string =>
  sumOf(trades.map(({ side, net }) => (side === 'buy' ? -net : net)))

/** The trades of a side, by security. */
export function sectionsOf(trades: readonly ConfirmedTrade[], side: ConfirmedTrade['side']) {
  const ofSide = trades.filter((trade) => trade.side === side)
  const sections = Map.groupBy(
    ofSide,
    ({ companyName, symbol, isin }) =>
      `${SECTION_WORDS[side]} ${companyName} ( ${[symbol, isin].filter(Boolean).join(' / ')} )`,
  )
  return [...sections].map(([title, lines]) => ({ title, lines }))
}

const sideTotal = (trades: readonly ConfirmedTrade[], side: ConfirmedTrade['side']): Line[] => {
  const ofSide = trades.filter((trade) => trade.side === side)
  return ofSide.length === 0 ? [] : [{ first: TOTALS[side], ...sumsOf(ofSide) }]
}

/** `by` is who asks for it. */
export function confirmationReport({ header, trades }: TradeConfirmation, by: string): Report {
  const tradeDate = header.tradeDate ?? ''
  const section = ({ title, lines }: { title: string; lines: readonly ConfirmedTrade[] }): ReportTable =>
    reportTable<Line>({
      title,
      columns,
      rows: [
        ...lines.map(
          (trade): Line => ({
            ...trade,
            first: dayFirst(tradeDate),
            settlementDate: dayFirst(trade.settlementDate),
          }),
        ),
        {
          first: TOTALS.section,
          quantity: sumOf(lines.map(({ quantity }) => quantity)),
          ...sumsOf(lines),
        },
      ],
      level: (line) => (line.first === TOTALS.section ? 'subtotal' : 'row'),
    })
  const totals: Line[] = [
    ...sideTotal(trades, 'buy'),
    ...sideTotal(trades, 'sell'),
    { first: TOTALS.net, net: netSettlement(trades) },
  ]
  const contact = [
    ...(header.tel === null ? [] : [`Tel : ${header.tel}`]),
    ...(header.email === null ? [] : [`E-mail : ${header.email}`]),
  ]
  return {
    title: header.brokerName ?? TITLE,
    subtitle: [
      ...(contact.length === 0 ? [] : [contact.join(' ')]),
      ...(header.brokerName === null ? [] : [TITLE]),
      ...(header.clientAccount === null ? [] : [`Client A/C No : ${header.clientAccount}`]),
      ...(header.clientName === null ? [] : [`Client Name : ${header.clientName}`]),
      `Trade Date : ${dayFirst(tradeDate)}`,
      ...(header.settlementDate === null ? [] : [`Settlement Date : ${dayFirst(header.settlementDate)}`]),
    ],
    by,
    tables: [
      ...sectionsOf(trades, 'buy').map(section),
      ...sectionsOf(trades, 'sell').map(section),
      reportTable<Line>({
        title: 'All trades',
        columns,
        rows: totals,
        level: (line) => (line.first === TOTALS.net ? 'total' : 'subtotal'),
      }),
    ],
    notes: ['Amounts in LKR. Made from the trades recorded by the client.'],
    fileName: `Trade Confirmation ${header.clientAccount ?? ''} ${tradeDate} ${header.brokerName ?? ''}`,
    orientation: 'landscape',
  }
}
