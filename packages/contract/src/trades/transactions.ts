import { z } from 'zod'
import { date, optional, portfolioNamed } from '../kit/fields.ts'
import { idParams } from '../kit/register.ts'
import { route } from '../kit/route.ts'
import { settlementWord } from '../settlements/settlements.ts'
import { sellTransaction } from './sells.ts'
import { consumedLot } from './trade-preview.ts'
import { buyTransaction } from './trades.ts'
import { auditedShape } from './version-fields.ts'

/** Buys, sells and opening lots in one list, filtered, sorted and paged by the database. Amounts in rupees. */
export const tradeRow = z.object({
  id: z.number(),
  version: z.number(),
  side: z.enum(['buy', 'sell', 'opening']),
  deal_number: z.string(),
  contract_number: z.string().nullable(),
  company_name: z.string(),
  symbol: z.string(),
  portfolio: z.string(),
  portfolioId: z.string(),
  broker_name: z.string().nullable(),
  trade_date: z.string(),
  /** HH:MM:SS; null where it was not recorded. */
  trade_time: z.string().nullable(),
  settlement_date: z.string(),
  /** Of an opening lot, and of an open item: the first day of the portfolio's books, where both are changed. */
  opening_date: z.string().nullable(),
  /** The state of its settlement; an opening position is settled. */
  status: settlementWord,
  /** The amount confirmed, less refunds, and the amount not confirmed, which may be a refund (below zero). */
  paid: z.number(),
  outstanding: z.number(),
  quantity: z.number(),
  price: z.number(),
  gross_value: z.number(),
  total_fees: z.number(),
  net_value: z.number(),
  money_generation_cost: z.number(),
  capital_gain: z.number().nullable(),
  profit_loss: z.number().nullable(),
  batch_id: z.number().nullable(),
  created_at: z.string(),
  /** Of a deleted trade, when it was deleted, by whom and why; null for one in force. */
  deleted_at: z.string().nullable(),
  deleted_by: z.string().nullable(),
  deleted_reason: z.string().nullable(),
})
export type TradeRow = z.output<typeof tradeRow>
export const TRADE_SORTS = [
  'trade_date',
  'settlement_date',
  'created_at',
  'symbol',
  'quantity',
  'gross_value',
  'net_value',
  'capital_gain',
  /** When its last version was recorded; of a deleted trade, when it was deleted: the usual order of those. */
  'changed_at',
] as const
const filter = z.object({
  side: z.enum(['buy', 'sell', 'opening']).optional(),
  ...portfolioNamed,
  symbol: z.string().max(20).optional(),
  broker: z.string().max(200).optional(),
  /** One state, or several with commas between them. */
  status: z
    .string()
    .max(200)
    .transform((text) => text.split(',').map((word) => word.trim()))
    .pipe(z.array(settlementWord))
    .optional(),
  /** Trade dates, both included. */
  from: optional(date),
  to: optional(date),
  search: z.string().max(200).optional(),
  batch: z.coerce.number().int().positive().optional(),
  /** 1: the deleted trades, as they were when they were deleted, in place of those in force. */
  deleted: z.enum(['0', '1', 'true', 'false']).optional(),
  /** Those that the person who asks recorded today. */
  mine: z.enum(['today']).optional(),
})
export const transactions = {
  list: route({
    name: 'transactions.list',
    needs: 'trades.read',
    load: 'list',
    method: 'GET',
    path: '/trades',
    tag: 'Trades',
    summary:
      'Buys and sells together; `sort` is a field or -field; pages by `cursor` (X-Next-Cursor of the page before) or by number',
    query: filter.extend({
      sort: z.enum(TRADE_SORTS.flatMap((name) => [name, `-${name}`]) as [string, ...string[]]).optional(),
      page: z.coerce.number().int().min(1).max(1_000_000).optional(),
      limit: z.coerce.number().int().min(1).max(10_000).optional(),
      cursor: z.string().max(500).optional(),
    }),
    reply: z.array(tradeRow),
  }),
  summary: route({
    name: 'transactions.summary',
    needs: 'trades.read',
    method: 'GET',
    path: '/trades/summary',
    tag: 'Trades',
    summary: 'Counts and sums over a whole filter',
    query: filter,
    reply: z.object({
      trades: z.number(),
      buys: z.number(),
      sells: z.number(),
      openings: z.number(),
      bought: z.number(),
      sold: z.number(),
      fees: z.number(),
      gain: z.number(),
      /** How many of them are in each state; the others are settled, or assumed to be. */
      pending: z.number(),
      partSettled: z.number(),
      overdue: z.number(),
      failed: z.number(),
    }),
  }),
  one: route({
    name: 'transactions.one',
    needs: 'trades.read',
    load: 'light',
    method: 'GET',
    path: '/trades/:id',
    tag: 'Trades',
    summary: 'One trade with its versions, its entries and, for a sale, the lots it took',
    params: idParams,
    reply: z.object({
      trade: tradeRow,
      buy: buyTransaction.nullable(),
      sell: sellTransaction.nullable(),
      is_deleted: z.boolean(),
      versions: z.array(
        z.object({
          version: z.number(),
          recorded_at: z.string(),
          recorded_by: z.string(),
          reason: z.string().nullable(),
          is_deleted: z.boolean(),
          ...auditedShape,
          total_fees: z.number(),
          /** How many shares of which buy a cherry-picked sale took, in words; null for other trades. */
          allocations: z.string().nullable(),
        }),
      ),
      /** The lots that a sale took, oldest first; empty for a buy. */
      lots: z.array(consumedLot),
      entries: z.array(
        z.object({
          id: z.number(),
          date: z.string(),
          kind: z.string(),
          description: z.string(),
          total: z.number(),
          reversal_of: z.number().nullable(),
          reversed_by: z.number().nullable(),
        }),
      ),
    }),
  }),
}
