import type { FeeSource } from '@em/core/trades/figures'
import { z } from 'zod'
import { COSTING_METHODS } from '../costing-methods/costing-methods.ts'
import {
  type changeOf,
  date,
  optional,
  optionalText,
  percent,
  price,
  recordId,
  shares,
} from '../kit/fields.ts'
import { route } from '../kit/route.ts'
import { inFormNames, name, recordedTrade, tradeChange, tradeFields, tradeInput } from './trade-fields.ts'
import { figures, saleFigures, tradeDryRun } from './trade-preview.ts'
import { tradeListQuery } from './trades.ts'

/** Sells: what they fetch, what they take out of the chain, and which lots. Amounts in rupees. */

/** Which buy's lot, and how many of its shares; rows with nothing allocated are dropped, those of one lot added up. */
const allocation = z.object({
  buyTransactionId: recordId('Must be the id of a buy.'),
  allocatedQuantity: z.union([shares('Allocated quantity'), z.literal(0).transform(() => 0n)]),
})
const allocations = z
  .array(allocation)
  .max(10_000)
  .transform((rows) => {
    const lots = new Map<number, bigint>()
    for (const { buyTransactionId: lot, allocatedQuantity } of rows) {
      if (allocatedQuantity > 0n) lots.set(lot, (lots.get(lot) ?? 0n) + allocatedQuantity)
    }
    return [...lots].map(([buyTransactionId, allocatedQuantity]) => ({ buyTransactionId, allocatedQuantity }))
  })

const sellFields = z.object({
  ...tradeFields,
  soldPrice: price('Sold price'),
  valuationMethod: optionalText(50),
  allocations: optional(allocations),
})
export type SellInput = z.output<typeof sellFields>
/** The body of a sale's correction; undefined stays as it is recorded. */
export type SellChange = z.output<z.ZodObject<ReturnType<typeof changeOf<typeof sellFields.shape>>>>
export type SellDraft = Partial<Record<keyof z.input<typeof sellFields>, unknown>>

/** `price` is read as `soldPrice`. */
const soldPriceSpelled = (body: unknown) =>
  typeof body === 'object' &&
  body !== null &&
  !('soldPrice' in body) &&
  !('sold_price' in body) &&
  'price' in body
    ? { ...body, soldPrice: (body as { price: unknown }).price }
    : body
export const sellInput = z.preprocess(soldPriceSpelled, tradeInput(sellFields)) as unknown as z.ZodType<
  SellInput,
  SellDraft
>

/** A correction of a sale: what is left out stays as it is recorded. */
export const sellChangeInput = z.preprocess(
  soldPriceSpelled,
  tradeChange(sellFields.shape),
) as unknown as z.ZodType<SellChange, SellDraft>

export const calculateSellInput = z.preprocess(
  (body) => inFormNames(soldPriceSpelled(body)),
  z.object({
    quantity: shares('Quantity'),
    soldPrice: price('Sold price'),
    costOfFunds: optional(percent('Cost of Funds')),
    holdingDays: optional(z.coerce.number().int().min(0).max(100_000)),
    tradeDate: optional(date),
    settlementDate: optional(date),
    portfolio: optional(name()),
    portfolioId: optional(name()),
    symbol: optionalText(20),
    allocations: optional(allocations),
    feeSource: tradeFields.feeSource,
  }),
) as unknown as z.ZodType<
  {
    quantity: bigint
    soldPrice: bigint
    costOfFunds: bigint | null
    holdingDays: number | null
    tradeDate: string | null
    settlementDate: string | null
    portfolio: string | null
    portfolioId: string | null
    symbol: string | null
    /** As in the calculation of a buy. */
    feeSource: FeeSource | null
    allocations: { buyTransactionId: number; allocatedQuantity: bigint }[] | null
  },
  Record<string, unknown>
>

export const sellCalculation = figures.extend({
  sale: saleFigures.nullable(),
  refusal: z.string().nullable(),
})
export type SellCalculation = z.output<typeof sellCalculation>

