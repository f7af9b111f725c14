/** The cost of a portfolio's shares, lot by lot, next to the cost in the books. */
import { type CostByLot, LOTS_MAX } from '@em/contract/holdings/holdings'
import { PRICE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { Refusal } from '../../platform/refusal.ts'
import { valuedHoldings } from './valued.queries.ts'

// What is left of each lot at the date: what is left now, and what went later.
const LOTS = statement(
  'holdings.cost-by-lot',
  `SELECT c.equity_id, l.event_id AS id, coalesce(t.deal_number, 'CA-' || a.action_id) AS deal_number!, v.contract_number, coalesce(t.side = 'opening', false) AS is_opening!, l.trade_date, l.settlement_date, l.price,
          l.quantity, l.remaining_quantity - coalesce(later.quantity, 0) AS left!,
          l.remaining_cost - coalesce(later.cost, 0) AS cost!, l.remaining_charges - coalesce(later.charges, 0) AS charges!,
          :date::date - l.trade_date AS days!
     FROM chains c
     JOIN lots l ON l.chain_id = c.id
     LEFT JOIN trades t ON t.id = l.event_id
     LEFT JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
     LEFT JOIN action_events a ON a.id = l.event_id
     LEFT JOIN LATERAL (
       SELECT sum(k.quantity_change)::bigint AS quantity, sum(k.cost_change) AS cost, sum(k.charges_change) AS charges
         FROM lot_changes k JOIN chain_events x ON x.id = k.event_id
        WHERE k.lot_event_id = l.event_id AND x.event_date > :date::date) later ON true
    WHERE c.portfolio_id = :portfolioId AND coalesce(l.opened_on, l.trade_date) <= :date::date
      AND l.remaining_quantity - coalesce(later.quantity, 0) > 0
    ORDER BY l.trade_date, l.event_id LIMIT :most`,
)
const METHOD = statement(
  'holdings.method',
  'SELECT costing_method FROM costing_methods WHERE portfolio_id = :portfolioId',
)

/**
 * The open lots of a portfolio at the end of a day, by company, then oldest first, and each holding's cost in the books.
 * @throws Refusal `holdings.too-many-lots` (422) beyond LOTS_MAX.
 */
export async function costByLot(db: Queryable, portfolioId: number, date: string): Promise<CostByLot> {
  const [held, lots, [assigned]] = await Promise.all([
    valuedHoldings(db, portfolioId, date),
    db.query(LOTS, { portfolioId, date, most: LOTS_MAX + 1 }),
    db.query(METHOD, { portfolioId }),
  ])
  if (lots.length > LOTS_MAX) throw new Refusal('holdings.too-many-lots', { limit: LOTS_MAX })
  const byEquity = Map.groupBy(lots, ({ equity_id: id }) => id)
  return {
    asOf: date,
    costing_method: assigned?.costing_method ?? null,
    holdings: held.map(({ row, quantity, figures }) => {
      const own = byEquity.get(row.equity_id) ?? []
      return {
        symbol: row.symbol,
        companyName: row.name,
        quantity: Number(quantity),
        cost: rupees(figures.costValue),
        charges: rupees(figures.charges),
        marketPrice: figures.priced ? toJsonNumber(figures.marketPrice, PRICE_SCALE) : null,
        lots: own.map((lot) => ({
          id: lot.id,
          deal_number: lot.deal_number,
          contract_number: lot.contract_number,
          is_opening: lot.is_opening,
          trade_date: lot.trade_date,
          settlement_date: lot.settlement_date,
          price: jsonNumber(lot.price),
          quantity: Number(lot.quantity),
          left: Number(lot.left),
          cost: jsonNumber(lot.cost),
          charges: jsonNumber(lot.charges),
          days: lot.days,
        })),
      }
    }),
  }
}
