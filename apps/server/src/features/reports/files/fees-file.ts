/** Fees and Levies of a month as a file: the trades with their fees; on paper with the totals by component and their ties. */

import type { Reply } from '@em/contract/kit/route'
import { FEES_TRADES_MAX } from '@em/contract/reports/fees-of-month'
import type { reportFiles } from '@em/contract/reports/report-files'
import { feesFile, feesReport } from '@em/paper/fees-and-levies'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Outcome } from '../../../platform/door.ts'
import type { Server } from '../../../platform/http/serve.ts'
import type { WriteInput } from '../../../platform/http/writes.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { portfolioOrAll } from '../../portfolios/portfolios.queries.ts'
import { feesOfMonthAt } from '../fees-of-month.queries.ts'
import { makeReportFile, whoseWords } from './make-file.ts'

type Making = typeof reportFiles.feesAndLevies

/** @throws Refusal as `makeReportFile`, also of more trades than are listed; 404 for a portfolio that the person does not see. */
export function exportFees(
  { database, clock }: Pick<Server, 'database' | 'clock'>,
  tx: Transaction,
  input: WriteInput<Making>,
): Promise<Outcome<Reply<Making>>> {
  const { format, month = clock.today().slice(0, 7) } = input.body
  return database.snapshot(async (db) => {
    const portfolio = await portfolioOrAll(db, input.body)
    input.progress(0, 0, 'Adding up the fees')
    const scope = {
      portfolioIds: portfolio === null ? null : [portfolio.id],
      portfolio: portfolio?.portfolioName ?? null,
      entity: null,
    }
    const fees = { ...(await feesOfMonthAt(db, month, scope)), generatedAt: clock.now().toISOString() }
    if (fees.hasMore) {
      const words = (lines: number) => lines.toLocaleString('en-LK')
      throw new Refusal('report.too-long', {
        count: words(fees.trades),
        limit: words(FEES_TRADES_MAX),
        file: 'A file of this report',
      })
    }
    const report = {
      title: 'Fees and Levies',
      period: month,
      portfolio,
      format,
      count: fees.rows.length,
      needs: 'reports.read' as const,
      table: feesFile(fees),
      paper: async (by: string) =>
        feesReport(fees, {
          by,
          whose: whoseWords(portfolio, input.user),
          fileName: `fees-and-levies-${month}`,
        }),
      asked: { month },
    }
    return makeReportFile({ tx, db, now: clock.now() }, report, input)
  })
}
