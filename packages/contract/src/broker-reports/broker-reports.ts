import { z } from 'zod'
import { documentHeader } from '../documents/document-header.ts'
import { date, money, optional, portfolioNamed } from '../kit/fields.ts'
import { route } from '../kit/route.ts'

/** Charges of brokers, their contract notes, and the amounts open with them. Amounts in rupees. */

/** Days of one report. */
export const BROKER_REPORT_DAYS_MAX = 3_660
export const NOTES_MAX = 10_000
/** A gap in the numbers of a broker is listed up to so many numbers; a larger one is another series. */
export const GAP_MAX = 50
/** Lines of a broker's statement that are compared at once. */
export const STATEMENT_LINES_MAX = 5_000

const span = { ...portfolioNamed, startDate: date, endDate: date }
const broker = z.string().max(200).optional()
const fees = {
  brokerage: z.number(),
  cse_fees: z.number(),
  cds_fees: z.number(),
  clearing_fees: z.number(),
  sec: z.number(),
  stl: z.number(),
}

const commissionRow = z.object({
  /** Blank: trades without a broker. */
  broker: z.string(),
  /** YYYY-MM. */
  month: z.string(),
  trades: z.number(),
  bought: z.number(),
  sold: z.number(),
  /** Gross of both sides. */
  turnover: z.number(),
  ...fees,
  /** Of brokers abroad, as documents state it: it is posted with the brokerage, and no tariff proves it. */
  foreign_brokerage: z.number(),
  /** All fees, foreign brokerage included. */
  total: z.number(),
  /** Total / turnover x 100, at 4 decimals. */
  effectiveRate: z.number(),
  /** By the tariffs: trades of a client, security, side and day together, with intraday relief; of documents as in the fee proof. */
  schedule: z.number(),
  /** Charged less schedule, without foreign brokerage and without rounding of up to half a cent a fill of a document. */
  difference: z.number(),
  /** Total less foreign brokerage, schedule and difference. */
  rounding: z.number(),
})
export type CommissionRow = z.output<typeof commissionRow>
export const commissionSummary = z.object({
  startDate: z.string(),
  endDate: z.string(),
  rows: z.array(commissionRow),
  total: commissionRow,
})
export type CommissionSummary = z.output<typeof commissionSummary>

/** Trades of one day that are confirmed at once. */
export const CONFIRMED_MAX = 5_000
const confirmedTrade = z.object({
  tradeId: z.number(),
  dealNumber: z.string(),
  side: z.enum(['buy', 'sell']),
  contractNumber: z.string().nullable(),
  symbol: z.string(),
  isin: z.string().nullable(),
  companyName: z.string(),
  quantity: z.number(),
  price: z.number(),
  gross: z.number(),
  ...fees,
  net: z.number(),
  settlementDate: z.string(),
})
export type ConfirmedTrade = z.output<typeof confirmedTrade>
const tradeConfirmation = z.object({ header: documentHeader, trades: z.array(confirmedTrade) })
export type TradeConfirmation = z.output<typeof tradeConfirmation>
/** One confirmation for each broker of the day. */
export const tradeConfirmations = z.object({
  portfolioId: z.string(),
  portfolio: z.string(),
  /** The day asked for, or the last one with trades; null where there is none. */
  date: z.string().nullable(),
  confirmations: z.array(tradeConfirmation),
  /** The day has more than `CONFIRMED_MAX` trades; the others are left out. */
  hasMore: z.boolean(),
})
export type TradeConfirmations = z.output<typeof tradeConfirmations>

export const NOTE_STATUSES = ['recorded', 'duplicate', 'deleted'] as const
const contractNote = z.object({
  tradeId: z.number(),
  number: z.string(),
  broker: z.string(),
  tradeDate: z.string(),
  side: z.enum(['buy', 'sell']),
  symbol: z.string(),
  quantity: z.number(),
  price: z.number(),
  gross: z.number(),
  ...fees,
  total_fees: z.number(),
  net: z.number(),
  portfolio: z.string(),
  dealNumber: z.string(),
  /** The document that it was recorded from. */
  document: z.object({ id: z.number(), fileName: z.string() }).nullable(),
  status: z.enum(NOTE_STATUSES),
  /** Of a deleted trade: why. */
  reason: z.string().nullable(),
})
export type ContractNote = z.output<typeof contractNote>
const gap = z.object({ broker: z.string(), after: z.string(), before: z.string(), missing: z.number() })
export type NumberGap = z.output<typeof gap>

