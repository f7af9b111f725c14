/** The cash that open orders would take and add if they were dealt today: next to what is due, never in it. */
import type { OrdersOpen } from '@em/contract/settlements/settlements'
import { type MarketCalendar, nextMarketDay, settlementDateFor } from '@em/core/holidays/market-calendar'
import { buyFigures, sellFigures } from '@em/core/trades/figures'
import { DEFAULT_PRICE_BASIS, priceAt } from '@em/core/valuation/price-at'
import { decimalOf, MONEY_SCALE, PRICE_SCALE } from '@em/core/values/decimal'
import { grossOf, rupees } from '@em/core/values/money'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { loadTariffs } from '../fee-tariffs/tariffs.queries.ts'
import { knownPrices } from '../prices/prices-at/price-at.queries.ts'

const OPEN = statement(
  'orders.open',
  `SELECT o.id, v.side, v.equity_id, e.symbol, v.limit_price, p.quantity - coalesce(f.quantity, 0) AS left_shares, v.amount - coalesce(f.gross, 0) AS left_amount
     FROM orders o
     JOIN order_versions v ON v.order_id = o.id AND v.version = o.version
     JOIN order_portfolios p ON p.order_id = o.id AND p.version = o.version
     JOIN equities e ON e.id = v.equity_id
    CROSS JOIN LATERAL (SELECT sum(tv.quantity)::bigint AS quantity, sum(tv.gross) AS gross
                          FROM order_fills k JOIN trades t ON t.id = k.trade_id AND NOT t.is_deleted AND t.portfolio_id = p.portfolio_id
                          JOIN trade_versions tv ON tv.trade_id = t.id AND tv.version = t.version WHERE k.order_id = o.id) f
    WHERE o.step <> 'cancelled' AND o.valid_until >= :today::date AND (:portfolioId?::bigint IS NULL OR p.portfolio_id = :portfolioId)
    ORDER BY o.id LIMIT :most`,
)
/** Far more lines than open orders have. */
const MOST = 10_000

interface Day {
  readonly today: string
  readonly calendar: MarketCalendar
}

/** Of one portfolio, or of all: by limit price, else by the newest price; with the fees of the tariff. */
export async function openOrderCash(
  db: Queryable,
  portfolioId: number | undefined,
  { today, calendar }: Day,
): Promise<OrdersOpen> {
  const rows = await db.query(OPEN, { today, portfolioId: portfolioId ?? null, most: MOST })
  const tradeDate = nextMarketDay(calendar, today)
  const [known, tariffOf] = await Promise.all([
    knownPrices(db, [...new Set(rows.map((row) => row.equity_id))], { date: today, calendar }),
    loadTariffs(db),
  ])
  const sums = { buy: 0n, sell: 0n }
  const counts = { buy: new Set<number>(), sell: new Set<number>() }
  const unpriced = new Set<number>()
  for (const row of rows) {
    const side = row.side === 'buy' ? 'buy' : 'sell'
    const last = priceAt(known.get(row.equity_id) ?? null, {
      date: today,
      basis: DEFAULT_PRICE_BASIS,
      calendar,
    })
    const price = row.limit_price === null ? last?.price : decimalOf(row.limit_price, PRICE_SCALE)
    const terms = { tariff: tariffOf(row.symbol, tradeDate), costOfFundsRate: null, ...askedOf(row, price) }
    if (terms.tariff === null || terms.gross <= 0n) {
      // What is filled asks for nothing more.
      if (row.left_amount === null && (row.left_shares ?? 0) > 0) unpriced.add(row.id)
      continue
    }
    counts[side].add(row.id)
    sums[side] += side === 'buy' ? buyFigures(terms).net : sellFigures({ ...terms, holdingDays: 0 }).net
  }
  return {
    due: settlementDateFor(calendar, tradeDate),
    pay: { count: counts.buy.size, amount: rupees(sums.buy) },
    receive: { count: counts.sell.size, amount: rupees(sums.sell) },
    net: rupees(sums.sell - sums.buy),
    unpriced: unpriced.size,
  }
}

/** The shares and the gross value that are still asked for. */
function askedOf(
  row: { readonly left_shares: number | null; readonly left_amount: string | null },
  price: bigint | undefined,
): { quantity: bigint; gross: bigint } {
  if (row.left_amount !== null) return { quantity: 1n, gross: decimalOf(row.left_amount, MONEY_SCALE) }
  const quantity = BigInt(Math.max(row.left_shares ?? 0, 0))
  return {
    quantity: quantity === 0n ? 1n : quantity,
    gross: price === undefined ? 0n : grossOf(quantity, price),
  }
}
