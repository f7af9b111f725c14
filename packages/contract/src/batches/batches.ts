import { DATE_ORDERS } from '@em/core/sheets/days'
import type { FeeSource } from '@em/core/trades/figures'
import { z } from 'zod'
import { entitlementChanges } from '../corporate-actions/entitlement-changes.ts'
import { FILE_BYTES_MAX, KEYS_MAX } from '../kit/bounds.ts'
import {
  type changeOf,
  date,
  fileData,
  money,
  optional,
  optionalText,
  percent,
  price,
  shares,
} from '../kit/fields.ts'
import { idParams, listQuery } from '../kit/register.ts'
import { route } from '../kit/route.ts'
import { BUY_CONTRACTS_MAX } from '../trades/buy-contracts.ts'
import {
  type SellChange,
  type SellInput,
  sellChangeInput,
  sellInput,
  sellTransaction,
} from '../trades/sells.ts'
import {
  chargedFees,
  inFormNames,
  name,
  tradeChange,
  tradeFields,
  tradeInput,
} from '../trades/trade-fields.ts'
import { figures, tradeDryRun } from '../trades/trade-preview.ts'
import { type BuyInput, buyTransaction } from '../trades/trades.ts'
import { undoReport } from './batch-undo.ts'
import { duplicateRow, limitsOfRows, rowError, rowWarning } from './row-faults.ts'
import { rowsToMend } from './rows-to-mend.ts'

/** Bulk entry: the single bulk forms, and many trades in one submission, all or nothing. Amounts in rupees. */

export const BATCH_ROWS_MAX = 100_000
export const BATCH_TYPES = ['bulk-buy', 'bulk-sell', 'bulk-mixed', 'opening'] as const
export const BATCH_STATUSES = ['success', 'failed', 'pending', 'undone'] as const

const gross = money('Gross value')
/** A bulk buy states its gross value; where only a price is sent, gross is quantity x price. */
const bulkBuyFields = z.object({
  ...tradeFields,
  price: optional(price('Price')),
  grossValue: optional(gross),
})
const priceOrGross = { path: ['grossValue'], message: 'Gross value is required.' }
export type BulkBuyInput = Omit<BuyInput, 'price'> & { price: bigint | null; grossValue: bigint | null }
export const bulkBuyInput = (
  tradeInput(bulkBuyFields) as unknown as z.ZodType<BulkBuyInput, Record<string, unknown>>
).refine((buy) => buy.price !== null || buy.grossValue !== null, priceOrGross)

export const calculateBulkBuyInput = z
  .preprocess(
    inFormNames,
    z.object({
      quantity: shares('Quantity'),
      price: optional(price('Price')),
      grossValue: optional(gross),
      costOfFunds: optional(percent('Cost of Funds')),
      tradeDate: optional(date),
      symbol: optionalText(20),
      feeSource: tradeFields.feeSource,
    }),
  )
  .refine((buy) => buy.price !== null || buy.grossValue !== null, priceOrGross) as unknown as z.ZodType<
  {
    quantity: bigint
    price: bigint | null
    grossValue: bigint | null
    costOfFunds: bigint | null
    tradeDate: string | null
    symbol: string | null
    feeSource: FeeSource | null
  },
  Record<string, unknown>
>

/**
 * The bulk sell form names no contract and no broker of its own. The buys that a cherry-picked sale takes from come as
 * `allocations`, or by name in `buyContract` (one, or several as in `namedBuys`), which is read where there are none.
 */
export type BulkSellInput = SellInput & { buyContract: string | null }
const BULK_SELL_BLANKS = { contractNumber: '-', brokerName: '-' }

function blanksFilled(body: unknown): unknown {
  const sent = inFormNames(body) as Record<string, unknown> | null
  if (typeof sent !== 'object' || sent === null) return sent
  const filled: Record<string, unknown> = { ...sent }
  for (const [field, blank] of Object.entries(BULK_SELL_BLANKS)) {
    const value = filled[field]
    if (value === undefined || value === null || value === '') filled[field] = blank
  }
  return filled
}