/**
 * Fees that documents charge, over all documents of some trade dates. A contract in several documents counts
 * by the newest one.
 */
const feeProofRow = z.object({
  /** Blank: the broker of the document is unknown. */
  broker: z.string(),
  documents: z.number(),
  /** Lines that a tariff proves, and those of them that differ from it. */
  lines: z.number(),
  different: z.number(),
  /** Lines without a tariff: they are in no amount. */
  unproved: z.number(),
  /** Lines left out, since a newer document has their contract. */
  repeated: z.number(),
  charged: z.number(),
  schedule: z.number(),
  /** Charged less schedule by fee, rounding of up to half a cent a fill left out. */
  ...fees,
  difference: z.number(),
  /** Charged less schedule less difference. */
  rounding: z.number(),
})
export type FeeProofRow = z.output<typeof feeProofRow>
export const feeProof = z.object({
  startDate: z.string(),
  endDate: z.string(),
  rows: z.array(feeProofRow),
  total: feeProofRow,
  /** Documents of these days that changed tariffs have not reached yet: their figures follow. */
  behind: z.number(),
})
export type FeeProof = z.output<typeof feeProof>

export const PROOF_STATES = ['differs', 'agrees', 'no-tariff'] as const
const feeProofLine = z.object({
  document: z.object({ id: z.number(), fileName: z.string() }),
  /** Its number in the file. */
  line: z.number(),
  broker: z.string(),
  tradeDate: z.string(),
  side: z.enum(['buy', 'sell']),
  symbol: z.string(),
  contractNumber: z.string(),
  clientAccount: z.string(),
  quantity: z.number(),
  gross: z.number(),
  charged: z.number(),
  /** Null where no tariff reaches back so far, as the difference is. */
  schedule: z.number().nullable(),
  /** Charged less schedule by fee. */
  fees: z.object(fees).nullable(),
  difference: z.number().nullable(),
  state: z.enum(PROOF_STATES),
})
export type FeeProofLine = z.output<typeof feeProofLine>

const statementDay = z.object({
  date: z.string(),
  bought: z.number(),
  sold: z.number(),
  paid: z.number(),
  received: z.number(),
  /** The change of our debt to the broker on the day; below zero the broker owes us. */
  net: z.number(),
  balance: z.number(),
})
/** Asked for as a broker: trades that name none. */
export const NO_BROKER = '-'
export const brokerStatement = z.object({
  /** Of a name that is not in Brokers the id is null; '' is no name at all. */
  broker: z.object({ id: z.number().nullable(), name: z.string() }),
  startDate: z.string(),
  endDate: z.string(),
  /** Our debt to the broker at the start of the first day; below zero the broker owes us. */
  opening: z.number(),
  days: z.array(statementDay),
  closing: z.number(),
})
export type BrokerStatement = z.output<typeof brokerStatement>

const comparedDay = z.object({
  date: z.string(),
  ledger: z.number(),
  statement: z.number(),
  /** The statement less the ledger. */
  difference: z.number(),
})
export const comparedStatement = z.object({
  opening: z.number(),
  closing: z.number(),
  /** As the broker states it; null where the statement does not, or has lines before the first day (after the last). */
  statedOpening: z.number().nullable(),
  statedClosing: z.number().nullable(),
  days: z.array(comparedDay),
  differing: z.number(),
  /** Lines of the statement outside the period: left out. */
  outside: z.number(),
})
export type ComparedStatement = z.output<typeof comparedStatement>
const amount = optional(money('The amount'))
const comparison = z.object({
  ...portfolioNamed,
  startDate: date,
  endDate: date,
  broker: z.string().min(1).max(200),
  /** Debits are what we owe the broker, as he writes his statement. */
  lines: z
    .array(z.object({ date, debit: amount, credit: amount }))
    .min(1)
    .max(STATEMENT_LINES_MAX),
  /** Our debt to the broker, in rupees; below zero he owes us. */
  statedOpening: optional(z.number()),
  statedClosing: optional(z.number()),
})

