import { z } from 'zod'
import { COSTING_METHODS } from '../costing-methods/costing-methods.ts'
import { date, optional, portfolioNamed } from '../kit/fields.ts'
import { route } from '../kit/route.ts'
import { boughtLot } from '../trades/trade-fields.ts'

/** Holdings, derived from the chains. Amounts in rupees, prices with 4 decimals, percentages as numbers. */

const where = z.object({
  ...portfolioNamed,
  company: z.string().max(200).optional(),
  symbol: z.string().max(20).optional(),
  asOf: optional(date),
})

export const lot = boughtLot.extend({
  id: z.number(),
  deal_number: z.string().nullable(),
  remaining_quantity: z.number(),
  remaining_cost: z.number(),
  remaining_charges: z.number(),
})
export type Lot = z.output<typeof lot>

/** The holding of one portfolio in a security. */
export const holder = z.object({
  portfolioId: z.string(),
  portfolioName: z.string(),
  costing_method: z.enum(COSTING_METHODS).nullable(),
  quantity: z.number(),
  costValue: z.number(),
  charges: z.number(),
})
export type Holder = z.output<typeof holder>

export const valuedHolding = z.object({
  /** The equity's id. */
  id: z.number(),
  companyName: z.string(),
  symbol: z.string(),
  sector: z.string().nullable(),
  quantity: z.number(),
  costPrice: z.number(),
  costValue: z.number(),
  charges: z.number(),
  /** Null where no price is known: the holding is then valued at cost and marked. */
  marketPrice: z.number().nullable(),
  lastPriceUpdate: z.string().nullable(),
  unpriced: z.boolean(),
  /** Rights without a price of their own: the share's less the price of subscription. */
  derived: z.boolean(),
  grossSales: z.number(),
  chargesOnSales: z.number(),
  projectedSalesProceeds: z.number(),
  costOfFunds: z.number(),
  projectedSalesWithCOF: z.number(),
  unrealizedGainLoss: z.number(),
  gainLossPercentage: z.number(),
})
export type ValuedHolding = z.output<typeof valuedHolding>

/** Holdings of all portfolios in one answer. */
export const HOLDINGS_MAX = 10_000

/** A holding with its portfolio. */
export const portfolioHolding = valuedHolding.extend({
  portfolioId: z.string(),
  portfolioName: z.string(),
})
export type PortfolioHolding = z.output<typeof portfolioHolding>

/** A holding by age: shares bought more than 365 days ago are long term. The gains are unrealized capital gains. */
export const holdingAge = z.object({
  symbol: z.string(),
  companyName: z.string(),
  shortQuantity: z.number(),
  longQuantity: z.number(),
  shortGain: z.number(),
  longGain: z.number(),
})
export type HoldingAge = z.output<typeof holdingAge>

/** Open lots in one answer. */
export const LOTS_MAX = 20_000

/**
 * The cost of shares, lot by lot. With an average cost (WAP) the costs of the lots need not add up to that of
 * the books.
 */
export const costByLot = z.object({
  asOf: z.string(),
  costing_method: z.enum(COSTING_METHODS).nullable(),
  holdings: z.array(
    z.object({
      symbol: z.string(),
      companyName: z.string(),
      quantity: z.number(),
      /** In the books, without fees; and the fees of the shares held. */
      cost: z.number(),
      charges: z.number(),
      marketPrice: z.number().nullable(),
      lots: z.array(
        z.object({
          id: z.number(),
          deal_number: z.string(),
          contract_number: z.string().nullable(),
          is_opening: z.boolean(),
          trade_date: z.string(),
          settlement_date: z.string(),
          price: z.number(),
          /** Shares that came in, and that are left. */
          quantity: z.number(),
          left: z.number(),
          cost: z.number(),
          charges: z.number(),
          /** Since the trade date. */
          days: z.number(),
        }),
      ),
    }),
  ),
})
export type CostByLot = z.output<typeof costByLot>

/**
 * What shares have earned since their first trade, in rupees; `total` is gains and dividends less the other
 * parts.
 */
export const returnParts = z.object({
  /** Of what was sold: proceeds less cost. */
  realizedGain: z.number(),
  /** Payments of corporate actions for fractions of shares. */
  fractions: z.number(),
  /** Of what is held: value at market less cost. */
  unrealizedGain: z.number(),
  /** Before withholding tax. */
  dividends: z.number(),
  /** Of purchases and sales. */
  fees: z.number(),
  /** The fees of a sale of the whole holding. */
  sellingFees: z.number(),
  withheldTax: z.number(),
  /** Dividends and refunds that will not come in any more. */
  writtenOff: z.number(),
  /** Cost of funds of what was sold. */
  financing: z.number(),
  /** Cost of funds of what is held. */
  heldFinancing: z.number(),
  total: z.number(),
})
export type ReturnShown = z.output<typeof returnParts>

