import { DOCUMENT_KINDS, DOCUMENT_LINES_MAX } from '@em/core/documents/line'
import { COMPARED_FIELDS, LINE_STATES } from '@em/core/documents/match'
import { z } from 'zod'
import { limitsOfRows, rowError, rowWarning } from '../batches/row-faults.ts'
import { FILE_BYTES_MAX } from '../kit/bounds.ts'
import { date, money, optional, optionalText, percent, sentFile, shares, text } from '../kit/fields.ts'
import { fileAnswers } from '../kit/file-answers.ts'
import { idParams, removed } from '../kit/register.ts'
import { route } from '../kit/route.ts'
import { name } from '../trades/trade-fields.ts'
import { documentHeader } from './document-header.ts'
import { documentOrder } from './document-orders.ts'
import { extractedPdf } from './extracted-pdf.ts'
import { tradeFileComparison } from './trade-file-comparison.ts'

/**
 * Documents of brokers: trade files, trade confirmations, monthly statements and drop copies (FIX). They are read, held against the books line by line, their
 * fees proved, and recorded as trades. Amounts in rupees.
 */

export const DOCUMENT_KIND_LABELS: Readonly<Record<(typeof DOCUMENT_KINDS)[number], string>> = {
  'trade-file': 'Trade file',
  confirmation: 'Trade confirmation',
  monthly: 'Monthly statement',
  'drop-copy': 'Drop copy (FIX)',
}

const side = z.object({
  count: z.number(),
  shares: z.number(),
  gross: z.number(),
  fees: z.number(),
  net: z.number(),
})
/** The sums of the lines; `net` is sales less purchases. */
export const documentTotals = z.object({ purchases: side, sales: side, net: z.number() })
const statedSide = z.object({
  count: z.number().nullable(),
  gross: z.number().nullable(),
  fees: z.number().nullable(),
  net: z.number().nullable(),
})
/** Totals that the document states; null where it does not. */
const statedTotals = z.object({
  purchases: statedSide.nullable(),
  sales: statedSide.nullable(),
  count: z.number().nullable(),
  net: z.number().nullable(),
})
export const tradeDocument = z.object({
  id: z.number(),
  kind: z.enum(DOCUMENT_KINDS),
  fileName: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  uploadedBy: z.string(),
  uploadedAt: z.string(),
  brokerName: z.string().nullable(),
  /** The first and the last trade date. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  lines: z.number(),
  /** Lines without a trade, and lines that could not be read. */
  skipped: z.number(),
  problems: z.number(),
  totals: documentTotals,
  /** Trades of the books that were recorded from it. */
  recorded: z.number(),
  /** Whether the file itself is still kept: the setting for how long may have taken it away. */
  fileKept: z.boolean(),
  /** The same file was read again in another way since: this reading stays as a source, and nothing more is recorded from it. */
  replaced: z.boolean(),
})
export type TradeDocument = z.output<typeof tradeDocument>

const fees = z.object({
  brokerage: z.number(),
  cse: z.number(),
  cds: z.number(),
  clearing: z.number(),
  sec: z.number(),
  stl: z.number(),
})
const documentClient = z.object({
  clientAccount: z.string().nullable(),
  clientName: z.string().nullable(),
  lines: z.number(),
  /** As remembered from the last time; null if unknown. */
  portfolio: z.object({ id: z.number(), code: z.string(), name: z.string() }).nullable(),
  settlementAccount: z.object({ id: z.number(), name: z.string() }).nullable(),
  /**
   * If it is not known yet: the portfolio that its CDS account serves, or that has its name; a user checks
   * it.
   */
  proposed: z
    .object({
      portfolio: z.object({ id: z.number(), code: z.string(), name: z.string() }),
      settlementAccount: z.object({ id: z.number(), name: z.string() }).nullable(),
    })
    .nullable(),
})
const problem = z.object({
  line: z.number(),
  column: z.string().nullable(),
  message: z.string(),
  value: z.string().nullable(),
  /** The line is left out; else it is read, with nothing or zero in this column. */
  dropped: z.boolean(),
})
export const tradeDocumentDetail = tradeDocument.extend({
  header: documentHeader,
  statedTotals: statedTotals.nullable(),
  skippedLines: z.array(z.object({ line: z.number(), reason: z.string() })),
  problemLines: z.array(problem),
  clients: z.array(documentClient),
  /** The broker of the register that its name, or what was chosen last, means. */
  broker: z.string().nullable(),
  /** The number of contracts in each state; `missing` counts trades of the books that the document does not have. */
  states: z.record(z.enum(LINE_STATES), z.number()),
  /** The fees charged, compared with the schedule; `different` counts lines. */
  proof: z.object({
    charged: fees,
    schedule: fees,
    difference: z.number(),
    different: z.number(),
    unproved: z.number(),
    foreignBrokerage: z.number(),
  }),
  /** The batches recorded from it, newest first: `GET /trade-batches/:id` shows each. */
  batches: z.array(z.object({ id: z.number(), status: z.string(), recorded: z.number(), at: z.string() })),
  /** The text of a PDF. */
  text: z.string().nullable(),
})
export type TradeDocumentDetail = z.output<typeof tradeDocumentDetail>

