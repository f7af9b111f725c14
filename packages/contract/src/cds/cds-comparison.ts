import { BREAK_CAUSES } from '@em/core/cds/compare'
import { z } from 'zod'
import { FILE_BYTES_MAX } from '../kit/bounds.ts'
import { date, fileData, optional, recordId, text } from '../kit/fields.ts'
import { fileAnswers } from '../kit/file-answers.ts'
import { idParams } from '../kit/register.ts'
import { route } from '../kit/route.ts'

/**
 * Statements of the Central Depository compared with what we hold: settled shares against the balances of the statement's date,
 * unsettled trades apart, each break with its likely cause. Quantities are shares.
 */

/** Lines of one statement: a thousand accounts with twenty securities each. */
export const CDS_LINES_MAX = 20_000

/** What a column of a statement can mean; `balance` counts pledged shares, `free` does not. */
export const CDS_FIELDS = ['account', 'symbol', 'isin', 'balance', 'free', 'pledged', 'date'] as const
export type CdsField = (typeof CDS_FIELDS)[number]
export const CDS_FIELD_LABELS: Readonly<Record<CdsField, string>> = {
  account: 'CDS account',
  symbol: 'Symbol',
  isin: 'ISIN',
  balance: 'Balance',
  free: 'Free balance',
  pledged: 'Pledged',
  date: 'Statement date',
}

const header = z.string().max(200)
const maybeHeader = optional(header).prefault(null)
/** The header of the column for each field; a header that occurs twice is named with " (2)". */
export const cdsColumns = z.object({
  account: maybeHeader,
  symbol: maybeHeader,
  isin: maybeHeader,
  balance: maybeHeader,
  free: maybeHeader,
  pledged: maybeHeader,
  date: maybeHeader,
})
export type CdsColumns = z.output<typeof cdsColumns>

const problem = z.object({
  line: z.number(),
  /** Label of the field. */
  field: z.string(),
  message: z.string(),
  value: z.string().nullable(),
})
export type CdsProblem = z.output<typeof problem>

export const cdsReading = z.object({
  fileName: z.string(),
  kind: z.enum(['csv', 'xlsx']),
  sheet: z.string().nullable(),
  sheets: z.array(z.string()),
  headers: z.array(z.string()),
  /** As they were sent, else as the headers suggest. */
  columns: cdsColumns,
  /** The required fields for which no column was found. */
  missing: z.array(z.string()),
  /** The day that the file says; null where it says none. */
  statementDate: z.string().nullable(),
  /** The first 50 lines as they were read. */
  sample: z.array(
    z.object({
      line: z.number(),
      account: z.string().nullable(),
      symbol: z.string(),
      balance: z.number(),
      pledged: z.number().nullable(),
    }),
  ),
  rows: z.number(),
  /** At most 1,000. While there are any, the statement cannot be compared. */
  problems: z.array(problem),
  problemCount: z.number(),
})
export type CdsReading = z.output<typeof cdsReading>

const file = {
  fileName: z.string().max(300).default(''),
  /** The file, base64, at most 10 MB. */
  data: fileData(FILE_BYTES_MAX),
  /** Which sheet of a workbook; left out: the first that holds a table. */
  sheet: optional(z.string().max(200)).optional(),
  columns: cdsColumns.optional(),
  /** The account of lines that name none. */
  account: optional(recordId('Must be the id of a CDS account.')).optional(),
  ...fileAnswers,
}

const comparedTrade = z.object({
  id: z.number(),
  deal_number: z.string(),
  side: z.enum(['buy', 'sell']),
  quantity: z.number(),
  trade_date: z.string(),
  /** When its shares were to move; null where its settlement had failed. */
  settlement_date: z.string().nullable(),
  isUnsettled: z.boolean(),
  /** The difference is of this trade. */
  isCause: z.boolean(),
})
const breakNote = z.object({ text: z.string(), by: z.string(), at: z.string() })

