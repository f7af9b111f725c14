import { reportFiles } from '@em/contract/reports/report-files'
import type { ScheduledReport } from '@em/contract/reports/report-schedules'

/** The call that makes the file of each report: its right is the right to the report. */
export const MAKES = {
  'trade-blotter': reportFiles.tradeBlotter,
  'daily-holdings': reportFiles.dailyHoldings,
  limits: reportFiles.limits,
  'fees-and-levies': reportFiles.feesAndLevies,
} as const satisfies Record<ScheduledReport, unknown>
