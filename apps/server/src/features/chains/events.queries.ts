/** The events of a chain as core's rules take them, from the facts of each source. */

import type { ChainEvent } from '@em/core/chains/chain-event'
import { decimalOf, MONEY_SCALE, PRICE_SCALE, RATE_SCALE } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { feeSum } from '../fee-tariffs/fee-columns.ts'
import { loadActionEvents } from './action-events.queries.ts'
import type { ChainKey } from './lock.queries.ts'

/** The event of a trade or an opening lot, from its facts. */
export interface FactRow {
  id: number
  side: 'buy' | 'sell' | 'opening'
  trade_date: string
  opening_date: string | null
  settlement_date: string
  quantity: number
  price: string
  gross: string
  net: string
  /** The six fees together, or the charges that an opening lot or an open purchase carries. */
  fees: string
  cost_of_funds: string | null
  allocations: { buy: number; quantity: number }[] | null
}

/** SQL: a trade that moves shares. A sale dealt before the opening date moves none: only its money is open. */
const HAS_EVENT = "(t.side <> 'sell' OR v.opening_date IS NULL)"

const FACTS = statement(
  'chains.events',
  `SELECT t.id, t.side, v.trade_date, v.opening_date, v.settlement_date, v.quantity, v.price, v.gross, v.net, v.cost_of_funds,
          ${feeSum('v')} + coalesce(v.carried_charges, 0) AS fees,
          CASE WHEN t.side = 'sell' THEN
            (SELECT json_agg(json_build_object('buy', a.buy_trade_id, 'quantity', a.quantity) ORDER BY a.buy_trade_id)
               FROM trade_allocations a WHERE a.trade_id = t.id AND a.version = t.version) END AS allocations
     FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
    WHERE t.portfolio_id = :portfolioId AND t.equity_id = :equityId AND NOT t.is_deleted AND ${HAS_EVENT}
    ORDER BY coalesce(v.opening_date, v.trade_date), t.id`,
)

/** Every event of a chain, from the versions in force. The trade's id is also its position in the order of recording. */
export async function loadEvents(db: Queryable, { portfolioId, equityId }: ChainKey): Promise<ChainEvent[]> {
  const [rows, actions] = await Promise.all([
    db.query(FACTS, { portfolioId, equityId }),
    loadActionEvents(db, { portfolioId, equityId }),
  ])
  return [...rows.map(eventOf), ...actions]
}

/** A trade or an opening lot as an event of its chain. */
export function eventOf(row: FactRow): ChainEvent {
  const head = {
    id: String(row.id),
    sequence: row.id,
    tradeDate: row.trade_date,
    settlementDate: row.settlement_date,
    quantity: BigInt(row.quantity),
    costOfFundsRate: row.cost_of_funds === null ? null : decimalOf(row.cost_of_funds, RATE_SCALE),
  }
  const gross = decimalOf(row.gross, MONEY_SCALE)
  const price = decimalOf(row.price, PRICE_SCALE)
  if (row.side === 'buy' && row.opening_date === null) {
    return { ...head, kind: 'buy', price, cost: gross, charges: decimalOf(row.fees, MONEY_SCALE) }
  }
  if (row.side !== 'sell') {
    const tradeDate = row.opening_date ?? row.trade_date
    const lot = { price, cost: gross, charges: decimalOf(row.fees, MONEY_SCALE), boughtOn: row.trade_date }
    return { ...head, ...lot, kind: 'opening', tradeDate }
  }
  return {
    ...head,
    kind: 'sell',
    gross,
    net: decimalOf(row.net, MONEY_SCALE),
    ...(row.allocations !== null && {
      allocations: row.allocations.map(({ buy, quantity }) => ({
        lotId: String(buy),
        quantity: BigInt(quantity),
      })),
    }),
  }
}
