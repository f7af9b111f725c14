import { z } from 'zod'
import { date, optional, optionalText } from '../kit/fields.ts'
import { idParams } from '../kit/register.ts'
import { route } from '../kit/route.ts'
import { portfolioOf } from './action-elections.ts'
import { named, reads, writes } from './corporate-actions.ts'
import { ACTION_KINDS } from './kinds.ts'

/** Reports of corporate actions: money that is expected, tax with its certificates, what is due on which day. Amounts in rupees. */

/** Money of an event that is still to come, or came. */
export const actionReceivable = z.object({
  action: z.number(),
  kind: z.enum(ACTION_KINDS),
  title: z.string(),
  securityCode: z.string().nullable(),
  securityName: z.string(),
  portfolioId: z.string(),
  portfolioName: z.string(),
  /** 1210, 1200 or 1220, by its role. */
  role: z.string(),
  due: z.string().nullable(),
  /** Calendar days since it was due; negative before. */
  days: z.number(),
  band: z.enum(['not due', '0-30', '31-60', '61-90', 'over 90']),
  expected: z.number(),
  received: z.number(),
  written_off: z.number(),
  outstanding: z.number(),
  /** False while it is only assumed to come on its day. */
  is_confirmed: z.boolean(),
})
export type ActionReceivable = z.output<typeof actionReceivable>

export const taxCertificate = z.object({
  action: z.number(),
  /** The portfolio that bears the tax. */
  portfolioId: z.string(),
  portfolioName: z.string(),
  payer: z.string(),
  securityCode: z.string().nullable(),
  /** When the tax was withheld: the ex date; where the payment date has another rate, the payment date. */
  date: z.string().nullable(),
  gross: z.number(),
  /** Percent. */
  rate: z.number(),
  tax: z.number(),
  number: z.string().nullable(),
  received_on: z.string().nullable(),
  /** Outside 6200: the tax of a scrip dividend without income. */
  is_memo: z.boolean(),
  /** Outside 6200: of a dividend of before the books began, an open item of their opening. */
  is_taken_on: z.boolean(),
})
export type TaxCertificate = z.output<typeof taxCertificate>

export const taxCertificates = z.object({
  rows: z.array(taxCertificate),
  tax: z.number(),
  /** Movement of 6200 in the same days and portfolios. */
  ledger: z.number(),
  /** What of the ledger's movement is provisional tax at the ex dates of dividends paid on other days, less what of the tax listed was posted before these days. */
  provisional: z.number(),
  /** Ledger less tax less provisional. */
  difference: z.number(),
  memo: z.number(),
  /** Tax of dividends of before the books began: their certificates are expected, 6200 has nothing of it. */
  taken_on: z.number(),
  missing: z.number(),
})
export type TaxCertificates = z.output<typeof taxCertificates>

export const DUE_KINDS = [
  'XD',
  'record',
  'payment',
  'allotment',
  'subscription',
  'renunciation',
  'acceptance',
  'settlement',
] as const
export const calendarEntry = z.object({
  date: z.string(),
  what: z.enum(DUE_KINDS),
  /** Of a settlement: null. */
  action: z.number().nullable(),
  kind: z.string(),
  title: z.string(),
  securityCode: z.string().nullable(),
  portfolios: z.number(),
  amount: z.number().nullable(),
})
export type CalendarEntry = z.output<typeof calendarEntry>

const span = { from: optional(date).optional(), to: optional(date).optional() }

export const actionReports = {
  receivables: route({
    ...reads,
    name: 'action-reports.receivables',
    load: 'report',
    method: 'GET',
    path: '/corporate-action-reports/receivables',
    summary: 'Expected, booked and received money of events by portfolio, with its age',
    query: z.object({ ...named, ...span, open: z.enum(['0', '1']).optional() }),
    reply: z.array(actionReceivable),
  }),
  certificates: route({
    ...reads,
    name: 'action-reports.certificates',
    load: 'report',
    method: 'GET',
    path: '/corporate-action-reports/tax-certificates',
    summary:
      'Tax withheld from dividends with its certificates, tied to 6200; the tax of scrip dividends without income below it',
    query: z.object({ ...named, ...span }),
    reply: taxCertificates,
  }),
  saveCertificate: route({
    ...writes,
    name: 'action-reports.save-certificate',
    method: 'PUT',
    path: '/corporate-action-reports/tax-certificates/:id',
    summary:
      'Record the certificate of the tax of one dividend in one portfolio; a blank number takes it back',
    params: idParams,
    body: z.object({
      portfolioId: portfolioOf,
      /** Null or blank takes it back; left out, it stays. */
      number: optionalText(60).optional(),
      receivedOn: optional(date).optional(),
    }),
    reply: taxCertificate,
  }),
  calendar: route({
    ...reads,
    name: 'action-reports.calendar',
    load: 'report',
    method: 'GET',
    path: '/corporate-action-reports/calendar',
    summary:
      'What is due for what we hold, day by day: XD, record, payment, renunciation, acceptance, settlement',
    query: z.object({ ...named, ...span }),
    reply: z.array(calendarEntry),
  }),
}
