/** The realized gains of a range as a workbook: figures on top, the trades under them; made as it is sent. */
import { Readable } from 'node:stream'
import type { TradeHistoryRow } from '@em/contract/realized/realized'
import { dayInWords } from '@em/core/values/date-texts'
import { momentInColombo } from '@em/paper/dates'
import { streamedFile } from '@em/paper/files/streamed'
import { REALIZED_COLUMNS } from '@em/paper/realized-trades'
import type { Queryable } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { countTrades, tradeHistory } from './history.queries.ts'
import { booksOf, figuresOf } from './realized.answers.ts'
import { type RealizedSpan, rangeWord } from './realized.asked.ts'
import { type RealizedBy, realizedBy } from './sums/sums.queries.ts'

type HeadLine = readonly (string | number)[]
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
  async function* rows(): AsyncGenerator<TradeHistoryRow> {
    let cursor: string | undefined
    for (;;) {
      const page = await tradeHistory(db, span, { limit: PAGE, cursor })
      yield* page.rows
      if (page.next === null) return
      cursor = page.next
    }
  }
  const table = {
    name: 'Realized Gain Loss',
    columns: REALIZED_COLUMNS,
    head: headOf(span, by, now),
    rows: rows(),
  }
  return Readable.from(streamedFile(table, 'xlsx'))
}

/** The lines above the trades: the portfolio or scope and its sums, on both bases. */
function headOf(span: RealizedSpan, by: RealizedBy, now: Date): HeadLine[] {
  const { portfolioSummary: summary, parts } = figuresOf(span, by)
  return [
    ['Realized Gain/Loss Tracking'],
    [booksOf(span)],
    [
      span.startDate === null
        ? `Until ${dayInWords(span.to)}`
        : `${dayInWords(span.startDate)} to ${dayInWords(span.to)}`,
    ],
    [`Equity Manager, exported ${momentInColombo(now.toISOString())}`],
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
