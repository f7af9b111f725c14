import { SALE_GOALS } from '@em/core/proposals/sale-goals'
import { MONEY_MAX } from '@em/core/values/decimal'
import { z } from 'zod'
import { COSTING_METHODS } from '../costing-methods/costing-methods.ts'
import { date, decimal, money, optional, percent, price, shares, text } from '../kit/fields.ts'
import { route } from '../kit/route.ts'

/**
 * Proposals of sales: what a sale would come to by each goal, and how many shares yield an amount. Reading
 * only: nothing is written before an order is proposed or a sale recorded. Amounts in rupees.
 */

/** A holding with more open lots than this is not compared lot by lot. */
export const PROPOSED_LOTS_MAX = 2_000
/** The day of a proposal, at most so many days from today. */
export const PROPOSAL_DAYS_MAX = 366

/** A goal, or a method that takes lots without being asked. */
export const SALE_WAYS = [...SALE_GOALS, 'WAP', 'FIFO'] as const
export type SaleWay = (typeof SALE_WAYS)[number]

const portfolio = z.union([text(200, 'The portfolio'), z.number().int().positive().transform(String)])
const symbol = text(20, 'The symbol')

const WANTED = ['shares', 'gross', 'net', 'gain'] as const
/** Says how much is to be sold: exactly one of the four. */
function oneWanted(body: Readonly<Record<(typeof WANTED)[number], unknown>>, context: z.RefinementCtx): void {
  if (WANTED.filter((name) => body[name] !== null).length === 1) return
  context.addIssue({
    code: 'custom',
    path: ['shares'],
    message: 'Write one of shares, gross, net and gain.',
  })
}

const saleInput = z
  .object({
    portfolioId: portfolio,
    symbol,
    shares: optional(shares()),
    /** At least so much gross value, or so much after fees. */
    gross: optional(money('The gross value')),
    net: optional(money('The net proceeds')),
    /** Capital gain, before fees; below zero a loss. */
    gain: optional(decimal({ scale: 2, min: -MONEY_MAX, max: MONEY_MAX, what: 'The gain' })),
    /** The goal of a portfolio with cherry picking; lowest gain where left out. */
    goal: optional(z.enum(SALE_GOALS, { error: `Must be one of: ${SALE_GOALS.join(', ')}.` })),
    /** The newest one known where left out. */
    price: optional(price()),
    /** Today, or the next market day, where left out. */
    tradeDate: optional(date),
    /** After-tax cost of funds in percent a year; the one in force where left out. */
    costOfFunds: optional(percent('Cost of Funds')),
  })
  .superRefine(oneWanted)

/** The rest of a holding after the sale. */
const left = z.object({ quantity: z.number(), cost: z.number(), charges: z.number() })

const proposedSale = z.object({
  goal: z.enum(SALE_WAYS),
  /** Whether this portfolio's method can book it; others only compare. */
  isOfMethod: z.boolean(),
  quantity: z.number(),
  grossValue: z.number(),
  totalFees: z.number(),
  netValue: z.number(),
  costOut: z.number(),
  chargesOut: z.number(),
  capitalGain: z.number(),
  holdingDays: z.number(),
  moneyGenerationCost: z.number(),
  profitLoss: z.number(),
  afterCostResult: z.number(),
  left,
  /** Shares by lot; by weighted average the lots that give the holding days. */
  allocations: z.array(z.object({ buyTransactionId: z.number(), quantity: z.number() })),
})
export type ProposedSaleRow = z.output<typeof proposedSale>

const lot = z.object({
  id: z.number(),
  deal_number: z.string(),
  contract_number: z.string().nullable(),
  trade_date: z.string(),
  settlement_date: z.string(),
  /** Shares that are left, with their cost and charges. */
  quantity: z.number(),
  cost: z.number(),
  charges: z.number(),
  /** Cost of one share. */
  costPrice: z.number(),
})
export type ProposalLot = z.output<typeof lot>

const saleProposal = z.object({
  portfolioId: z.string(),
  portfolioName: z.string(),
  symbol: z.string(),
  company_name: z.string(),
  method: z.enum(COSTING_METHODS),
  tradeDate: z.string(),
  settlementDate: z.string(),
  price: z.number(),
  /** The day of the price; null where it was sent. */
  priceDate: z.string().nullable(),
  /** Percent a year; null where none is in force. */
  costOfFunds: z.number().nullable(),
  held: z.number(),
  /** Held less what is not listed on the day. */
  sellable: z.number(),
  quantity: z.number(),
  /** The row that the portfolio would book: of its goal, or of its method. */
  booked: z.enum(SALE_WAYS),
  rows: z.array(proposedSale),
  lots: z.array(lot),
  /** Of the whole holding: the lowest price step that nets cost, charges and cost of funds to the day. */
  breakEven: z
    .object({
      price: z.number(),
      spent: z.number(),
      over: z.number(),
      below: z.object({ price: z.number(), short: z.number() }).nullable(),
    })
    .nullable(),
})
export type SaleProposal = z.output<typeof saleProposal>

const averageInput = z
  .object({
    portfolioId: portfolio,
    symbol,
    /** The average cost wanted. */
    average: price('The average'),
    /** The price to buy at, or the shares to buy: the other one follows. */
    price: optional(price()),
    shares: optional(shares()),
    tradeDate: optional(date),
  })
  .refine((body) => (body.price === null) !== (body.shares === null), {
    path: ['price'],
    message: 'Write a price or a number of shares.',
  })

const averagePlan = z.object({
  held: z.number(),
  cost: z.number(),
  average: z.number(),
  /** The buy; null where no buy moves the average there. */
  buy: z
    .object({
      quantity: z.number(),
      price: z.number(),
      grossValue: z.number(),
      totalFees: z.number(),
      netValue: z.number(),
      average: z.number(),
    })
    .nullable(),
})
export type AveragePlan = z.output<typeof averagePlan>

const cashProposal = z.object({
  tradeDate: z.string(),
  settlementDate: z.string(),
  /** Percent of every holding that is sold. */
  part: z.number(),
  rows: z.array(
    z.object({
      symbol: z.string(),
      company_name: z.string(),
      held: z.number(),
      quantity: z.number(),
      price: z.number(),
      grossValue: z.number(),
      totalFees: z.number(),
      netValue: z.number(),
      /** By the portfolio's method; with cherry picking of the oldest lots. */
      capitalGain: z.number(),
    }),
  ),
  netValue: z.number(),
  capitalGain: z.number(),
  /** Holdings without a price, which are not sold. */
  leftOut: z.array(z.string()),
})
export type CashProposal = z.output<typeof cashProposal>

const base = { tag: 'Proposals', needs: 'holdings.read', load: 'heavy', method: 'POST' } as const
export const saleProposals = {
  sale: route({
    ...base,
    name: 'sale-proposals.sale',
    path: '/proposals/sale',
    summary:
      'A sale by each goal, with its lots and result, and what the method of the portfolio would book; nothing is written',
    body: saleInput,
    reply: saleProposal,
  }),
  average: route({
    ...base,
    name: 'sale-proposals.average',
    path: '/proposals/average-cost',
    summary: 'The buy that brings the average cost of a holding to a price; nothing is written',
    body: averageInput,
    reply: averagePlan,
  }),
  cash: route({
    ...base,
    name: 'sale-proposals.cash',
    path: '/proposals/cash',
    summary: 'The same part of every holding, which together net an amount; nothing is written',
    body: z.object({ portfolioId: portfolio, net: money('The amount'), tradeDate: optional(date) }),
    reply: cashProposal,
  }),
}
