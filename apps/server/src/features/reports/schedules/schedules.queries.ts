/** Scheduled reports as their owner is shown them. */

import type { ExportFormat } from '@em/contract/exports/exports'
import type { JobStatus } from '@em/contract/jobs/jobs'
import type { ApiError } from '@em/contract/kit/errors'
import type { ReportSchedule, ScheduledReport, ScheduledRun } from '@em/contract/reports/report-schedules'
import type { DueEvery } from '@em/core/holidays/due-days'
import type { MarketCalendar } from '@em/core/holidays/market-calendar'
import { isWithin, type SignedIn } from '../../../platform/authorize.ts'
import { type Queryable, type RowOf, statement } from '../../../platform/database/database.ts'
import { nextDue } from '../../../platform/moments.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { loadCalendar } from '../../holidays/holidays.queries.ts'

const OWN = statement(
  'report-schedules.own',
  `SELECT s.id, s.report, s.portfolio_id AS portfolio, p.portfolio_id AS code, p.portfolio_name AS name, s.format, s.every, s.at_time,
          s.is_on, s.version, s.done_to, r.day AS run_day, r.at AS run_at, r.error AS run_error, j.id AS job_id, j.status AS job_status,
          j.error AS job_error, f.id AS file_id, f.portfolios AS file_portfolios, f.file_name, f.media_type, f.rows, f.bytes, f.kept_until
     FROM report_schedules s
     LEFT JOIN portfolios p ON p.id = s.portfolio_id
     LEFT JOIN report_schedule_runs r ON r.schedule_id = s.id
     LEFT JOIN jobs j ON j.id = r.job_id
     LEFT JOIN export_files f ON f.job_id = j.id AND f.stored > 0 AND f.kept_until > clock_timestamp()
    WHERE s.owner_id = :ownerId AND (:id?::bigint IS NULL OR s.id = :id) ORDER BY s.id`,
)
type Row = RowOf<typeof OWN>

/** One's own, oldest first. */
export async function ownSchedules(db: Queryable, user: SignedIn): Promise<ReportSchedule[]> {
  const [rows, calendar] = await Promise.all([
    db.query(OWN, { ownerId: user.id, id: null }),
    loadCalendar(db),
  ])
  return rows.map((row) => toSchedule(row, user, calendar))
}

/** One of the user's own. @throws Refusal 404, also for another user's. */
export async function ownSchedule(db: Queryable, id: number, user: SignedIn): Promise<ReportSchedule> {
  const [row] = await db.query(OWN, { ownerId: user.id, id })
  if (row === undefined) throw new Refusal('record.missing', { what: 'The schedule' })
  return toSchedule(row, user, await loadCalendar(db))
}

function toSchedule(row: Row, user: SignedIn, calendar: MarketCalendar): ReportSchedule {
  const { every, time } = ruleOf(row)
  return {
    id: row.id,
    report: row.report as ScheduledReport,
    all_portfolios: row.portfolio === null,
    portfolioId: row.code,
    portfolioName: row.name,
    format: row.format as ExportFormat,
    every,
    time,
    is_on: row.is_on,
    version: row.version,
    next_day: row.is_on ? nextDue({ every, time }, calendar, new Date(row.done_to)).day : null,
    last_run: runOf(row, user),
  }
}

/** When a schedule comes due. */
export const ruleOf = ({ every, at_time: time }: { readonly every: string; readonly at_time: string }) => ({
  every: every as DueEvery,
  time,
})

function runOf(row: Row, user: SignedIn): ScheduledRun | null {
  if (row.run_day === null || row.run_at === null) return null
  const error = row.job_error ?? row.run_error
  const status = row.job_status ?? (error === null ? 'done' : 'failed')
  return {
    day: row.run_day,
    at: row.run_at,
    job_id: row.job_id,
    status: status as JobStatus,
    error: error === null ? null : (JSON.parse(error) as ApiError),
    file: fileOf(row, user),
  }
}

/** A report made with more portfolios than the person sees now is not offered: he could not download it. */
function fileOf({ file_id: id, ...row }: Row, user: SignedIn): ScheduledRun['file'] {
  if (id === null || !isWithin(row.file_portfolios, user)) return null
  return {
    id,
    file_name: row.file_name ?? '',
    media_type: row.media_type ?? '',
    rows: row.rows ?? 0,
    bytes: row.bytes ?? 0,
    kept_until: row.kept_until ?? '',
  }
}
