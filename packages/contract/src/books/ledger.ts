import { z } from 'zod'
import { date, id, money, optional, optionalText, portfolioNamed, recordId, text } from '../kit/fields.ts'
import { listQuery } from '../kit/register.ts'
import { route } from '../kit/route.ts'

/** The general ledger, the journal's write and the trial balance. Amounts in rupees; balance = debits - credits. */

export const LEDGER_TYPES = [
  'Investment Purchase',
  'Trading Expense',
  'Bank Payment',
  'Asset Purchase',
  'Loan',
  'Revenue',
  'Expense',
  'Journal Entry',
] as const
export const JOURNAL_TYPES = ['Trade', 'Dividend', 'Corporate Action', 'Manual'] as const

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
  entries: z.number(),
  debits: z.number(),
  credits: z.number(),
  /** Debits less credits. */
  net: z.number(),
})

export const ledger = {
  list: route({
    name: 'ledger.list',
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
  portfolios: route({
    name: 'ledger.portfolios',
    method: 'GET',
    path: '/general-ledger/portfolios',
    tag: 'Ledger',
    summary: 'The portfolios that can be filtered by',
    reply: z.array(z.object({ portfolio: z.string(), portfolioName: z.string(), portfolioId: z.string() })),
  }),
}

const journalLine = z.object({
  account_code: text(30),
  debit: optional(money('Debit')),
  credit: optional(money('Credit')),
  description: optionalText(500),
  portfolioId: optional(z.union([text(200), z.number().int().positive().transform(String)])),
  settlementAccount: optional(recordId('Must be the id of a settlement account.')),
})
export const journalEntryInput = z.object({
  date,
  description: text(500),
  reference: optionalText(100),
  transaction_type: optional(
    z.enum(JOURNAL_TYPES, { error: `Must be one of: ${JOURNAL_TYPES.join(', ')}.` }),
  ),
  status: optional(z.enum(['Posted'], { error: 'Only posted entries are taken so far.' })),
  lines: z
    .array(journalLine)
    .min(2, 'An entry needs at least two lines.')
    .max(200, 'An entry takes at most 200 lines.'),
})
export const journalEntry = z.object({
  id: z.number(),
  date: z.string(),
  description: z.string(),
  reference: z.string().nullable(),
  transaction_type: z.string(),
  status: z.enum(['Posted', 'Pending']),
  kind: z.string(),
  trade_id: z.number().nullable(),
  /** The deal number of the trade that caused it. */
  deal_number: z.string().nullable(),
  reversal_of: z.number().nullable(),
  /** The entry that took this one back. */
  reversed_by: z.number().nullable(),
  recorded_at: z.string(),
  recorded_by: z.string(),
  total: z.number(),
  lines: z.array(
    z.object({
      line_no: z.number(),
      account_code: z.string(),
      account_name: z.string(),
      debit: z.number(),
      credit: z.number(),
      description: z.string().nullable(),
      portfolioId: z.string().nullable(),
      transaction_type: z.string(),
      /** The bank account behind a line on cash. */
      settlement_account: z
        .object({ account_name: z.string(), account_number: z.string(), bank_name: z.string() })
        .nullable(),
    }),
  ),
})
export type JournalEntry = z.output<typeof journalEntry>
export const journal = {
  create: route({
    name: 'journal.create',
    method: 'POST',
    path: '/journal-entries',
    tag: 'Journal entries',
    status: 201,
    summary: 'Post a journal entry of several lines',
    body: journalEntryInput,
    reply: z.object({ success: z.literal(true), data: journalEntry }),
  }),
  get: route({
    name: 'journal.get',
    method: 'GET',
    path: '/journal-entries/:id',
    tag: 'Journal entries',
    summary: 'One journal entry with its lines',
    params: z.object({ id }),
    reply: z.object({ success: z.literal(true), data: journalEntry }),
  }),
}

const balanceType = z.enum(['DR', 'CR', 'ZERO'])
export const trialBalanceAccount = z.object({
  account_code: z.string(),
  account_name: z.string(),
  account_type: z.string(),
  opening_balance: z.number(),
  period_debit: z.number(),
  period_credit: z.number(),
  net_balance: z.number(),
  balance_type: balanceType,
})
export const trialBalanceReply = z.object({
  success: z.boolean(),
  error: z.string().optional(),
  data: z.object({
    period: z.object({
      startDate: z.string().nullable(),
      endDate: z.string(),
      portfolio: z.string().nullable(),
    }),
    totals: z.object({
      generated_date: z.string(),
      is_balanced: z.boolean(),
      total_debits: z.number(),
      total_credits: z.number(),
      account_count: z.number(),
    }),
    accountsByType: z.record(z.string(), z.array(trialBalanceAccount)),
    typeSubtotals: z.record(z.string(), z.object({ debit: z.number(), credit: z.number(), net: z.number() })),
    summary: z.array(
      z.object({
        account_type: z.string(),
        total_debit: z.number(),
        total_credit: z.number(),
        net_balance: z.number(),
      }),
    ),
  }),
})
export type TrialBalance = z.output<typeof trialBalanceReply>['data']
const period = z.object({
  startDate: optional(date),
  endDate: optional(date),
  ...portfolioNamed,
})
export const trialBalance = {
  get: route({
    name: 'trial-balance.get',
    method: 'GET',
    path: '/trial-balance',
    tag: 'Trial balance',
    summary: 'Balances at the end date, with opening balance and movement; without a start date, as at',
    query: period,
    reply: trialBalanceReply,
  }),
  account: route({
    name: 'trial-balance.account',
    method: 'GET',
    path: '/trial-balance/account/:code',
    tag: 'Trial balance',
    summary: 'One account over the period, with its entries (the newest 1,000)',
    params: z.object({ code: z.string().min(1).max(30) }),
    query: period,
    reply: z.object({
      success: z.literal(true),
      data: z.object({
        accountCode: z.string(),
        accountName: z.string(),
        period: z.object({
          startDate: z.string().nullable(),
          endDate: z.string(),
          portfolio: z.string().nullable(),
        }),
        totals: z.object({
          opening_balance: z.number(),
          total_debit: z.number(),
          total_credit: z.number(),
          net_balance: z.number(),
          balance_type: balanceType,
        }),
        entry_count: z.number(),
        entries: z.array(
          z.object({
            entry_id: z.number(),
            date: z.string(),
            description: z.string().nullable(),
            reference: z.string().nullable(),
            debit: z.number(),
            credit: z.number(),
            transaction_type: z.string(),
          }),
        ),
      }),
    }),
  }),
}
