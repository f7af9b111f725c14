/** The words of scheduled reports. */
import type { ReportFormat } from '@em/contract/reports/report-files'
import { DUE_WORDS, type ReportSchedule, type ScheduledRun } from '@em/contract/reports/report-schedules'
import { formatDate } from '../../../lib/dates.ts'

export const FORMAT_WORDS: Readonly<Record<ReportFormat, string>> = {
  xlsx: 'Excel',
  pdf: 'PDF',
  csv: 'CSV',
}

/** Which portfolios: a name, `all` for all of them. */
export function portfoliosOf(
  { all_portfolios, portfolioId, portfolioName }: ReportSchedule,
  all: string,
): string {
  if (all_portfolios) return all
  return portfolioId === null
    ? 'A portfolio that you may not see any more'
    : `${portfolioName} (${portfolioId})`
}

/** "Each trading day at 16:30, Excel" */
export const rhythmOf = ({ every, time, format }: ReportSchedule): string =>
  `${DUE_WORDS[every]} at ${time}, ${FORMAT_WORDS[format]}`

/** When it is made next. */
export const nextOf = ({ next_day: day, time }: ReportSchedule): string =>
  day === null ? 'Switched off: not made until you switch it on' : `Next on ${formatDate(day)} at ${time}`

const AT_WORK = new Set<ScheduledRun['status']>(['waiting', 'running'])
export const isAtWork = ({ last_run: run }: ReportSchedule): boolean =>
  run !== null && AT_WORK.has(run.status)

/** The result of the latest run, in addition to its file. */
export function resultOf({ status, error, file }: ScheduledRun): string {
  if (status === 'failed') return `failed: ${error?.message ?? 'the server gave no reason'}`
  if (status === 'cancelled') return 'cancelled'
  if (status !== 'done') return 'is being made'
  return file === null ? 'made; its file is not kept any more' : 'made'
}
