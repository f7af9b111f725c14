/** The Trade Blotter as a file: the trades of a period in the order of recording, read at one moment. */

import type { Reply } from '@em/contract/kit/route'
import type { reportFiles } from '@em/contract/reports/report-files'
import type { TradeRow } from '@em/contract/trades/transactions'
import {
  BLOTTER_SIDES,
  type BlotterLine,
  blotterColumns,
  blotterReport,
  type SideTotal,
  sideTotal,
} from '@em/paper/trade-blotter'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import type { Outcome } from '../../../platform/door.ts'
import type { Server } from '../../../platform/http/serve.ts'
import type { WriteInput } from '../../../platform/http/writes.ts'
import { portfolioOrAll } from '../../portfolios/portfolios.queries.ts'
import { anyTimes, type BookFilter, listBook, sumBook } from '../../trades/transactions/trade-book.queries.ts'
import { makeReportFile, whoseWords } from './make-file.ts'

type Making = typeof reportFiles.tradeBlotter

const PAGE = 2_000

/**
 * Makes the file. A workbook and a PDF end with the totals of buys and of sales, as on the screen; a CSV file holds trades alone.
 * @throws Refusal as `makeReportFile`; 404 for a portfolio that the person does not see.
 */
export function exportBlotter(
  { database, clock }: Pick<Server, 'database' | 'clock'>,
  tx: Transaction,
  input: WriteInput<Making>,
): Promise<Outcome<Reply<Making>>> {
  const { from, to, format } = input.body
  const today = clock.today()
  return database.snapshot(async (db) => {
    const portfolio = await portfolioOrAll(db, input.body)
    const filter: BookFilter = { portfolioId: portfolio?.id, from, to }
    const read = (cursor?: string) =>
      listBook(db, filter, { sort: 'created_at', limit: PAGE, cursor, page: undefined }, today)
    const first = await read()
    const count = first.total ?? first.rows.length
    async function* trades(): AsyncGenerator<TradeRow> {
      let done = 0
      for (let page = first; ; page = await read(page.nextCursor ?? undefined)) {
        input.progress(done, count, 'Reading the trades')
        yield* page.rows
        done += page.rows.length
        if (page.nextCursor === null) break
      }
    }
    async function* lines(): AsyncGenerator<BlotterLine> {
      for await (const trade of trades()) yield { trade }
      if (format === 'xlsx') for (const total of await totalsOf(db, filter, today)) yield { total }
    }
    const paper = async (by: string) => {
      const rows: TradeRow[] = []
      for await (const trade of trades()) rows.push(trade)
      const totals = await totalsOf(db, filter, today)
      input.progress(count, count, 'Making the PDF')
      const facts = [{ label: 'Portfolio', value: whoseWords(portfolio, input.user) }]
      return blotterReport({ rows, all: count, totals, from, to, facts }, by)
    }
    const report = {
      title: 'Trade Blotter',
      period: from === to ? from : `${from} to ${to}`,
      portfolio,
      format,
      count,
      needs: 'trades.read' as const,
      table: { columns: blotterColumns(await anyTimes(db, filter, today)), rows: lines() },
      paper,
      asked: { from, to },
    }
    return makeReportFile({ tx, db, now: clock.now() }, report, input)
  })
}

/** Buys and sales. */
async function totalsOf(db: Queryable, filter: BookFilter, today: string): Promise<SideTotal[]> {
  const totals: SideTotal[] = []
  for (const side of BLOTTER_SIDES)
    totals.push(sideTotal(side, await sumBook(db, { ...filter, side }, today)))
  return totals
}