const blanksBack = <Trade extends { readonly contractNumber: string; readonly brokerName: string }>(
  trade: Trade,
): Trade => ({
  ...trade,
  contractNumber: trade.contractNumber === '-' ? '' : trade.contractNumber,
  brokerName: trade.brokerName === '-' ? '' : trade.brokerName,
})

export const bulkSellInput = z
  .preprocess(
    blanksFilled,
    z.intersection(sellInput, z.object({ buyContract: optionalText(BUY_CONTRACTS_MAX) })),
  )
  .transform((sell) => blanksBack(sell as BulkSellInput)) as unknown as z.ZodType<
  BulkSellInput,
  Record<string, unknown>
>

/** A correction of a recorded sale: one of the bulk form may have neither contract nor broker. */
export const recordedSellChange = z
  .preprocess(blanksFilled, sellChangeInput)
  .transform((sell) => blanksBack(sell as SellChange)) as unknown as z.ZodType<
  SellChange,
  Record<string, unknown>
>

/** What a correction of a buy says; undefined stays as it is recorded. */
export type BuyChange = z.output<z.ZodObject<ReturnType<typeof changeOf<typeof bulkBuyFields.shape>>>>

/** A correction of a recorded buy: one of a start from a sheet may have neither contract nor broker. */
export const recordedBuyChange = z
  .preprocess(
    blanksFilled,
    tradeChange(bulkBuyFields.shape).refine(
      (buy) => buy.price != null || buy.grossValue != null,
      priceOrGross,
    ),
  )
  .transform((buy) => blanksBack(buy as BuyChange)) as unknown as z.ZodType<
  BuyChange,
  Record<string, unknown>
>

/** Letters of a symbol; a longer text in its place is read as the name of a company. */
export const SYMBOL_MAX = 20
/** One row of a submission, after the defaults filled its blanks. Texts and numerals as read from a sheet. */
export const batchRow = z.object({
  side: z.enum(['buy', 'sell'], { error: 'Must be buy or sell.' }),
  symbol: optionalText(SYMBOL_MAX),
  companyName: optionalText(200),
  portfolio: optional(name()),
  portfolioId: optional(name()),
  quantity: shares('Quantity'),
  price: optional(price('Price')),
  grossValue: optional(gross),
  contractNumber: optionalText(60),
  description: optionalText(1000),
  brokerName: optionalText(200),
  tradeDate: date,
  /** Orders trades of one security and day within the submission (`core/trades/order-of-dealing`). */
  tradeTime: tradeFields.tradeTime,
  settlementDate: optional(date),
  /** Its id, account number or account name. */
  settlementAccount: optional(name()),
  cashFlowOnSettlement: optionalText(200),
  costOfFunds: optional(percent('Cost of Funds')),
  generatePayment: tradeFields.generatePayment,
  feeSource: tradeFields.feeSource,
  ...chargedFees,
  /** Contract or deal number of the buy that a cherry-picked sale takes from; several as in `namedBuys`. */
  buyContract: optionalText(BUY_CONTRACTS_MAX),
  /** What to do with the row where it repeats a contract number or is recorded already. */
  duplicate: optional(z.enum(['skip', 'keep'], { error: 'Must be skip or keep.' })),
})
export type BatchRow = z.output<typeof batchRow>
export const BATCH_FIELDS = Object.keys(batchRow.shape) as (keyof BatchRow)[]

