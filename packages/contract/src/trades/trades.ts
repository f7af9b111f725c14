import type { FeeSource } from '@em/core/trades/figures'
import { z } from 'zod'
import { date, optional, optionalText, percent, price, shares } from '../kit/fields.ts'
import { listQuery } from '../kit/register.ts'
import { route } from '../kit/route.ts'
import { inFormNames, name, recordedTrade, tradeFields, tradeInput } from './trade-fields.ts'
import { figures, tradeDryRun } from './trade-preview.ts'

/**
 * Trades: buys here, sells with their own shapes in `sells.ts`. A save comes through two paths
 * (`/trade-summary/...` and `/transaction-entries/...`) to one command; both accept the form's names (camelCase)
 * and the stored names (snake_case). Computed figures in a request are dropped: the server computes them.
 */

const buyFields = z.object({ ...tradeFields, price: price('Price') })
export type BuyInput = z.output<typeof buyFields>
/** The body of the form. */
export type BuyDraft = Partial<Record<keyof z.input<typeof buyFields>, unknown>>
export const buyInput = tradeInput(buyFields)

export const calculateBuyInput = z.preprocess(
  inFormNames,
  z.object({
    quantity: shares('Quantity'),
    price: price('Price'),
    costOfFunds: optional(percent('Cost of Funds')),
    tradeDate: optional(date),
    settlementDate: optional(date),
    portfolioId: optional(name()),
    symbol: optionalText(20),
    feeSource: tradeFields.feeSource,
  }),
) as unknown as z.ZodType<
  {
    quantity: bigint
    price: bigint
    costOfFunds: bigint | null
    tradeDate: string | null
    settlementDate: string | null
    portfolioId: string | null
    symbol: string | null
    /** With `contract` or `manual` no tariff is needed: without one the fees are zero. */
    feeSource: FeeSource | null
  },
  Record<string, unknown>
>

/** A buy as stored. Amounts in rupees. */
export const buyTransaction = recordedTrade.extend({
  portfolio: z.string(),
  price: z.number(),
  generate_payment: z.enum(['Yes', 'No']),
})
export type BuyTransaction = z.output<typeof buyTransaction>

const writeQuery = z.object({ dryRun: z.enum(['0', '1', 'true', 'false']).optional() })
const saved = z.union([buyTransaction, tradeDryRun])

export const tradeListQuery = listQuery.extend({
  portfolio: z.string().max(200).optional(),
  portfolioId: z.string().max(200).optional(),
  company: z.string().max(200).optional(),
  symbol: z.string().max(20).optional(),
  from: optional(date).optional(),
  to: optional(date).optional(),
})

/** A settlement account with what a trade's form shows of it. */
const startAccount = z.object({
  id: z.number(),
  payment_method: z.string(),
  account_name: z.string(),
  account_number: z.string(),
  bank_name: z.string(),
  branch_name: z.string(),
  swift_code: z.string().nullable(),
  iban: z.string().nullable(),
})

/** The start values of the form of a new trade. A portfolio that is not open to the person is left out. */
export const startValues = z.object({
  /** The newest trade that the person recorded, by whichever way; null: there is none, and what follows is the only one of its kind. */
  last_deal: z.string().nullable(),
  portfolio: z.object({ portfolioId: z.string(), portfolio: z.string() }).nullable(),
  broker_name: z.string().nullable(),
  account: startAccount.nullable(),
  /** Null where that trade has none, or the rate in force on its date: that of the new trade follows from its own date. */
  cost_of_funds: z.number().nullable(),
  /** Of a trade that was recorded today. */
  trade_date: z.string().nullable(),
  /** Of a trade that was recorded today, where it is not the date that follows from the trade date. */
  settlement_date: z.string().nullable(),
})
export type StartValues = z.output<typeof startValues>

const base = { tag: 'Trades' }
const save = {
  ...base,
  method: 'POST',
  status: 201,
  query: writeQuery,
  body: buyInput,
  reply: saved,
} as const
const lists = {
  ...base,
  load: 'list',
  method: 'GET',
  query: tradeListQuery,
  reply: z.array(buyTransaction),
} as const
export const trades = {
  calculateBuy: route({
    ...base,
    name: 'trades.calculate-buy',
    needs: 'trades.read',
    load: 'light',
    method: 'POST',
    path: '/trade-summary/calculate-buy-transaction',
    summary: 'Fees, net value and money generation cost of a buy, by the schedule of its date',
    body: calculateBuyInput,
    reply: figures,
  }),
  saveBuy: route({
    ...save,
    name: 'trades.save-buy',
    needs: 'trades.record',
    path: '/trade-summary/save-buy-transaction',
    summary:
      'Record a buy: position, lot and postings in one step; a price far from the exchange is named in `warnings`',
  }),
  enterBuy: route({
    ...save,
    name: 'trades.enter-buy',
    needs: 'trades.record',
    path: '/transaction-entries/buy',
    summary: 'Record a buy',
  }),
  buys: route({
    ...lists,
    name: 'trades.buys',
    needs: 'trades.read',
    path: '/trade-summary/buy-transactions',
    summary: 'The buys, newest first',
  }),
  buyAll: route({
    ...lists,
    name: 'trades.buy-all',
    needs: 'trades.read',
    path: '/transaction-entries/buy-all',
    summary: 'The buys, newest first',
  }),
  byPortfolio: route({
    ...lists,
    name: 'trades.by-portfolio',
    needs: 'trades.read',
    path: '/transaction-entries/by-portfolio',
    summary: 'The trades of one portfolio, newest first',
  }),
  nextDealNumber: route({
    ...base,
    name: 'trades.next-deal-number',
    needs: 'trades.read',
    load: 'light',
    method: 'GET',
    path: '/transaction-entries/deal-number',
    summary: 'A free deal number for a new trade, with the dates the form starts from',
    query: z.object({ side: z.enum(['buy', 'sell']).default('buy') }),
    reply: z.object({ deal_number: z.string(), trade_date: z.string(), settlement_date: z.string() }),
  }),
  startValues: route({
    ...base,
    name: 'trades.start-values',
    needs: 'trades.read',
    load: 'light',
    method: 'GET',
    path: '/transaction-entries/start-values',
    summary:
      'What the form of a new trade starts from: the newest trade of the person who asks, else the only portfolio and account',
    reply: startValues,
  }),
  settlementDate: route({
    ...base,
    name: 'trades.settlement-date',
    needs: 'trades.read',
    load: 'light',
    method: 'GET',
    path: '/transaction-entries/settlement-date',
    summary: 'When a trade of a date settles; refused, with the reason, where no trade can have that date',
    query: z.object({ tradeDate: date }),
    reply: z.object({ trade_date: z.string(), settlement_date: z.string() }),
  }),
}