/** A sale as stored. Amounts in rupees. */
export const sellTransaction = recordedTrade.extend({
  portfolio_name: z.string(),
  valuation_method: z.enum(COSTING_METHODS),
  sold_price: z.number(),
  bought_price: z.number(),
  capital_gain: z.number(),
  hdays: z.number(),
  /** Closing price: the last trade of the newest daily summary not after the trade date. */
  cp: z.number().nullable(),
  /** Contract numbers and trade dates of the lots taken, oldest first. */
  buy_contract: z.string().nullable(),
  buy_transaction_dates: z.string().nullable(),
  /** Cost taken out of the chain. */
  holding_cost: z.number(),
  profit_loss: z.number(),
  /** Shares held before the sale. */
  total_shares: z.number(),
  allocations: z.array(z.object({ buyTransactionId: z.number(), allocatedQuantity: z.number() })),
})
export type SellTransaction = z.output<typeof sellTransaction>

const writeQuery = z.object({ dryRun: z.enum(['0', '1', 'true', 'false']).optional() })
const ofHolding = z.object({
  portfolio: z.string().max(200).optional(),
  portfolioId: z.string().max(200).optional(),
  company: z.string().max(200).optional(),
  symbol: z.string().max(20).optional(),
  sellQuantity: z.coerce.string().max(20).optional(),
  quantity: z.coerce.string().max(20).optional(),
  asOf: optional(date),
})

const base = { tag: 'Sells' }
const save = {
  ...base,
  method: 'POST',
  status: 201,
  query: writeQuery,
  body: sellInput,
  reply: z.union([sellTransaction, tradeDryRun]),
} as const
const lists = {
  ...base,
  load: 'list',
  method: 'GET',
  query: tradeListQuery,
  reply: z.array(sellTransaction),
} as const
export const sells = {
  calculate: route({
    ...base,
    name: 'sells.calculate',
    needs: 'trades.read',
    method: 'POST',
    path: '/trade-summary/calculate-sell-transaction',
    summary: 'Proceeds of a sale and, with portfolio and symbol, the cost it takes out',
    body: calculateSellInput,
    reply: sellCalculation,
  }),
  save: route({
    ...save,
    name: 'sells.save',
    needs: 'trades.record',
    path: '/trade-summary/save-sell-transaction',
    summary:
      'Record a sale: lots, gain and postings in one step; a price far from the exchange is named in `warnings`',
  }),
  enter: route({
    ...save,
    name: 'sells.enter',
    needs: 'trades.record',
    path: '/transaction-entries/sell',
    summary: 'Record a sale',
  }),
  enterWithAllocations: route({
    ...base,
    name: 'sells.enter-with-allocations',
    needs: 'trades.record',
    method: 'POST',
    path: '/transaction-entries/sell-with-allocations',
    status: 201,
    summary: 'Record a cherry-picked sale with the lots it takes',
    query: writeQuery,
    body: z.preprocess((body) => {
      const sent = body as { sellTransaction?: object; allocations?: unknown } | null
      return typeof sent === 'object' && sent !== null && typeof sent.sellTransaction === 'object'
        ? { ...sent.sellTransaction, allocations: sent.allocations }
        : body
    }, sellInput) as unknown as z.ZodType<SellInput, { sellTransaction: SellDraft; allocations: unknown }>,
    reply: z.union([sellTransaction, tradeDryRun]),
  }),
  list: route({
    ...lists,
    name: 'sells.list',
    needs: 'trades.read',
    path: '/trade-summary/sell-transactions',
    summary: 'The sells, newest first',
  }),
  all: route({
    ...lists,
    name: 'sells.all',
    needs: 'trades.read',
    path: '/transaction-entries/sell-all',
    summary: 'The sells, newest first',
  }),
  fifo: route({
    ...base,
    name: 'sells.fifo',
    needs: 'trades.read',
    method: 'GET',
    path: '/transaction-entries/fifo',
    summary: 'Average cost per share of the oldest lots that make up the quantity',
    query: ofHolding,
    reply: z.object({ fifoCost: z.number() }),
  }),
  detailedFifo: route({
    ...base,
    name: 'sells.detailed-fifo',
    needs: 'trades.read',
    method: 'GET',
    path: '/transaction-entries/detailed-fifo',
    summary: 'The oldest lots that make up the quantity',
    query: ofHolding,
    reply: z.object({
      allocations: z.array(
        z.object({
          buyTransactionId: z.number(),
          deal_number: z.string().nullable(),
          tradeDate: z.string(),
          settlementDate: z.string(),
          price: z.number(),
          availableQuantity: z.number(),
          quantity: z.number(),
        }),
      ),
    }),
  }),
}
