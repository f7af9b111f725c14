import { ORDER_STATES } from '@em/core/orders/order-acts'
import { z } from 'zod'
import {
  changeOf,
  date,
  money,
  neededVersion,
  optional,
  optionalText,
  price,
  recordId,
  shares,
  text,
} from '../kit/fields.ts'
import { idParams, listQuery } from '../kit/register.ts'
import { route } from '../kit/route.ts'

/**
 * Orders: what is to be bought or sold, before it is dealt. An order has no contract number and posts nothing. Recorded trades fill
 * it. Quantities in shares, prices and amounts in rupees.
 */

/** Portfolios of one order, and trades that one call adds, at most. */
export const ORDER_PORTFOLIOS_MAX = 200
export const ORDER_FILLS_MAX = 500
/** The last day of an order, at most so many days from today. */
export const ORDER_DAYS_MAX = 366

export const ORDER_SIDES = ['buy', 'sell'] as const

/** A check that an order does not pass: why it needs another person. */
export const orderCheck = z.object({
  state: z.enum(['within', 'warning', 'exceeded', 'unknown']),
  /** A sentence. */
  text: z.string(),
  /**
   * The limit's code, the subject it is measured of, and its value with the order. Null of a sale of more
   * than is held.
   */
  limit: z.string().nullable(),
  measured: z.string().nullable(),
  /** Percent to 4 decimals, rupees or shares; null where it cannot be computed or the person does not see the whole scope. */
  value: z.number().nullable(),
})

const orderRow = z.object({
  id: z.number(),
  /** "ORD-000042" */
  number: z.string(),
  version: z.number(),
  state: z.enum(ORDER_STATES),
  side: z.enum(ORDER_SIDES),
  symbol: z.string(),
  company_name: z.string(),
  /** Shares asked for by all portfolios; null where an amount is asked for. */
  quantity: z.number().nullable(),
  /** Gross value asked for, in rupees; null where shares are. */
  amount: z.number().nullable(),
  limitPrice: z.number().nullable(),
  broker: z.string().nullable(),
  /** The last day on which it may be dealt. */
  validUntil: z.string(),
  reason: z.string().nullable(),
  /** Their codes. */
  portfolios: z.array(z.string()),
  /** Shares of the trades that fill it, their gross value and its average price. */
  filled: z.number(),
  filledGross: z.number(),
  averagePrice: z.number().nullable(),
  proposedBy: z.string(),
  proposedAt: z.string(),
  /** Who released what it asks for now beyond a hard limit; null where nothing was to release. */
  releasedBy: z.string().nullable(),
})
export type OrderRow = z.output<typeof orderRow>

const orderTrade = z.object({
  trade_id: z.number(),
  deal_number: z.string(),
  contract_number: z.string().nullable(),
  portfolioId: z.string(),
  trade_date: z.string(),
  quantity: z.number(),
  price: z.number(),
  gross_value: z.number(),
  broker_name: z.string().nullable(),
})
export type OrderTrade = z.output<typeof orderTrade>

const tradeWithoutOrder = orderTrade.extend({
  portfolioName: z.string(),
  side: z.enum(ORDER_SIDES),
  symbol: z.string(),
})
export type TradeWithoutOrder = z.output<typeof tradeWithoutOrder>

export const order = orderRow.extend({
  shares: z.array(
    z.object({
      portfolioId: z.string(),
      portfolioName: z.string(),
      /** Null where an amount is asked for. */
      quantity: z.number().nullable(),
      filled: z.number(),
    }),
  ),
  /** While the order asks for something. */
  checks: z.array(orderCheck),
  steps: z.array(
    z.object({
      what: z.enum(['proposed', 'changed', 'approved', 'placed', 'cancelled']),
      version: z.number(),
      by: z.string(),
      at: z.string(),
      reason: z.string().nullable(),
      /** The request for approval that it waited as, and who decided it. */
      approval: z.object({ number: z.string(), by: z.string(), isRelease: z.boolean() }).nullable(),
    }),
  ),
  /** The trades that fill it. */
  fills: z.array(orderTrade),
  /** Trades that would fit and fill no order yet, the newest first. */
  fitting: z.array(orderTrade),
})
export type Order = z.output<typeof order>

const yes = z.enum(['0', '1', 'true', 'false']).optional()
const content = {
  /** One portfolio, with `quantity` or `amount`; or `portfolios`, each with its quantity. */
  portfolioId: optional(z.union([text(200, 'The portfolio'), z.number().int().positive().transform(String)])),
  portfolios: optional(
    z
      .array(
        z.object({
          portfolioId: z.union([text(200, 'The portfolio'), z.number().int().positive().transform(String)]),
          quantity: shares(),
        }),
      )
      .min(1, 'Please choose a portfolio.')
      .max(ORDER_PORTFOLIOS_MAX, `At most ${ORDER_PORTFOLIOS_MAX} portfolios.`),
  ),
  symbol: text(20, 'The symbol'),
  side: z.enum(ORDER_SIDES, { error: 'Must be buy or sell.' }),
  quantity: optional(shares()),
  amount: optional(money()),
  limitPrice: optional(price('The limit price')),
  broker: optionalText(200, 'The broker'),
  validUntil: date,
  reason: optionalText(500, 'The reason'),
}

interface OrderAsk {
  readonly portfolioId: unknown
  readonly portfolios: unknown
  readonly quantity: unknown
  readonly amount: unknown
}

