import { z } from 'zod'
import { date, optional, portfolioNamed } from '../kit/fields.ts'
import { route } from '../kit/route.ts'
import { treatment } from '../reports/report-ties.ts'

/** The trial balance. Amounts in rupees; net balance = debits - credits. */

export const balanceType = z.enum(['DR', 'CR', 'ZERO'])
/** Which books a report covers: a portfolio, all portfolios of an entity, or (neither given, or `all`) everything. */
export const scopeNamed = { ...portfolioNamed, entity: z.string().max(500).optional() }
const scopeReply = { portfolio: z.string().nullable(), entity: z.string().nullable() }

/** The balance at a second date, in addition to the end date; null where none was asked for. */
const compared = {
  compare_balance: z.number().nullable(),
  /** Balance less the compared one. */
  change: z.number().nullable(),
  /** The change in percent of the compared balance, 2 decimals; null where that is zero. */
  change_percent: z.number().nullable(),
}
const sums = {
  opening_balance: z.number(),
  period_debit: z.number(),
  period_credit: z.number(),
  net_balance: z.number(),
  balance_type: balanceType,
  ...compared,
}
/** The settlement account behind a balance; null where there is none, or several. */
const payment = {
  transaction_account_name: z.string().nullable(),
  account_number: z.string().nullable(),
  bank_name: z.string().nullable(),
  payment_method: z.string().nullable(),
}
export const bankBalance = z.object({
  /** Null: lines that name no settlement account. */
  settlement_account_id: z.number().nullable(),
  ...payment,
  ...sums,
})
export const trialBalanceAccount = z.object({
  account_code: z.string(),
  account_name: z.string(),
  account_type: z.string(),
  ...sums,
  ...payment,
  /** With `banks=1`: the balance by settlement account, where lines of the account name any. */
  bank_accounts: z.array(bankBalance),
})
const totalsCompared = {
  compare_net: z.number().nullable(),
  change: z.number().nullable(),
  change_percent: z.number().nullable(),
}
export const trialBalanceReply = z.object({
  success: z.boolean(),
  error: z.string().optional(),
  data: z.object({
    period: z.object({
      startDate: z.string().nullable(),
      endDate: z.string(),
      compareDate: z.string().nullable(),
      ...scopeReply,
    }),
    totals: z.object({
      generated_date: z.string(),
      is_balanced: z.boolean(),
      total_debits: z.number(),
      total_credits: z.number(),
      /** Of the second date; null where none was asked for. */
      compare_debits: z.number().nullable(),
      compare_credits: z.number().nullable(),
      account_count: z.number(),
    }),
    accountsByType: z.record(z.string(), z.array(trialBalanceAccount)),
    typeSubtotals: z.record(
      z.string(),
      z.object({ debit: z.number(), credit: z.number(), net: z.number(), ...totalsCompared }),
    ),
    summary: z.array(
      z.object({
        account_type: z.string(),
        total_debit: z.number(),
        total_credit: z.number(),
        net_balance: z.number(),
        ...totalsCompared,
      }),
    ),
  }),
})
export type TrialBalance = z.output<typeof trialBalanceReply>['data']
const period = z.object({
  startDate: optional(date),
  endDate: optional(date),
  ...scopeNamed,
})
const flag = z.enum(['0', '1']).optional()
export const trialBalance = {
  get: route({
    name: 'trial-balance.get',
    needs: 'reports.read',
    load: 'report',
    method: 'GET',
    path: '/trial-balance',
    tag: 'Trial balance',
    summary:
      'Balances at the end date, with opening balance and movement; without a start date, as at; beside a second date where one is given',
    query: period.extend({
      /** A second date to compare with, before or after the end date. */
      compareDate: optional(date),
      /** 1: with the bank accounts behind each account. */
      banks: flag,
    }),
    reply: trialBalanceReply,
  }),
  account: route({
    name: 'trial-balance.account',
    needs: 'reports.read',
    load: 'report',
    method: 'GET',
    path: '/trial-balance/account/:code',
    tag: 'Trial balance',
    summary: 'One account over the period, with its entries (the newest 1,000)',
    params: z.object({ code: z.string().min(1).max(30) }),
    query: period.extend({
      /** 1: without year-end closings, as a statement of profit and loss counts. */
      withoutClosing: flag,
      /** A settlement account's id: its lines alone; 0: those that name none. */
      settlementAccount: z
        .string()
        .max(15)
        .regex(/^\d{1,15}$/, 'Must be the id of a settlement account, or 0.')
        .optional(),
      /** Lines of journal entries made by users alone, or all others. */
      entries: z.enum(['manual', 'other']).optional(),
      /** Lines of portfolios of a treatment alone; those that name no portfolio count as FVTPL. */
      treatment: treatment.optional(),
    }),
    reply: z.object({
      success: z.literal(true),
      data: z.object({
        accountCode: z.string(),
        accountName: z.string(),
        period: z.object({
          startDate: z.string().nullable(),
          endDate: z.string(),
          ...scopeReply,
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