export const batchInput = z.object({
  source: z.enum(['bulk-buy', 'bulk-sell', 'import'], { error: 'Must be bulk-buy, bulk-sell or import.' }),
  fileName: optionalText(300),
  /** Values for fields that a row leaves blank. */
  defaults: z
    .record(z.string(), z.unknown())
    .refine((sent) => Object.keys(sent).length <= KEYS_MAX, `Takes at most ${KEYS_MAX} fields.`)
    .default({}),
  /**
   * What to do with rows that do not say themselves and repeat a contract number (`ask` refuses them: 409 `batch.undecided`), or that
   * have none and are equal to a recorded trade without one (409 `batch.repeated`).
   */
  duplicates: z.enum(['ask', 'skip', 'keep']).default('ask'),
  /** With it, rows are lists of values in this order; without it, objects. */
  fields: optional(z.array(z.string().max(60)).min(1).max(KEYS_MAX)),
  rows: z
    .array(z.unknown())
    .min(1, 'There are no rows to record.')
    .max(BATCH_ROWS_MAX, `At most ${BATCH_ROWS_MAX.toLocaleString('en')} rows can be recorded at once.`),
})
export type BatchInput = z.output<typeof batchInput>

export const batchRecord = z.object({
  id: z.number(),
  type: z.enum(BATCH_TYPES),
  source: z.string(),
  fileName: z.string().nullable(),
  /** Of a recording of a document, as long as that is kept. */
  documentId: z.number().nullable(),
  /** Of a submission of one trade without a file: that of a bulk form. */
  dealNumber: z.string().nullable(),
  portfolio: z.string().nullable(),
  totalTransactions: z.number(),
  successfulTransactions: z.number(),
  skippedTransactions: z.number(),
  failedTransactions: z.number(),
  status: z.enum(BATCH_STATUSES),
  totalValue: z.number(),
  importedBy: z.string(),
  importedAt: z.string(),
  undoneBy: z.string().nullable(),
  undoneAt: z.string().nullable(),
  /** Who has looked at a failed submission, and when; the bell shows it until then. */
  seenBy: z.string().nullable(),
  seenAt: z.string().nullable(),
  errors: z.array(rowError),
  /** Set on the answer to a recording where prices are unusual: the first 1,000 rows. */
  warnings: z.array(rowWarning).optional(),
})
export type BatchRecord = z.output<typeof batchRecord>

/** How many submissions a filter leaves, by result, and the transactions that the successful ones recorded. */
export const batchSummary = z.object({
  total: z.number(),
  success: z.number(),
  failed: z.number(),
  undone: z.number(),
  transactions: z.number(),
})
export type BatchSummary = z.output<typeof batchSummary>

const historyFilter = z.object({
  type: z.enum(BATCH_TYPES).optional(),
  status: z.enum(BATCH_STATUSES).optional(),
  from: optional(date).optional(),
  to: optional(date).optional(),
  search: listQuery.shape.search,
})

/** What a submission would do: every row at fault (the first 1,000), repeats, sums. */
export const batchReport = z.object({
  dryRun: z.literal(true),
  ok: z.boolean(),
  rows: z.number(),
  buys: z.number(),
  sells: z.number(),
  skipped: z.number(),
  failed: z.number(),
  chains: z.number(),
  bought: z.number(),
  sold: z.number(),
  fees: z.number(),
  gain: z.number(),
  /** Sales recorded earlier whose cost would change. */
  affectedSales: z.number(),
  /** Whether rows are recorded in another order than they are listed: by the times of their trades, or from the last to the first. */
  reordered: z.boolean(),
  /** Entitlements of corporate actions that would change; only present if all rows can be recorded. */
  ...entitlementChanges,
  /**
   * There are too many rows before corporate actions to list the changes: they follow when the rows are
   * recorded.
   */
  entitlementsUntold: z.boolean(),
  /** Money that must be there before so that the trades, as they settle, never overdraw it. */
  cashNeeded: z.number(),
  errors: z.array(rowError),
  /** Rows dated in a locked period, and which (the first 1,000): they can be posted on the first open day (`?openPeriod=1`). */
  locked: z.array(rowError),
  duplicates: z.array(duplicateRow),
  undecided: z.number(),
  /** Rows that can be recorded and should be checked, such as one whose price is far from the exchange's (the first 1,000). */
  warnings: z.array(rowWarning),
  ...limitsOfRows,
})
export type BatchReport = z.output<typeof batchReport>

