import { z } from 'zod'
import { batchRecord } from '../batches/batches.ts'
import { rowError } from '../batches/row-faults.ts'
import {
  changeOf,
  date,
  money,
  optional,
  optionalText,
  percent,
  price,
  recordId,
  shares,
  text,
} from '../kit/fields.ts'
import { idParams } from '../kit/register.ts'
import { route } from '../kit/route.ts'
import { accountLine, postingPreview } from '../ledger/previewed-lines.ts'
import { consequences, tradeDryRun } from '../trades/trade-preview.ts'

/**
 * How a portfolio's books begin: opening positions with their original lots, and opening balances of the other accounts,
 * both against Capital on the opening date. Amounts in rupees, prices per share, rates in percent a year.
 */

export const OPENING_ROWS_MAX = 5_000
export const BALANCE_LINES_MAX = 500

const lotFields = {
  quantity: shares('Quantity'),
  /** The cost of the shares without fees; takes precedence over the price, which then only describes it. */
  cost: optional(money('Cost')),
  price: optional(price('Price')),
  /** Fees paid on them, kept next to the cost. */
  charges: optional(money('Charges')),
  /** What the shares were worth on the opening date, in all; brought forward so that earlier gains are none of the first period. */
  fairValue: optional(money('Fair Value')),
  /** The day they were bought. */
  tradeDate: date,
  /** Left out: by the market calendar from the trade date. */
  settlementDate: optional(date),
  costOfFunds: optional(percent('Cost of Funds')),
  reference: optionalText(60),
  brokerName: optionalText(200),
}
const costOrPrice = { path: ['cost'], message: 'Cost or price is required.' }
type Amounts = { readonly cost?: bigint | null | undefined; readonly price?: bigint | null | undefined }
const hasAmount = (lot: Amounts) => lot.cost != null || lot.price != null

/** One lot of a guided entry, as typed or pasted. */
export const openingRow = z
  .object({ symbol: text(20, 'Symbol'), ...lotFields })
  .refine(hasAmount, costOrPrice) as unknown as z.ZodType<
  z.output<z.ZodObject<typeof lotFields>> & { symbol: string },
  Record<string, unknown>
>
export type OpeningRow = z.output<typeof openingRow>
export const OPENING_FIELDS = ['symbol', ...Object.keys(lotFields)] as (keyof OpeningRow)[]

const lotsInput = z.object({
  /** The first day of the portfolio's books. */
  openingDate: date,
  fileName: optionalText(300),
  rows: z
    .array(z.record(z.string(), z.unknown()))
    .min(1, 'There are no lots to record.')
    .max(OPENING_ROWS_MAX, `At most ${OPENING_ROWS_MAX.toLocaleString('en')} lots can be recorded at once.`),
})
export type OpeningLotsInput = z.output<typeof lotsInput>

/** Fields that are left out stay as they are recorded; where cost or price is sent, the other does not stay. */
const lotChange = z
  .object({
    ...changeOf(lotFields),
    /** The version that was edited; a stale one is refused. */
    version: optional(recordId('Must be the version that was read.')),
    reason: optionalText(500),
  })
  .refine(hasAmount, costOrPrice)
export type OpeningLotChange = z.output<typeof lotChange>

export const openingLot = z.object({
  id: z.number(),
  version: z.number(),
  deal_number: z.string(),
  portfolio: z.string(),
  portfolioId: z.string(),
  symbol: z.string(),
  company_name: z.string(),
  quantity: z.number(),
  remaining_quantity: z.number(),
  price: z.number(),
  cost: z.number(),
  charges: z.number(),
  /** Brought forward; null where nothing was. */
  fair_value: z.number().nullable(),
  /** The day the shares were bought. */
  trade_date: z.string(),
  settlement_date: z.string(),
  opening_date: z.string(),
  cost_of_funds: z.number().nullable(),
  reference: z.string().nullable(),
  broker_name: z.string().nullable(),
  batch_id: z.number().nullable(),
  created_at: z.string(),
})
export type OpeningLot = z.output<typeof openingLot>

const holding = z.object({ quantity: z.number(), cost: z.number(), charges: z.number() })
const sums = accountLine

/** The preview of recording the lots: rows at fault, and sums. */
export const openingLotsReport = z.object({
  dryRun: z.literal(true),
  ok: z.boolean(),
  rows: z.number(),
  failed: z.number(),
  errors: z.array(rowError),
  /** Rows that are accepted and should be checked. */
  warnings: z.array(z.object({ row: z.number(), message: z.string() })),
  cost: z.number(),
  charges: z.number(),
  entries: z.number(),
  /** The sums of the entries, by account. */
  postings: z.array(sums),
  positions: z.array(
    z.object({
      symbol: z.string(),
      company_name: z.string(),
      lots: z.number(),
      before: holding,
      after: holding,
    }),
  ),
  /** Sales recorded already whose cost would move. */
  consequences,
})
export type OpeningLotsReport = z.output<typeof openingLotsReport>

const balanceLine = z
  .object({
    /** The code of the account; where only a settlement account is named, the cash account that it is mapped to. */
    account: optionalText(20),
    settlementAccount: optional(recordId('Must be the id of a settlement account.')),
    debit: optional(money('Debit')),
    credit: optional(money('Credit')),
    description: optionalText(1000),
  })
  .refine((line) => line.account !== null || line.settlementAccount !== null, {
    path: ['account'],
    message: 'Please choose an account.',
  })
