/** The realized gains of a range as a workbook: figures on top, the trades under them; made as it is sent. */
import { Readable } from 'node:stream'
import { NO_DAY, type TradeHistoryRow } from '@em/contract/books/realized'
import { dayInWords } from '@em/core/values/date-words'
import { writeXlsxStream } from 'hucre/xlsx'
import { momentInColombo } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { countTrades, tradeHistory } from './history.queries.ts'
import { booksOf, figuresOf } from './realized.answers.ts'
import { type RealizedSpan, rangeWord } from './realized.asked.ts'
import { type RealizedBy, realizedBy } from './sums/sums.queries.ts'

type Cell = string | number | Date | null
interface Column {
  readonly header: string
  readonly width: number
  readonly numFmt?: string
  readonly value: (row: TradeHistoryRow) => string | number | null
}

const MONEY = '#,##0.00'
const PRICE = '#,##0.0000'
const DAY = 'yyyy-mm-dd'
const day = (text: string) => (text === NO_DAY ? null : text)
const ofSale = (value: (row: TradeHistoryRow) => number) => (row: TradeHistoryRow) =>
  row.tradeType === 'SELL' ? value(row) : null
const money = (header: string, value: Column['value']): Column => ({
  header,
  width: 18,
  numFmt: MONEY,
  value,
})

const COLUMNS: readonly Column[] = [
  { header: 'Type', width: 34, value: (row) => row.tradeType },
  // Holds the figures above the trades, too.
  { header: 'Symbol', width: 18, numFmt: MONEY, value: (row) => row.symbol },
  { header: 'Company', width: 30, value: (row) => row.companyName },
  { header: 'Portfolio', width: 22, value: (row) => row.portfolio },
  { header: 'Deal Number', width: 26, value: (row) => row.deal_number },
  { header: 'Contract Number', width: 18, value: (row) => row.contract_number },
  { header: 'Quantity (shares)', width: 16, numFmt: '#,##0', value: (row) => row.quantity },
  { header: 'Buy Price (LKR)', width: 16, numFmt: PRICE, value: (row) => row.buyPrice },
  { header: 'Sell Price (LKR)', width: 16, numFmt: PRICE, value: (row) => row.sellPrice },
  { header: 'Buy Date', width: 12, numFmt: DAY, value: (row) => day(row.buyDate) },
  { header: 'Sell Date', width: 12, numFmt: DAY, value: (row) => day(row.sellDate) },
  { header: 'Holding Period (days)', width: 20, numFmt: '#,##0', value: (row) => row.holdingPeriod },
  money('Cost Basis (LKR)', (row) => row.costBasis),
  money(
    'Realized Capital Gain (LKR)',
    ofSale((row) => row.realizedPnL),
  ),
  { header: 'P&L (%)', width: 12, numFmt: '#,##0.00', value: ofSale((row) => row.pnLPercentage) },
  money('Charges on Purchases (LKR)', (row) => row.buyCharges),
  money(
    'Charges on Sales (LKR)',
    ofSale((row) => row.sellFees),
  ),
  money(
    'Net Capital Gain (LKR)',
    ofSale((row) => row.netCapitalGain),
  ),
  money(
    'Cost of Funds (LKR)',
    ofSale((row) => row.costOfFunds),
  ),
  money(
    'After Fees and Cost of Funds (LKR)',
    ofSale((row) => row.afterCosts),
  ),
]
/** Trades that a workbook takes. */
const MOST = 100_000
const PAGE = 1_000

/** The name of a file of these gains, without its ending. */
export const fileNameOf = (span: RealizedSpan): string =>
  `realized-pnl-${span.books.replace(/[\\/:*?"<>|]+/g, '-')}-${rangeWord(span)}`

/** The workbook as a stream. @throws Refusal `realized.too-many` where the range has more trades than it takes. */
export async function realizedWorkbook(db: Queryable, span: RealizedSpan, now: Date): Promise<Readable> {
  const [by, trades] = await Promise.all([realizedBy(db, span), countTrades(db, span, MOST + 1)])
  if (trades > MOST) throw new Refusal('realized.too-many', { limit: MOST.toLocaleString('en-LK') })
  async function* rows(): AsyncGenerator<Cell[]> {
    yield* headOf(span, by, now)
    yield COLUMNS.map(({ header }) => header)
    let cursor: string | undefined
    for (;;) {
      const page = await tradeHistory(db, span, { limit: PAGE, cursor })
      for (const row of page.rows) yield COLUMNS.map((column) => cellOf(column, row))
      if (page.next === null) return
      cursor = page.next
    }
  }
  const columns = COLUMNS.map(({ width, numFmt }) => ({ width, ...(numFmt && { style: { numFmt } }) }))
  return Readable.fromWeb(writeXlsxStream(rows(), { name: 'Realized Gain Loss', columns }) as never)
}

/** What stands above the trades: whose they are and what they come to, on both bases. */
function headOf(span: RealizedSpan, by: RealizedBy, now: Date): Cell[][] {
  const { portfolioSummary: summary, parts } = figuresOf(span, by)
  return [
    ['Realized Gain/Loss Tracking'],
    [booksOf(span)],
    [
      span.startDate === null
        ? `Until ${dayInWords(span.to)}`
        : `${dayInWords(span.startDate)} to ${dayInWords(span.to)}`,
    ],
    [`Equity Manager, exported ${momentInColombo(now)}`],
    [],
    ['Realized gains (LKR)', summary.totalRealizedGains],
    ['Realized losses (LKR)', summary.totalRealizedLosses],
    ['Net realized capital gain (LKR)', summary.netRealizedPnL],
    ['Charges on purchases (LKR)', parts.buyCharges],
    ['Charges on sales (LKR)', parts.sellFees],
    ['After fees (LKR)', parts.afterFees],
    ['Cost of funds (LKR)', parts.costOfFunds],
    ['After fees and cost of funds (LKR)', parts.realizedPnL],
    ['Sales', String(summary.totalTrades)],
    ['Win rate (%)', summary.winRate],
    [],
  ]
}

function cellOf({ value, numFmt }: Column, row: TradeHistoryRow): Cell {
  const cell = value(row)
  return numFmt === DAY && cell !== null ? new Date(`${cell}T00:00:00Z`) : cell
}