/** The steps of the progress of a submission and of its undoing. */
export const BATCH_WORDS = {
  checking: 'Checking the rows',
  previewing: 'Looking at what would change',
  recording: 'Recording the trades',
  saving: 'Saving',
  undoing: 'Taking the trades back',
} as const

export const fileInput = z.object({
  fileName: z.string().max(300).default(''),
  /** The file, base64. */
  data: fileData(FILE_BYTES_MAX),
  /** Which sheet of a workbook; the first when left out. */
  sheet: optional(z.string().max(200)),
})

/** A cell: text, number or date (as `{date}`), null where blank. `time`, HH:MM:SS, is that of a moment while its file is read. */
export const cell = z.union([
  z.string(),
  z.number(),
  z.object({ date: z.string(), time: z.string().optional() }),
  z.null(),
])
export type Cell = z.output<typeof cell>
export const fileColumn = z.object({
  header: z.string(),
  /**
   * The field that the column seems to be, by its header or its cells; null also where there is a question.
   */
  field: z.string().nullable(),
  kind: z.enum(['text', 'number', 'date', 'mixed', 'empty']),
  /** How its texts can be read as dates; several: the person is asked. */
  dateOrders: z.array(z.enum(DATE_ORDERS)),
})
/** Why a line below the header is no trade: totals, the header again, a remark in one cell; or its fault, such as a shifted cell. */
export const LEFT_OUT = ['total', 'header', 'remark', 'fault'] as const
export const fileReading = z.object({
  fileName: z.string(),
  kind: z.enum(['xlsx', 'csv']),
  sheet: z.string().nullable(),
  sheets: z.array(z.string()),
  /** Line of the header row in the file, from 1; 0 where no row names the columns. */
  headerLine: z.number(),
  /** Formula cells, whose stored values were taken. */
  formulas: z.number(),
  /** `byContent`: its cells said what it is, not its header. */
  columns: z.array(fileColumn.extend({ byContent: z.boolean() })),
  /** Possible decimal marks of its texts; two where “1.000” may be 1,000 or 1: the person is asked. */
  decimalMarks: z.array(z.enum(['.', ','])),
  /** Fields that several columns (from 0) may be, with different contents: a user has to choose. */
  questions: z.array(z.object({ field: z.string(), columns: z.array(z.number()) })),
  /** Lines below the header that are no trades, and are not among the rows (the first 1,000). */
  leftOut: z.array(z.object({ line: z.number(), why: z.enum(LEFT_OUT), text: z.string() })),
  rows: z.array(z.array(cell)),
  /** Of columns whose dates have times: the time of each row, HH:MM:SS. Left out where none has. */
  times: z.array(z.object({ column: z.number(), times: z.array(z.string().nullable()) })).optional(),
  /** The line of each row in the file, where they do not follow each other (blank lines between). */
  lines: z.array(z.number()),
  /**
   * Cells that cannot be taken unchanged, such as a text of more than 1,000 characters: the line in the file,
   * the column from 0, why. `rows` has the beginning of the cell, longer than any field takes.
   */
  problems: z.array(z.object({ line: z.number(), column: z.number(), message: z.string() })),
})
export type FileReading = z.output<typeof fileReading>