/** A security in the overview of one portfolio or of all. */
export const overviewHolding = z.object({
  symbol: z.string(),
  companyName: z.string(),
  quantity: z.number(),
  avgPrice: z.number(),
  currentPrice: z.number().nullable(),
  marketValue: z.number(),
  cost: z.number(),
  pnl: z.number(),
  pnlPercentage: z.number(),
  /** What the newest day with prices changed of these shares, and in per cent of their price; null where nothing can be compared. */
  today: z.object({ change: z.number(), percent: z.number() }).nullable(),
  /** Of these shares and of those of the same security that were sold. */
  totalReturn: returnParts,
  weight: z.number(),
  sector: z.string(),
  unpriced: z.boolean(),
  /** Rights without a price of their own: the share's less the price of subscription. */
  derived: z.boolean(),
})

const mover = z.object({
  symbol: z.string(),
  companyName: z.string(),
  price: z.number(),
  changePercent: z.number(),
  /** Of the shares held. */
  change: z.number(),
})
/** What the newest day with prices changed of the value of what is held now. */
export const dayMoves = z.object({
  date: z.string(),
  /** Null where nothing held has a price of before that day: there is nothing to compare with. */
  change: z.number().nullable(),
  /** Of the value before that day. */
  percent: z.number().nullable(),
  /** The five that rose most, and that fell most. */
  gainers: z.array(mover),
  losers: z.array(mover),
})
export type DayMoves = z.output<typeof dayMoves>

export const overview = z.object({
  success: z.literal(true),
  data: z.object({
    asOf: z.string(),
    summary: z.object({
      totalValue: z.number(),
      /** Value less cost of what is held, before fees and financing. */
      unrealizedGain: z.number(),
      totalCost: z.number(),
      totalCharges: z.number(),
      cashBalance: z.number(),
      numberOfPositions: z.number(),
      unpricedPositions: z.number(),
      /** After charges on purchases and sales and cost of funds. */
      unrealizedPnL: z.number(),
      /** Of all securities, those that were sold too. */
      totalReturn: returnParts,
    }),
    /** Null where nothing that is held has a price. */
    dayChange: dayMoves.nullable(),
    holdings: z.array(overviewHolding),
    assetAllocation: z.object({ equity: z.number(), cash: z.number() }),
    sectors: z.array(z.object({ sector: z.string(), value: z.number(), weight: z.number() })),
  }),
})

const exposed = {
  securities: z.number(),
  value: z.number(),
  cost: z.number(),
  /** Unrealized capital gain, and in per cent of cost. */
  gain: z.number(),
  gainPercent: z.number(),
  /** After charges on purchases and sales and cost of funds. */
  profitLoss: z.number(),
  /** In per cent of all that is shown. */
  weight: z.number(),
  /** Positions valued at cost. */
  unpriced: z.number(),
}
/** Where the value lies: by portfolio, by sector and in the ten largest securities, the greatest first. */
export const exposure = z.object({
  asOf: z.string(),
  total: z.object({ ...exposed, dayChange: z.number().nullable() }),
  /** The newest day with prices. */
  dayOf: z.string().nullable(),
  portfolios: z.array(
    z.object({
      portfolioId: z.string(),
      portfolioName: z.string(),
      ...exposed,
      dayChange: z.number().nullable(),
    }),
  ),
  sectors: z.array(z.object({ sector: z.string(), ...exposed })),
  largest: z.array(
    z.object({
      symbol: z.string(),
      companyName: z.string(),
      sector: z.string(),
      /** How many hold it. */
      portfolios: z.number(),
      ...exposed,
    }),
  ),
  /** Shares of the largest securities in per cent; the index is the Herfindahl-Hirschman index, 0 to 10,000. */
  concentration: z.object({
    largest: z.number(),
    top5: z.number(),
    top10: z.number(),
    index: z.number(),
  }),
})
export type Exposure = z.output<typeof exposure>

/** New shares that are held and cannot be sold yet: how many, of which event, from when; null: its allotment date is to be notified. */
export const notListed = z.object({ quantity: z.number(), event: z.string(), from: z.string().nullable() })
export type NotListed = z.output<typeof notListed>

