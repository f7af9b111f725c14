import { z } from 'zod'
import { exportFile, exportPreview } from '../exports/exports.ts'
import { date, optional, recordId, text } from '../kit/fields.ts'
import { route } from '../kit/route.ts'
import { reportSpan } from '../limits/limit-report-span.ts'
import { monthSent } from './fees-of-month.ts'

/** Reports as files that a job makes and keeps: now, or by a schedule (report-schedules.ts). */

/** A PDF is for reading: as it is made on the screen, up to 10,000 lines. */
export const REPORT_FORMATS = ['xlsx', 'pdf', 'csv'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

const portfolioSent = optional(z.union([text(200), recordId()]))
/** One portfolio by its code, name or id; left out or `all`: every portfolio that the person sees. */
const asked = { portfolio: portfolioSent, portfolioId: portfolioSent }
const format = z.enum(REPORT_FORMATS).default('xlsx')
const base = {
  tag: 'Reports',
  load: 'export',
  runs: 'job',
  onlyReads: true,
  method: 'POST',
  status: 201,
} as const
const reply = z.union([exportFile, exportPreview])

export const reportFiles = {
  tradeBlotter: route({
    ...base,
    name: 'report-files.trade-blotter',
    needs: 'trades.read',
    path: '/report-files/trade-blotter',
    summary:
      'Make an .xlsx, .pdf or .csv file of the trades of a period in the order of recording, with the totals of buys and sales; GET /exports/{id}/file downloads it',
    body: z
      .object({ ...asked, from: date, to: date, format })
      .refine(({ from, to }) => from <= to, { error: 'Must not be before the first day.', path: ['to'] }),
    reply,
  }),
  limits: route({
    ...base,
    name: 'report-files.limits',
    needs: 'limits.read',
    path: '/report-files/limits',
    summary:
      'Make an .xlsx, .pdf or .csv file of the limits of a span: how far they are used on its last day, and in a workbook and a PDF also breaches and changes; GET /exports/{id}/file downloads it',
    body: reportSpan(z.object({ ...asked, from: date, to: date, format })),
    reply,
  }),
  feesAndLevies: route({
    ...base,
    name: 'report-files.fees-and-levies',
    needs: 'reports.read',
    path: '/report-files/fees-and-levies',
    summary:
      'Make an .xlsx, .pdf or .csv file of the fees and levies of the trades of a month (this month when left out), trade by trade, and in a PDF also by component with the ties; GET /exports/{id}/file downloads it',
    body: z.object({ ...asked, month: monthSent, format }),
    reply,
  }),
  dailyHoldings: route({
    ...base,
    name: 'report-files.daily-holdings',
    needs: 'holdings.read',
    path: '/report-files/daily-holdings',
    summary:
      'Make an .xlsx, .pdf or .csv file of what one portfolio or all hold at the end of a day (today when left out), at cost and at market value, with totals; GET /exports/{id}/file downloads it',
    body: z.object({ ...asked, asOf: optional(date), format }),
    reply,
  }),
}
