import { z } from 'zod'
import { date, optional, portfolioNamed } from '../kit/fields.ts'
import { route } from '../kit/route.ts'

/** The trial balance. Amounts in rupees; net balance = debits - credits. */

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