const difference = z.object({
  field: z.enum(COMPARED_FIELDS),
  document: z.union([z.string(), z.number()]),
  books: z.union([z.string(), z.number()]),
})
const match = z.object({
  tradeId: z.number(),
  dealNumber: z.string(),
  portfolioId: z.number(),
  portfolio: z.string(),
  quantity: z.number(),
})
/** A line by the names of the specification, with what the books say of it. A trade that is missing from the document has no `id`. */
export const documentLine = z.object({
  /** Its number in the file. */
  id: z.number().nullable(),
  tradeDate: z.string(),
  tradeTime: z.string(),
  buySell: z.enum(['B', 'S']),
  executionId: z.string(),
  additionalTimestamp: z.string(),
  companySymbol: z.string(),
  companyName: z.string(),
  isin: z.string(),
  quantity: z.number(),
  price: z.number(),
  grossAmount: z.number(),
  lotType: z.string(),
  buyingBroker: z.string(),
  sellingBroker: z.string(),
  contractNo: z.string(),
  buyingContractNo: z.string(),
  sellingContractNo: z.string(),
  clientAccount: z.string(),
  clientName: z.string(),
  jointAcNo: z.string(),
  participantId: z.string(),
  foreignFlag: z.string(),
  brokerage: z.number(),
  cdsFees: z.number(),
  cseFees: z.number(),
  clearingFees: z.number(),
  secCess: z.number(),
  governmentCess: z.number(),
  foreignBrokerage: z.number(),
  netAmount: z.number(),
  orderId: z.string(),
  status: z.string(),
  tradeReportId: z.string(),
  orderSource: z.string(),
  settlementDate: z.string(),
  cancelled: z.boolean(),
  /** Of a message of a drop copy: `fill`, `cancel` or `correction`; blank in other documents. */
  event: z.string(),
  /** The execution that the message cancels or corrects. */
  refersTo: z.string(),
  /** The execution that corrects or cancels this one: it counts nothing. */
  supersededBy: z.string(),
  /** The document of the day from which the line is carried; null where it is of this file. */
  carriedFrom: z.number().nullable(),
  state: z.enum(LINE_STATES),
  /** Lines of one contract share it. */
  contract: z.string().nullable(),
  /** The line has the execution id of an earlier one: it counts nothing. */
  repeated: z.boolean(),
  matches: z.array(match),
  /** Of the whole contract, field by field; dates and numbers. */
  differences: z.array(difference),
  /** Sum of the six; null where no tariff reaches back so far. */
  schedule_fees: z.number().nullable(),
  /** Charged less schedule, rounding left out. */
  fee_difference: z.number().nullable(),
  fee_differences: fees.nullable(),
})
export type DocumentLineAnswer = z.output<typeof documentLine>

const controlSide = z.object({
  count: optional(z.coerce.number().int().min(0).max(DOCUMENT_LINES_MAX)),
  gross: optional(money('Gross')),
  fees: optional(money('Fees')),
  net: optional(money('Net')),
})
const parts = z
  .array(z.object({ portfolioId: name(), quantity: shares() }))
  .min(2, 'A split names at least two portfolios.')
  .max(100)
