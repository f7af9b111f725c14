/** The Daily Holdings Report as a file: what one portfolio or all hold at the end of a day. */

import type { Reply } from '@em/contract/kit/route'
import { prices } from '@em/contract/prices/prices'
import type { reportFiles } from '@em/contract/reports/report-files'
import { chosenBySymbol } from '@em/paper/at-cost'
import { dailyFile, dailyReport, dailyRows } from '@em/paper/daily-holdings'
import { may } from '../../../platform/authorize.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Outcome } from '../../../platform/door.ts'
import type { Server } from '../../../platform/http/serve.ts'
import type { WriteInput } from '../../../platform/http/writes.ts'
import { portfolioHoldings } from '../../holdings/of-all.queries.ts'
import { portfolioOrAll } from '../../portfolios/portfolios.queries.ts'
import { choicesAtCost } from '../../prices/at-cost.queries.ts'
import { makeReportFile, whoseWords } from './make-file.ts'

type Making = typeof reportFiles.dailyHoldings

/**
 * Makes the file. A workbook and a PDF have the totals of each portfolio under its holdings and of all at the end; a CSV file
 * holds holdings alone. Who chose cost is for those who may read prices.
 * @throws Refusal as `makeReportFile`; 404 for a portfolio that the person does not see.
 */
export function exportHoldings(
  { database, clock }: Pick<Server, 'database' | 'clock'>,
  tx: Transaction,
  input: WriteInput<Making>,
): Promise<Outcome<Reply<Making>>> {
  const { format } = input.body
  const asOf = input.body.asOf ?? clock.today()
  return database.snapshot(async (db) => {
    const portfolio = await portfolioOrAll(db, input.body)
    input.progress(0, 0, 'Valuing the holdings')
    const holdings = await portfolioHoldings(db, portfolio?.id ?? null, asOf)
    const chosen = chosenBySymbol(may(prices.atCost, input.user) ? await choicesAtCost(db) : [])
    const rows = dailyRows(holdings, chosen)
    const paper = async (by: string) => {
      input.progress(0, 0, 'Making the PDF')
      const of = {
        portfolioId: portfolio?.portfolioId ?? 'all',
        portfolioName: portfolio?.portfolioName ?? whoseWords(null, input.user),
        all: portfolio === null,
      }
      return dailyReport(rows, { ...of, date: asOf, by, chosen })
    }
    const report = {
      title: 'Daily Holdings',
      period: asOf,
      portfolio,
      format,
      count: holdings.length,
      needs: 'holdings.read' as const,
      table: dailyFile(rows, format === 'xlsx'),
      paper,
      asked: { as_of: asOf },
    }
    return makeReportFile({ tx, db, now: clock.now() }, report, input)
  })
}
