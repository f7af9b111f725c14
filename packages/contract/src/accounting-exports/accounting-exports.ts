import { QUICKBOOKS_CODE_MAX } from '@em/core/accounting-exports/file'
import {
  DATE_FORMS,
  DECIMAL_MARKS,
  EXPORT_DETAILS,
  EXPORT_FIELD_NAMES,
  EXPORT_FORMATS,
  faultsOfLayout,
  OTHER_SIDES,
  SEPARATORS,
} from '@em/core/accounting-exports/layout'
import { z } from 'zod'
import { FILE_BYTES_MAX } from '../kit/bounds.ts'
import {
  changeOf,
  date,
  fileData,
  neededVersion,
  optional,
  optionalText,
  recordId,
  text,
} from '../kit/fields.ts'
import { fileAnswers } from '../kit/file-answers.ts'
import { idParams, listQuery, pageQuery } from '../kit/register.ts'
import { route } from '../kit/route.ts'

/**
 * Accounting System Interface: entries of the ledger go to an outside ledger in batches. A target says where and how, its mapping which
 * outside account ours is; a batch holds every entry of the target that is in no batch yet. Amounts in rupees.
 */

export const BATCH_STATES = ['made', 'acknowledged', 'refused', 'replaced'] as const
export type BatchState = (typeof BATCH_STATES)[number]
export const EXPORT_FORMAT_WORDS: Readonly<Record<(typeof EXPORT_FORMATS)[number], string>> = {
  xero: 'Xero, manual journals',
  quickbooks: 'QuickBooks Online, journal entries',
  csv: 'CSV of own columns',
}
export const EXPORT_DETAIL_WORDS: Readonly<Record<(typeof EXPORT_DETAILS)[number], string>> = {
  line: 'Each entry',
  day: 'Summed by day and account',
  month: 'Summed by month and account',
}
const MAPPING_ROWS_MAX = 5_000
const PORTFOLIOS_MAX = 1_000
const COLUMNS_MAX = 40
/** Lines of one batch at most: an earlier last day makes it smaller. */
export const BATCH_LINES_MAX = 1_000_000
/** Lines of an outside trial balance. */
export const OUTSIDE_LINES_MAX = 20_000

const layout = z.object({
  columns: z
    .array(
      z.object({
        field: z.enum(EXPORT_FIELD_NAMES),
        heading: text(100, 'The heading'),
        /** The text of a column of fixed text. */
        text: optionalText(100, 'The fixed text').optional(),
      }),
    )
    .min(1, 'Please choose the columns.')
    .max(COLUMNS_MAX),
  dateForm: z.enum(DATE_FORMS),
  decimalMark: z.enum(DECIMAL_MARKS),
  separator: z.enum(SEPARATORS),
  otherSide: z.enum(OTHER_SIDES),
})
const goodLayout = layout.superRefine((one, context) => {
  for (const message of faultsOfLayout(one)) context.addIssue({ code: 'custom', path: ['columns'], message })
})

const content = {
  name: text(100, 'The name'),
  detail: z.enum(EXPORT_DETAILS),
  /** Entries dated before it are in the opening balances of the outside ledger. */
  startDate: date,
  /** The first day on which the outside books are open; an entry dated before it goes there. The first day where left out. */
  openFrom: optional(date),
  /**
   * The text in the column of the tax rate, of Xero and of a CSV that has one; "Tax Exempt" where left out.
   */
  taxRate: optionalText(100, 'The tax rate'),
  /** Of a CSV: its own columns. */
  layout: optional(goodLayout),
}
const target = z.object({
  id: z.number(),
  /** In the numbers of its batches. */
  code: z.string(),
  name: z.string(),
  format: z.enum(EXPORT_FORMATS),
  detail: z.enum(EXPORT_DETAILS),
  /** Null where portfolios were chosen. */
  entity: z.string().nullable(),
  /** Their codes: those that were chosen, or those of the entity. */
  portfolios: z.array(z.string()),
  startDate: z.string(),
  openFrom: z.string().nullable(),
  taxRate: z.string().nullable(),
  layout: layout.nullable(),
  version: z.number(),
  mappingVersion: z.number(),
  /** Batches so far, and the last day of the newest that was not replaced. */
  batches: z.number(),
  exportedTo: z.string().nullable(),
})
export type AccountingTarget = z.output<typeof target>

const mappingRow = z.object({
  account_code: z.string(),
  outside: z.string(),
  /** The code of a portfolio; null: every portfolio without a row of its own. */
  portfolioId: z.string().nullable(),
  costCentre: z.string().nullable(),
  effectiveFrom: z.string().nullable(),
})
export type AccountingMappingRow = z.output<typeof mappingRow>
const mapping = z.object({
  version: z.number(),
  rows: z.array(mappingRow),
  /** Accounts with lines of the target or with a row, those without any row first. */
  accounts: z.array(
    z.object({
      account_code: z.string(),
      account_name: z.string(),
      debit: z.number(),
      credit: z.number(),
      isMapped: z.boolean(),
    }),
  ),
})
export type AccountingMapping = z.output<typeof mapping>

