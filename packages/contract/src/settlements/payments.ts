import { z } from 'zod'
import { optional, portfolioNamed, portfolioWritten, recordId } from '../kit/fields.ts'
import { route } from '../kit/route.ts'

/**
 * Payments to make: what buys with Generate Payment = Yes still have to pay their brokers. A payment is handed to the
 * bank as a line of a file; confirming its settlement records that it was paid.
 */

/** Payments of one list and one file, at most. */
export const PAYMENTS_MAX = 5_000

/** The broker's details that a bank needs, as the Brokers register names them. */
export const PAYEE_FIELDS = {
  bank_name: 'Bank Name',
  branch_name: 'Branch Name',
  account_number: 'Account Number',
  swift_code: 'SWIFT Code',
} as const

export const paymentRow = z.object({
  trade_id: z.number(),
  deal_number: z.string(),
  contract_number: z.string().nullable(),
  symbol: z.string(),
  portfolio: z.string(),
  portfolioId: z.string(),
  due_date: z.string(),
  /** Rupees that are outstanding. */
  amount: z.number(),
  broker_name: z.string().nullable(),
  bank_name: z.string().nullable(),
  branch_name: z.string().nullable(),
  account_number: z.string().nullable(),
  swift_code: z.string().nullable(),
  settlement_account: z.number().nullable(),
  from_name: z.string().nullable(),
  from_number: z.string().nullable(),
  from_bank: z.string().nullable(),
  /** What is missing of the broker, in the register's words; a payment with something missing is in no file. */
  missing: z.array(z.string()),
  /** `ready`: for the next file. `exported`: in a file with this amount and these bank details. */
  state: z.enum(['incomplete', 'ready', 'exported']),
  /** In a file with this amount, but with other details of the broker's bank. */
  bankDetailsChanged: z.boolean(),
  exported_at: z.string().nullable(),
  exported_by: z.string().nullable(),
})
export type PaymentRow = z.output<typeof paymentRow>

const base = { tag: 'Settlements' } as const
const filter = z.object({ ...portfolioNamed })
export const payments = {
  list: route({
    ...base,
    name: 'payments.list',
    needs: 'settlements.read',
    method: 'GET',
    path: '/payments',
    summary: 'Payments to make, the earliest due first: open buys with Generate Payment = Yes',
    query: filter,
    reply: z.array(paymentRow),
  }),
  export: route({
    ...base,
    name: 'payments.export',
    needs: 'payments.export',
    method: 'POST',
    status: 201,
    path: '/payments/export',
    summary: 'The payments that are ready as a CSV file; they are marked as exported',
    query: z.object({ dryRun: z.enum(['0', '1', 'true', 'false']).optional() }),
    body: z
      .object({
        /** `all`: every portfolio that the person changes. Not needed with `tradeIds`. */
        ...portfolioNamed,
        /** These alone, also where they were exported before; without them all that are ready. */
        tradeIds: optional(z.array(recordId('Must be the id of a trade.')).min(1).max(PAYMENTS_MAX)),
      })
      .superRefine(portfolioWritten('tradeIds')),
    reply: z.object({
      dryRun: z.boolean(),
      count: z.number(),
      total: z.number(),
      fileName: z.string(),
      csv: z.string(),
    }),
  }),
}