export const recordDocumentBody = z.object({
  /** Of every line whose client account has none in `clients` and none that is remembered. */
  portfolioId: optional(name()),
  portfolio: optional(name()),
  brokerName: optionalText(200, 'The broker'),
  settlementAccount: optional(name()),
  clients: z
    .array(
      z.object({
        clientAccount: text(60, 'The client account'),
        portfolioId: name(),
        settlementAccount: optional(name()),
      }),
    )
    .max(1_000)
    .default([]),
  /** Ids of the lines to record; left out: all that are new. An undecided line is recorded where it is named. */
  lines: optional(z.array(z.number().int().min(1)).max(DOCUMENT_LINES_MAX)),
  /** A contract, by one of its lines, that goes to several portfolios. */
  splits: z
    .array(z.object({ line: z.number().int().min(1), parts }))
    .max(1_000)
    .default([]),
  /** What becomes of lines that differ: nothing, or their trades are corrected (a cancelled one is deleted). */
  changes: z.enum(['skip', 'apply'], { error: 'Must be skip or apply.' }).default('skip'),
  controlTotals: optional(z.object({ purchases: optional(controlSide), sales: optional(controlSide) })),
  /** Why it is recorded though control totals do not agree. */
  controlReason: optionalText(500, 'The reason'),
  costOfFunds: optional(percent('Cost of Funds')),
})
export type RecordDocumentBody = z.output<typeof recordDocumentBody>

const controlDifference = z.object({
  side: z.enum(['purchases', 'sales', 'document']),
  total: z.enum(['count', 'gross', 'fees', 'net']),
  stated: z.number(),
  found: z.number(),
})
/**
 * The result of recording a document, or of its preview. Counts are contracts: fills of one make one trade.
 */
export const documentRecorded = z.object({
  dryRun: z.boolean(),
  documentId: z.number(),
  /** The submission in the import history; null where nothing was recorded. */
  batchId: z.number().nullable(),
  recorded: z.number(),
  skipped: z.number(),
  failed: z.number(),
  changed: z.number(),
  deleted: z.number(),
  bought: z.number(),
  sold: z.number(),
  fees: z.number(),
  gain: z.number(),
  /** Sales recorded earlier whose cost changes. */
  affectedSales: z.number(),
  /** By the line's number and the field. */
  errors: z.array(rowError),
  /** Lines dated in a locked period: with `?openPeriod=1` they are posted on the first open day. */
  locked: z.array(rowError),
  /** Lines that are recorded whose price is unusual (the first 1,000). */
  warnings: z.array(rowWarning),
  /** Open orders that contracts fit, by the contract's first line (the first 1,000). */
  orders: z.array(z.object({ row: z.number(), id: z.number(), number: z.string() })),
  /** Contracts that fit no open order, of portfolios that ask for one (the first 1,000). */
  withoutOrder: z.array(rowError),
  ...limitsOfRows,
  /** Control totals that the lines do not come to. */
  controls: z.array(controlDifference),
})
export type DocumentRecorded = z.output<typeof documentRecorded>

export const documentUndone = z.object({
  dryRun: z.boolean(),
  documentId: z.number(),
  batches: z.number(),
  trades: z.number(),
  entriesReversed: z.number(),
  /** Trades that the document corrected or deleted, and that stay so: they were recorded before it. */
  amendmentsLeft: z.object({ corrected: z.number(), deleted: z.number() }),
})
export type DocumentUndone = z.output<typeof documentUndone>