const batch = z.object({
  id: z.number(),
  number: z.string(),
  target: z.object({ id: z.number(), code: z.string(), name: z.string() }),
  to: z.string(),
  state: z.enum(BATCH_STATES),
  /** The number that the outside ledger gave it. */
  reference: z.string().nullable(),
  /** Why it was refused. */
  reason: z.string().nullable(),
  entries: z.number(),
  vouchers: z.number(),
  lines: z.number(),
  /** The sum of its debits, which equals the sum of its credits. */
  amount: z.number(),
  fileName: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  recordedBy: z.string(),
  recordedAt: z.string(),
})
export type AccountingBatch = z.output<typeof batch>

const tieLine = z.object({
  account_code: z.string(),
  account_name: z.string(),
  /** Debits less credits: exported before, in this batch, and of our books on the last day, as known when the batch was made. */
  before: z.number(),
  debit: z.number(),
  credit: z.number(),
  balance: z.number(),
  difference: z.number(),
})
const batchWithTie = batch.extend({
  tie: z.array(tieLine),
  difference: z.number(),
  steps: z.array(
    z.object({
      what: z.enum(BATCH_STATES),
      at: z.string(),
      by: z.string(),
      reference: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
})
export type AccountingBatchWithTie = z.output<typeof batchWithTie>

const unmapped = z.object({
  account_code: z.string(),
  account_name: z.string(),
  portfolio: z.string().nullable(),
  entries: z.number(),
  debit: z.number(),
  credit: z.number(),
  from: z.string(),
})
const preview = z.object({
  dryRun: z.literal(true),
  number: z.string(),
  entries: z.number(),
  vouchers: z.number(),
  lines: z.number(),
  sums: z.array(z.object({ outside: z.string(), debit: z.number(), credit: z.number() })),
  /** The problems that stop the batch. */
  unmapped: z.array(unmapped),
})
export type AccountingPreview = z.output<typeof preview>

const exportedEntry = z.object({
  entry_id: z.number(),
  voucher: z.number(),
  date: z.string(),
  reference: z.string().nullable(),
  description: z.string(),
})

const outsideTie = z.object({
  fileName: z.string(),
  to: z.string(),
  lines: z.array(
    z.object({
      account: z.string(),
      /** Null where one side does not name the account. */
      ours: z.number().nullable(),
      outside: z.number().nullable(),
      difference: z.number(),
    }),
  ),
  difference: z.number(),
})
export type OutsideTie = z.output<typeof outsideTie>

const tag = 'Accounting interface'
const reads = { tag, needs: 'ledger.read', method: 'GET' } as const
const acts = { tag, needs: 'journal.post', method: 'POST' } as const
const reason = text(500, 'The reason').refine(
  (said) => said.length >= 5,
  'The reason must have at least 5 characters.',
)

export const accountingTargets = {
  list: route({
    ...reads,
    name: 'accounting-targets.list',
    load: 'light',
    path: '/accounting-targets',
    summary: 'Outside ledgers that batches of entries go to, whose portfolios are all seen',
    reply: z.array(target),
  }),
  create: route({
    tag,
    name: 'accounting-targets.create',
    needs: 'mappings.change',
    method: 'POST',
    status: 201,
    path: '/accounting-targets',
    summary:
      'Add an outside ledger: its format, its detail, and an entity or portfolios whose entries go there',
    body: z
      .object({
        ...content,
        format: z.enum(EXPORT_FORMATS),
        /** In the numbers of its batches; made of the name where left out. */
        code: optional(
          text(20, 'The code').refine(
            (code) => /^[A-Za-z0-9][A-Za-z0-9-]*$/.test(code),
            'The code has letters, digits and hyphens.',
          ),
        ),
        entity: optionalText(200, 'The entity'),
        portfolios: optional(z.array(z.string().trim().min(1).max(100)).min(1).max(PORTFOLIOS_MAX)),
      })
      .superRefine(({ entity, portfolios, format, code, layout: own }, context) => {
        if ((entity === null) === (portfolios === null))
          context.addIssue({
            code: 'custom',
            path: ['entity'],
            message: 'Please choose an entity or portfolios.',
          })
        if (format === 'quickbooks' && code !== null && code.length > QUICKBOOKS_CODE_MAX)
          context.addIssue({
            code: 'custom',
            path: ['code'],
            message: `The code must have at most ${QUICKBOOKS_CODE_MAX} characters, because QuickBooks takes short journal numbers.`,
          })
        if (own !== null && format !== 'csv')
          context.addIssue({
            code: 'custom',
            path: ['layout'],
            message: 'Only a CSV has columns of its own.',
          })
      }),
    reply: target,
  }),
  change: route({
    tag,
    name: 'accounting-targets.change',
    needs: 'mappings.change',
    method: 'PUT',
    path: '/accounting-targets/:id',
    summary:
      'Change an outside ledger; what is left out stays. Its code, format and portfolios never change, its first day not once it has a batch',
    params: idParams,
    body: z.object({
      ...changeOf({ openFrom: content.openFrom, taxRate: content.taxRate, layout: content.layout }),
      name: content.name.optional(),
      detail: content.detail.optional(),
      startDate: content.startDate.optional(),
      version: neededVersion,
    }),
    reply: target,
  }),
  mapping: route({
    ...reads,
    name: 'accounting-targets.mapping',
    path: '/accounting-targets/:id/mapping',
    summary: 'Which outside account ours goes to, and the accounts that have lines',
    params: idParams,
    reply: mapping,
  }),
  changeMapping: route({
    tag,
    name: 'accounting-targets.change-mapping',
    needs: 'mappings.change',
    method: 'PUT',
    path: '/accounting-targets/:id/mapping',
    summary:
      'Write the whole mapping of an outside ledger: the rows that are sent replace those that were there',
    params: idParams,
    body: z.object({
      rows: z
        .array(
          z.object({
            account_code: text(30, 'The account'),
            outside: text(200, 'The outside account'),
            portfolioId: optionalText(100, 'The portfolio'),
            costCentre: optionalText(100, 'The cost centre'),
            effectiveFrom: optional(date),
          }),
        )
        .max(MAPPING_ROWS_MAX),
      version: neededVersion,
    }),
    reply: mapping,
  }),
}

export const accountingExports = {
  list: route({
    ...reads,
    name: 'accounting-exports.list',
    load: 'list',
    path: '/accounting-exports',
    summary: 'Batches for outside ledgers, the newest first',
    query: listQuery
      .pick({ limit: true, cursor: true })
      .extend({ target: z.coerce.number().int().min(1).optional() })
      .prefault({}),
    reply: z.array(batch),
  }),
  create: route({
    ...acts,
    name: 'accounting-exports.create',
    status: 201,
    runs: 'job',
    path: '/accounting-exports',
    summary: `Make a batch of every entry of an outside ledger that is in none yet, dated up to a day; at most ${BATCH_LINES_MAX} lines`,
    query: z.object({ dryRun: z.enum(['0', '1', 'true', 'false']).optional() }).prefault({}),
    body: z.object({ target: recordId('Must be the id of an outside ledger.'), to: date }),
    reply: z.union([batch, preview]),
  }),
  get: route({
    ...reads,
    name: 'accounting-exports.get',
    path: '/accounting-exports/:id',
    summary: 'One batch, tied to our books account by account, with what became of it',
    params: idParams,
    reply: batchWithTie,
  }),
  entries: route({
    ...reads,
    name: 'accounting-exports.entries',
    load: 'list',
    path: '/accounting-exports/:id/entries',
    summary: 'The entries of a batch with the voucher of each: what a summed voucher holds',
    params: idParams,
    query: pageQuery,
    reply: z.array(exportedEntry),
  }),
  file: route({
    ...reads,
    name: 'accounting-exports.file',
    load: 'export',
    path: '/accounting-exports/:id/file',
    summary: 'The file of a batch, always the same bytes',
    params: idParams,
    reply: z.unknown(),
  }),
  acknowledge: route({
    ...acts,
    name: 'accounting-exports.acknowledge',
    path: '/accounting-exports/:id/acknowledge',
    summary: 'Record that the outside ledger took a batch, with the number it has there',
    params: idParams,
    body: z.object({ reference: text(100, 'The number') }),
    reply: batch,
  }),
  refuse: route({
    ...acts,
    name: 'accounting-exports.refuse',
    path: '/accounting-exports/:id/refuse',
    summary: 'Record that the outside ledger refused a batch, and why',
    params: idParams,
    body: z.object({ reason }),
    reply: batch,
  }),
  replace: route({
    ...acts,
    name: 'accounting-exports.replace',
    path: '/accounting-exports/:id/replace',
    summary: 'Give a refused batch up: its entries go into the next one, its number stays with the reason',
    params: idParams,
    reply: batch,
  }),
  tie: route({
    tag,
    needs: 'ledger.read',
    name: 'accounting-exports.tie',
    load: 'file',
    method: 'POST',
    dryRunStatus: null,
    path: '/accounting-exports/:id/tie',
    summary:
      'Compare a trial balance of the outside ledger with what was exported up to a batch, account by account; nothing is saved',
    params: idParams,
    body: z.object({
      fileName: z.string().max(300).default(''),
      data: fileData(FILE_BYTES_MAX),
      sheet: optionalText(200, 'The sheet'),
      ...fileAnswers,
    }),
    reply: outsideTie,
  }),
}
