import { DUE_EVERY, type DueEvery } from '@em/core/holidays/due-days'
import { z } from 'zod'
import { exportFile } from '../exports/exports.ts'
import { JOB_STATUSES } from '../jobs/jobs.ts'
import { apiError } from '../kit/errors.ts'
import { changeOf, optional, recordId, recordVersion, text } from '../kit/fields.ts'
import { idParams, removed, versionQuery } from '../kit/register.ts'
import { route } from '../kit/route.ts'
import { REPORT_FORMATS } from './report-files.ts'

/** Reports that are made by the clock, as ordinary jobs of the person who scheduled them. Everybody has his own. */

/** The reports that can be scheduled. */
export const SCHEDULED_REPORTS = {
  'trade-blotter': 'Trade Blotter',
  'daily-holdings': 'Daily Holdings Report',
  limits: 'Limits Report',
  'fees-and-levies': 'Fees and Levies Report',
} as const
export type ScheduledReport = keyof typeof SCHEDULED_REPORTS
const REPORTS = Object.keys(SCHEDULED_REPORTS) as [ScheduledReport, ...ScheduledReport[]]

export const DUE_WORDS: Readonly<Record<DueEvery, string>> = {
  'market-day': 'Each trading day',
  'month-end': 'Last trading day of the month',
}
/** Schedules of one person, at most. */
export const SCHEDULES_MAX = 50

/** The latest run of a schedule. */
export const scheduledRun = z.object({
  /** The day that the report is of. */
  day: z.string(),
  at: z.string(),
  /** Null where the run could not even be handed in, and once its job is forgotten. */
  job_id: z.number().nullable(),
  status: z.enum(JOB_STATUSES),
  /** Why it failed. */
  error: apiError.nullable(),
  /** As long as it is kept. */
  file: exportFile.nullable(),
})
export type ScheduledRun = z.output<typeof scheduledRun>

export const reportSchedule = z.object({
  id: z.number(),
  report: z.enum(REPORTS),
  all_portfolios: z.boolean(),
  /** Both null for all portfolios, and for one that the person does not see any more. */
  portfolioId: z.string().nullable(),
  portfolioName: z.string().nullable(),
  format: z.enum(REPORT_FORMATS),
  every: z.enum(DUE_EVERY),
  /** The time of day in Colombo, HH:MM. */
  time: z.string(),
  is_on: z.boolean(),
  version: z.number(),
  /** The day on which it comes due next; null while it is off. */
  next_day: z.string().nullable(),
  last_run: scheduledRun.nullable(),
})
export type ReportSchedule = z.output<typeof reportSchedule>

const terms = {
  /**
   * One portfolio by its code, name or id; `all`, null, or nothing in a new one: every portfolio that the person sees. Left out of a
   * change, it stays.
   */
  portfolioId: optional(z.union([text(200), recordId()])).optional(),
  format: z.enum(REPORT_FORMATS, { error: 'Must be xlsx, pdf or csv.' }),
  every: z.enum(DUE_EVERY, { error: 'Must be market-day or month-end.' }),
  time: z
    .string({ error: 'The time of day is required.' })
    .max(5, { error: 'Must be a time like 16:30.', abort: true })
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time like 16:30.'),
  is_on: z.boolean({ error: 'Must be true or false.' }).default(true),
}

const base = { tag: 'Reports', needs: 'signed-in' } as const
export const reportSchedules = {
  list: route({
    ...base,
    name: 'report-schedules.list',
    load: 'light',
    method: 'GET',
    path: '/report-schedules',
    summary: "One's own scheduled reports with their latest run and the next one, oldest first",
    reply: z.array(reportSchedule),
  }),
  create: route({
    ...base,
    name: 'report-schedules.create',
    method: 'POST',
    path: '/report-schedules',
    status: 201,
    summary:
      'Have a report made as a file by the clock, on trading days at a time of day in Colombo; it takes the right to the report, also when it is made',
    body: z.object({
      report: z.enum(REPORTS, { error: `Must be one of: ${REPORTS.join(', ')}.` }),
      ...terms,
    }),
    reply: reportSchedule,
  }),
  change: route({
    ...base,
    name: 'report-schedules.change',
    method: 'PUT',
    path: '/report-schedules/:id',
    summary: 'Change when and how a scheduled report is made, or switch it on or off',
    params: idParams,
    body: z.object({ ...changeOf(terms), version: recordVersion }),
    reply: reportSchedule,
  }),
  remove: route({
    ...base,
    name: 'report-schedules.remove',
    method: 'DELETE',
    path: '/report-schedules/:id',
    summary: 'Delete a scheduled report; the files that it made stay as long as they are kept',
    params: idParams,
    query: versionQuery,
    reply: removed,
  }),
  run: route({
    ...base,
    name: 'report-schedules.run',
    method: 'POST',
    dryRunStatus: null,
    path: '/report-schedules/:id/run',
    summary: 'Make a scheduled report now, of the latest trading day; answers it with the job in `last_run`',
    params: idParams,
    reply: reportSchedule,
  }),
}
