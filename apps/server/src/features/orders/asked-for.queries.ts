/** Which open orders dealt trades would fill, and trades without one in portfolios that ask for an order before each trade. */
import type { TradeWithoutOrder } from '@em/contract/orders/orders'
import { formatDecimal, PRICE_SCALE } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { isOfBroker } from '../brokers/named.ts'
import { orderNumber } from './orders.queries.ts'

/** Of the books: an order that the person does not see is an order, too. */
const OPEN_FOR = statement(
  'orders.open-for',
  `SELECT k.place::integer AS place!, o.id, EXISTS (SELECT FROM orders s WHERE s.id = o.id) AS is_seen!
     FROM unnest(:portfolioIds::bigint[], :equityIds::bigint[], :sides::text[], :days::date[], :prices::numeric[], :brokers?::text[])
          WITH ORDINALITY AS k (portfolio_id, equity_id, side, day, price, broker_name, place)
     JOIN em.order_portfolios p ON p.portfolio_id = k.portfolio_id
     JOIN em.orders o ON o.id = p.order_id AND o.version = p.version AND o.step <> 'cancelled' AND k.day BETWEEN o.proposed_on AND o.valid_until
     JOIN em.order_versions v ON v.order_id = o.id AND v.version = o.version AND v.equity_id = k.equity_id AND v.side = k.side
    CROSS JOIN LATERAL (SELECT coalesce(sum(tv.quantity), 0) AS quantity, coalesce(sum(tv.gross), 0) AS gross
                          FROM em.order_fills f JOIN em.trades t ON t.id = f.trade_id AND NOT t.is_deleted AND t.portfolio_id = p.portfolio_id
                          JOIN em.trade_versions tv ON tv.trade_id = t.id AND tv.version = t.version WHERE f.order_id = o.id) f
    WHERE (v.limit_price IS NULL OR CASE v.side WHEN 'buy' THEN k.price <= v.limit_price ELSE k.price >= v.limit_price END)
      AND (v.broker_name IS NULL OR k.broker_name IS NULL OR ${isOfBroker('k.broker_name', 'v.broker_name')})
      AND CASE WHEN p.quantity IS NULL THEN f.gross < v.amount ELSE f.quantity < p.quantity END
    ORDER BY k.place, o.id`,
)
const ASKING = statement(
  'orders.asking-portfolios',
  `SELECT id, portfolio_name, orders_asked_from AS "asked_from!" FROM portfolios
    WHERE id = ANY (:ids::bigint[]) AND orders_asked_from IS NOT NULL`,
)
const WITHOUT = statement(
  'orders.trades-without',
  `SELECT t.id AS trade_id, t.deal_number, tv.contract_number, i.portfolio_id AS code, i.portfolio_name, t.side, e.symbol, tv.trade_date, tv.quantity,
          tv.price, tv.gross, tv.broker_name
     FROM portfolios i
     JOIN trades t ON t.portfolio_id = i.id AND t.side IN ('buy', 'sell') AND NOT t.is_deleted
     JOIN trade_versions tv ON tv.trade_id = t.id AND tv.version = t.version AND tv.trade_date >= i.orders_asked_from
     JOIN equities e ON e.id = t.equity_id
    WHERE (:portfolioId?::bigint IS NULL OR i.id = :portfolioId) AND NOT EXISTS (SELECT FROM em.order_fills k WHERE k.trade_id = t.id)
    ORDER BY tv.trade_date DESC, t.id DESC LIMIT :most`,
)

/** A trade before it is recorded. */
export interface DealtTrade {
  readonly portfolioId: number
  readonly equityId: number
  readonly side: 'buy' | 'sell'
  readonly tradeDate: string
  readonly price: bigint
  readonly brokerName: string | null
}

export interface OrdersOfTrades {
  /** The first open order that each trade fits, by its index; of orders that the person sees. */
  readonly fitting: readonly { readonly index: number; readonly id: number; readonly number: string }[]
  /** Trades that fit no open order, in portfolios that ask for one. */
  readonly missing: readonly { readonly index: number; readonly sentence: string }[]
}

/** The sentence of a trade that fits no open order. */
const missingOrder = (portfolio: string) =>
  `${portfolio} asks for an order before each trade: no open order fits this one.`

/** Matches trades with open orders by portfolio, security, side, days, broker and limit price. */
export async function ordersOfTrades(db: Queryable, trades: readonly DealtTrade[]): Promise<OrdersOfTrades> {
  if (trades.length === 0) return { fitting: [], missing: [] }
  const [open, asking] = await Promise.all([
    db.query(OPEN_FOR, {
      portfolioIds: trades.map((one) => one.portfolioId),
      equityIds: trades.map((one) => one.equityId),
      sides: trades.map((one) => one.side),
      days: trades.map((one) => one.tradeDate),
      prices: trades.map((one) => formatDecimal(one.price, PRICE_SCALE)),
      brokers: trades.map((one) => one.brokerName || null),
    }),
    db.query(ASKING, { ids: [...new Set(trades.map((one) => one.portfolioId))] }),
  ])
  const fits = new Set(open.map(({ place: index }) => index))
  const first = new Map(
    open
      .filter(({ is_seen }) => is_seen)
      .toReversed()
      .map(({ place: index, id }) => [index, id] as const),
  )
  const askedBy = new Map(asking.map((one) => [one.id, one]))
  return {
    fitting: [...first]
      .map(([index, id]) => ({ index: index - 1, id, number: orderNumber(id) }))
      .toSorted((a, b) => a.index - b.index),
    missing: trades.flatMap(({ portfolioId, tradeDate }, index) => {
      const asked = askedBy.get(portfolioId)
      if (asked === undefined || tradeDate < asked.asked_from || fits.has(index + 1)) return []
      return [{ index, sentence: missingOrder(asked.portfolio_name) }]
    }),
  }
}

/** Trades that are listed. */
const LISTED_MOST = 500

/** Recorded trades without an order, of portfolios that ask for one, the newest first. */
export async function tradesWithoutOrder(
  db: Queryable,
  portfolioId: number | null,
): Promise<TradeWithoutOrder[]> {
  const rows = await db.query(WITHOUT, { portfolioId, most: LISTED_MOST })
  return rows.map(({ code, portfolio_name, side, gross, price, ...row }) => ({
    ...row,
    portfolioId: code,
    portfolioName: portfolio_name,
    side: side === 'buy' ? 'buy' : 'sell',
    price: jsonNumber(price),
    gross_value: jsonNumber(gross),
  }))
}