const upload = {
  file: sentFile(FILE_BYTES_MAX),
  password: optional(z.string().max(200)),
  ...fileAnswers,
}
/** What becomes of a file that was uploaded before and is read otherwise now: with `ask` it is refused with 409 `document.read-otherwise`. */
export const UPLOADED_AGAIN = ['ask', 'replace', 'keep'] as const
export type UploadedAgain = (typeof UPLOADED_AGAIN)[number]
const again = z.enum(UPLOADED_AGAIN, { error: 'Must be ask, replace or keep.' }).default('ask')
const flag = z.enum(['0', '1', 'true', 'false']).optional()
const writeQuery = z.object({ dryRun: flag, openPeriod: flag })
const base = { tag: 'Trade documents' } as const
export const tradeDocuments = {
  upload: route({
    ...base,
    name: 'trade-documents.upload',
    needs: 'imports.run',
    load: 'upload',
    sends: 'form',
    method: 'POST',
    path: '/trade-documents',
    status: 201,
    alsoStatus: [200],
    summary:
      'Keep and read a document of a broker: a trade file, a trade confirmation (PDF), a monthly statement or a file of FIX messages; the same bytes again answer 200 with the document, and `again` says what becomes of it where they are read otherwise now',
    body: z.object({ ...upload, again }),
    reply: z.object({
      id: z.number(),
      kind: z.enum(DOCUMENT_KINDS),
      fileName: z.string(),
      lines: z.number(),
      skipped: z.number(),
      problems: z.number(),
      totals: documentTotals,
    }),
  }),
  list: route({
    ...base,
    name: 'trade-documents.list',
    needs: 'trades.read',
    load: 'list',
    method: 'GET',
    path: '/trade-documents',
    summary: 'Documents of brokers, newest first',
    query: z.object({
      kind: z.enum(DOCUMENT_KINDS).optional(),
      from: optional(date).optional(),
      to: optional(date).optional(),
      search: z.string().max(100).optional(),
      limit: z.coerce.number().int().min(1).max(10_000).optional(),
      before: z.coerce.number().int().min(1).optional(),
    }),
    reply: z.array(tradeDocument),
  }),
  get: route({
    ...base,
    name: 'trade-documents.get',
    needs: 'trades.read',
    load: 'report',
    method: 'GET',
    path: '/trade-documents/:id',
    summary: 'A document with what it says above its lines, its clients, states and the proof of its fees',
    params: idParams,
    reply: tradeDocumentDetail,
  }),
  lines: route({
    ...base,
    name: 'trade-documents.lines',
    needs: 'trades.read',
    load: 'list',
    method: 'GET',
    path: '/trade-documents/:id/lines',
    summary: 'Its lines, each with its state, the trades that it means and the proof of its fees',
    params: idParams,
    query: z.object({
      state: z.enum(LINE_STATES).optional(),
      side: z.enum(['buy', 'sell']).optional(),
      symbol: z.string().max(20).optional(),
      differences: flag,
      limit: z.coerce.number().int().min(1).max(10_000).optional(),
      /** Lines after this number of the list. */
      offset: z.coerce.number().int().min(0).max(DOCUMENT_LINES_MAX).optional(),
    }),
    reply: z.array(documentLine),
  }),
  comparison: route({
    ...base,
    name: 'trade-documents.comparison',
    needs: 'trades.read',
    load: 'report',
    method: 'GET',
    path: '/trade-documents/:id/comparison',
    summary: 'The fills of a drop copy against the trade file of their day, with sums by security and side',
    params: idParams,
    reply: tradeFileComparison,
  }),
  file: route({
    ...base,
    name: 'trade-documents.file',
    needs: 'trades.read',
    method: 'GET',
    path: '/trade-documents/:id/file',
    summary: 'The file itself, as a download',
    params: idParams,
    reply: z.string(),
  }),
  record: route({
    ...base,
    name: 'trade-documents.record',
    needs: 'imports.run',
    runs: 'job',
    load: 'upload',
    method: 'POST',
    path: '/trade-documents/:id/record',
    status: 201,
    // Where nothing was left to record.
    alsoStatus: [200],
    summary:
      'Record its lines as trades, those that can be; `?dryRun=1` answers what would become of them; lines with unusual prices are named in `warnings`',
    params: idParams,
    query: writeQuery,
    body: recordDocumentBody,
    reply: documentRecorded,
  }),
  order: route({
    ...base,
    name: 'trade-documents.order',
    needs: 'trades.read',
    method: 'GET',
    path: '/trade-batches/:id/document-order',
    summary:
      'What a recording of a document asked for that did not go through, or not whole, and its failed lines; null for any other submission',
    params: idParams,
    reply: z.object({ order: documentOrder.nullable() }),
  }),
  undo: route({
    ...base,
    name: 'trade-documents.undo',
    needs: 'trades.correct',
    runs: 'job',
    method: 'POST',
    path: '/trade-documents/:id/undo',
    summary: 'Take back everything that was recorded from it; refused once any of it was paid or reconciled',
    params: idParams,
    query: writeQuery,
    reply: documentUndone,
  }),
  remove: route({
    ...base,
    name: 'trade-documents.remove',
    needs: 'imports.run',
    method: 'DELETE',
    path: '/trade-documents/:id',
    summary: 'Remove a document from which nothing was ever recorded',
    params: idParams,
    reply: removed,
  }),
  extractText: route({
    ...base,
    name: 'trade-documents.extract-pdf-text',
    needs: 'trades.read',
    load: 'file',
    sends: 'form',
    method: 'POST',
    path: '/trade-summary/extract-pdf-text',
    summary: 'The text of a trade confirmation (PDF) and what it says; nothing is kept',
    body: z.object(upload),
    reply: extractedPdf,
  }),
}
