/** How a buy is kept: the fact (trade, version) and what is derived from it (result, lot, history, chain). */

import type { BuyInput } from '@em/contract/books/trades'
import type { BuyDecision } from '@em/core/trades/decide-buy'
import { formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { COLUMNS, type KeptTrade, VALUES, valuesOf } from './trades.facts.ts'
import type { LockedChain, TradeState } from './trades.state.ts'

export type { KeptTrade }

export interface BuyToKeep {
  readonly input: BuyInput
  readonly decision: BuyDecision
  readonly state: TradeState
  readonly chain: LockedChain
  readonly dealNumber: string
  readonly recordedBy: number
  readonly batchId: number | null
}

// A buy at the end of its chain, the usual case: one statement. $1 to $30 are the version's. Nothing is written where the deal number is taken.
const KEEP = statement(
  'trades.keep-buy',
  `WITH f AS (
     SELECT $1::date AS trade_date, $2::date AS settlement_date, $3::bigint AS quantity, $4::numeric AS price,
            $5::numeric AS gross, $37::numeric AS charges, coalesce($16::numeric, 0) AS rate,
            $2::date - date '2000-01-01' AS settled),
   t AS (
     INSERT INTO trades (chain_id, portfolio_id, equity_id, side, deal_number, batch_id, recorded_by)
     VALUES ($31::bigint, $32, $33, 'buy', $34, $35, $29::bigint)
     ON CONFLICT (deal_number) DO NOTHING RETURNING id, recorded_at),
   v AS (INSERT INTO trade_versions (trade_id, version, ${COLUMNS}) SELECT t.id, 1, ${VALUES} FROM t),
   r AS (INSERT INTO trade_results (trade_id, money_generation_cost) SELECT t.id, $36::numeric FROM t),
   l AS (
     INSERT INTO lots (chain_id, trade_id, trade_date, settlement_date, seq, price, quantity, cost, charges,
                       remaining_quantity, remaining_cost, remaining_charges, cost_of_funds)
     SELECT $31::bigint, t.id, f.trade_date, f.settlement_date, t.id, f.price, f.quantity, f.gross, f.charges,
            f.quantity, f.gross, f.charges, f.rate FROM t, f),
   e AS (
     INSERT INTO chain_events (chain_id, event_date, rank, seq, kind, trade_id, quantity_change, cost_change, charges_change,
                               quantity, cost, charges)
     SELECT $31::bigint, f.trade_date, 1, t.id, 'buy', t.id, f.quantity, f.gross, f.charges,
            $38::bigint + f.quantity, $39::numeric + f.gross, $40::numeric + f.charges FROM t, f),
   c AS (
     UPDATE chains SET quantity = chains.quantity + f.quantity, cost = chains.cost + f.gross,
            charges = chains.charges + f.charges,
            age_rate = age_rate + f.quantity * f.rate, age_rate_days = age_rate_days + f.quantity * f.rate * f.settled,
            lot_rate = lot_rate + (f.gross + f.charges) * f.rate,
            lot_rate_days = lot_rate_days + (f.gross + f.charges) * f.rate * f.settled,
            last_event_date = greatest(last_event_date, f.trade_date),
            last_event_seq = CASE WHEN last_event_date > f.trade_date THEN last_event_seq ELSE t.id END
       FROM t, f WHERE chains.id = $31::bigint)
   SELECT id, recorded_at FROM t`,
)

const money = (cents: bigint) => formatDecimal(cents, MONEY_SCALE)

/** Keeps a buy at the end of its chain; undefined where the deal number is taken by another trade. */
export async function keepBuy(tx: Transaction, buy: BuyToKeep): Promise<KeptTrade | undefined> {
  const { input, decision, state, chain, recordedBy } = buy
  const { figures } = decision
  const version = { stated: input, figures, state, recordedBy, reason: null, allocations: [] }
  const rows = await tx.query<{ id: number; recorded_at: string }>(KEEP, [
    ...valuesOf(version),
    chain.id,
    state.portfolio.id,
    state.equity.id,
    buy.dealNumber,
    buy.batchId,
    money(figures.moneyGenerationCost),
    money(figures.totalFees),
    chain.quantity,
    money(chain.cost),
    money(chain.charges),
  ])
  const [kept] = rows
  return kept && { id: kept.id, recordedAt: kept.recorded_at }
}
