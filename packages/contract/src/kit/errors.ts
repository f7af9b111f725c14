import './without-eval.ts'
import type { RejectionCode } from '@em/core/rejections'
import { dayInWords } from '@em/core/values/date-texts'
import { isPlainDate } from '@em/core/values/dates'
import { z } from 'zod'
import { fileQuestion } from './file-answers.ts'
import { accessRefusals } from './refusals/access.ts'
import { accountingRefusals } from './refusals/accounting-exports.ts'
import { approvalRefusals } from './refusals/approvals.ts'
import { batchRefusals } from './refusals/batches.ts'
import { brokerRefusals } from './refusals/brokers.ts'
import { cdsRefusals } from './refusals/cds.ts'
import { actionRefusals } from './refusals/corporate-actions.ts'
import { custodianRefusals } from './refusals/custodian.ts'
import { documentRefusals } from './refusals/documents.ts'
import { fileRefusals } from './refusals/files.ts'
import { jobRefusals } from './refusals/jobs.ts'
import { ledgerRefusals } from './refusals/ledger.ts'
import { limitRefusals } from './refusals/limits.ts'
import { openingRefusals } from './refusals/openings.ts'
import { orderRefusals } from './refusals/orders.ts'
import { marketRefusals } from './refusals/prices.ts'
import { proposalRefusals } from './refusals/proposals.ts'
import { settlementRefusals } from './refusals/settlements.ts'
import { tradeRefusals } from './refusals/trades.ts'
import { valuationRefusals } from './refusals/valuation.ts'

/** The one shape of every refusal: short error, a sentence for the user, a stable code, the fields at fault. */
export const apiError = z.object({
  error: z.string(),
  message: z.string(),
  code: z.string(),
  details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  /** The question about a file that can be read in two ways. */
  question: fileQuestion.optional(),
  requestId: z.string().optional(),
})
export type ApiError = z.infer<typeof apiError>

/**
 * Every refusal the server can give: its HTTP status and its sentence. `{name}` in a sentence is filled from the
 * facts of the refusal, `{count|row|rows}` with the number and the word that fits it. Each subject has its file in `refusals/`; those
 * of any request are here. A rejection of core has its sentence here too.
 */
export const refusals = {
  'request.invalid': [400, 'Please check the marked fields.'],
  'request.malformed': [400, 'The request is not valid JSON.'],
  'request.form': [400, 'The form broke off, or has more fields than it may. Please send it again.'],
  'request.encoding': [400, 'The request is not UTF-8 text. Please send it in UTF-8.'],
  'request.slow': [408, 'The request took too long to arrive. Please send it again.'],
  'request.too-large': [413, 'The request is larger than {limit}.'],
  'request.media-type': [415, 'Please send JSON (Content-Type: application/json).'],
  'request.compressed': [415, 'The server does not take compressed requests. Please send the body as it is.'],
  'request.method': [405, 'This address does not take {method}.'],
  'request.too-many': [429, '{what} Please try again in {seconds} seconds.'],
  'edition.premium': [403, 'FIFO and Cherry Picking are premium features.'],
  'record.missing': [404, '{what} was not found.'],
  'record.stale': [
    409,
    '{what} was changed by someone else in the meantime. Reload it and make your change again.',
  ],
  'record.duplicate': [409, '{what} with this {field} already exists.'],
  'record.in-use': [409, '{what} is in use and cannot be deleted. Dependencies: {uses}.'],
  'record.fixed': [422, '{field} cannot change once it is saved.'],
  'record.protected': [409, '{what} belongs to the system and cannot be deleted or deactivated.'],
  'idempotency.running': [409, 'The same request is still being carried out. Please wait a moment.'],
  'idempotency.other-body': [422, 'This Idempotency-Key was already used for a different request.'],
  'idempotency.outside': [
    409,
    'This was answered before, when you were given more portfolios. Please look in the lists whether it was saved.',
  ],
  'preview.stale': [409, 'The figures have changed since they were shown. Please check them and save again.'],
  'server.busy': [503, 'The server is busy at the moment. Nothing was saved. Please try again.'],
  'read.too-slow': [
    422,
    'This takes longer than {limit} to read. Please narrow it (one portfolio, fewer days, a longer search text) or try again later.',
  ],
  'server.no-database': [
    503,
    'The database is not available at the moment. Nothing was saved. Please try again.',
  ],
  'server.no-space': [
    503,
    'The disk of the server is almost full. Nothing was saved. Please tell whoever runs the server.',
  ],
  'server.no-writes': [
    503,
    'The database does not accept changes at the moment. Nothing was saved. Please try again, or tell whoever runs the server.',
  ],
  'server.unknown': [
    503,
    'The connection was lost while saving. Please check whether it was saved before trying again; the same request sent again is safe.',
  ],
  'server.fault': [500, 'Something went wrong on the server. Nothing was saved. Please try again.'],
  'account.mapped': [409, 'Account {account} takes postings ({roles}) and cannot be deactivated.'],
  ...accessRefusals,
  ...tradeRefusals,
  ...openingRefusals,
  ...settlementRefusals,
  ...batchRefusals,
  ...fileRefusals,
  ...jobRefusals,
  ...brokerRefusals,
  ...cdsRefusals,
  ...custodianRefusals,
  ...orderRefusals,
  ...approvalRefusals,
  ...accountingRefusals,
  ...limitRefusals,
  ...proposalRefusals,
  ...documentRefusals,
  ...ledgerRefusals,
  ...marketRefusals,
  ...valuationRefusals,
  ...actionRefusals,
} as const satisfies Record<RejectionCode, readonly [number, string]> &
  Record<string, readonly [number, string]>

export type RefusalCode = keyof typeof refusals

const FACT = /\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g

/** 19065 as 19,065. */
const grouped = (count: string) => count.replace(/\B(?=(?:\d{3})+$)/g, ',')

/** A refusal's sentence with its facts filled in. A count comes as digits; a fact that is a date comes as `YYYY-MM-DD` and is said in words. */
export function refusalMessage(code: RefusalCode, facts: Record<string, string | number> = {}): string {
  return refusals[code][1].replace(FACT, (_, name: string, one?: string, many?: string) => {
    const fact = String(facts[name] ?? '')
    if (one !== undefined) return `${grouped(fact)} ${fact === '1' ? one : many}`
    return isPlainDate(fact) ? dayInWords(fact) : fact
  })
}