const base = { tag: 'Broker reports', needs: 'trades.read', load: 'report' } as const
export const brokerReports = {
  commission: route({
    ...base,
    name: 'broker-reports.commission',
    method: 'GET',
    path: '/broker-reports/commission',
    summary:
      'What each broker charged by month: turnover, the six fees, effective rate, difference from the schedule',
    query: z.object({ ...span, broker }),
    reply: commissionSummary,
  }),
  notes: route({
    ...base,
    load: 'list',
    name: 'broker-reports.contract-notes',
    method: 'GET',
    path: '/broker-reports/contract-notes',
    summary: 'Contract notes of a period by number, with duplicates and deleted ones',
    query: z.object({
      ...span,
      broker,
      status: z.enum(NOTE_STATUSES).optional(),
      search: z.string().max(100).optional(),
      limit: z.coerce.number().int().min(1).max(NOTES_MAX).optional(),
      offset: z.coerce.number().int().min(0).max(1_000_000).optional(),
    }),
    reply: z.array(contractNote),
  }),
  confirmations: route({
    ...base,
    name: 'broker-reports.confirmations',
    method: 'GET',
    path: '/trade-confirmations',
    summary:
      'Our confirmation of the trades of a portfolio on one day, one for each broker; without a date, of the last day with trades',
    query: z.object({ ...portfolioNamed, date: optional(date).optional() }),
    reply: tradeConfirmations,
  }),
  gaps: route({
    ...base,
    name: 'broker-reports.gaps',
    method: 'GET',
    path: '/broker-reports/contract-notes/gaps',
    summary: 'Numbers between two contract notes of a broker that are not recorded',
    query: z.object({ ...span, broker }),
    reply: z.array(gap),
  }),
  feeProof: route({
    ...base,
    name: 'broker-reports.fee-proof',
    method: 'GET',
    path: '/broker-reports/fee-proof',
    summary: 'What documents charge against the fee tariffs, added up by broker over some trade dates',
    query: z.object({ startDate: date, endDate: date, broker }),
    reply: feeProof,
  }),
  feeProofLines: route({
    ...base,
    load: 'list',
    name: 'broker-reports.fee-proof-lines',
    method: 'GET',
    path: '/broker-reports/fee-proof/lines',
    summary: 'The lines behind it, the latest first',
    query: z.object({
      startDate: date,
      endDate: date,
      broker,
      state: z.enum(PROOF_STATES).optional(),
      search: z.string().max(100).optional(),
      limit: z.coerce.number().int().min(1).max(NOTES_MAX).optional(),
      offset: z.coerce.number().int().min(0).max(1_000_000).optional(),
    }),
    reply: z.array(feeProofLine),
  }),
  statement: route({
    ...base,
    name: 'broker-reports.statement',
    needs: 'ledger.read',
    method: 'GET',
    path: '/broker-reports/statement',
    summary:
      'What stands in payables (2100) and receivables (1200) with a broker, netted per day; also of a name that is not in Brokers, and of trades without a broker (-)',
    query: z.object({ ...span, broker: z.string().min(1).max(200) }),
    reply: brokerStatement,
  }),
  compare: route({
    ...base,
    name: 'broker-reports.compare',
    needs: 'ledger.read',
    method: 'POST',
    path: '/broker-reports/statement/compare',
    summary: "A broker's statement against the ledger, day by day; nothing is kept",
    body: comparison,
    reply: comparedStatement,
  }),
  keepComparison: route({
    ...base,
    load: 'write',
    name: 'broker-reports.keep-comparison',
    needs: 'reconciliations.work',
    scope: 'all',
    method: 'POST',
    path: '/broker-reports/statement/comparisons',
    status: 201,
    summary:
      'Keep that a statement of a broker was compared, with the number of differences: the checklist of a lock and the bell ask for it',
    body: comparison,
    reply: z.object({ id: z.number(), differences: z.number(), compared: comparedStatement }),
  }),
}