const writeQuery = z.object({ dryRun: z.enum(['0', '1', 'true', 'false']).optional() })
const base = { tag: 'Batches' } as const
export const batches = {
  calculateBulkBuy: route({
    ...base,
    name: 'batches.calculate-bulk-buy',
    needs: 'trades.read',
    method: 'POST',
    path: '/trade-summary/calculate-bulk-buy-transaction',
    summary: 'Fees and price (gross value / quantity) of a bulk buy',
    body: calculateBulkBuyInput,
    reply: figures.extend({ price: z.number() }),
  }),
  saveBulkBuy: route({
    ...base,
    name: 'batches.save-bulk-buy',
    needs: 'trades.record',
    method: 'POST',
    path: '/trade-summary/save-bulk-buy-transaction',
    status: 201,
    summary: 'Record a bulk buy from its gross value; an unusual price is named in `warnings`',
    query: writeQuery,
    body: bulkBuyInput,
    reply: z.union([buyTransaction, tradeDryRun]),
  }),
  saveBulkSell: route({
    ...base,
    name: 'batches.save-bulk-sell',
    needs: 'trades.record',
    method: 'POST',
    path: '/trade-summary/save-bulk-sell-transaction',
    status: 201,
    summary: 'Record a bulk sale; an unusual price is named in `warnings`',
    query: writeQuery,
    body: bulkSellInput,
    reply: z.union([sellTransaction, tradeDryRun]),
  }),
  readFile: route({
    ...base,
    name: 'batches.read-file',
    needs: 'trades.read',
    load: 'file',
    method: 'POST',
    path: '/trade-batches/read-file',
    summary:
      'Reads an .xlsx or .csv file (base64, at most 10 MB): columns with suggestions, rows; nothing is recorded',
    body: fileInput,
    reply: fileReading,
  }),
  record: route({
    ...base,
    name: 'batches.record',
    needs: 'imports.run',
    load: 'upload',
    runs: 'job',
    method: 'POST',
    path: '/trade-batches',
    status: 201,
    summary:
      'Record many trades, all or nothing; `?dryRun=1` answers what each row would do. Trades of one portfolio, security and day go by `tradeTime` where all of them have one, rows whose dates all descend from the last to the first. Rows with unusual prices are named in `warnings`',
    query: writeQuery,
    body: batchInput,
    reply: z.union([batchRecord, batchReport]),
  }),
  list: route({
    ...base,
    name: 'batches.list',
    needs: 'trades.read',
    load: 'list',
    method: 'GET',
    path: '/trade-batches',
    summary: 'Import history, newest first',
    query: historyFilter.extend(listQuery.pick({ limit: true, cursor: true }).shape),
    reply: z.array(batchRecord),
  }),
  summary: route({
    ...base,
    name: 'batches.summary',
    needs: 'trades.read',
    load: 'heavy',
    method: 'GET',
    path: '/trade-batches/summary',
    summary: 'How many submissions a filter leaves, by result, and how many transactions they recorded',
    query: historyFilter,
    reply: batchSummary,
  }),
  get: route({
    ...base,
    name: 'batches.get',
    needs: 'trades.read',
    method: 'GET',
    path: '/trade-batches/:id',
    summary: 'One submission with its errors; its trades: GET /trades?batch=',
    params: idParams,
    reply: batchRecord,
  }),
  rowsToMend: route({
    ...base,
    name: 'batches.rows-to-mend',
    needs: 'trades.read',
    method: 'GET',
    path: '/trade-batches/:id/rows',
    summary: 'The rows of a refused submission as they were sent, with what is wrong with each',
    params: idParams,
    reply: rowsToMend,
  }),
  see: route({
    ...base,
    name: 'batches.see',
    needs: 'imports.run',
    method: 'POST',
    path: '/trade-batches/:id/seen',
    summary: 'Mark a failed submission as seen: the bell does not tell it any more',
    params: idParams,
    reply: batchRecord,
  }),
  undo: route({
    ...base,
    name: 'batches.undo',
    needs: 'trades.correct',
    runs: 'job',
    method: 'DELETE',
    path: '/trade-batches/:id',
    summary: 'Undo a whole submission: its trades are deleted and their entries reversed',
    params: idParams,
    query: writeQuery,
    reply: z.union([batchRecord, undoReport]),
  }),
}
