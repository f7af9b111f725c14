/** The holdings of a portfolio by how long they have been held. */
import type { HoldingAge } from '@em/contract/holdings/holdings'
import { gainsByAge, LONG_TERM_DAYS } from '@em/core/valuation/holding-ages'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { valuedHoldings } from './valued.queries.ts'

// What is left of each lot at the date: what is left now, and what went later.
const LONG = statement(
  'holdings.long-term',
  `SELECT c.equity_id, sum(l.remaining_quantity - coalesce(later.quantity, 0))::bigint AS quantity!,
          sum(l.remaining_cost - coalesce(later.cost, 0))::numeric(20, 2) AS cost!
     FROM chains c
     JOIN lots l ON l.chain_id = c.id
     LEFT JOIN LATERAL (
       SELECT k.lot_event_id, sum(k.quantity_change)::bigint AS quantity, sum(k.cost_change) AS cost
         FROM chain_events x JOIN lot_changes k ON k.event_id = x.id
        WHERE x.chain_id = c.id AND x.event_date > :date::date
        GROUP BY k.lot_event_id) later ON later.lot_event_id = l.event_id
    WHERE c.portfolio_id = :portfolioId AND coalesce(l.opened_on, l.trade_date) <= :date::date
      AND :date::date - l.trade_date > :longTermDays::integer
      AND l.remaining_quantity - coalesce(later.quantity, 0) > 0
    GROUP BY c.equity_id`,
)

/** The holdings of a portfolio at the end of a day, by company, with the gains of the shares held for over a year apart. */
export async function holdingAges(db: Queryable, portfolioId: number, date: string): Promise<HoldingAge[]> {
  const [held, long] = await Promise.all([
    valuedHoldings(db, portfolioId, date),
    db.query(LONG, { portfolioId, date, longTermDays: LONG_TERM_DAYS }),
  ])
  const byEquity = new Map(long.map((row) => [row.equity_id, row]))
  return held.map(({ row, quantity, figures }) => {
    const old = byEquity.get(row.equity_id)
    const of = gainsByAge({
      quantity,
      cost: figures.costValue,
      value: figures.grossSales,
      longQuantity: BigInt(old?.quantity ?? 0),
      longLotCost: decimalOf(old?.cost ?? '0', MONEY_SCALE),
      averaged: row.pooled,
    })
    return {
      symbol: row.symbol,
      companyName: row.name,
      shortQuantity: Number(of.shortQuantity),
      longQuantity: Number(of.longQuantity),
      shortGain: rupees(of.shortGain),
      longGain: rupees(of.longGain),
    }
  })
}
