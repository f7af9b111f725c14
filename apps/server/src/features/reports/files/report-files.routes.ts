import { reportFiles } from '@em/contract/reports/report-files'
import type { Server } from '../../../platform/http/serve.ts'
import { serveJob } from '../../../platform/http/serve-job.ts'
import { exportBlotter } from './blotter-file.ts'
import { exportFees } from './fees-file.ts'
import { exportHoldings } from './holdings-file.ts'
import { exportLimits } from './limits-file.ts'

export function reportFilesRoutes(server: Server): void {
  serveJob(server, reportFiles.tradeBlotter, (tx, input) => exportBlotter(server, tx, input))
  serveJob(server, reportFiles.limits, (tx, input) => exportLimits(server, tx, input))
  serveJob(server, reportFiles.feesAndLevies, (tx, input) => exportFees(server, tx, input))
  serveJob(server, reportFiles.dailyHoldings, (tx, input) => exportHoldings(server, tx, input))
}