export const comparedLine = z.object({
  account_id: z.number(),
  account: z.string(),
  /** Null for a security that is not in the Equity Master. */
  equity_id: z.number().nullable(),
  symbol: z.string(),
  company_name: z.string().nullable(),
  /** By trade date, what of it has not settled, and what has. */
  held: z.number(),
  unsettled_buys: z.number(),
  unsettled_sales: z.number(),
  settled: z.number(),
  pledged: z.number(),
  /** Null where the statement does not name the security. */
  balance: z.number().nullable(),
  stated_pledged: z.number().nullable(),
  /** The statement less what has settled. */
  difference: z.number(),
  /** Null where both agree. */
  cause: z.enum(BREAK_CAUSES).nullable(),
  /** The other account, if the difference is in one. */
  other_account: z.string().nullable(),
  /** The shares not yet credited, such as a bonus. */
  awaited: z.string().nullable(),
  trades: z.array(comparedTrade),
  note: breakNote.nullable(),
})
export type ComparedLine = z.output<typeof comparedLine>

export const cdsComparison = z.object({
  id: z.number(),
  statement_date: z.string(),
  file_name: z.string().nullable(),
  /** Hexadecimal. */
  sha256: z.string(),
  uploaded_by: z.string(),
  uploaded_at: z.string(),
  /** Which comparison of the statement it is, from 1, and when it was made. */
  version: z.number(),
  compared_by: z.string(),
  compared_at: z.string(),
  accounts: z.number(),
  lines: z.number(),
  agreed: z.number(),
  breaks: z.number(),
  /** Breaks that a user explained. */
  explained: z.number(),
})
export type CdsComparison = z.output<typeof cdsComparison>

export const cdsComparisonDetail = cdsComparison.extend({ rows: z.array(comparedLine) })
export type CdsComparisonDetail = z.output<typeof cdsComparisonDetail>

const yes = z.enum(['0', '1', 'true', 'false']).optional()
const base = { tag: 'CDS comparison' } as const
export const cdsComparisons = {
  read: route({
    ...base,
    name: 'cds-comparisons.read-file',
    needs: 'reconciliations.read',
    scope: 'all',
    load: 'file',
    method: 'POST',
    path: '/cds-comparisons/read-file',
    summary:
      'Read a statement of the Central Depository (.csv or .xlsx, at most 10 MB) without keeping anything',
    body: z.object(file),
    reply: cdsReading,
  }),
  record: route({
    ...base,
    name: 'cds-comparisons.record',
    needs: 'reconciliations.work',
    scope: 'all',
    load: 'upload',
    method: 'POST',
    path: '/cds-comparisons',
    status: 201,
    alsoStatus: [200],
    summary:
      'Keep a statement and compare it with what was held on its date: all of it or nothing; the same file again answers the same comparison (200)',
    query: z.object({ dryRun: yes }),
    body: z.object({
      ...file,
      /** Left out: the day that the file itself says. */
      statementDate: optional(date).optional(),
    }),
    reply: cdsComparisonDetail,
  }),
  list: route({
    ...base,
    name: 'cds-comparisons.list',
    needs: 'reconciliations.read',
    load: 'list',
    method: 'GET',
    path: '/cds-comparisons',
    summary: 'Statements with their newest comparison, newest statement date first',
    query: z.object({ limit: z.coerce.number().int().min(1).max(10_000).optional() }),
    reply: z.array(cdsComparison),
  }),
  get: route({
    ...base,
    name: 'cds-comparisons.get',
    needs: 'reconciliations.read',
    load: 'report',
    method: 'GET',
    path: '/cds-comparisons/:id',
    summary: 'A comparison line by line: the newest of the statement, or a version of it',
    params: idParams,
    query: z.object({ version: z.coerce.number().int().min(1).max(100_000).optional() }),
    reply: cdsComparisonDetail,
  }),
  again: route({
    ...base,
    name: 'cds-comparisons.again',
    needs: 'reconciliations.work',
    scope: 'all',
    method: 'POST',
    path: '/cds-comparisons/:id/again',
    status: 201,
    alsoStatus: [200],
    summary:
      'Compare a statement again with the books as they are now: the next version, or the same (200) where nothing changed',
    params: idParams,
    query: z.object({ dryRun: yes }),
    reply: cdsComparisonDetail,
  }),
  explain: route({
    ...base,
    name: 'cds-comparisons.explain',
    needs: 'reconciliations.work',
    method: 'POST',
    path: '/cds-comparisons/:id/notes',
    status: 201,
    summary: 'Explain a break with a note; the newest note of a break counts',
    params: idParams,
    query: z.object({ dryRun: yes }),
    body: z.object({
      account: recordId('Must be the id of a CDS account.'),
      symbol: text(20, 'The symbol'),
      note: text(500, 'The note'),
    }),
    reply: breakNote,
  }),
}
