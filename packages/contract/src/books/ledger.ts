import { z } from 'zod'
import { date, optional, portfolioNamed } from '../kit/fields.ts'
import { listQuery } from '../kit/register.ts'
import { route } from '../kit/route.ts'

/** The general ledger. Amounts in rupees; balance = debits - credits. */

export const LEDGER_TYPES = [
  'Investment Purchase',
  'Trading Expense',
  'Bank Payment',
  'Asset Purchase',
  'Loan',
  'Revenue',
  'Expense',
  'Journal Entry',
  'Opening',
  'Closing',
] as const

export const ledgerEntry = z.object({
  id: z.string(),
  entry_id: z.number(),
  line_no: z.number(),
  date: z.string(),
  account_code: z.string(),
  account_name: z.string(),
  description: z.string().nullable(),
  reference: z.string().nullable(),
  portfolio: z.string().nullable(),
  portfolioId: z.string().nullable(),
  symbol: z.string().nullable(),
  debit: z.number(),
  credit: z.number(),
  /** Running balance of the account, within the portfolio asked for, by date, entry and line. */
  balance: z.number(),
  transaction_type: z.string(),
  /** A line dated after today is Pending. */
  status: z.enum(['Posted', 'Pending']),
  kind: z.string(),
  trade_id: z.number().nullable(),
  transaction_account_name: z.string().nullable(),
  account_number: z.string().nullable(),
  bank_name: z.string().nullable(),
  payment_method: z.string().nullable(),
})
export type LedgerEntry = z.output<typeof ledgerEntry>

const ledgerFilter = z.object({
  ...portfolioNamed,
  account_code: z.string().max(30).optional(),
  from: optional(date),
  to: optional(date),
  transaction_type: z.string().max(50).optional(),
  status: z.enum(['Posted', 'Pending']).optional(),
  /** Description, reference, account, symbol or company, in part and without regard to case. */
  search: listQuery.shape.search,
})

export const ledgerSummary = z.object({
  /** Lines; with `stopped`, as far as the search went. */
  entries: z.number(),
  /** Null where the search stopped. */
  debits: z.number().nullable(),
  credits: z.number().nullable(),
  /** Debits less credits. */
  net: z.number().nullable(),
  /** The search text hits more than 50,000 lines: they are neither counted nor added up. */
  stopped: z.boolean(),
})

export const ledger = {
  list: route({
    name: 'ledger.list',
    load: 'list',
    method: 'GET',
    path: '/general-ledger',
    tag: 'Ledger',
    summary: 'Ledger lines, newest first, with the running balance of their account',
    query: listQuery.extend(ledgerFilter.shape).extend({
      /** With `limit`: this page of so many lines, counted from 1, in place of a cursor. */
      page: z.coerce.number().int().min(1).max(10_000_000).optional(),
    }),
    reply: z.array(ledgerEntry),
  }),
  summary: route({
    name: 'ledger.summary',
    method: 'GET',
    path: '/general-ledger/summary',
    tag: 'Ledger',
    summary: 'How many ledger lines a filter leaves, and their debits and credits',
    query: ledgerFilter,
    reply: ledgerSummary,
  }),
  file: route({
    name: 'ledger.file',
    load: 'export',
    method: 'GET',
    path: '/general-ledger/export',
    tag: 'Ledger',
    summary: 'Every line that a filter leaves as an .xlsx file, newest first, at most 1,000,000',
    query: ledgerFilter,
    reply: z.unknown(),
  }),
  portfolios: route({
    name: 'ledger.portfolios',
    load: 'light',
    method: 'GET',
    path: '/general-ledger/portfolios',
    tag: 'Ledger',
    summary: 'The portfolios that can be filtered by',
    reply: z.array(z.object({ portfolio: z.string(), portfolioName: z.string(), portfolioId: z.string() })),
  }),
}