const base = { tag: 'Holdings', method: 'GET' } as const
export const holdings = {
  companies: route({
    ...base,
    name: 'holdings.companies',
    needs: 'holdings.read',
    path: '/transaction-entries/companies',
    summary: 'The companies a portfolio holds: name and, where several securities share it, the symbol',
    query: where,
    reply: z.array(
      z.object({
        company_name: z.string(),
        symbol: z.string(),
        /** What it was called before, and until when: "before 01 Jul 2026 OLD.N0000". */
        formerly: z.string().nullable(),
        quantity: z.number(),
      }),
    ),
  }),
  totalQuantity: route({
    ...base,
    name: 'holdings.total-quantity',
    needs: 'holdings.read',
    load: 'light',
    path: '/transaction-entries/total-quantity',
    summary: 'Shares held of one company, and how many of them can be sold',
    query: where,
    reply: z.object({
      total_quantity: z.number(),
      /** Without shares of a bonus or scrip dividend that are not listed on the day. */
      sellable_quantity: z.number(),
      not_listed: z.array(notListed),
    }),
  }),
  wap: route({
    ...base,
    name: 'holdings.wap',
    needs: 'holdings.read',
    load: 'light',
    path: '/transaction-entries/wap',
    summary: 'Weighted average price (fees excluded) of one holding',
    query: where,
    reply: z.object({ wap: z.number(), totalQty: z.number() }),
  }),
  buyLots: route({
    ...base,
    name: 'holdings.buy-lots',
    needs: 'holdings.read',
    path: '/transaction-entries/buy-lots',
    summary: 'Open lots of one holding, oldest first',
    query: where,
    reply: z.array(lot),
  }),
  holders: route({
    ...base,
    name: 'holdings.holders',
    needs: 'holdings.read',
    path: '/transaction-entries/holders',
    summary: 'The portfolios that hold a security, by code, with quantity, cost and charges',
    query: where.pick({ company: true, symbol: true, asOf: true }),
    reply: z.array(holder),
  }),
  valued: route({
    ...base,
    name: 'holdings.valued',
    needs: 'holdings.read',
    load: 'report',
    path: '/transaction-entries/portfolio/:id/positions',
    summary: 'The positions of a portfolio, valued',
    params: z.object({ id: z.string().min(1).max(200) }),
    query: z.object({ asOf: optional(date) }),
    reply: z.array(valuedHolding),
  }),
  valuedOfAll: route({
    ...base,
    name: 'holdings.valued-of-all',
    needs: 'holdings.read',
    load: 'report',
    path: '/transaction-entries/positions',
    summary: `The positions of all portfolios, valued, by portfolio and company; at most ${HOLDINGS_MAX.toLocaleString('en')}`,
    query: z.object({ asOf: optional(date).optional() }),
    reply: z.array(portfolioHolding),
  }),
  ages: route({
    ...base,
    name: 'holdings.ages',
    needs: 'holdings.read',
    load: 'report',
    path: '/transaction-entries/portfolio/:id/ages',
    summary:
      'The holdings of a portfolio by how long they have been held, with their unrealized capital gains',
    params: z.object({ id: z.string().min(1).max(200) }),
    query: z.object({ asOf: optional(date).optional() }),
    reply: z.array(holdingAge),
  }),
  costByLot: route({
    ...base,
    name: 'holdings.cost-by-lot',
    needs: 'holdings.read',
    load: 'report',
    path: '/transaction-entries/portfolio/:id/lots',
    summary: "The open lots of a portfolio, by company, with each holding's cost in the books",
    params: z.object({ id: z.string().min(1).max(200) }),
    query: z.object({ asOf: optional(date).optional() }),
    reply: costByLot,
  }),
  exposure: route({
    ...base,
    name: 'holdings.exposure',
    needs: 'holdings.read',
    load: 'report',
    path: '/portfolios/exposure',
    summary: 'What one portfolio or all hold, by portfolio, sector and security, and how concentrated it is',
    query: z.object({ ...portfolioNamed, asOf: optional(date).optional() }),
    reply: exposure,
  }),
  overview: route({
    ...base,
    name: 'holdings.overview',
    needs: 'holdings.read',
    load: 'report',
    path: '/portfolios/overview',
    summary: 'Summary, holdings and allocation of one portfolio or of all',
    query: z.object(portfolioNamed),
    reply: overview,
  }),
}
