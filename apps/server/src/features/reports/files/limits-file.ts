/** The Limits Report as a file: how far limits are used on its last day; in a workbook and on paper with breaches and changes. */

import type { Reply } from '@em/contract/kit/route'
import type { reportFiles } from '@em/contract/reports/report-files'
import { limitsFile, limitsPaper } from '@em/paper/limits-report'
import type { Transaction } from '../../../platform/database/database.ts'
import { inScope } from '../../../platform/database/scope.ts'
import type { Outcome } from '../../../platform/door.ts'
import type { Server } from '../../../platform/http/serve.ts'
import type { WriteInput } from '../../../platform/http/writes.ts'
import { limitsReport } from '../../limits/report.queries.ts'
import { seesReasons } from '../../limits/seen.ts'
import { portfolioOrAll } from '../../portfolios/portfolios.queries.ts'
import { makeReportFile } from './make-file.ts'

type Making = typeof reportFiles.limits

/** @throws Refusal as `makeReportFile`; 404 for a portfolio that the person does not see. */
export async function exportLimits(
  { database, clock }: Pick<Server, 'database' | 'clock'>,
  tx: Transaction,
  input: WriteInput<Making>,
): Promise<Outcome<Reply<Making>>> {
  const { from, to, format } = input.body
  const portfolio = await portfolioOrAll(tx, input.body)
  const { see } = input.user.portfolios
  input.progress(0, 0, 'Measuring the limits')
  // Computed for the books at one moment, and cut to what the person may see.
  const report = await inScope('all', input.user.id, () =>
    database.snapshot((books) =>
      limitsReport(books, {
        from,
        to,
        portfolio,
        today: clock.today(),
        see,
        reasons: seesReasons(input.user),
        now: clock.now(),
      }),
    ),
  )
  return database.snapshot((db) =>
    makeReportFile(
      { tx, db, now: clock.now() },
      {
        title: 'Limits Report',
        period: from === to ? from : `${from} to ${to}`,
        portfolio,
        format,
        count: report.utilisation.length,
        needs: 'limits.read' as const,
        table: limitsFile(report),
        paper: async (by: string) => limitsPaper(report, by),
        sheets: 'of each table' as const,
        asked: { from, to },
      },
      input,
    ),
  )
}