const balancesInput = z.object({
  openingDate: date,
  ...changeOf({ reference: optionalText(60), description: optionalText(1000) }),
  lines: z.array(balanceLine).min(1, 'There are no balances to record.').max(BALANCE_LINES_MAX),
  /** Confirms that what debits and credits differ by goes to Capital. */
  differenceToCapital: z.boolean().default(false),
  /**
   * The current entry, which is to be replaced; null where there is none. Another one in between is refused.
   */
  replaces: optional(recordId('Must be the id of the current entry.')),
})
export type OpeningBalancesInput = z.output<typeof balancesInput>

const recordedLine = z.object({
  account_code: z.string(),
  account_name: z.string(),
  settlement_account: z.number().nullable(),
  settlement_account_name: z.string().nullable(),
  debit: z.number(),
  credit: z.number(),
  description: z.string().nullable(),
  /** The line that took the difference. */
  is_capital: z.boolean(),
})
export const openingBalances = z.object({
  entryId: z.number(),
  date: z.string(),
  reference: z.string().nullable(),
  description: z.string(),
  recorded_by: z.string(),
  recorded_at: z.string(),
  lines: z.array(recordedLine),
})
export type OpeningBalances = z.output<typeof openingBalances>

const balancesReport = z.object({
  dryRun: z.literal(true),
  /** Debits less credits: what goes to Capital as a credit, where below zero as a debit. */
  difference: z.number(),
  confirmed: z.boolean(),
  postings: z.array(postingPreview),
})
export type OpeningBalancesReport = z.output<typeof balancesReport>

/** A portfolio with what its books begin with. */
export const portfolioOpening = z.object({
  id: z.number(),
  portfolioId: z.string(),
  portfolio: z.string(),
  accountingTreatment: z.string().nullable(),
  /** Null while it has neither opening positions nor balances nor open items. */
  openingDate: z.string().nullable(),
  lots: z.number(),
  quantity: z.number(),
  cost: z.number(),
  charges: z.number(),
  hasBalances: z.boolean(),
  /** How many open items. */
  openItems: z.number(),
  /** Capital by all of it: positions, balances and open items. */
  capital: z.number(),
})
export type PortfolioOpening = z.output<typeof portfolioOpening>
const openingDetail = portfolioOpening.extend({
  positions: z.array(openingLot),
  balances: openingBalances.nullable(),
})
export type OpeningDetail = z.output<typeof openingDetail>

const writeQuery = z.object({ dryRun: z.enum(['0', '1', 'true', 'false']).optional() })
const removeQuery = writeQuery.extend({
  version: z.coerce.number().int().positive().optional(),
  reason: z.string().max(500).optional(),
})
/** A portfolio by its id or code. */
const ofPortfolio = z.object({ portfolio: z.string().max(200) })
const base = { tag: 'Openings' } as const

export const openings = {
  list: route({
    ...base,
    name: 'openings.list',
    needs: 'trades.read',
    method: 'GET',
    path: '/openings',
    summary: 'Every portfolio with its opening positions and balances',
    reply: z.array(portfolioOpening),
  }),
  get: route({
    ...base,
    name: 'openings.get',
    needs: 'trades.read',
    load: 'light',
    method: 'GET',
    path: '/openings/:portfolio',
    summary: 'Opening positions and opening balances of a portfolio (by id or code)',
    params: ofPortfolio,
    reply: openingDetail,
  }),
  recordLots: route({
    ...base,
    name: 'openings.record-lots',
    needs: 'openings.record',
    load: 'upload',
    runs: 'job',
    method: 'POST',
    path: '/openings/:portfolio/lots',
    status: 201,
    summary:
      'Record opening lots, all or nothing; `?dryRun=1` answers what each row would do. Undone as a batch',
    params: ofPortfolio,
    query: writeQuery,
    body: lotsInput,
    reply: z.union([batchRecord, openingLotsReport]),
  }),
  changeLot: route({
    ...base,
    name: 'openings.change-lot',
    needs: 'openings.record',
    method: 'PUT',
    path: '/opening-lots/:id',
    summary: 'Correct an opening lot; an optional field left out stays; sales after it are costed again',
    params: idParams,
    query: writeQuery,
    body: lotChange,
    reply: z.union([openingLot, tradeDryRun]),
  }),
  removeLot: route({
    ...base,
    name: 'openings.remove-lot',
    needs: 'openings.record',
    method: 'DELETE',
    path: '/opening-lots/:id',
    summary: 'Delete an opening lot',
    params: idParams,
    query: removeQuery,
    reply: z.union([
      z.object({ success: z.literal(true), id: z.number(), version: z.number() }),
      tradeDryRun,
    ]),
  }),
  saveBalances: route({
    ...base,
    name: 'openings.save-balances',
    needs: 'openings.record',
    method: 'PUT',
    path: '/openings/:portfolio/balances',
    summary:
      'Record the opening balances of a portfolio, or replace them (reversal and new entry); reference and description left out stay',
    params: ofPortfolio,
    query: writeQuery,
    body: balancesInput,
    reply: z.union([openingDetail, balancesReport]),
  }),
  removeBalances: route({
    ...base,
    name: 'openings.remove-balances',
    needs: 'openings.record',
    method: 'DELETE',
    path: '/openings/:portfolio/balances',
    summary: 'Remove the opening balances of a portfolio by a reversal',
    params: ofPortfolio,
    query: writeQuery.extend({ entry: z.coerce.number().int().positive().optional() }),
    reply: z.union([openingDetail, balancesReport]),
  }),
}