/** The fault in an order's portfolios and quantities; null if there is none. */
export function faultOfAsk(ask: OrderAsk): { field: keyof OrderAsk; message: string } | null {
  if (ask.portfolios !== null) {
    if (ask.portfolioId !== null)
      return { field: 'portfolioId', message: 'Write portfolioId or portfolios, not both.' }
    if (ask.quantity !== null) return { field: 'quantity', message: 'Each portfolio has its own quantity.' }
    return ask.amount === null
      ? null
      : { field: 'amount', message: 'An order over several portfolios asks for shares.' }
  }
  if (ask.portfolioId === null) return { field: 'portfolioId', message: 'Please choose a portfolio.' }
  if (ask.quantity === null && ask.amount === null)
    return { field: 'quantity', message: 'Please enter a quantity or an amount.' }
  return ask.quantity !== null && ask.amount !== null
    ? { field: 'amount', message: 'Write a quantity or an amount, not both.' }
    : null
}

function oneOfEach(body: OrderAsk, context: z.RefinementCtx): void {
  const fault = faultOfAsk(body)
  if (fault !== null) context.addIssue({ code: 'custom', path: [fault.field], message: fault.message })
}

const base = { tag: 'Orders' } as const
const act = {
  ...base,
  method: 'POST',
  params: idParams,
  query: z.object({ dryRun: yes }),
  reply: order,
} as const
export const orders = {
  list: route({
    ...base,
    name: 'orders.list',
    needs: 'orders.read',
    load: 'list',
    method: 'GET',
    path: '/orders',
    summary: 'Orders, newest first (page by `cursor`; `X-Total-Count`, `X-Next-Cursor`)',
    // The search looks in the number, symbol, company, broker and portfolio.
    query: listQuery.pick({ limit: true, cursor: true, search: true }).extend({
      /** States, separated by commas; all where left out. */
      state: z
        .string()
        .max(200)
        .transform((said) => said.split(',').map((one) => one.trim()))
        .pipe(z.array(z.enum(ORDER_STATES, { error: `Must be some of: ${ORDER_STATES.join(', ')}.` })))
        .optional(),
      portfolio: z.string().max(200).optional(),
    }),
    reply: z.array(orderRow),
  }),
  withoutOrder: route({
    ...base,
    name: 'orders.without-order',
    needs: 'orders.read',
    method: 'GET',
    path: '/orders/trades-without',
    summary: 'Trades that fill no order, of portfolios that ask for one, newest first (the first 500)',
    query: z.object({ portfolio: z.string().max(200).optional() }),
    reply: z.array(tradeWithoutOrder),
  }),
  one: route({
    ...base,
    name: 'orders.one',
    needs: 'orders.read',
    load: 'light',
    method: 'GET',
    path: '/orders/:id',
    summary: 'An order: its portfolios, steps and checks, the trades that fill it and those that would fit',
    params: idParams,
    reply: order,
  }),
  create: route({
    ...base,
    name: 'orders.create',
    needs: 'orders.propose',
    method: 'POST',
    status: 201,
    path: '/orders',
    summary:
      'Propose an order; of a person who approves orders it is approved at once where no check is exceeded',
    query: z.object({ dryRun: yes }),
    body: z.object(content).superRefine(oneOfEach),
    reply: order,
  }),
  change: route({
    ...base,
    name: 'orders.change',
    needs: 'orders.propose',
    method: 'PUT',
    path: '/orders/:id',
    summary:
      'Change an order that no trade has filled: a new version, which is approved and placed anew; what is left out stays',
    params: idParams,
    query: z.object({ dryRun: yes }),
    body: z.object({
      ...changeOf({
        ...content,
        symbol: content.symbol.optional(),
        side: content.side.optional(),
        validUntil: content.validUntil.optional(),
      }),
      version: neededVersion,
    }),
    reply: order,
  }),
  approve: route({
    ...act,
    name: 'orders.approve',
    needs: 'orders.approve',
    path: '/orders/:id/approve',
    summary: 'Approve a proposal; one that exceeds a check is approved by another person than who wrote it',
    body: z.object({ version: neededVersion, reason: optionalText(500, 'The reason') }),
  }),
  place: route({
    ...act,
    name: 'orders.place',
    needs: 'orders.propose',
    path: '/orders/:id/place',
    summary: 'Record that an approved order was given to the broker',
    body: z.object({ version: neededVersion, reason: optionalText(500, 'The reason') }),
  }),
  cancel: route({
    ...act,
    name: 'orders.cancel',
    needs: 'orders.propose',
    path: '/orders/:id/cancel',
    summary: 'Cancel an order; what was filled of it stays',
    body: z.object({ version: neededVersion, reason: optionalText(500, 'The reason') }),
  }),
  fill: route({
    ...act,
    name: 'orders.fill',
    needs: 'orders.propose',
    path: '/orders/:id/fills',
    summary: 'Say which recorded trades fill an order',
    body: z.object({
      trades: z
        .array(recordId('Must be the id of a trade.'))
        .min(1, 'Please choose a trade.')
        .max(ORDER_FILLS_MAX, `At most ${ORDER_FILLS_MAX} trades.`),
    }),
  }),
  unfill: route({
    ...base,
    name: 'orders.unfill',
    needs: 'orders.propose',
    method: 'DELETE',
    path: '/orders/:id/fills/:trade',
    summary: 'Take a trade off the order that it fills',
    params: z.object({ id: recordId(), trade: recordId() }),
    query: z.object({ dryRun: yes }),
    reply: order,
  }),
  split: route({
    ...base,
    name: 'orders.split',
    needs: 'orders.read',
    load: 'light',
    method: 'GET',
    path: '/orders/:id/split',
    summary: 'Shares that were dealt for an order over several portfolios, split by what each still asks for',
    params: idParams,
    query: z.object({ dealt: shares('The quantity dealt') }),
    reply: z.array(z.object({ portfolioId: z.string(), portfolioName: z.string(), quantity: z.number() })),
  }),
}
